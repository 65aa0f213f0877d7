// Lengths of months, and days of the week.
// SPDX-License-Identifier: Apache-2.0
#include "base/civil_date.h"

namespace syn {

bool is_leap_year(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int32_t days_in_month(int64_t year, int32_t month) {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int32_t weekday_of_days(int64_t days) {
  // 1970-01-01 was a Thursday.
  return static_cast<int32_t>(days + 4 - civil::floor_div(days + 4, 7) * 7);
}

}  // namespace syn
