// Time zones of the system's database (/usr/share/zoneinfo): the offset at an instant, and the
// instants of a local time. Zones are read when first asked for and kept for the life of the
// process: they are facts about the machine, as constant as its code, and belong to no run.
//
// Why not a library: Hinnant's date-tz is a shared object that brings the C++ runtime with it,
// which every start would pay for, and it throws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn {

/// What a local time means in a zone.
enum class LocalKind : uint8_t {
  Unique,
  Gap,      ///< skipped when clocks went forward
  Repeated  ///< there twice, since clocks went back
};
struct LocalOffsets {
  LocalKind kind = LocalKind::Unique;
  /// Seconds east of UTC. In a gap: before and after it; repeated: of the first and second pass.
  int32_t first = 0;
  int32_t second = 0;
};

/// A moment of each year, in local time, from the rule at the end of a zone file.
struct YearlyMoment {
  enum class Form : uint8_t { WeekdayOfMonth, DayWithoutLeap, DayOfYear };
  Form form = Form::WeekdayOfMonth;
  int32_t month = 1;
  int32_t week = 1;        ///< 5 is the last
  int32_t day = 0;         ///< weekday, or day of the year
  int32_t seconds = 7200;  ///< of the day; may be negative or above a day
};
/// What holds after the last listed change.
struct ZoneRule {
  int32_t standard_offset = 0;
  int32_t summer_offset = 0;
  bool has_summer = false;
  YearlyMoment summer_start;
  YearlyMoment summer_end;
};

class TimeZone {
 public:
  /// The zone of an IANA name ("Europe/Madrid"), or null when there is none. Never freed.
  static const TimeZone* find(std::string_view name);
  /// Reads the bytes of a zone file (RFC 8536); nothing when they are not one.
  static std::optional<TimeZone> parse(std::string_view bytes);

  /// Seconds east of UTC at an instant (seconds since 1970).
  int32_t offset_at(int64_t seconds) const;
  /// For a local time, counted as seconds since 1970-01-01T00:00 there.
  LocalOffsets offsets_of_local(int64_t local_seconds) const;

 private:
  struct Change {
    int64_t at;      ///< seconds since 1970
    int32_t offset;  ///< from then on
  };

  int32_t offset_by_rule(int64_t seconds) const;

  int32_t first_offset_ = 0;  ///< before the first change
  std::vector<Change> changes_;
  std::optional<ZoneRule> rule_;
};

/// Offset of a named zone at an instant; nothing for an unknown zone.
std::optional<int32_t> zone_offset(std::string_view zone, int64_t seconds);

/// `CET-1CEST,M3.5.0,M10.5.0/3`, the last line of a zone file (POSIX TZ).
std::optional<ZoneRule> parse_zone_rule(std::string_view text);

}  // namespace syn
