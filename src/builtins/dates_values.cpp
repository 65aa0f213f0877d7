// Dates and datetimes as values, from the parts of ISO texts.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/dates_values.h"

#include "builtins/dates_zone.h"
#include "builtins/errors_b.h"
#include "value/civil_time.h"

namespace syn {
namespace {

int64_t local_seconds(const IsoDateTime& time) {
  int64_t days = days_of_civil({time.date.year, time.date.month, time.date.day});
  return days * kSecondsPerDay + time.hour * 3600 + time.minute * 60 + time.second;
}

}  // namespace

Value date_value(Heap& heap, const IsoDate& date) {
  return make_date(heap, static_cast<int32_t>(days_of_civil({date.year, date.month, date.day})));
}

Result<Value> date_time_value(Call& call, const IsoDateTime& time, const Value* zone) {
  TRY_ASSIGN(Zone wanted, zone_argument(call, zone));
  LocalTime local{local_seconds(time), time.nanoseconds};
  bool converts = zone != nullptr && !zone->is_nothing();
  if (!time.zone.empty()) {
    TRY_ASSIGN(Zone own, zone_of(call.name(), time.zone));
    if (!time.offset_seconds) {
      TRY_ASSIGN(Value made, at_local_time(call, local, own, InGap::Refuse));
      if (!converts) return made;
      return at_instant(call, made.date_time().seconds, local.nanoseconds, wanted);
    }
    int64_t instant = local.seconds - *time.offset_seconds;
    if (own.offset_at(instant) != *time.offset_seconds) {
      return Error(builtin_errors::kOffsetAgainstZone, {call.name(), time.zone});
    }
    return at_instant(call, instant, local.nanoseconds, converts ? wanted : own);
  }
  if (!time.offset_seconds) return at_local_time(call, local, wanted, InGap::Refuse);
  Zone fixed;
  fixed.fixed_offset = *time.offset_seconds;
  return at_instant(call, local.seconds - *time.offset_seconds, local.nanoseconds,
                    converts ? wanted : fixed);
}

}  // namespace syn
