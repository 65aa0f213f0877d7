// strftime patterns: writing times with them and reading times by them (data.md §3.15).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vm/call.h"

namespace syn {

/// What a pattern can show. A date has no time of day and no zone.
struct ShownTime {
  int64_t days = 0;
  int32_t seconds_of_day = 0;
  int32_t nanoseconds = 0;
  int32_t offset_seconds = 0;
  std::string zone;  ///< for %Z
  bool has_time = true;
};
/// Errors: builtin_errors::kPatternSpecifier, kPatternField.
Result<void> format_with_pattern(const ShownTime& time, std::string_view pattern, std::string& out);

/// What a text says under a pattern. Without a time of day it is midnight.
struct ParsedTime {
  int64_t days = 0;
  int32_t seconds_of_day = 0;
  int32_t nanoseconds = 0;
  std::optional<int32_t> offset_seconds;
};
/// Errors: `NAME: "x" does not match "%d/%m/%Y": REASON` (builtin_errors::kPatternMismatch),
/// kPatternSpecifier.
Result<ParsedTime> parse_with_pattern(const Call& call, std::string_view text,
                                      std::string_view pattern);

/// One step of a pattern: a specifier such as `%-d`, or literal text.
struct PatternStep {
  char letter = 0;              ///< 0: literal
  char padding = 0;             ///< `-`, `_`, `0`, or 0 for the specifier's own
  char fraction_digits = 0;     ///< of %3f, %.3f: `3`, `6`, `9`
  bool fraction_point = false;  ///< %.f
  bool colon = false;           ///< %:z
  std::string_view text;        ///< as written
};
/// The next step of a pattern that is not empty, removed from its front. Composite specifiers (%F,
/// %T, …) are given as they are. Fails for an unknown one.
Result<PatternStep> next_step(std::string_view& pattern);
/// What %F, %T, … stand for; empty for other letters.
std::string_view expanded(char letter);

inline constexpr std::string_view kMonthNames[] = {"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
inline constexpr std::string_view kDayNames[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                 "Thursday", "Friday", "Saturday"};

}  // namespace syn
