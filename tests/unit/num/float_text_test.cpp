// Texts of floats as the specification prints them (language.md §9.3), and reading floats strictly.
// SPDX-License-Identifier: Apache-2.0
#include "num/float_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace syn {
namespace {

TEST(FloatText, AsTheSpecificationPrints) {
  const std::pair<double, const char*> cases[] = {
      {1.0, "1.0"},
      {0.1 + 0.2, "0.30000000000000004"},
      {1.0 / 3, "0.3333333333333333"},
      {100.0, "100.0"},
      {1234567890123456.0, "1234567890123456.0"},
      {1e15, "1000000000000000.0"},
      {1e16, "1e+16"},
      {1e22, "1e+22"},
      {0.0001, "0.0001"},
      {0.00001, "1e-05"},
      {0.000123, "0.000123"},
      {1.5e-10, "1.5e-10"},
      {0x1p-1074, "5e-324"},
      {0x1p1023, "8.98846567431158e+307"},
      {-0.0, "-0.0"},
      {84963292265237.125, "84963292265237.13"},
      {769768267491722.25, "769768267491722.3"},
      {128341441158209.375, "128341441158209.38"},
      {1125899906842624.25, "1125899906842624.3"},
      {9.223372036854776e+18, "9.223372036854776e+18"},
      {18446744073709552000.0, "1.8446744073709552e+19"},
      {0.09999999999999962, "0.09999999999999962"},
      {12345678901234567.0, "1.2345678901234568e+16"},
      {9007199254740991.0, "9007199254740991.0"},
      {9007199254740992.0, "9007199254740992.0"},
      {-19.99, "-19.99"},
      {99999999999.9999, "99999999999.9999"},
      {-1e-300, "-1e-300"},
      {41.0 / 4194304, "9.775161743164063e-06"},
      {9007199254740994.0, "9007199254740994.0"},
      {9999999999999998.0, "9999999999999998.0"},
      {0.000244140625, "0.000244140625"},
  };
  for (auto [value, text] : cases) EXPECT_EQ(float_text(value), text);
  EXPECT_EQ(float_text(std::nan("")), "nan");
  EXPECT_EQ(float_text(-std::nan("")), "nan");
  EXPECT_EQ(float_text(HUGE_VAL), "inf");
  EXPECT_EQ(float_text(-HUGE_VAL), "-inf");
}

TEST(FloatText, LongestTextFits) {
  EXPECT_LE(float_text(-2.2250738585072014e-308).size(), kFloatTextRoom);
  EXPECT_LE(float_text(-0.00012345678901234567).size(), kFloatTextRoom);
  std::string out = "x = ";
  append_float(out, 2.5);
  out += ", ";
  append_int64(out, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(out, "x = 2.5, -9223372036854775808");
}

TEST(ParseFloat, TakesPythonsGrammar) {
  EXPECT_EQ(parse_float("1e3"), 1000.0);
  EXPECT_EQ(parse_float("-.5"), -0.5);
  EXPECT_EQ(parse_float("+5."), 5.0);
  EXPECT_EQ(parse_float("1.E-2"), 0.01);
  EXPECT_EQ(parse_float("007"), 7.0);
  EXPECT_EQ(parse_float("1e999"), HUGE_VAL);
  EXPECT_EQ(parse_float("-1e999"), -HUGE_VAL);
  EXPECT_EQ(parse_float("1e-999"), 0.0);
  EXPECT_TRUE(std::signbit(parse_float("-0").value()));
  for (const char* text :
       {"",   "-",   ".",   "e5",  "1e",  "1e+", "1..2",     "1.2.3", "12,5", "0x10", "1 ",
        " 1", "--1", "+-1", "nan", "inf", "1_0", "infinity", "1f",    "1d",   "١"}) {
    EXPECT_FALSE(parse_float(text)) << text;
  }
}

TEST(ParseFloat, TakesMoreWhenAsked) {
  FloatSyntax all{.special = true, .underscores = true, .spaces = true};
  EXPECT_EQ(parse_float(" \t1_000.5_0\n", all), 1000.5);
  EXPECT_EQ(parse_float("-Infinity", all), -HUGE_VAL);
  EXPECT_EQ(parse_float("INF", all), HUGE_VAL);
  EXPECT_TRUE(std::isnan(parse_float("+NaN", all).value()));
  EXPECT_EQ(parse_float("1e1_0", all), 1e10);
  for (const char* text :
       {"_1", "1_", "1__0", "1_.5", "1._5", "1e_5", "nan(1)", "infin", "", " ", "1 2"}) {
    EXPECT_FALSE(parse_float(text, all)) << text;
  }
}

}  // namespace
}  // namespace syn
