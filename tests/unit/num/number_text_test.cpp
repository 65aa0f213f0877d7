// Fixed decimals, thousands separators and format marks: what oracle_test does not compare, and the
// errors.
// SPDX-License-Identifier: Apache-2.0
#include "num/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "num/errors.h"

namespace syn {
namespace {

std::string formatted(std::string_view mark, const auto& value) {
  Result<FormatMark> parsed = parse_format_mark(mark);
  if (!parsed.ok()) return parsed.error().message();
  Result<std::string> text = apply_format_mark(parsed.value(), value);
  return text.ok() ? text.value() : text.error().message();
}

Decimal dec(std::string_view text) { return Decimal::parse(text).value(); }

TEST(FormatNumber, GroupsAndRounds) {
  EXPECT_EQ(format_number(1234567.891, 2, ","), "1,234,567.89");
  EXPECT_EQ(format_number(1234567.891, 0, "."), "1.234.568");
  EXPECT_EQ(format_number(-999.995, 2, ","), "-1,000.00");
  EXPECT_EQ(format_number(2.675, 2, ""), "2.67");
  EXPECT_EQ(format_number(-0.001, 2, ","), "0.00");
  EXPECT_EQ(format_number(1e21, 1, " "), "1 000 000 000 000 000 000 000.0");
  EXPECT_EQ(format_number(std::nan(""), 2, ","), "nan");
  EXPECT_EQ(format_number(-HUGE_VAL, 2, ","), "-inf");
  EXPECT_EQ(format_number(int64_t{-1234}, 2, ","), "-1,234.00");
  EXPECT_EQ(format_number(int64_t{999}, 0, ","), "999");
  EXPECT_EQ(format_number(INT64_MIN, 0, ","), "-9,223,372,036,854,775,808");
  EXPECT_EQ(format_number(BigInt::power_of_ten(21), 1, "'"), "1'000'000'000'000'000'000'000.0");
  EXPECT_EQ(format_number(dec("1234.565"), 2, ","), "1,234.56");
  EXPECT_EQ(format_number(dec("1234.5"), 2, ","), "1,234.50");
  EXPECT_EQ(format_number(dec("-0.004"), 2, ","), "0.00");
  EXPECT_EQ(format_number(dec("0.5"), 10000, "").size(), 10002u);
}

TEST(FormatMark, ThoseOfTheTemplates) {
  EXPECT_EQ(formatted(".2f", 3.14159), "3.14");
  EXPECT_EQ(formatted(",", int64_t{1234567}), "1,234,567");
  EXPECT_EQ(formatted(",", 1234567.5), "1,234,567.5");
  EXPECT_EQ(formatted(",.2f", 1234567.891), "1,234,567.89");
  EXPECT_EQ(formatted(">10", int64_t{42}), "        42");
  EXPECT_EQ(formatted("<10", int64_t{42}), "42        ");
  EXPECT_EQ(formatted("^10", int64_t{42}), "    42    ");
  EXPECT_EQ(formatted("08.3f", 3.14159), "0003.142");
  EXPECT_EQ(formatted("+", int64_t{42}), "+42");
  EXPECT_EQ(formatted("%", 0.25), "25.000000%");
  EXPECT_EQ(formatted(".1%", 0.1234), "12.3%");
  EXPECT_EQ(formatted(".1%", int64_t{1}), "100.0%");
  EXPECT_EQ(formatted("e", 12345.678), "1.234568e+04");
  EXPECT_EQ(formatted("d", int64_t{42}), "42");
  EXPECT_EQ(formatted("x", int64_t{255}), "ff");
  EXPECT_EQ(formatted("#X", int64_t{-255}), "-0XFF");
  EXPECT_EQ(formatted("#010b", int64_t{5}), "0b00000101");
  EXPECT_EQ(formatted("_x", int64_t{0x12345678}), "1234_5678");
  EXPECT_EQ(formatted("", 2.0), "2.0");
  EXPECT_EQ(formatted("10", 2.0), "       2.0");
  EXPECT_EQ(formatted("08,", int64_t{1234}), "0,001,234");
  EXPECT_EQ(formatted("€^7", 2.5), "€€2.5€€");
}

TEST(FormatMark, SpecialFloats) {
  EXPECT_EQ(formatted(".2f", std::nan("")), "nan");
  EXPECT_EQ(formatted("+.1%", HUGE_VAL), "+inf%");
  EXPECT_EQ(formatted(",.1%", 1e307), "inf%");
  EXPECT_EQ(formatted("08.3f", -HUGE_VAL), "-0000inf");
  EXPECT_EQ(formatted(",", HUGE_VAL), "inf");
  EXPECT_EQ(formatted("E", HUGE_VAL), "INF");
}

TEST(FormatMark, IntegersAndDecimalsAreExact) {
  EXPECT_EQ(formatted(".2f", int64_t{9007199254740993}), "9007199254740993.00");
  EXPECT_EQ(formatted(",.0f", BigInt::power_of_ten(24)), "1,000,000,000,000,000,000,000,000");
  EXPECT_EQ(formatted(".2f", dec("2.675")), "2.68");
  EXPECT_EQ(formatted(".2f", dec("2.665")), "2.66");
  EXPECT_EQ(formatted("f", dec("2.50")), "2.50");
  EXPECT_EQ(formatted(",", dec("1234567.50")), "1,234,567.50");
  EXPECT_EQ(formatted(">8", dec("-1.5")), "    -1.5");
  EXPECT_EQ(formatted("%", dec("0.125")), "12.5%");
  EXPECT_EQ(formatted(".0%", dec("0.125")), "12%");
  EXPECT_EQ(formatted("%", dec("3")), "300%");
  EXPECT_EQ(formatted(".3e", dec("0.00123456")), "1.235e-03");
  EXPECT_EQ(formatted(".2e", dec("99999")), "1.00e+05");
  EXPECT_EQ(formatted("e", dec("1.50")), "1.50e+00");
  EXPECT_EQ(formatted(".2e", dec("0.00")), "0.00e+00");
  EXPECT_EQ(formatted(".3g", dec("1234.5")), "1.23e+03");
  EXPECT_EQ(formatted("G", dec("0.00001234")), "1.234E-05");
  EXPECT_EQ(formatted(".3", dec("1.50")), "1.5");
  EXPECT_EQ(formatted("g", int64_t{1234567}), "1.23457e+06");
  EXPECT_EQ(formatted("g", int64_t{100}), "100");
}

TEST(FormatMark, Texts) {
  EXPECT_EQ(formatted("6", std::string_view("añb")), "añb   ");
  EXPECT_EQ(formatted(">6s", std::string_view("añb")), "   añb");
  EXPECT_EQ(formatted("·^6.2", std::string_view("añb")), "··añ··");
}

TEST(FormatMark, Errors) {
  EXPECT_EQ(formatted(".2q", 1.0), "cannot read the format mark `.2q`: unexpected `q`");
  EXPECT_EQ(formatted("2f.", 1.0), "cannot read the format mark `2f.`: unexpected `f.`");
  EXPECT_EQ(formatted(".f", 1.0), "the format mark `.f` needs digits after the point");
  EXPECT_EQ(formatted("10001", 1.0), "the format mark `10001` asks for more than 10000 characters");
  EXPECT_EQ(formatted(".99999999999f", 1.0),
            "the format mark `.99999999999f` asks for more than 10000 characters");
  EXPECT_EQ(formatted(",x", int64_t{1}), "`,` does not go with `x` in a format mark");
  EXPECT_EQ(formatted("_s", std::string_view("a")), "`_` does not go with `s` in a format mark");
  EXPECT_EQ(formatted(".2d", int64_t{1}), "`.2` does not go with `d` in a format mark");
  EXPECT_EQ(formatted("#f", 1.0), "`#` does not go with `f` in a format mark");
  EXPECT_EQ(formatted("d", 1.5), "the format mark `d` needs an integer, got a float");
  EXPECT_EQ(formatted("x", dec("1.5")), "the format mark `x` needs an integer, got a decimal");
  EXPECT_EQ(formatted(".2f", std::string_view("a")),
            "the format mark `f` needs a number, got text");
  EXPECT_EQ(formatted(",", std::string_view("a")), "the format mark `,` needs a number, got text");
  EXPECT_EQ(formatted("+", std::string_view("a")), "the format mark `+` needs a number, got text");
  EXPECT_EQ(formatted("=5", std::string_view("a")), "the format mark `=` needs a number, got text");
  EXPECT_EQ(formatted("s", int64_t{1}), "the format mark `s` needs text, got a number");
  EXPECT_EQ(formatted("s", 1.0), "the format mark `s` needs text, got a number");
  EXPECT_EQ(formatted(".2", int64_t{1}),
            "the format mark `.2` needs a letter for an integer: `.2f`");
  Error error = std::move(parse_format_mark("d!")).error();
  EXPECT_EQ(error.message(Language::Spanish),
            "no se entiende la marca de formato `d!`: sobra `d!`");
  EXPECT_NE(error.hint().find("{x:.2f}"), std::string::npos);
}

}  // namespace
}  // namespace syn
