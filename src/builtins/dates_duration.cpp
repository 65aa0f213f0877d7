// Durations, and the parts of times: duration, in_units, date_parts (data.md §3.15).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/dates_zone.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "builtins/time_moment.h"
#include "num/decimal.h"
#include "value/civil_time.h"

namespace syn {
namespace {

struct UnitSize {
  std::string_view name;
  int64_t nanoseconds;
};
/// In the order of the named arguments of `duration`.
constexpr UnitSize kUnits[] = {
    {"days", kSecondsPerDay* kNanosecondsPerSecond},
    {"hours", 3600 * kNanosecondsPerSecond},
    {"minutes", 60 * kNanosecondsPerSecond},
    {"seconds", kNanosecondsPerSecond},
    {"milliseconds", kNanosecondsPerSecond / 1000},
    {"weeks", 7 * kSecondsPerDay* kNanosecondsPerSecond},
};

/// `amount` of a unit in whole nanoseconds, half to even.
Result<int128> nanoseconds_of(const Value& amount, int64_t unit) {
  if (!is_real_number(amount)) return Error(builtin_errors::kDurationAmount, {type_name(amount)});
  if (amount.is_int()) return int128{amount.as_int()} * unit;
  if (amount.is(Tag::BigInt)) return Error(builtin_errors::kDurationRange);
  Decimal exact;
  if (amount.is_float()) {
    if (!(std::abs(amount.as_float()) < 1e18)) return Error(builtin_errors::kDurationRange);
    exact = Decimal::from_float_text(amount.as_float());
  } else {
    exact = amount.decimal().value;
    if (exact.digits() > 60) return Error(builtin_errors::kDurationRange);
  }
  TRY_ASSIGN(Decimal scaled, multiply(exact, Decimal(unit)));
  // In two halves, since the result may be larger than 64 bits.
  constexpr int64_t kHalf = 1'000'000'000'000;
  TRY_ASSIGN(Decimal high, floor_div(scaled, Decimal(kHalf)));
  TRY_ASSIGN(Decimal low, floor_mod(scaled, Decimal(kHalf)));
  AnyInteger high_part = high.to_integer(Rounding::Floor);
  AnyInteger low_part = low.to_integer(Rounding::HalfEven);
  const auto* large = std::get_if<int64_t>(&high_part);
  if (large == nullptr) return Error(builtin_errors::kDurationRange);
  return int128{*large} * kHalf + std::get<int64_t>(low_part);
}

Result<Value> duration(Call& call) {
  int128 total = 0;
  for (size_t i = 0; i < std::size(kUnits); ++i) {
    const Value* amount = call.named(i);
    if (amount == nullptr) continue;
    TRY_ASSIGN(int128 part, nanoseconds_of(*amount, kUnits[i].nanoseconds));
    if (!is_duration_in_range(part)) return Error(builtin_errors::kDurationRange);
    total += part;
  }
  if (!is_duration_in_range(total)) return Error(builtin_errors::kDurationRange);
  return make_duration(call.heap(), total);
}

Result<Value> in_units(Call& call) {
  if (!call[0].is(Tag::Duration)) return Error(builtin_errors::kInUnitsKind, {type_name(call[0])});
  TRY_ASSIGN(std::string_view name, text_argument(call, call[1], "unit"));
  for (const UnitSize& unit : kUnits) {
    if (unit.name != name) continue;
    int128 total = call[0].duration().nanoseconds;
    auto whole = static_cast<double>(total / unit.nanoseconds);
    auto rest = static_cast<double>(total % unit.nanoseconds);
    return Value::number(whole + rest / static_cast<double>(unit.nanoseconds));
  }
  return Error(builtin_errors::kInUnitsUnit, {name});
}

/// In the order of the keys of each kind of moment.
constexpr std::string_view kParts[] = {"year",   "month",   "day",     "hour", "minute",
                                       "second", "weekday", "yearday", "zone"};
constexpr std::string_view kDateParts[] = {"year", "month", "day", "weekday", "yearday"};

Result<Value> date_parts(Call& call) {
  TRY_ASSIGN(Moment moment, moment_of(call, call[0]));
  CivilDate date = civil_of_days(moment.days);
  std::span<const std::string_view> keys = kParts;
  if (moment.kind == MomentKind::Date) keys = kDateParts;
  if (moment.kind == MomentKind::Seconds) keys = keys.first(6);
  Value map = make_map_of_shape(call.heap(), call.heap().shapes().for_fixed(keys));
  Value* slot = map.map().slots;
  for (int64_t part : {date.year, date.month, date.day}) (slot++)->set_int(part);
  if (moment.kind != MomentKind::Date) {
    (slot++)->set_int(moment.seconds_of_day / 3600);
    (slot++)->set_int(moment.seconds_of_day / 60 % 60);
    (slot++)->set_int(moment.seconds_of_day % 60);
  }
  if (moment.kind == MomentKind::Seconds) return map;
  int32_t weekday = weekday_of_days(moment.days);
  (slot++)->set_int(weekday == 0 ? 7 : weekday);
  (slot++)->set_int(moment.days - days_of_civil({date.year, 1, 1}) + 1);
  if (moment.kind == MomentKind::DateTime) *slot = make_text(call.heap(), moment.zone.text());
  return map;
}

constexpr BuiltinSpec kRows[] = {
    {"duration", "", 0, 0, "days, hours, minutes, seconds, milliseconds, weeks", Purity::Pure, "",
     "A length of time from named amounts.", "duration(hours = 1, minutes = 30) → PT1H30M",
     "name the units: duration(days = 1)", duration},
    {"in_units", "d, unit", 2, 2, "", Purity::Pure, "",
     "A duration as a float of weeks, days, hours, minutes, seconds or milliseconds.",
     "in_units(duration(hours = 1.5), \"minutes\") → 90.0", "", in_units},
    {"date_parts", "t", 1, 1, "", Purity::Pure, "",
     "A map of year, month, day, and what else a date, datetime or seconds since 1970 have.",
     "date_parts(date(2026, 8, 19)).weekday → 3", "", date_parts},
};

}  // namespace

const BuiltinTable kDurationBuiltins(kRows);

}  // namespace syn
