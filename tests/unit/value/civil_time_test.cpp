// The calendar.
// SPDX-License-Identifier: Apache-2.0
#include "value/civil_time.h"

#include <gtest/gtest.h>

namespace syn {
namespace {

TEST(CivilTime, DaysAndBack) {
  // Every day over eight centuries around the epoch, one after another.
  CivilDate expected{1570, 1, 1};
  for (int64_t days = days_of_civil(expected); days < 146'097; ++days) {
    CivilDate date = civil_of_days(days);
    ASSERT_EQ(date.year, expected.year);
    ASSERT_EQ(date.month, expected.month);
    ASSERT_EQ(date.day, expected.day);
    ASSERT_EQ(days_of_civil(date), days);
    if (++expected.day > days_in_month(expected.year, expected.month)) {
      expected.day = 1;
      if (++expected.month > 12) {
        expected.month = 1;
        ++expected.year;
      }
    }
  }
}

TEST(CivilTime, BoundsAreWholeYears) {
  EXPECT_EQ(days_of_civil({kMinYear, 1, 1}), kMinDays);
  EXPECT_EQ(days_of_civil({kMaxYear, 12, 31}), kMaxDays);
  EXPECT_EQ(civil_of_days(kMinDays).year, kMinYear);
  EXPECT_EQ(civil_of_days(kMaxDays).day, 31);
  EXPECT_TRUE(is_instant_in_range(kMaxDays * kSecondsPerDay + 86'399));
  EXPECT_FALSE(is_instant_in_range((kMaxDays + 1) * kSecondsPerDay));
  EXPECT_FALSE(is_instant_in_range(kMinDays * kSecondsPerDay - 1));
}

TEST(CivilTime, Weekdays) {
  EXPECT_EQ(weekday_of_days(0), 4);
  EXPECT_EQ(weekday_of_days(3), 0);
  EXPECT_EQ(weekday_of_days(-1), 3);
  EXPECT_EQ(weekday_of_days(-5), 6);
}

TEST(CivilTime, LeapYears) {
  EXPECT_TRUE(is_leap_year(2024));
  EXPECT_TRUE(is_leap_year(2000));
  EXPECT_FALSE(is_leap_year(1900));
  EXPECT_TRUE(is_leap_year(0));
  EXPECT_EQ(days_in_month(2024, 2), 29);
  EXPECT_EQ(days_in_month(2025, 2), 28);
  EXPECT_EQ(days_in_month(2025, 4), 30);
}

}  // namespace
}  // namespace syn
