// The clock, and times as text: now, sleep, format_time, parse_time (data.md §3.15).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/iso_time.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "builtins/time_moment.h"
#include "builtins/time_pattern.h"
#include "cap/capability_set.h"
#include "host/clock.h"
#include "host/host.h"
#include "value/arithmetic.h"
#include "value/civil_time.h"
#include "value/display.h"
#include "vm/services.h"

namespace syn {

Result<void> check_not_milliseconds(const Call& call, const Value& number, int64_t seconds) {
  constexpr int64_t kYear10000 = 253'402'300'800;
  if (seconds < kYear10000) return {};
  return Error(builtin_errors::kFarTimestamp, {call.name(), short_display(number)});
}

Result<Moment> moment_of(const Call& call, const Value& value) {
  Moment moment;
  if (value.is(Tag::Date)) {
    moment.days = value.date().days;
    return moment;
  }
  int64_t local = 0;
  if (value.is(Tag::DateTime)) {
    const DateTimeObject& time = value.date_time();
    moment.kind = MomentKind::DateTime;
    moment.zone = zone_of(time);
    moment.offset_seconds = time.offset_seconds;
    local = local_time(time).seconds;
    moment.nanoseconds = time.nanoseconds;
  } else {
    if (!is_real_number(value)) {
      return Error(builtin_errors::kExpectedTime,
                   {call.name(), type_name(value), short_display(value)});
    }
    moment.kind = MomentKind::Seconds;
    double seconds = to_double(value);
    double whole = std::floor(seconds);
    bool fits = std::abs(whole) < 0x1p62 && is_instant_in_range(static_cast<int64_t>(whole));
    if (!fits) return Error(builtin_errors::kInvalidTimestamp, {short_display(value)});
    TRY(check_not_milliseconds(call, value, static_cast<int64_t>(whole)));
    local = static_cast<int64_t>(whole);
    moment.nanoseconds = static_cast<int32_t>((seconds - whole) * 1e9);
  }
  moment.days = local / kSecondsPerDay - (local % kSecondsPerDay < 0 ? 1 : 0);
  moment.seconds_of_day = static_cast<int32_t>(local - moment.days * kSecondsPerDay);
  return moment;
}

namespace {

/// A label such as `%Y-W%V`: nothing but a year and the week of another one.
bool mixes_years(std::string_view pattern) {
  bool week = false;
  bool year = false;
  for (size_t i = 0; i + 1 < pattern.size(); ++i) {
    if (pattern[i] != '%') continue;
    char letter = pattern[++i];
    if (std::string_view("GgmdejbBhFDcxU").find(letter) != std::string_view::npos) return false;
    week = week || letter == 'V';
    year = year || letter == 'Y' || letter == 'y';
  }
  return week && year;
}

Result<void> demand_time(Call& call) {
  cap::Place place{call.context().current_file(), call.context().current_span().line};
  return call.services().capabilities().demand(cap::CapabilityType::Time, std::nullopt,
                                               std::string(call.name()) + "()", place);
}

Result<Value> now(Call& call) {
  TRY(demand_time(call));
  return Value::number(static_cast<double>(call.services().host().clock.unix_ns()) / 1e9);
}

/// In short naps, so that a deadline is seen.
Result<Value> sleep(Call& call) {
  double seconds = 0;
  if (call.size() > 0) {
    if (!is_real_number(call[0]) || !(to_double(call[0]) >= 0)) {
      return Error(builtin_errors::kSleepSeconds, {short_display(call[0])});
    }
    seconds = to_double(call[0]);
  }
  TRY(demand_time(call));
  constexpr int64_t kNap = 2'000'000;
  host::Clock& clock = call.services().host().clock;
  double wanted = std::min(seconds, 1e9) * 1e9;
  int64_t end = clock.steady_ns() + static_cast<int64_t>(wanted);
  for (int64_t left = end - clock.steady_ns(); left > 0; left = end - clock.steady_ns()) {
    clock.sleep(std::min(left, kNap), host::kNever);
    TRY(call.services().poll());
    TRY(call.tick());
  }
  return Value();
}

Result<Value> format_time(Call& call) {
  TRY_ASSIGN(Moment moment, moment_of(call, call[0]));
  bool has_pattern = call.size() > 1 && !call[1].is_nothing();
  if (!has_pattern && moment.kind != MomentKind::Seconds) {
    return finish_text(call, display(call[0]));
  }
  std::string out;
  if (!has_pattern) {
    append_local_time(out, moment.days * kSecondsPerDay + moment.seconds_of_day, 0);
    return finish_text(call, out + "Z");
  }
  TRY_ASSIGN(std::string_view pattern, text_argument(call, call[1], "pattern"));
  TRY(tick_bytes(call, pattern.size() * 8));
  if (mixes_years(pattern)) return Error(builtin_errors::kWeekOfOtherYear);
  ShownTime shown;
  shown.days = moment.days;
  shown.seconds_of_day = moment.seconds_of_day;
  shown.nanoseconds = moment.nanoseconds;
  shown.offset_seconds = moment.offset_seconds;
  shown.zone = moment.zone.text();
  shown.has_time = moment.kind != MomentKind::Date;
  TRY(format_with_pattern(shown, pattern, out));
  return finish_text(call, out);
}

Value seconds_value(int64_t days, int64_t seconds_of_day, int64_t offset) {
  return Value::number(static_cast<double>(days * kSecondsPerDay + seconds_of_day - offset));
}

Result<Value> parse_time(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  if (call.size() > 1 && !call[1].is_nothing()) {
    TRY_ASSIGN(std::string_view pattern, text_argument(call, call[1], "pattern"));
    auto parsed = parse_with_pattern(call, text, pattern);
    if (!parsed.ok() && parsed.error().is(builtin_errors::kPatternMismatch)) {
      return Error(builtin_errors::kInvalidTime, {parsed.error().body().arguments[3]});
    }
    if (!parsed.ok()) return std::move(parsed).error();
    const ParsedTime& time = parsed.value();
    return seconds_value(time.days, time.seconds_of_day, time.offset_seconds.value_or(0));
  }
  std::optional<IsoDateTime> time = parse_iso_date_time(text);
  if (!time || !time->has_time || !time->zone.empty()) {
    return Error(builtin_errors::kInvalidTime, {short_display(call[0])});
  }
  int64_t days = days_of_civil({time->date.year, time->date.month, time->date.day});
  return seconds_value(days, time->hour * 3600 + time->minute * 60 + time->second,
                       time->offset_seconds.value_or(0));
}

constexpr BuiltinSpec kRows[] = {
    {"now", "", 0, 0, "", Purity::Effect, "time", "Seconds since 1970 (UTC), with a fraction.", "",
     "now() is in UTC seconds; in a zone: datetime(now(), \"Europe/Madrid\")", now},
    {"sleep", "seconds = 0", 0, 1, "", Purity::Effect, "time", "Waits.", "", "", sleep},
    {"format_time", "t, pattern?", 1, 2, "", Purity::Pure, "",
     "A date, datetime or seconds since 1970 as text, by a strftime pattern.",
     "format_time(date(2026, 1, 31), \"%d/%m/%Y\") → 31/01/2026", "", format_time},
    {"parse_time", "text, pattern?", 1, 2, "", Purity::Pure, "",
     "Seconds since 1970 of a text, ISO 8601 or by a strftime pattern.",
     "parse_time(\"1970-01-01T00:01:00Z\") → 60.0", "", parse_time},
};

}  // namespace

const BuiltinTable kTimeBuiltins(kRows);

}  // namespace syn
