// Dates and times in ISO 8601 text. No zones: an offset or a zone name is only reported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/civil_date.h"

namespace syn {

using IsoDate = CivilDate;

/// Whether the calendar has such a day.
bool is_valid(const IsoDate& date);

/// `YYYY-MM-DD` and nothing else.
std::optional<IsoDate> parse_iso_date(std::string_view text);

/// `D/M/YYYY` or `M/D/YYYY`, also with `-` or `.`: the parts as they stand.
struct SlashDate {
  int32_t first = 0;
  int32_t second = 0;
  int32_t year = 0;
  char separator = 0;

  IsoDate day_first() const { return {year, second, first}; }
  IsoDate month_first() const { return {year, first, second}; }
};
std::optional<SlashDate> parse_slash_date(std::string_view text);

struct IsoDateTime {
  IsoDate date;
  int32_t hour = 0;
  int32_t minute = 0;
  int32_t second = 0;
  int32_t nanoseconds = 0;
  std::optional<int32_t> offset_seconds;  ///< of `Z` or `+05:30`
  std::string_view zone;                  ///< what stands in `[…]`
  bool has_time = false;
};

/// `YYYY-MM-DD`, or date and time separated by `T` or a space: `HH:MM[:SS[.fraction]]`, then `Z` or
/// an offset, then
/// `[zone]`, all optional. Nothing for other texts and for dates and times that do not exist.
std::optional<IsoDateTime> parse_iso_date_time(std::string_view text);

/// `+05:30`, `+0530`, `+05`, with seconds too; `Z` and `z` are 0. Less than a day.
std::optional<int32_t> parse_offset(std::string_view text);

}  // namespace syn
