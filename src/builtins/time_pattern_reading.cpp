// Reading times by strftime patterns, with the reasons that chrono (Rust) gives. One difference: %f
// reads a fraction of a second (`.5` after a point is half a second), as other languages do.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/iso_time.h"
#include "builtins/errors_b.h"
#include "builtins/time_pattern.h"
#include "value/civil_time.h"
#include "value/display.h"

namespace syn {
namespace {

enum class Reason : uint8_t {
  None,
  Invalid,
  NotEnough,
  TooShort,
  TooLong,
  OutOfRange,
  Impossible,
  ShortYear,
  OtherHalfOfDay
};

std::string_view reason_text(Reason reason) {
  switch (reason) {
    case Reason::Invalid: return "input contains invalid characters";
    case Reason::NotEnough: return "input is not enough for unique date and time";
    case Reason::TooShort: return "premature end of input";
    case Reason::TooLong: return "trailing input";
    case Reason::OutOfRange: return "input is out of range";
    case Reason::Impossible: return "no possible date and time matching input";
    case Reason::ShortYear: return "%Y reads a year of four digits; one of two digits is %y";
    case Reason::OtherHalfOfDay: return "%H reads the hour of 24, beside %p the hour is %I";
    case Reason::None: break;
  }
  return "";
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool has_prefix(std::string_view text, std::string_view name) {
  if (text.size() < name.size()) return false;
  return std::equal(name.begin(), name.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

using Field = std::optional<int64_t>;

/// Digits of a number with a sign; a year without one has four.
constexpr size_t kSignedDigits = 18;

/// What was read so far.
struct Fields {
  Field year, century, year_of_century, month, day, yearday, weekday;
  Field iso_year, iso_week, week_from_sunday, week_from_monday;
  Field hour, hour_12, is_afternoon, minute, second, nanoseconds, offset, timestamp;
};

class PatternReader {
 public:
  PatternReader(std::string_view text) : text_(text) {}

  Result<Reason> read(std::string_view pattern) {
    while (!pattern.empty()) {
      TRY_ASSIGN(PatternStep step, next_step(pattern));
      Reason reason = Reason::None;
      if (std::string_view parts = expanded(step.letter); !parts.empty()) {
        TRY_ASSIGN(reason, read(parts));
      } else {
        reason = step.letter == 0 ? literal(step.text) : specifier(step);
      }
      if (reason != Reason::None) return reason;
    }
    return Reason::None;
  }
  bool is_at_end() const { return text_.empty(); }
  const Fields& fields() const { return fields_; }

 private:
  void skip_spaces() {
    while (!text_.empty() && is_space(text_[0])) text_.remove_prefix(1);
  }

  /// White space matches any amount of it.
  Reason literal(std::string_view wanted) {
    for (char c : wanted) {
      if (is_space(c)) {
        skip_spaces();
        continue;
      }
      if (text_.empty()) return Reason::TooShort;
      if (text_[0] != c) return Reason::Invalid;
      text_.remove_prefix(1);
    }
    return Reason::None;
  }

  Reason number(Field& field, size_t max_digits, int64_t low, int64_t high) {
    skip_spaces();
    bool negative = false;
    bool may_have_sign = low < 0;
    if (may_have_sign && !text_.empty() && (text_[0] == '-' || text_[0] == '+')) {
      negative = text_[0] == '-';
      text_.remove_prefix(1);
      max_digits = kSignedDigits;
    }
    if (text_.empty()) return Reason::TooShort;
    if (!is_digit(text_[0])) return Reason::Invalid;
    int64_t value = 0;
    size_t count = 0;
    for (; count < max_digits && !text_.empty() && is_digit(text_[0]); ++count) {
      value = value * 10 + (text_[0] - '0');
      text_.remove_prefix(1);
    }
    if (negative) value = -value;
    if (value < low || value > high) return Reason::OutOfRange;
    return set(field, value);
  }

  static Reason set(Field& field, int64_t value) {
    if (field && *field != value) return Reason::Impossible;
    field = value;
    return Reason::None;
  }

  /// A full name or its first three letters.
  Reason name(Field& field, std::span<const std::string_view> names, int64_t first) {
    for (size_t i = 0; i < names.size(); ++i) {
      bool full = has_prefix(text_, names[i]);
      if (!full && !has_prefix(text_, names[i].substr(0, 3))) continue;
      text_.remove_prefix(full ? names[i].size() : 3);
      return set(field, static_cast<int64_t>(i) + first);
    }
    return text_.empty() ? Reason::TooShort : Reason::Invalid;
  }

  Reason half_of_day() {
    if (text_.size() < 2) return Reason::TooShort;
    bool morning = has_prefix(text_, "am");
    if (!morning && !has_prefix(text_, "pm")) return Reason::Invalid;
    text_.remove_prefix(2);
    return set(fields_.is_afternoon, morning ? 0 : 1);
  }

  Reason offset() {
    skip_spaces();
    if (text_.empty()) return Reason::TooShort;
    size_t size = 1;
    if (text_[0] != 'Z' && text_[0] != 'z') {
      while (size < text_.size() && size < 9 && (is_digit(text_[size]) || text_[size] == ':'))
        ++size;
    }
    std::optional<int32_t> parsed = parse_offset(text_.substr(0, size));
    if (!parsed) return Reason::Invalid;
    text_.remove_prefix(size);
    return set(fields_.offset, *parsed);
  }

  Reason zone_name() {
    for (std::string_view known : {"UTC", "GMT"}) {
      if (text_.substr(0, 3) != known) continue;
      text_.remove_prefix(3);
      return set(fields_.offset, 0);
    }
    return text_.empty() ? Reason::TooShort : Reason::Invalid;
  }

  Reason fraction(const PatternStep& step) {
    if (step.fraction_point) {
      if (text_.empty() || text_[0] != '.') {
        return step.fraction_digits == 0 ? Reason::None : Reason::Invalid;
      }
      text_.remove_prefix(1);
    }
    if (text_.empty()) return Reason::TooShort;
    if (!is_digit(text_[0])) return Reason::Invalid;
    int64_t value = 0;
    int digits = 0;
    for (; !text_.empty() && is_digit(text_[0]); text_.remove_prefix(1)) {
      if (digits == 9) continue;
      value = value * 10 + (text_[0] - '0');
      ++digits;
    }
    for (; digits < 9; ++digits) value *= 10;
    return set(fields_.nanoseconds, value);
  }

  Reason specifier(const PatternStep& step) {
    Fields& f = fields_;
    switch (step.letter) {
      case 'Y': return year();
      case 'C': return number(f.century, 2, 0, 99);
      case 'y': return number(f.year_of_century, 2, 0, 99);
      case 'm': return number(f.month, 2, 1, 12);
      case 'd':
      case 'e': return number(f.day, 2, 1, 31);
      case 'j': return number(f.yearday, 3, 1, 366);
      case 'H':
      case 'k': return number(f.hour, 2, 0, 23);
      case 'I':
      case 'l': return number(f.hour_12, 2, 1, 12);
      case 'M': return number(f.minute, 2, 0, 59);
      case 'S': return number(f.second, 2, 0, 60);
      case 'p':
      case 'P': return half_of_day();
      case 'b':
      case 'B':
      case 'h': return name(f.month, kMonthNames, 1);
      case 'a':
      case 'A': return name(f.weekday, kDayNames, 0);
      case 'w': return number(f.weekday, 1, 0, 6);
      case 'u': return day_from_monday();
      case 'G': return number(f.iso_year, 4, kMinYear, kMaxYear);
      case 'V': return number(f.iso_week, 2, 1, 53);
      case 'U': return number(f.week_from_sunday, 2, 0, 53);
      case 'W': return number(f.week_from_monday, 2, 0, 53);
      case 'z': return offset();
      case 'Z': return zone_name();
      case 's': return number(f.timestamp, kSignedDigits, INT64_MIN, INT64_MAX);
      case 'f': return fraction(step);
      case '%': return literal("%");
      case 'n':
      case 't': return literal(" ");
      default: return Reason::Invalid;
    }
  }

  /// A year of one or two digits is hardly one of the first century.
  Reason year() {
    skip_spaces();
    size_t digits = 0;
    while (digits < text_.size() && is_digit(text_[digits])) ++digits;
    if (digits == 1 || digits == 2) return Reason::ShortYear;
    return number(fields_.year, 4, kMinYear, kMaxYear);
  }

  Reason day_from_monday() {
    Field day;
    Reason reason = number(day, 1, 1, 7);
    return reason == Reason::None ? set(fields_.weekday, *day % 7) : reason;
  }

  std::string_view text_;
  Fields fields_;
};

Field full_year(const Fields& f) {
  if (f.year) return f.year;
  if (!f.year_of_century) return std::nullopt;
  if (f.century) return *f.century * 100 + *f.year_of_century;
  return *f.year_of_century + (*f.year_of_century < 70 ? 2000 : 1900);
}

int64_t first_day(int64_t year) { return days_of_civil({static_cast<int32_t>(year), 1, 1}); }

/// Days of the date that the fields name, in the order that chrono tries them.
Reason resolve_days(const Fields& f, int64_t& days) {
  Field year = full_year(f);
  if (year && f.month && f.day) {
    if (*f.day > days_in_month(*year, static_cast<int32_t>(*f.month))) return Reason::OutOfRange;
    days = days_of_civil({static_cast<int32_t>(*year), static_cast<int32_t>(*f.month),
                          static_cast<int32_t>(*f.day)});
  } else if (year && f.yearday) {
    if (*f.yearday > (is_leap_year(*year) ? 366 : 365)) return Reason::OutOfRange;
    days = first_day(*year) + *f.yearday - 1;
  } else if (f.iso_year && f.iso_week && f.weekday) {
    int64_t january_4 = first_day(*f.iso_year) + 3;
    int64_t monday = january_4 - (weekday_of_days(january_4) + 6) % 7;
    days = monday + (*f.iso_week - 1) * 7 + (*f.weekday + 6) % 7;
  } else if (year && f.weekday && (f.week_from_sunday || f.week_from_monday)) {
    bool sunday = f.week_from_sunday.has_value();
    int64_t start = sunday ? 0 : 1;
    int64_t first = first_day(*year);
    int64_t week_one = first + (7 + start - weekday_of_days(first)) % 7;
    int64_t week = sunday ? *f.week_from_sunday : *f.week_from_monday;
    days = week_one + (week - 1) * 7 + (7 + *f.weekday - start) % 7;
  } else {
    return Reason::NotEnough;
  }
  if (!is_date_in_range(days)) return Reason::OutOfRange;
  if (f.weekday && *f.weekday != weekday_of_days(days)) return Reason::Impossible;
  return Reason::None;
}

Reason resolve_clock(const Fields& f, ParsedTime& out) {
  Field hour = f.hour;
  if (!hour && f.hour_12) {
    if (!f.is_afternoon) return Reason::NotEnough;
    hour = *f.hour_12 % 12 + *f.is_afternoon * 12;
  }
  if (f.hour && f.is_afternoon && *f.hour / 12 != *f.is_afternoon) return Reason::OtherHalfOfDay;
  bool any = hour || f.minute || f.second;
  if (!any) return Reason::None;
  if (!hour || (f.second && !f.minute)) return Reason::NotEnough;
  // A leap second counts as the last one before it.
  int64_t second = std::min<int64_t>(f.second.value_or(0), 59);
  out.seconds_of_day = static_cast<int32_t>(*hour * 3600 + f.minute.value_or(0) * 60 + second);
  return Reason::None;
}

Reason resolve(const Fields& f, ParsedTime& out) {
  out.nanoseconds = static_cast<int32_t>(f.nanoseconds.value_or(0));
  if (f.offset) out.offset_seconds = static_cast<int32_t>(*f.offset);
  if (f.timestamp) {
    if (!is_instant_in_range(*f.timestamp)) return Reason::OutOfRange;
    int64_t local = *f.timestamp + f.offset.value_or(0);
    out.days = local / kSecondsPerDay - (local % kSecondsPerDay < 0 ? 1 : 0);
    out.seconds_of_day = static_cast<int32_t>(local - out.days * kSecondsPerDay);
    if (!out.offset_seconds) out.offset_seconds = 0;
    return Reason::None;
  }
  Reason reason = resolve_days(f, out.days);
  return reason == Reason::None ? resolve_clock(f, out) : reason;
}

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text.substr(0, 80));
  return out;
}

}  // namespace

Result<ParsedTime> parse_with_pattern(const Call& call, std::string_view text,
                                      std::string_view pattern) {
  PatternReader reader(text);
  ParsedTime out;
  auto outcome = reader.read(pattern);
  if (!outcome.ok()) {
    Error error = std::move(outcome).error();
    error.body().arguments[0] = call.name();
    return error;
  }
  Reason reason = outcome.value();
  if (reason == Reason::None && !reader.is_at_end()) reason = Reason::TooLong;
  if (reason == Reason::None) reason = resolve(reader.fields(), out);
  if (reason == Reason::None) return out;
  return Error(builtin_errors::kPatternMismatch,
               {call.name(), quoted(text), quoted(pattern), reason_text(reason)});
}

}  // namespace syn
