// Days and seconds as people write them: the bounds of dates, and the text forms of data.md §3.15.
// The calendar is in base/civil_date.h, time zones are in time_zone.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/civil_date.h"
#include "base/int128.h"

namespace syn {

/// Bounds of dates, and of the UTC day of datetimes.
inline constexpr int32_t kMinYear = -262'143;
inline constexpr int32_t kMaxYear = 262'142;
inline constexpr int64_t kMinDays = -96'465'292;
inline constexpr int64_t kMaxDays = 95'026'236;
inline constexpr int64_t kSecondsPerDay = 86'400;
inline constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
inline constexpr int128 kNanosecondsPerDay = int128{kSecondsPerDay} * kNanosecondsPerSecond;
/// Durations are within ± this: more than the whole range of datetimes.
inline constexpr int128 kMaxDurationNanoseconds = int128{INT64_MAX} * 1'000'000;

bool is_date_in_range(int64_t days);
bool is_instant_in_range(int64_t seconds);
bool is_duration_in_range(int128 nanoseconds);

/// `2026-01-31`; years beyond four digits have a sign.
void append_date(std::string& out, int64_t days);
/// `2026-01-03T10:00:00.5` without a zone; the fraction has 3, 6 or 9 digits, or none when zero.
/// `seconds` count local time.
void append_local_time(std::string& out, int64_t seconds, int32_t nanoseconds);
/// `+05:30`, with seconds where there are some.
void append_offset(std::string& out, int32_t offset_seconds);
/// `P1DT2H30M5.5S`.
void append_duration(std::string& out, int128 nanoseconds);

}  // namespace syn
