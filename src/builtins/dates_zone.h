// Zones as the builtins of dates see them: UTC, a fixed offset, or a named zone; and moments in
// them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "value/time_zone.h"
#include "vm/call.h"

namespace syn {

struct Zone {
  const TimeZone* rules = nullptr;  ///< of a named zone; lives as long as the process
  int32_t fixed_offset = 0;         ///< seconds east of UTC, without rules
  std::string name;                 ///< of a named zone

  bool is_named() const { return rules != nullptr; }
  int32_t offset_at(int64_t seconds) const {
    return rules != nullptr ? rules->offset_at(seconds) : fixed_offset;
  }
  /// `UTC`, `+05:30` or the name.
  std::string text() const;
};

/// `UTC`, `Z`, `+05:30`, `Europe/Madrid`; an unknown name is an error that begins with `operation`.
Result<Zone> zone_of(std::string_view operation, std::string_view text);
/// An argument that names a zone; null and nothing are UTC.
Result<Zone> zone_argument(const Call& call, const Value* given);
/// The zone of a datetime value.
Zone zone_of(const DateTimeObject& time);

/// Seconds and nanoseconds of local time in a zone: what the clock on the wall shows.
struct LocalTime {
  int64_t seconds = 0;  ///< since 1970-01-01T00:00 there
  int32_t nanoseconds = 0;
};
LocalTime local_time(const DateTimeObject& time);

/// What becomes of a local time that a clock change skips.
enum class InGap : uint8_t { Refuse, MoveForward };
/// The datetime at a local time. Of a repeated time the first pass, or the one whose offset is
/// `offset_before`.
Result<Value> at_local_time(Call& call, LocalTime local, const Zone& zone, InGap in_gap,
                            const int32_t* offset_before = nullptr);
/// The datetime at an instant (seconds since 1970).
Result<Value> at_instant(Call& call, int64_t seconds, int32_t nanoseconds, const Zone& zone);

}  // namespace syn
