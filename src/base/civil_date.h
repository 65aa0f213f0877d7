// Days of the proleptic Gregorian calendar; the one calendar of all modules. The conversions count
// years from March, so that the leap day is the last of its year, in cycles of 400 years. They are
// inline for columns of millions of dates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn {

struct CivilDate {
  int32_t year = 1970;
  int32_t month = 1;  ///< 1 to 12
  int32_t day = 1;    ///< 1 to 31
};

namespace civil {

inline constexpr int64_t kDaysPerCycle = 146'097;
/// Days from 0000-03-01 to 1970-01-01.
inline constexpr int64_t kEpochShift = 719'468;

inline int64_t floor_div(int64_t left, int64_t right) {
  return left / right - (left % right < 0 ? 1 : 0);
}

}  // namespace civil

/// Days since 1970-01-01 of a real calendar day.
inline int64_t days_of_civil(const CivilDate& date) {
  int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  int64_t cycle = civil::floor_div(year, 400);
  int64_t year_of_cycle = year - cycle * 400;
  int64_t month = date.month > 2 ? date.month - 3 : date.month + 9;
  int64_t day_of_year = (153 * month + 2) / 5 + date.day - 1;
  int64_t day_of_cycle =
      year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
  return cycle * civil::kDaysPerCycle + day_of_cycle - civil::kEpochShift;
}

inline CivilDate civil_of_days(int64_t days) {
  days += civil::kEpochShift;
  int64_t cycle = civil::floor_div(days, civil::kDaysPerCycle);
  int64_t day_of_cycle = days - cycle * civil::kDaysPerCycle;
  int64_t year_of_cycle =
      (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36'524 - day_of_cycle / 146'096) / 365;
  int64_t day_of_year =
      day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
  int64_t month = (5 * day_of_year + 2) / 153;
  CivilDate date;
  date.day = static_cast<int32_t>(day_of_year - (153 * month + 2) / 5 + 1);
  date.month = static_cast<int32_t>(month < 10 ? month + 3 : month - 9);
  int64_t year = year_of_cycle + cycle * 400 + (date.month <= 2 ? 1 : 0);
  date.year = static_cast<int32_t>(year);
  return date;
}

bool is_leap_year(int64_t year);
/// 28 to 31.
int32_t days_in_month(int64_t year, int32_t month);
/// 0 is Sunday.
int32_t weekday_of_days(int64_t days);

}  // namespace syn
