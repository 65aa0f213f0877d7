// Writing times with strftime patterns, as chrono (Rust) does.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/time_pattern.h"

#include "builtins/errors_b.h"
#include "value/civil_time.h"

namespace syn {
namespace {

constexpr std::string_view kLetters = "YCymdeHIklMSpPjaAbBhuwUWVGgFTDRrcxXvzZsf%nt+";
constexpr std::string_view kTimeLetters = "HIklMSpPTRrcXzZsf+";

std::string padded(int64_t value, size_t width, char fill) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  std::string out = value < 0 ? "-" : "";
  if (fill != 0 && digits.size() < width) out.append(width - digits.size(), fill);
  return out + digits;
}

/// `value` in `width` places, padded as the step says or with `fill`.
std::string field(const PatternStep& step, int64_t value, size_t width, char fill) {
  if (step.padding == '-') return padded(value, 0, 0);
  if (step.padding == '_') fill = ' ';
  if (step.padding == '0') fill = '0';
  return padded(value, width, fill);
}

struct IsoWeek {
  int64_t year;
  int32_t week;
};

int32_t day_of_year(int64_t days, int64_t year) {
  return static_cast<int32_t>(days - days_of_civil({static_cast<int32_t>(year), 1, 1}));
}

/// The week belongs to the year of its Thursday.
IsoWeek iso_week(int64_t days) {
  int32_t since_monday = (weekday_of_days(days) + 6) % 7;
  int64_t thursday = days - since_monday + 3;
  int64_t year = civil_of_days(thursday).year;
  return {year, day_of_year(thursday, year) / 7 + 1};
}

std::string fraction_text(const PatternStep& step, int32_t nanoseconds) {
  std::string digits = padded(nanoseconds, 9, '0');
  if (step.fraction_digits != 0) {
    std::string cut = digits.substr(0, static_cast<size_t>(step.fraction_digits - '0'));
    return step.fraction_point ? "." + cut : cut;
  }
  if (!step.fraction_point) return digits;
  if (nanoseconds == 0) return "";
  size_t size = nanoseconds % 1'000'000 == 0 ? 3 : nanoseconds % 1000 == 0 ? 6 : 9;
  return "." + digits.substr(0, size);
}

std::string offset_text(const PatternStep& step, int32_t offset) {
  int32_t size = offset < 0 ? -offset : offset;
  std::string out = offset < 0 ? "-" : "+";
  out += padded(size / 3600, 2, '0');
  if (step.colon) out += ':';
  return out + padded(size / 60 % 60, 2, '0');
}

/// Specifiers of the calendar.
std::string date_field(const PatternStep& step, const ShownTime& time) {
  CivilDate date = civil_of_days(time.days);
  int32_t weekday = weekday_of_days(time.days);
  int32_t yearday = day_of_year(time.days, date.year);
  std::string_view month = kMonthNames[date.month - 1];
  std::string_view day = kDayNames[weekday];
  int64_t year = date.year;
  int64_t century = year / 100 - (year % 100 < 0 ? 1 : 0);
  switch (step.letter) {
    case 'Y': return field(step, year, 4, '0');
    case 'C': return field(step, century, 2, '0');
    case 'y': return field(step, year - century * 100, 2, '0');
    case 'm': return field(step, date.month, 2, '0');
    case 'd': return field(step, date.day, 2, '0');
    case 'e': return field(step, date.day, 2, ' ');
    case 'j': return field(step, yearday + 1, 3, '0');
    case 'a': return std::string(day.substr(0, 3));
    case 'A': return std::string(day);
    case 'b':
    case 'h': return std::string(month.substr(0, 3));
    case 'B': return std::string(month);
    case 'u': return std::to_string(weekday == 0 ? 7 : weekday);
    case 'w': return std::to_string(weekday);
    case 'U': return field(step, (yearday + 7 - weekday) / 7, 2, '0');
    case 'W': return field(step, (yearday + 7 - (weekday + 6) % 7) / 7, 2, '0');
    case 'V': return field(step, iso_week(time.days).week, 2, '0');
    case 'G': return field(step, iso_week(time.days).year, 4, '0');
    case 'g': return field(step, iso_week(time.days).year % 100, 2, '0');
    default: return {};
  }
}

/// Specifiers of the clock and the zone.
std::string clock_field(const PatternStep& step, const ShownTime& time) {
  int32_t hour = time.seconds_of_day / 3600;
  int32_t hour_12 = hour % 12 == 0 ? 12 : hour % 12;
  switch (step.letter) {
    case 'H': return field(step, hour, 2, '0');
    case 'k': return field(step, hour, 2, ' ');
    case 'I': return field(step, hour_12, 2, '0');
    case 'l': return field(step, hour_12, 2, ' ');
    case 'M': return field(step, time.seconds_of_day / 60 % 60, 2, '0');
    case 'S': return field(step, time.seconds_of_day % 60, 2, '0');
    case 'p': return hour < 12 ? "AM" : "PM";
    case 'P': return hour < 12 ? "am" : "pm";
    case 'z': return offset_text(step, time.offset_seconds);
    case 'Z': return time.zone;
    case 'f': return fraction_text(step, time.nanoseconds);
    case 's':
      return std::to_string(time.days * kSecondsPerDay + time.seconds_of_day - time.offset_seconds);
    default: return {};
  }
}

}  // namespace

std::string_view expanded(char letter) {
  switch (letter) {
    case 'F': return "%Y-%m-%d";
    case 'T':
    case 'X': return "%H:%M:%S";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'R': return "%H:%M";
    case 'r': return "%I:%M:%S %p";
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'v': return "%e-%b-%Y";
    case '+': return "%Y-%m-%dT%H:%M:%S%.f%:z";
    default: return {};
  }
}

Result<PatternStep> next_step(std::string_view& pattern) {
  PatternStep step;
  if (pattern[0] != '%') {
    step.text = pattern.substr(0, pattern.find('%'));
    pattern.remove_prefix(step.text.size());
    return step;
  }
  size_t i = 1;
  auto at = [&pattern](size_t index) { return index < pattern.size() ? pattern[index] : '\0'; };
  if (at(i) == '-' || at(i) == '_' || at(i) == '0') step.padding = at(i++);
  if (at(i) == '.' && step.padding == 0) {
    step.fraction_point = true;
    ++i;
  }
  if (at(i) == '3' || at(i) == '6' || at(i) == '9') step.fraction_digits = at(i++);
  if (at(i) == ':' && at(i + 1) == 'z') {
    step.colon = true;
    ++i;
  }
  step.letter = at(i);
  bool is_fraction = step.fraction_point || step.fraction_digits != 0;
  bool known = step.letter != 0 && kLetters.find(step.letter) != std::string_view::npos;
  if (!known || (is_fraction && step.letter != 'f')) {
    // The whole character, if it is not ASCII.
    size_t end = i + 1;
    while (end < pattern.size() && (static_cast<unsigned char>(pattern[end]) & 0xC0) == 0x80) ++end;
    return Error(builtin_errors::kPatternSpecifier, {"format_time", pattern.substr(0, end)});
  }
  step.text = pattern.substr(0, i + 1);
  pattern.remove_prefix(i + 1);
  return step;
}

Result<void> format_with_pattern(const ShownTime& time, std::string_view pattern,
                                 std::string& out) {
  std::string_view whole = pattern;
  while (!pattern.empty()) {
    TRY_ASSIGN(PatternStep step, next_step(pattern));
    if (!time.has_time && step.letter != 0 &&
        kTimeLetters.find(step.letter) != std::string_view::npos) {
      return Error(builtin_errors::kPatternField, {whole});
    }
    if (step.letter == 0) {
      out += step.text;
    } else if (step.letter == '%') {
      out += '%';
    } else if (step.letter == 'n' || step.letter == 't') {
      out += step.letter == 'n' ? '\n' : '\t';
    } else if (std::string_view parts = expanded(step.letter); !parts.empty()) {
      TRY(format_with_pattern(time, parts, out));
    } else {
      out += date_field(step, time);
      out += clock_field(step, time);
    }
  }
  return {};
}

}  // namespace syn
