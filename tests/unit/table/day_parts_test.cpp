// Parts of days are those of the calendar, whichever way they are found, and lie where it is said.
// SPDX-License-Identifier: Apache-2.0
#include "table/day_parts.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/civil_date.h"

namespace syn::table {
namespace {

int64_t expected(Operation part, int64_t day) {
  if (part == Operation::Weekday) return (weekday_of_days(day) + 6) % 7 + 1;
  CivilDate date = civil_of_days(day);
  return part == Operation::Year ? date.year : part == Operation::Month ? date.month : date.day;
}

void expect_parts(DayParts& parts, Operation part, const std::vector<int64_t>& days) {
  std::vector<int64_t> found(days.size());
  parts.find(part, days.data(), days.size(), found.data());
  for (size_t i = 0; i < days.size(); ++i) {
    EXPECT_EQ(found[i], expected(part, days[i])) << "day " << days[i];
    auto bounds = parts.bounds();
    if (!bounds.has_value()) continue;
    EXPECT_LE(bounds->least, found[i]);
    EXPECT_GE(bounds->most, found[i]);
  }
}

std::vector<int64_t> days_from(int64_t first, size_t count, int64_t step) {
  std::vector<int64_t> days(count);
  for (size_t i = 0; i < count; ++i) days[i] = first + static_cast<int64_t>(i) * step;
  return days;
}

constexpr Operation kParts[] = {Operation::Year, Operation::Month, Operation::Day,
                                Operation::Weekday};

TEST(DayParts, AreThoseOfTheCalendar) {
  for (Operation part : kParts) {
    DayParts parts;
    expect_parts(parts, part, days_from(-1000, 2000, 1));
    expect_parts(parts, part, days_from(19'000, 700, 3));  // the table grows
    EXPECT_TRUE(parts.bounds().has_value());
    expect_parts(parts, part, days_from(-700'000, 50, 40'000));  // too far apart for a table
    EXPECT_FALSE(parts.bounds().has_value());
  }
}

TEST(DayParts, PreparedOrNotAreTheSame) {
  for (Operation part : kParts) {
    DayParts parts;
    parts.prepare(part, {-500, 499}, 16'000);
    expect_parts(parts, part, days_from(-500, 1000, 1));
    expect_parts(parts, part, {499, -500, 0, 59, 60, 365});
    EXPECT_TRUE(parts.bounds().has_value());
    DayParts unprepared;  // more days than it pays to look at
    unprepared.prepare(part, {-500, 499}, 15'999);
    expect_parts(unprepared, part, days_from(-500, 1100, 1));
  }
}

TEST(DayParts, OfDaysOutsideTheCalendarNothingIsSaid) {
  int64_t far = int64_t{1} << 45;
  int64_t found = 0;
  for (int64_t day : {far, -far}) {
    DayParts parts;
    parts.prepare(Operation::Year, {std::min<int64_t>(day, 0), std::max<int64_t>(day, 0)}, 1 << 20);
    parts.find(Operation::Year, &day, 1, &found);
    EXPECT_FALSE(parts.bounds().has_value());
  }
}

}  // namespace
}  // namespace syn::table
