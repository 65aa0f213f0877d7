// Text forms of values.
// SPDX-License-Identifier: Apache-2.0
#include "value/display.h"

#include <cmath>

#include "native/builtin_spec.h"
#include "value/civil_time.h"
#include "value/values.h"

namespace syn {
namespace {

class DisplayTest : public ValueTest {};

TEST_F(DisplayTest, Scalars) {
  EXPECT_EQ(display(i(-42)), "-42");
  EXPECT_EQ(display(f(1)), "1.0");
  EXPECT_EQ(display(f(-0.0)), "-0.0");
  EXPECT_EQ(display(f(std::nan(""))), "nan");
  EXPECT_EQ(display(f(1e16)), "1e+16");
  EXPECT_EQ(display(decimal("1.50")), "1.50");
  EXPECT_EQ(display(decimal("-0.0")), "-0.0");
  EXPECT_EQ(display(big("9223372036854775808")), "9223372036854775808");
  EXPECT_EQ(display(b(true)), "true");
  EXPECT_EQ(display(nothing()), "nothing");
  EXPECT_EQ(display(text("a \"b\"\n")), "a \"b\"\n");
  EXPECT_EQ(display(complex(1, -2)), "1-2i");
  EXPECT_EQ(display(complex(0.5, 0)), "0.5+0i");
}

TEST_F(DisplayTest, TextInsideContainersIsQuoted) {
  Value value = list({text("a"), text("b \"c\" \\ \n\t\r\b\f\x01é"), map({{"k: x", text("v")}})});
  EXPECT_EQ(display(value), "[\"a\", \"b \\\"c\\\" \\\\ \\n\\t\\r\\b\\f\\u0001é\", {k: x: \"v\"}]");
  EXPECT_EQ(display(list({})), "[]");
  EXPECT_EQ(display(map({})), "{}");
  EXPECT_EQ(display(list({list({}), map({{"a", list({i(1), f(2)})}, {"b", nothing()}})})),
            "[[], {a: [1, 2.0], b: nothing}]");
}

TEST_F(DisplayTest, Callables) {
  info.params = {"a", "b"};
  EXPECT_EQ(display(task("f")), "task f(a, b)");
  info.params = {"x"};
  EXPECT_EQ(display(task("<lambda>")), "task <lambda>(x)");
  BuiltinSpec spec{};
  spec.name = "length";
  EXPECT_EQ(display(Value::builtin(&spec)), "builtin:length");
  EXPECT_EQ(display(make_native(heap, nullptr, "Shape.circle", 1, 1, {})), "builtin:Shape.circle");
}

TEST_F(DisplayTest, Bytes) {
  EXPECT_EQ(display(bytes("")), "bytes()");
  EXPECT_EQ(display(bytes("hi")), "bytes(6869)");
  std::string hex(64, '0');
  EXPECT_EQ(display(bytes(std::string(32, '\0'))), "bytes(" + hex + ")");
  EXPECT_EQ(display(bytes(std::string(33, '\0'))), "bytes(" + hex + "… (33 bytes))");
}

TEST_F(DisplayTest, Arrays) {
  EXPECT_EQ(display(array({2, 2}, {1, 2.5, 3, 4})), "[[1, 2.5], [3, 4]]");
  EXPECT_EQ(display(array({2, 1, 2}, {1, 2, 3, 4})), "[[[1, 2]], [[3, 4]]]");
  EXPECT_EQ(display(array({3}, {-0.0, INFINITY, 1e20})), "[-0, inf, 1e+20]");
  EXPECT_EQ(display(array({}, {5})), "5");
  EXPECT_EQ(display(array({0}, {})), "[]");
  EXPECT_EQ(display(array({2, 0}, {})), "[[], []]");
  EXPECT_EQ(display(array({0, 3}, {})), "[]");
  EXPECT_EQ(display(array({200}, std::vector<double>(200))), "array(shape=[200], 200 elements)");
  EXPECT_EQ(display(array({10, 11}, std::vector<double>(110))),
            "array(shape=[10, 11], 110 elements)");
  EXPECT_EQ(display(array({1000000, 0}, {})), "array(shape=[1000000, 0], 0 elements)");
}

TEST_F(DisplayTest, SecretsShowTheirLabel) {
  EXPECT_EQ(display(secret("hunter2", "API_KEY")), "secret(API_KEY)");
  EXPECT_EQ(display(list({secret("hunter2", "API_KEY")})), "[secret(API_KEY)]");
  EXPECT_EQ(short_display(secret("hunter2", "API_KEY")), "secret(API_KEY)");
}

TEST_F(DisplayTest, DatesAndTimes) {
  EXPECT_EQ(display(date(20484)), "2026-01-31");
  EXPECT_EQ(display(date(0)), "1970-01-01");
  EXPECT_EQ(display(date(-719529)), "-0001-12-31");
  EXPECT_EQ(display(date(-719528)), "0000-01-01");
  EXPECT_EQ(display(date(2932897)), "+10000-01-01");
  EXPECT_EQ(display(instant(1767434400)), "2026-01-03T10:00:00Z");
  EXPECT_EQ(display(instant(-1, 500000000)), "1969-12-31T23:59:59.500Z");
  EXPECT_EQ(display(instant(0, 1500)), "1970-01-01T00:00:00.000001500Z");
  EXPECT_EQ(display(instant(0, 120000)), "1970-01-01T00:00:00.000120Z");
  EXPECT_EQ(display(make_date_time(heap, 1767414600, 0, 19800, Value())),
            "2026-01-03T10:00:00+05:30");
  EXPECT_EQ(display(make_date_time(heap, 1767434400, 0, 3600, text("Europe/Madrid"))),
            "2026-01-03T11:00:00+01:00[Europe/Madrid]");
  EXPECT_EQ(display(make_date_time(heap, 0, 0, 0, text("Europe/London"))),
            "1970-01-01T00:00:00+00:00[Europe/London]");
  EXPECT_EQ(display(make_date_time(heap, 0, 0, 0, text("UTC"))), "1970-01-01T00:00:00Z");
  EXPECT_EQ(display(make_date_time(heap, 0, 0, -12 * 60 - 16, Value())),
            "1969-12-31T23:47:44-00:12:16");
}

TEST_F(DisplayTest, Durations) {
  int128 second = kNanosecondsPerSecond;
  EXPECT_EQ(display(duration(0)), "PT0S");
  EXPECT_EQ(display(duration(second * 86400 * 29)), "P29D");
  EXPECT_EQ(display(duration(second * (86400 + 2 * 3600 + 30 * 60 + 5) + second / 2)),
            "P1DT2H30M5.5S");
  EXPECT_EQ(display(duration(-second * 12 * 3600)), "-PT12H");
  EXPECT_EQ(display(duration(1)), "PT0.000000001S");
  EXPECT_EQ(display(duration(second * 60)), "PT1M");
}

TEST_F(DisplayTest, AMillionLevelsDeep) {
  std::string shown = display(nested(text("x")));
  EXPECT_EQ(shown.size(), 2'000'003u);
  EXPECT_EQ(shown.substr(999'999, 5), "[\"x\"]");
}

TEST_F(DisplayTest, StopsWhereTheTextFitsNoMemory) {
  budget.memory_limit = 64 << 20;
  Value value = doubled(text("leaf"), 60);
  EXPECT_LT(display(value).size(), size_t{64} << 20);
  EXPECT_TRUE(budget.take_exhausted());
}

TEST_F(DisplayTest, ShortFormsForMessages) {
  EXPECT_EQ(short_display(text("abc"), 3), "abc");
  EXPECT_EQ(short_display(text("abcd"), 3), "abc…");
  EXPECT_EQ(short_display(text("😀😀😀"), 3), "😀😀😀");
  EXPECT_EQ(short_display(text("😀😀😀😀"), 3), "😀😀😀…");
  EXPECT_EQ(short_display(text("éa\n\x7f\u009b\u202e")), "éa\\n\\u007f\\u009b\\u202e");
  EXPECT_EQ(short_display(list({text("abcdefgh"), i(1)}), 5), "[\"abc…");
  EXPECT_EQ(short_display(list({i(1), i(2)}), 6), "[1, 2]");
  EXPECT_EQ(short_display(doubled(i(1), 60), 10), "[[[[[[[[[[…");
  EXPECT_EQ(short_display(text(std::string(1 << 20, 'x'))).size(), 80 + std::string("…").size());
  EXPECT_EQ(short_display(map({{std::string(1000, 'k'), i(1)}}), 3), "{kk…");
  Value huge = make_big_int(heap, BigInt::power_of_ten(100000));
  EXPECT_TRUE(short_display(huge).starts_with("an integer of about 10000"));
}

TEST_F(DisplayTest, ModuleEntriesShowTheirValue) {
  Value module = map({{"x", make_cell(heap, text("v"))}});
  EXPECT_EQ(display(module), "{x: \"v\"}");
}

}  // namespace
}  // namespace syn
