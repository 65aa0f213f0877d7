// Reading the POSIX TZ text at the end of a zone file.
// SPDX-License-Identifier: Apache-2.0
#include "value/time_zone.h"

namespace syn {
namespace {

constexpr int32_t kSecondsPerHour = 3600;

/// A place in the text; every function takes what it reads off the front, or fails.
class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : rest_(text) {}

  // rule = name offset [ name [offset] "," moment "," moment ]
  std::optional<ZoneRule> read() {
    ZoneRule rule;
    if (!read_name() || !read_time(rule.standard_offset)) return std::nullopt;
    rule.standard_offset = -rule.standard_offset;
    rule.summer_offset = rule.standard_offset;
    if (rest_.empty()) return rule;
    rule.has_summer = true;
    if (!read_name()) return std::nullopt;
    rule.summer_offset = rule.standard_offset + kSecondsPerHour;
    if (!rest_.starts_with(',')) {
      if (!read_time(rule.summer_offset)) return std::nullopt;
      rule.summer_offset = -rule.summer_offset;
    }
    bool read_both = read_moment(rule.summer_start) && read_moment(rule.summer_end);
    if (!read_both || !rest_.empty()) return std::nullopt;
    return rule;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // name = "<" … ">" | letters
  bool read_name() {
    if (take('<')) {
      size_t end = rest_.find('>');
      if (end == std::string_view::npos) return false;
      rest_.remove_prefix(end + 1);
      return true;
    }
    size_t size = 0;
    while (size < rest_.size() && is_letter(rest_[size])) ++size;
    rest_.remove_prefix(size);
    return size >= 3;
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  bool read_number(int32_t most, int32_t& number) {
    size_t size = 0;
    number = 0;
    while (size < rest_.size() && is_digit(rest_[size]) && number <= most) {
      number = number * 10 + (rest_[size++] - '0');
    }
    rest_.remove_prefix(size);
    return size != 0 && number <= most;
  }

  // time = [ "+" | "-" ] hours [ ":" minutes [ ":" seconds ] ]
  bool read_time(int32_t& seconds) {
    bool negative = take('-');
    if (!negative) take('+');
    int32_t hours = 0;
    int32_t minutes = 0;
    int32_t rest = 0;
    if (!read_number(167, hours)) return false;
    if (take(':')) {
      if (!read_number(59, minutes)) return false;
      if (take(':') && !read_number(59, rest)) return false;
    }
    seconds = hours * kSecondsPerHour + minutes * 60 + rest;
    if (negative) seconds = -seconds;
    return true;
  }

  // moment = "," ( "M" month "." week "." day | "J" day | day ) [ "/" time ]
  bool read_moment(YearlyMoment& moment) {
    if (!take(',')) return false;
    if (take('M')) {
      moment.form = YearlyMoment::Form::WeekdayOfMonth;
      bool read_all = read_number(12, moment.month) && take('.') && read_number(5, moment.week) &&
                      take('.') && read_number(6, moment.day);
      if (!read_all || moment.month == 0 || moment.week == 0) return false;
    } else {
      moment.form = take('J') ? YearlyMoment::Form::DayWithoutLeap : YearlyMoment::Form::DayOfYear;
      if (!read_number(365, moment.day)) return false;
    }
    return !take('/') || read_time(moment.seconds);
  }

  std::string_view rest_;
};

}  // namespace

std::optional<ZoneRule> parse_zone_rule(std::string_view text) { return RuleReader(text).read(); }

}  // namespace syn
