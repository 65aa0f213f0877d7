// The calendar: add_days, add_months, truncate, date_range (data.md §3.15).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "builtins/argument_checks.h"
#include "builtins/dates_zone.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "num/integer.h"
#include "value/civil_time.h"
#include "value/display.h"
#include "value/errors.h"

namespace syn {
namespace {

constexpr int64_t kMaxSteps = 1'000'000;

enum class Unit : uint8_t { Second, Minute, Hour, Day, Week, Month, Quarter, Year };
struct UnitName {
  std::string_view name;
  Unit unit;
};
constexpr UnitName kUnits[] = {
    {"second", Unit::Second},   {"minute", Unit::Minute}, {"hour", Unit::Hour},
    {"day", Unit::Day},         {"week", Unit::Week},     {"month", Unit::Month},
    {"quarter", Unit::Quarter}, {"year", Unit::Year},
};

std::optional<Unit> unit_named(std::string_view name) {
  for (const UnitName& row : kUnits) {
    if (row.name == name) return row.unit;
  }
  return std::nullopt;
}

bool is_clock_unit(Unit unit) { return unit < Unit::Day; }
int64_t clock_seconds(Unit unit) {
  return unit == Unit::Second ? 1 : unit == Unit::Minute ? 60 : 3600;
}

int64_t floor_div(int64_t left, int64_t right) { return left / right - (left % right < 0 ? 1 : 0); }

/// The same day of the month `months` later, or the last day of that month.
Result<int64_t> months_later(int64_t days, int64_t months) {
  CivilDate date = civil_of_days(days);
  constexpr int64_t kMaxMonths = int64_t{kMaxYear} * 24 + 24;
  if (months < -kMaxMonths || months > kMaxMonths) return Error(value_errors::kDateOutOfRange);
  int64_t month = int64_t{date.year} * 12 + date.month - 1 + months;
  int64_t year = floor_div(month, 12);
  if (year < kMinYear || year > kMaxYear) return Error(value_errors::kDateOutOfRange);
  date.year = static_cast<int32_t>(year);
  date.month = static_cast<int32_t>(month - year * 12 + 1);
  date.day = std::min(date.day, days_in_month(year, date.month));
  int64_t later = days_of_civil(date);
  if (!is_date_in_range(later)) return Error(value_errors::kDateOutOfRange);
  return later;
}

Result<int64_t> days_later(int64_t days, int64_t count) {
  if (count > 2 * kMaxDays || count < 2 * kMinDays || !is_date_in_range(days + count)) {
    return Error(value_errors::kDateOutOfRange);
  }
  return days + count;
}

/// Moves a date, or the day of a datetime whose local time of day stays.
Result<Value> move(Call& call, const Value& time, int64_t count,
                   Result<int64_t> (*later)(int64_t days, int64_t count)) {
  if (time.is(Tag::Date)) {
    TRY_ASSIGN(int64_t days, later(time.date().days, count));
    return make_date(call.heap(), static_cast<int32_t>(days));
  }
  const DateTimeObject& moment = time.date_time();
  LocalTime local = local_time(moment);
  int64_t day = floor_div(local.seconds, kSecondsPerDay);
  TRY_ASSIGN(int64_t days, later(day, count));
  local.seconds += (days - day) * kSecondsPerDay;
  return at_local_time(call, local, zone_of(moment), InGap::MoveForward, &moment.offset_seconds);
}

bool is_time(const Value& value) { return value.is(Tag::Date) || value.is(Tag::DateTime); }

Result<int64_t> count_argument(Call& call, std::string_view what) {
  if (!is_time(call[0])) {
    return Error(builtin_errors::kAddForms, {call.name(), type_name(call[0])});
  }
  const Value& count = call[1];
  std::optional<int64_t> whole;
  if (count.is_int()) whole = count.as_int();
  if (count.is_float()) whole = exact_int64(count.as_float());
  if (whole) return *whole;
  return Error(builtin_errors::kDayCount, {call.name(), what, short_display(count)});
}

Result<Value> add_days(Call& call) {
  TRY_ASSIGN(int64_t count, count_argument(call, "days"));
  return move(call, call[0], count, days_later);
}

Result<Value> add_months(Call& call) {
  TRY_ASSIGN(int64_t count, count_argument(call, "months"));
  return move(call, call[0], count, months_later);
}

/// The first day of the week, month, quarter or year that a day is in.
int64_t start_day(int64_t days, Unit unit) {
  if (unit == Unit::Week) return days - (weekday_of_days(days) + 6) % 7;
  CivilDate date = civil_of_days(days);
  if (unit == Unit::Month || unit == Unit::Quarter || unit == Unit::Year) date.day = 1;
  if (unit == Unit::Quarter) date.month = (date.month - 1) / 3 * 3 + 1;
  if (unit == Unit::Year) date.month = 1;
  return days_of_civil(date);
}

Result<Value> truncate_datetime(Call& call, const DateTimeObject& time, Unit unit) {
  Zone zone = zone_of(time);
  LocalTime local = local_time(time);
  if (is_clock_unit(unit)) {
    int64_t size = clock_seconds(unit);
    int64_t over = local.seconds - floor_div(local.seconds, size) * size;
    return at_instant(call, time.seconds - over, 0, zone);
  }
  int64_t day = start_day(floor_div(local.seconds, kSecondsPerDay), unit);
  return at_local_time(call, {day * kSecondsPerDay, 0}, zone, InGap::MoveForward);
}

Result<Value> truncate(Call& call) {
  const Value& time = call[0];
  if (time.is(Tag::Duration)) return Error(builtin_errors::kTruncateDuration);
  if (!is_time(time)) return Error(builtin_errors::kTruncateKind, {type_name(time)});
  TRY_ASSIGN(std::string_view name, text_argument(call, call[1], "unit"));
  std::optional<Unit> unit = unit_named(name);
  if (!unit) return Error(builtin_errors::kTruncateUnit, {name});
  if (time.is(Tag::DateTime)) return truncate_datetime(call, time.date_time(), *unit);
  if (is_clock_unit(*unit)) return Error(builtin_errors::kDateHasNo, {call.name(), name});
  return make_date(call.heap(), static_cast<int32_t>(start_day(time.date().days, *unit)));
}

/// Where step `index` of a range stands.
struct RangeStep {
  bool by_months = false;
  bool by_days = false;
  int64_t count = 1;       ///< months or days in a step
  int128 nanoseconds = 0;  ///< of an elapsed step
};

Result<RangeStep> step_argument(const Value& start, const Value* given) {
  RangeStep step;
  if (given == nullptr) {
    step.by_days = true;
    return step;
  }
  if (given->is(Tag::Duration)) {
    step.nanoseconds = given->duration().nanoseconds;
    if (step.nanoseconds <= 0)
      return Error(builtin_errors::kRangeStepKind, {short_display(*given)});
    if (!start.is(Tag::Date)) return step;
    if (step.nanoseconds % kNanosecondsPerDay != 0) return Error(value_errors::kDateWholeDays);
    step.by_days = true;
    step.count = static_cast<int64_t>(
        std::min<int128>(step.nanoseconds / kNanosecondsPerDay, 4 * int128{kMaxDays}));
    return step;
  }
  if (!given->is_text()) return Error(builtin_errors::kRangeStepKind, {short_display(*given)});
  std::optional<Unit> unit = unit_named(given->view());
  if (!unit) return Error(builtin_errors::kRangeStep, {given->view()});
  if (is_clock_unit(*unit)) {
    if (start.is(Tag::Date)) return Error(builtin_errors::kRangeDateHasNo, {given->view()});
    step.nanoseconds = int128{clock_seconds(*unit)} * kNanosecondsPerSecond;
    return step;
  }
  step.by_days = *unit == Unit::Day || *unit == Unit::Week;
  step.by_months = !step.by_days;
  step.count = *unit == Unit::Week ? 7 : *unit == Unit::Quarter ? 3 : *unit == Unit::Year ? 12 : 1;
  return step;
}

Result<Value> elapsed(Call& call, const DateTimeObject& start, int128 nanoseconds) {
  int128 total = int128{start.seconds} * kNanosecondsPerSecond + start.nanoseconds + nanoseconds;
  int128 seconds = total / kNanosecondsPerSecond - (total % kNanosecondsPerSecond < 0 ? 1 : 0);
  if (seconds > INT64_MAX / 2 || seconds < INT64_MIN / 2) {
    return Error(value_errors::kDateTimeOutOfRange);
  }
  auto rest = static_cast<int32_t>(total - seconds * kNanosecondsPerSecond);
  return at_instant(call, static_cast<int64_t>(seconds), rest, zone_of(start));
}

Result<Value> at_step(Call& call, const Value& start, const RangeStep& step, int64_t index) {
  if (step.by_months) return move(call, start, index * step.count, months_later);
  if (step.by_days) return move(call, start, index * step.count, days_later);
  return elapsed(call, start.date_time(), step.nanoseconds * index);
}

bool is_after(const Value& time, const Value& end) {
  if (time.is(Tag::Date)) return time.date().days > end.date().days;
  const DateTimeObject& left = time.date_time();
  const DateTimeObject& right = end.date_time();
  if (left.seconds != right.seconds) return left.seconds > right.seconds;
  return left.nanoseconds > right.nanoseconds;
}

Result<Value> date_range(Call& call) {
  if (!is_time(call[0]) || !is_time(call[1])) {
    return Error(builtin_errors::kRangeForms, {type_name(call[0]), type_name(call[1])});
  }
  if (call[0].tag() != call[1].tag()) return Error(builtin_errors::kRangeMixed);
  const Value* given = call.size() > 2 ? &call[2] : call.named(0);
  TRY_ASSIGN(RangeStep step, step_argument(call[0], given));
  Value list = make_list(call.heap());
  for (int64_t index = 0;; ++index) {
    TRY(call.tick());
    auto next = at_step(call, call[0], step, index);
    // Past the last day that there is, the range has ended.
    if (!next.ok() && index > 0) break;
    if (!next.ok()) return next;
    if (is_after(next.value(), call[1])) break;
    if (index == kMaxSteps) return Error(builtin_errors::kRangeTooLong);
    TRY(reserve_push(call, list));
    push(list, std::move(next).value());
  }
  return list;
}

constexpr BuiltinSpec kRows[] = {
    {"add_days", "t, n", 2, 2, "", Purity::Pure, "",
     "A date or datetime n days later, at the same time of day.",
     "add_days(date(2026, 2, 27), 2) → 2026-03-01", "", add_days},
    {"add_months", "t, n", 2, 2, "", Purity::Pure, "",
     "A date or datetime n months later; the day is cut to the month's end.",
     "add_months(date(2026, 1, 31), 1) → 2026-02-28", "", add_months},
    {"truncate", "t, unit", 2, 2, "", Purity::Pure, "",
     "The start of the year, quarter, month, week (Monday), day, hour, minute or second.",
     "truncate(date(2026, 8, 19), \"month\") → 2026-08-01", "", truncate},
    {"date_range", "start, end, step = \"day\"", 2, 3, "step", Purity::Pure, "",
     "The dates or datetimes from start to end, both included.",
     "date_range(date(2026, 1, 31), date(2026, 3, 31), \"month\") → "
     "[2026-01-31, 2026-02-28, 2026-03-31]",
     "", date_range},
};

}  // namespace

const BuiltinTable kDateCalendarBuiltins(kRows);

}  // namespace syn
