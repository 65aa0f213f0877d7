// Bounds and text forms of dates and times.
// SPDX-License-Identifier: Apache-2.0
#include "value/civil_time.h"

#include "num/float_text.h"

namespace syn {
namespace {

int64_t floor_div(int64_t left, int64_t right) { return left / right - (left % right < 0 ? 1 : 0); }

/// At least `width` digits.
void append_padded(std::string& out, uint64_t value, size_t width) {
  char digits[kFloatTextRoom];
  auto size = static_cast<size_t>(write_int64(digits, static_cast<int64_t>(value)) - digits);
  if (size < width) out.append(width - size, '0');
  out.append(digits, size);
}

/// `.` and the digits of a fraction of a second, without zeros at the end down to a multiple of
/// `step` digits.
void append_fraction(std::string& out, uint64_t nanoseconds, size_t step) {
  if (nanoseconds == 0) return;
  std::string digits;
  append_padded(digits, nanoseconds, 9);
  size_t size = digits.find_last_not_of('0') + 1;
  size = (size + step - 1) / step * step;
  out += '.';
  out.append(digits, 0, size);
}

void append_clock(std::string& out, int64_t seconds_of_day) {
  append_padded(out, static_cast<uint64_t>(seconds_of_day / 3600), 2);
  out += ':';
  append_padded(out, static_cast<uint64_t>(seconds_of_day / 60 % 60), 2);
  out += ':';
  append_padded(out, static_cast<uint64_t>(seconds_of_day % 60), 2);
}

}  // namespace

bool is_date_in_range(int64_t days) { return days >= kMinDays && days <= kMaxDays; }

bool is_instant_in_range(int64_t seconds) {
  return is_date_in_range(floor_div(seconds, kSecondsPerDay));
}

bool is_duration_in_range(int128 nanoseconds) {
  return nanoseconds >= -kMaxDurationNanoseconds && nanoseconds <= kMaxDurationNanoseconds;
}

void append_date(std::string& out, int64_t days) {
  CivilDate date = civil_of_days(days);
  if (date.year < 0) out += '-';
  if (date.year > 9999) out += '+';
  append_padded(out, static_cast<uint64_t>(date.year < 0 ? -date.year : date.year), 4);
  out += '-';
  append_padded(out, static_cast<uint64_t>(date.month), 2);
  out += '-';
  append_padded(out, static_cast<uint64_t>(date.day), 2);
}

void append_local_time(std::string& out, int64_t seconds, int32_t nanoseconds) {
  int64_t days = floor_div(seconds, kSecondsPerDay);
  append_date(out, days);
  out += 'T';
  append_clock(out, seconds - days * kSecondsPerDay);
  append_fraction(out, static_cast<uint64_t>(nanoseconds), 3);
}

void append_offset(std::string& out, int32_t offset_seconds) {
  out += offset_seconds < 0 ? '-' : '+';
  uint64_t size = static_cast<uint64_t>(offset_seconds < 0 ? -offset_seconds : offset_seconds);
  append_padded(out, size / 3600, 2);
  out += ':';
  append_padded(out, size / 60 % 60, 2);
  if (size % 60 == 0) return;
  out += ':';
  append_padded(out, size % 60, 2);
}

void append_duration(std::string& out, int128 nanoseconds) {
  if (nanoseconds == 0) {
    out += "PT0S";
    return;
  }
  if (nanoseconds < 0) out += '-';
  uint128 size = nanoseconds < 0 ? -static_cast<uint128>(nanoseconds) : nanoseconds;
  auto days = static_cast<uint64_t>(size / kNanosecondsPerDay);
  auto rest = static_cast<uint64_t>(size % kNanosecondsPerDay);
  uint64_t seconds = rest / kNanosecondsPerSecond;
  uint64_t fraction = rest % kNanosecondsPerSecond;
  out += 'P';
  if (days != 0) {
    append_padded(out, days, 1);
    out += 'D';
  }
  if (rest == 0) return;
  out += 'T';
  if (uint64_t hours = seconds / 3600; hours != 0) {
    append_padded(out, hours, 1);
    out += 'H';
  }
  if (uint64_t minutes = seconds / 60 % 60; minutes != 0) {
    append_padded(out, minutes, 1);
    out += 'M';
  }
  if (seconds % 60 == 0 && fraction == 0) return;
  append_padded(out, seconds % 60, 1);
  append_fraction(out, fraction, 1);
  out += 'S';
}

}  // namespace syn
