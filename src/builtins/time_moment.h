// A date, a datetime, or seconds since 1970, as days and a time of day.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "builtins/dates_zone.h"
#include "vm/call.h"

namespace syn {

enum class MomentKind : uint8_t { Date, DateTime, Seconds };

/// Local time in the zone of a datetime, UTC for seconds.
struct Moment {
  MomentKind kind = MomentKind::Date;
  int64_t days = 0;
  int32_t seconds_of_day = 0;
  int32_t nanoseconds = 0;
  int32_t offset_seconds = 0;
  Zone zone;
};
/// Errors: builtin_errors::kExpectedTime, kInvalidTimestamp.
Result<Moment> moment_of(const Call& call, const Value& value);

/// Fails for seconds since 1970 that lie beyond the year 9999: they are hardly seconds.
Result<void> check_not_milliseconds(const Call& call, const Value& number, int64_t seconds);

}  // namespace syn
