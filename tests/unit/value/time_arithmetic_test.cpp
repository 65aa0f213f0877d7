// Arithmetic of dates, datetimes and durations.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "value/arithmetic.h"
#include "value/civil_time.h"
#include "value/values.h"

namespace syn {
namespace {

constexpr int128 kSecond = kNanosecondsPerSecond;
constexpr int128 kHour = kSecond * 3600;
constexpr int128 kDay = kNanosecondsPerDay;

class TimeArithmeticTest : public ValueTest {};

TEST_F(TimeArithmeticTest, Dates) {
  EXPECT_EQ(shown(add(heap, date(0), duration(kDay * 31))), "1970-02-01");
  EXPECT_EQ(shown(add(heap, duration(kDay), date(0))), "1970-01-02");
  EXPECT_EQ(shown(subtract(heap, date(0), duration(kDay))), "1969-12-31");
  EXPECT_EQ(shown(subtract(heap, date(59), date(30))), "P29D");
  std::string whole =
      "! a date moves by whole days — use a datetime for hours and minutes: datetime(d, tz) + "
      "duration(hours = …)";
  EXPECT_EQ(shown(add(heap, date(0), duration(kHour))), whole);
  EXPECT_EQ(shown(subtract(heap, date(0), duration(1))), whole);
  EXPECT_EQ(shown(add(heap, date(95'026'236), duration(kDay))), "! date out of range");
  EXPECT_EQ(shown(add(heap, date(0), duration(kMaxDurationNanoseconds / kDay * kDay))),
            "! date out of range");
}

TEST_F(TimeArithmeticTest, Instants) {
  EXPECT_EQ(shown(add(heap, instant(0), duration(-1))), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(shown(add(heap, duration(kHour), instant(0))), "1970-01-01T01:00:00Z");
  EXPECT_EQ(shown(subtract(heap, instant(0, 5), duration(6))), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(shown(subtract(heap, instant(0), instant(43200))), "-PT12H");
  EXPECT_EQ(shown(subtract(heap, instant(1, 0), instant(0, 1))), "PT0.999999999S");
  EXPECT_EQ(shown(add(heap, instant(0), duration(kMaxDurationNanoseconds))),
            "! datetime out of range");
}

TEST_F(TimeArithmeticTest, InstantsKeepTheirZone) {
  // 2026-03-28T12:00 in Madrid is an hour before the same clock time after the change.
  Value noon = make_date_time(heap, 1774695600, 0, 3600, text("Europe/Madrid"));
  EXPECT_EQ(display(noon), "2026-03-28T12:00:00+01:00[Europe/Madrid]");
  EXPECT_EQ(shown(add(heap, noon, duration(kDay))), "2026-03-29T13:00:00+02:00[Europe/Madrid]");
  Value fixed = make_date_time(heap, 0, 0, 19800, Value());
  EXPECT_EQ(shown(add(heap, fixed, duration(kDay))), "1970-01-02T05:30:00+05:30");
}

TEST_F(TimeArithmeticTest, Durations) {
  EXPECT_EQ(shown(add(heap, duration(kDay * 2), duration(kHour * 3))), "P2DT3H");
  EXPECT_EQ(shown(subtract(heap, duration(kHour), duration(kHour * 3))), "-PT2H");
  EXPECT_EQ(shown(multiply(heap, duration(kSecond), f(1.5))), "PT1.5S");
  EXPECT_EQ(shown(multiply(heap, f(0.1), duration(kSecond))), "PT0.1S");
  EXPECT_EQ(shown(multiply(heap, i(-3), duration(kHour))), "-PT3H");
  EXPECT_EQ(shown(multiply(heap, duration(kHour), decimal("0.25"))), "PT15M");
  EXPECT_EQ(shown(divide(heap, duration(kHour), i(4))), "PT15M");
  EXPECT_EQ(shown(divide(heap, duration(1), i(2))), "PT0S");
  EXPECT_EQ(shown(divide(heap, duration(3), i(2))), "PT0.000000002S");
  EXPECT_EQ(shown(divide(heap, duration(kSecond), f(0.5))), "PT2S");
  EXPECT_EQ(shown(divide(heap, duration(kSecond), f(-0.5))), "-PT2S");
  EXPECT_EQ(shown(divide(heap, duration(kSecond * 5400), duration(kSecond * 1800))), "3.0");
  EXPECT_EQ(shown(divide(heap, duration(kHour), i(0))), "! Division by zero");
  EXPECT_EQ(shown(divide(heap, duration(kHour), f(0))), "! Division by zero");
  EXPECT_EQ(shown(divide(heap, duration(kHour), duration(0))), "! Division by zero");
  EXPECT_EQ(shown(multiply(heap, duration(kHour), f(NAN))), "! duration out of range");
  EXPECT_EQ(shown(multiply(heap, duration(kHour), f(1e300))), "! duration out of range");
  EXPECT_EQ(shown(add(heap, duration(kMaxDurationNanoseconds), duration(1))),
            "! duration out of range");
  EXPECT_EQ(shown(multiply(heap, duration(-kMaxDurationNanoseconds), i(-1))),
            "P106751991167DT7H12M55.807S");
}

TEST_F(TimeArithmeticTest, OtherPairs) {
  EXPECT_EQ(shown(multiply(heap, date(0), i(2))), "! Unsupported operation: date * number");
  EXPECT_EQ(shown(add(heap, date(0), i(1))), "! Unsupported operation: date + number");
  EXPECT_EQ(shown(add(heap, i(1), date(0))), "! Unsupported operation: number + date");
  EXPECT_EQ(shown(add(heap, date(0), date(0))), "! Unsupported operation: date + date");
  EXPECT_EQ(shown(add(heap, duration(1), i(1))), "! Unsupported operation: duration + number");
  EXPECT_EQ(shown(add(heap, i(1), duration(1))), "! Unsupported operation: number + duration");
  EXPECT_EQ(shown(add(heap, duration(1), nothing())),
            "! Unsupported operation: duration + nothing");
  EXPECT_EQ(shown(subtract(heap, duration(1), date(0))),
            "! Unsupported operation: duration - date");
  EXPECT_EQ(shown(subtract(heap, date(0), instant(0))), "! Unsupported operation: date - datetime");
  EXPECT_EQ(shown(divide(heap, i(1), duration(1))), "! Unsupported operation: number / duration");
  EXPECT_EQ(shown(floor_divide(heap, duration(1), i(1))),
            "! Unsupported operation: duration // number");
  EXPECT_EQ(shown(multiply(heap, duration(1), duration(1))),
            "! Unsupported operation: duration * duration");
}

}  // namespace
}  // namespace syn
