// Dates, datetimes and strftime patterns without a machine (data.md §3.15).
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "b_fake_context.h"

namespace syn {
namespace {

class DateBuiltins : public ::testing::Test {
 protected:
  Value time(std::string_view text, std::string_view zone = "UTC") {
    return c.value("datetime", {c.text(text), c.text(zone)});
  }
  std::string parse(std::string_view text, std::string_view pattern) {
    return c.show("parse_datetime", {c.text(text), c.text(pattern)});
  }
  std::string format(const Value& value, std::string_view pattern) {
    return c.show("format_time", {value, c.text(pattern)});
  }
  TextContext c;
};

TEST_F(DateBuiltins, FormatAsChrono) {
  Value moment = time("2026-01-03T04:05:06.789Z");
  EXPECT_EQ(format(moment, "%Y|%C|%y|%m|%d|%e|%j|%H|%I|%k|%l|%M|%S|%p|%P"),
            "2026|20|26|01|03| 3|003|04|04| 4| 4|05|06|AM|am");
  EXPECT_EQ(format(moment, "%a|%A|%b|%B|%u|%w|%U|%W|%V|%G|%g"),
            "Sat|Saturday|Jan|January|6|6|00|00|01|2026|26");
  EXPECT_EQ(format(moment, "%F %T|%D|%R|%-d/%-m|%_d|%f|%.f|%.3f|%3f|%z|%:z|%Z|%s|%%"),
            "2026-01-03 04:05:06|01/03/26|04:05|3/1| 3|789000000|.789|.789|789|+0000|+00:00|UTC|"
            "1767413106|%");
  EXPECT_EQ(format(time("2021-01-01"), "%G-W%V-%u"), "2020-W53-5");
  EXPECT_EQ(format(Value::number(-0.5), "%F %T"), "1969-12-31 23:59:59");
  EXPECT_EQ(
      format(Value::integer(0), "%Q"),
      "error: format_time: \"%Q\" is not a strftime specifier (e.g. %Y %m %d %H %M %S %z; %% is a "
      "literal %)");
}

TEST_F(DateBuiltins, ReadPatterns) {
  EXPECT_EQ(parse("03/01/2026 10:30", "%d/%m/%Y %H:%M"), "2026-01-03T10:30:00Z");
  EXPECT_EQ(parse("20260131", "%Y%m%d"), "2026-01-31T00:00:00Z");
  EXPECT_EQ(parse("Jan 3, 2026 1:05 pm", "%b %d, %Y %I:%M %p"), "2026-01-03T13:05:00Z");
  EXPECT_EQ(parse("Saturday, 3 January 26", "%A, %d %B %y"), "2026-01-03T00:00:00Z");
  EXPECT_EQ(parse("2026-01-03T10:00:00.25-0300", "%Y-%m-%dT%H:%M:%S.%f%z"),
            "2026-01-03T10:00:00.250-03:00");
  EXPECT_EQ(parse("2020-W53-5", "%G-W%V-%u"), "2021-01-01T00:00:00Z");
  EXPECT_EQ(parse("2026-034", "%Y-%j"), "2026-02-03T00:00:00Z");
  EXPECT_EQ(parse("1767413106", "%s"), "2026-01-03T04:05:06Z");
}

TEST_F(DateBuiltins, SayWhyAPatternDoesNotFit) {
  auto reason = [&](std::string_view text, std::string_view pattern) {
    std::string shown = parse(text, pattern);
    size_t colon = shown.rfind(": ");
    return shown.substr(colon + 2);
  };
  EXPECT_EQ(reason("x/01/2026", "%d/%m/%Y"), "input contains invalid characters");
  EXPECT_EQ(reason("03/01", "%d/%m/%Y"), "premature end of input");
  EXPECT_EQ(reason("03/01/2026!", "%d/%m/%Y"), "trailing input");
  EXPECT_EQ(reason("03/13/2026", "%d/%m/%Y"), "input is out of range");
  EXPECT_EQ(reason("30/02/2026", "%d/%m/%Y"), "input is out of range");
  EXPECT_EQ(reason("10:30", "%H:%M"), "input is not enough for unique date and time");
  EXPECT_EQ(reason("Mon 03/01/2026", "%a %d/%m/%Y"), "no possible date and time matching input");
}

TEST_F(DateBuiltins, CrossClockChanges) {
  std::string madrid = "Europe/Madrid";
  EXPECT_EQ(c.show("datetime", {c.text("2026-03-29T02:30"), c.text(madrid)}),
            "error: datetime: 2026-03-29 02:30:00 does not exist in Europe/Madrid (it falls in a "
            "daylight-saving gap)");
  Value before = time("2026-03-28T02:30", madrid);
  EXPECT_EQ(c.show("add_days", {before, Value::integer(1)}),
            "2026-03-29T03:30:00+02:00[Europe/Madrid]");
  EXPECT_EQ(display(time("2026-10-25T02:30", madrid)), "2026-10-25T02:30:00+02:00[Europe/Madrid]");
  Value second = c.value("to_timezone", {time("2026-10-25T01:30:00Z"), c.text(madrid)});
  EXPECT_EQ(display(second), "2026-10-25T02:30:00+01:00[Europe/Madrid]");
  EXPECT_EQ(c.show("add_days", {second, Value::integer(0)}),
            "2026-10-25T02:30:00+01:00[Europe/Madrid]");
  EXPECT_EQ(c.show("truncate", {second, c.text("hour")}),
            "2026-10-25T02:00:00+01:00[Europe/Madrid]");
  EXPECT_EQ(c.show("truncate", {second, c.text("day")}),
            "2026-10-25T00:00:00+02:00[Europe/Madrid]");
}

TEST_F(DateBuiltins, Durations) {
  Value none = Value::unbound();
  auto duration = [&](Value hours, Value seconds) {
    return c.show("duration", {}, {none, std::move(hours), none, std::move(seconds)});
  };
  EXPECT_EQ(duration(Value::number(0.1), none), "PT6M");
  EXPECT_EQ(duration(none, Value::number(-0.000000001)), "-PT0.000000001S");
  EXPECT_EQ(duration(Value::number(1e300), none), "error: duration: out of range");
  EXPECT_EQ(duration(c.text("1"), none), "error: duration: amounts must be numbers, got text");
}

TEST_F(DateBuiltins, Ranges) {
  Value start = c.value("date", {c.text("2026-01-31")});
  Value end = c.value("date", {c.text("2026-05-31")});
  EXPECT_EQ(c.show("date_range", {start, end, c.text("month")}),
            "[2026-01-31, 2026-02-28, 2026-03-31, 2026-04-30, 2026-05-31]");
  EXPECT_EQ(c.show("date_range", {end, start}), "[]");
  Value late = c.value("date", {c.text("9999-12-31")});
  EXPECT_EQ(c.show("date_range", {start, late}), "error: date_range: more than a million steps");
}

}  // namespace
}  // namespace syn
