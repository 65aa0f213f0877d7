// Decimals as the specification prints them (language.md §9.4, side 0.6.29+; data.md §3.10, §3.16),
// and their bounds.
// SPDX-License-Identifier: Apache-2.0
#include "num/decimal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "num/errors.h"

namespace syn {
namespace {

Decimal dec(std::string_view text) { return Decimal::parse(text).value(); }

std::string show(const Result<Decimal>& result) {
  return result.ok() ? result.value().to_text() : result.error().message();
}

/// `left operator right`.
std::string calc(std::string_view left, std::string_view op, std::string_view right) {
  Decimal a = dec(left);
  Decimal b = dec(right);
  if (op == "+") return show(add(a, b));
  if (op == "-") return show(subtract(a, b));
  if (op == "*") return show(multiply(a, b));
  if (op == "/") return show(divide(a, b));
  if (op == "//") return show(floor_div(a, b));
  if (op == "%") return show(floor_mod(a, b));
  return show(power(a, b));
}

TEST(Decimal, SumsAndProductsAsTheSpecificationPrints) {
  EXPECT_EQ(calc("0.1", "+", "0.2"), "0.3");
  EXPECT_EQ(calc("1.10", "+", "2.205"), "3.305");
  EXPECT_EQ(calc("10", "-", "0.01"), "9.99");
  EXPECT_EQ(calc("1.50", "*", "1.50"), "2.2500");
  EXPECT_EQ(calc("1.0", "*", "1.0"), "1.00");
  EXPECT_EQ(calc("1.25", "*", "-2"), "-2.50");
  EXPECT_EQ(calc("79228162514264337593543950335", "+", "1"), "79228162514264337593543950336");
  EXPECT_EQ(calc("79228162514264337593543950335", "*", "10"), "792281625142643375935439503350");
  EXPECT_EQ(calc("927586999488820278151.74452", "*", "1000000000000"),
            "927586999488820278151744520000000.00000");
  EXPECT_EQ(calc("123456789.123456789", "*", "1000.001"), "123456912580.245912456789");
  EXPECT_EQ(calc("0.0000000000000000000000000001", "*", "0.1"), "0.00000000000000000000000000001");
  EXPECT_EQ(calc("1", "+", "10000000000000000000000000"), "10000000000000000000000001");
}

TEST(Decimal, ZeroOperandsKeepTheOther) {
  EXPECT_EQ(calc("1.50", "*", "0"), "0");
  EXPECT_EQ(calc("0.0", "+", "6"), "6");
  EXPECT_EQ(calc("6", "+", "0.00"), "6");
  EXPECT_EQ(calc("1.10", "+", "0.00"), "1.10");
  EXPECT_EQ(calc("1.5", "-", "1.5"), "0.0");
  EXPECT_EQ(calc("1.5", "-", "1.50"), "0.00");
  EXPECT_EQ(calc("0.00", "+", "0.0"), "0.0");
  EXPECT_EQ(calc("0.00", "-", "0.0"), "0.0");
  EXPECT_EQ(calc("0", "-", "-0.0"), "0.0");
  EXPECT_EQ(calc("0.00", "-", "1.5"), "-1.5");
  EXPECT_EQ(calc("0.00", "/", "5"), "0");
  EXPECT_EQ(calc("0.00", "%", "5"), "0.00");
  EXPECT_EQ(calc("0.00", "//", "-5"), "0");
}

TEST(Decimal, QuotientsAsTheSpecificationPrints) {
  const char* const cases[][3] = {
      {"1", "3", "0.3333333333333333333333333333"},
      {"2", "3", "0.6666666666666666666666666667"},
      {"10", "3", "3.3333333333333333333333333333"},
      {"10", "4", "2.50"},
      {"7", "2", "3.50"},
      {"1", "2", "0.50"},
      {"1", "4", "0.25"},
      {"1", "8", "0.125"},
      {"1", "1024", "0.00097656250"},
      {"100", "8", "12.50"},
      {"10", "2", "5"},
      {"1.00", "2", "0.50"},
      {"6.0", "3", "2.0"},
      {"12.50", "4", "3.1250"},
      {"99.99", "3", "33.33"},
      {"22", "7", "3.1428571428571428571428571429"},
      {"100", "7", "14.285714285714285714285714286"},
      {"-1", "3", "-0.3333333333333333333333333333"},
      {"1", "0.1", "10"},
  };
  for (auto [left, right, quotient] : cases) EXPECT_EQ(calc(left, "/", right), quotient);
  EXPECT_EQ(calc("5", "/", "0.00"), "Division by zero");
}

TEST(Decimal, QuotientsBeyondTheForm) {
  // Few digits in 96-bit form: 28 significant ones instead.
  EXPECT_EQ(calc("0.00000000000000000001", "/", "3"),
            "0.000000000000000000003333333333333333333333333333");
  // The whole part is never cut.
  EXPECT_EQ(calc("1e40", "/", "3"), "3333333333333333333333333333333333333333");
  EXPECT_EQ(calc("1234567890123456789012345678901234567890.25", "/", "7"),
            "176366841446208112716049382700176366841.46");
  // What terminates is exact: a tie that 28 digits would have rounded.
  EXPECT_EQ(calc("1", "/", "1237940039285380274899124224").substr(0, 32),
            "0.000000000000000000000000000807");
  EXPECT_EQ(calc("1e30", "/", "4"), "250000000000000000000000000000");
  EXPECT_EQ(calc("1e30", "/", "1e33"), "0.001");
  // Rounding up to one digit more gives it back.
  EXPECT_EQ(calc("99999999999999999999999999999", "/", "100000000000000000000000000003"),
            "1.000000000000000000000000000");
  EXPECT_EQ(
      calc("299999999999999999999999999999999999", "/", "300000000000000000000000000000000001"),
      "1.000000000000000000000000000");
}

TEST(Decimal, FlooredDivision) {
  EXPECT_EQ(calc("5.5", "%", "-2"), "-0.5");
  EXPECT_EQ(calc("-5.5", "%", "2"), "0.5");
  EXPECT_EQ(calc("5.50", "%", "2.5"), "0.50");
  EXPECT_EQ(calc("7", "%", "-2"), "-1");
  EXPECT_EQ(calc("7", "%", "-2.5"), "-0.5");
  EXPECT_EQ(calc("6", "%", "1.50"), "0.00");
  EXPECT_EQ(calc("0.78", "%", "78027.1302"), "0.7800");
  EXPECT_EQ(calc("-0.50", "%", "1"), "0.50");
  EXPECT_EQ(calc("1e30", "%", "7"), "1");
  EXPECT_EQ(calc("9.5", "//", "4"), "2");
  EXPECT_EQ(calc("-9.5", "//", "4"), "-3");
  EXPECT_EQ(calc("-9.5", "%", "4"), "2.5");
  EXPECT_EQ(calc("1e40", "//", "-3"), "-3333333333333333333333333333333333333334");
  EXPECT_EQ(calc("1", "//", "0"), "Division by zero");
  EXPECT_EQ(calc("1", "%", "0.0"), "Modulo by zero");
}

TEST(Decimal, Powers) {
  EXPECT_EQ(calc("1.1", "**", "2"), "1.21");
  EXPECT_EQ(calc("1.5", "**", "3"), "3.375");
  EXPECT_EQ(calc("1.50", "**", "2"), "2.2500");
  EXPECT_EQ(calc("1.50", "**", "0"), "1");
  EXPECT_EQ(calc("0.00", "**", "0"), "1");
  EXPECT_EQ(calc("0.00", "**", "3"), "0");
  EXPECT_EQ(calc("2", "**", "-1"), "0.50");
  EXPECT_EQ(calc("4", "**", "-1"), "0.25");
  EXPECT_EQ(calc("10", "**", "40"), "1" + std::string(40, '0'));
  EXPECT_EQ(calc("2", "**", "2.0"), "4");
  EXPECT_EQ(calc("1.0", "**", "1000000"), "1." + std::string(28, '0'));
  EXPECT_EQ(calc("-1", "**", "4294967295"), "-1");
  EXPECT_EQ(calc("1.1", "**", "30"), "17.449402268886407318558803753801");
  EXPECT_EQ(calc("2", "**", "1.5"),
            "decimal ** non-integer exponent is not supported (it would lose exactness); use "
            "float(x) for an "
            "approximate power");
  EXPECT_EQ(calc("0.0", "**", "-1"), "Zero cannot be raised to a negative power");
  EXPECT_EQ(calc("2", "**", "4294967296"), "decimal exponent too large");
  EXPECT_EQ(calc("2", "**", "1e30"), "decimal exponent too large");
  EXPECT_EQ(calc("2", "**", "4294967295"), "decimal power overflow");
  EXPECT_EQ(calc("0.1", "**", "1000001"), "decimal power overflow");
}

TEST(Decimal, NegativeZeroOnlyByNegation) {
  EXPECT_EQ((-Decimal(0)).to_text(), "-0");
  EXPECT_EQ((-dec("0.00")).to_text(), "-0.00");
  EXPECT_EQ((-(-dec("0.00"))).to_text(), "0.00");
  EXPECT_EQ(dec("-0.0").abs().to_text(), "0.0");
  EXPECT_EQ(dec("-0.0"), Decimal(0));
  EXPECT_EQ(dec("-0.0").hash(), Decimal(0).hash());
  EXPECT_EQ(dec("-0.004").round_to(2).to_text(), "0.00");
}

TEST(Decimal, Parses) {
  EXPECT_EQ(dec("2.5e-2").to_text(), "0.025");
  EXPECT_EQ(dec("7e3").to_text(), "7000");
  EXPECT_EQ(dec("1.50E+1").to_text(), "15.0");
  EXPECT_EQ(dec(".5").to_text(), "0.5");
  EXPECT_EQ(dec("5.").to_text(), "5");
  EXPECT_EQ(dec("+007.10").to_text(), "7.10");
  EXPECT_EQ(dec("0e99999").to_text(), "0");
  EXPECT_EQ(dec("98765432109876543210987654321.25").to_text(), "98765432109876543210987654321.25");
  EXPECT_EQ(Decimal::parse("1_000.2_5", Underscores::BetweenDigits)->to_text(), "1000.25");
  for (const char* text :
       {"", "-", ".", "abc", "1e", "1e+", "1.2.3", "1_000", "1d", " 1", "1 ", "nan", "e5", "--1"}) {
    EXPECT_FALSE(Decimal::parse(text)) << text;
  }
  for (const char* text : {"_1", "1_", "1__0", "1_.5", "1._5", "1e_5", "1_e5"}) {
    EXPECT_FALSE(Decimal::parse(text, Underscores::BetweenDigits)) << text;
  }
}

TEST(Decimal, ParsesUpTo4300Digits) {
  EXPECT_EQ(dec(std::string(4300, '7')).digits(), 4300u);
  EXPECT_FALSE(Decimal::parse(std::string(4301, '7')));
  EXPECT_TRUE(Decimal::parse("0." + std::string(4299, '0') + "1"));
  EXPECT_FALSE(Decimal::parse("0." + std::string(4300, '0') + "1"));
  EXPECT_TRUE(Decimal::parse("1e4299"));
  EXPECT_FALSE(Decimal::parse("1e4300"));
  EXPECT_TRUE(Decimal::parse("1e-4300"));
  EXPECT_FALSE(Decimal::parse("1e-4301"));
  EXPECT_FALSE(Decimal::parse("1e99999999999999999999"));
  EXPECT_FALSE(Decimal::parse("0e-99999999999999999999"));
}

TEST(Decimal, Rounds) {
  EXPECT_EQ(dec("2.675").round_to(2).to_text(), "2.68");
  EXPECT_EQ(dec("2.665").round_to(2).to_text(), "2.66");
  EXPECT_EQ(dec("1.005").round_to(2).to_text(), "1.00");
  EXPECT_EQ(dec("1.5").round_to(4).to_text(), "1.5");
  EXPECT_EQ(dec("1.5").round_to(UINT64_MAX).to_text(), "1.5");
  EXPECT_EQ(dec("1.5").with_scale(4).to_text(), "1.5000");
  auto whole = [](std::string_view text, Rounding rounding) {
    return to_text(dec(text).to_integer(rounding));
  };
  EXPECT_EQ(whole("2.5", Rounding::Floor), "2");
  EXPECT_EQ(whole("2.1", Rounding::Ceiling), "3");
  EXPECT_EQ(whole("2.5", Rounding::HalfEven), "2");
  EXPECT_EQ(whole("3.5", Rounding::HalfEven), "4");
  EXPECT_EQ(whole("-2.5", Rounding::Truncate), "-2");
  EXPECT_EQ(whole("-2.5", Rounding::Floor), "-3");
  EXPECT_EQ(whole("-2.5", Rounding::Ceiling), "-2");
  EXPECT_EQ(whole("1e-60", Rounding::Ceiling), "1");
  EXPECT_EQ(whole("-1e-60", Rounding::Floor), "-1");
  EXPECT_EQ(whole("-1e-60", Rounding::HalfEven), "0");
  EXPECT_EQ(whole("9223372036854775807.5", Rounding::HalfEven), "9223372036854775808");
  EXPECT_EQ(whole("-9223372036854775808.0", Rounding::Floor), "-9223372036854775808");
  EXPECT_EQ(whole("-1234567890123456789012345678901234567890.5", Rounding::Floor),
            "-1234567890123456789012345678901234567891");
  EXPECT_EQ(whole("-1234567890123456789012345678901234567890.5", Rounding::Ceiling),
            "-1234567890123456789012345678901234567890");
  EXPECT_EQ(dec("1.2300").trimmed().to_text(), "1.23");
  EXPECT_EQ(dec("100.00").trimmed(1).to_text(), "100.0");
  EXPECT_EQ(dec("0.000").trimmed().to_text(), "0");
  EXPECT_EQ(dec("12345678901234567890123456789012345678901.500").trimmed().scale(), 1u);
}

TEST(Decimal, IsInteger) {
  for (const char* text :
       {"0", "0.00", "1", "-5.000", "1e50", "12345678901234567890123456789012345678901.00"}) {
    EXPECT_TRUE(dec(text).is_integer()) << text;
  }
  for (const char* text : {"0.5", "-1e-60", "12345678901234567890123456789012345678901.50"}) {
    EXPECT_FALSE(dec(text).is_integer()) << text;
  }
}

TEST(Decimal, ComparesExactly) {
  EXPECT_EQ(dec("1.50"), dec("1.5"));
  EXPECT_GT(dec("2"), dec("1.5"));
  EXPECT_LT(dec("-2"), dec("-1.5"));
  EXPECT_LT(dec("-1"), dec("0.00"));
  EXPECT_LT(dec("1e-4000"), dec("1e4000"));
  EXPECT_LT(dec("99.9"), dec("100.0000000000000000000000000000000000001"));
  EXPECT_EQ(compare(dec("1e30"), BigInt::power_of_ten(30)), std::strong_ordering::equal);
  EXPECT_EQ(compare(dec("1.5"), int64_t{2}), std::strong_ordering::less);
  EXPECT_EQ(compare(dec("5"), int64_t{5}), std::strong_ordering::equal);
  EXPECT_EQ(compare(dec("0.1"), 0.1), std::partial_ordering::less);
  EXPECT_EQ(compare(dec("0.5"), 0.5), std::partial_ordering::equivalent);
  EXPECT_EQ(compare(dec("0.5"), std::nan("")), std::partial_ordering::unordered);
  EXPECT_EQ(compare(dec("0.5"), HUGE_VAL), std::partial_ordering::less);
  EXPECT_EQ(compare(dec("0.5"), -HUGE_VAL), std::partial_ordering::greater);
}

TEST(Decimal, ConvertsFromFloats) {
  EXPECT_EQ(Decimal::from_float_text(0.1).to_text(), "0.1");
  EXPECT_EQ(Decimal::from_float_text(-2.5e-7).to_text(), "-0.00000025");
  EXPECT_EQ(Decimal::from_float_text(1e22).to_text(), "10000000000000000000000");
  EXPECT_EQ(Decimal::from_float_exact(0.1).to_text(),
            "0.1000000000000000055511151231257827021181583404541015625");
  EXPECT_EQ(Decimal::from_float_exact(-0.0).to_text(), "-0");
  EXPECT_EQ(Decimal::from_float_exact(-1e25).to_text(), "-10000000000000000905969664");
  EXPECT_EQ(Decimal::from_float_exact(5e-324).scale(), 1074u);
  EXPECT_EQ(dec("1e4000").to_double(), HUGE_VAL);
  EXPECT_EQ(dec("-1e-4000").to_double(), 0.0);
  EXPECT_EQ(Decimal(BigInt::power_of_ten(400)).to_double(), HUGE_VAL);
}

TEST(Decimal, CopiesAndMovesBigOnes) {
  Decimal big = dec("123456789012345678901234567890123456789012345.5");
  Decimal copy = big;
  Decimal moved = std::move(big);
  EXPECT_EQ(copy, moved);
  EXPECT_GE(copy.byte_size(), 16u);
  copy = dec("1.5");
  EXPECT_EQ(copy.byte_size(), 0u);
  EXPECT_EQ(moved.digits(), 46u);
  EXPECT_LE(sizeof(Decimal), 32u);
}

TEST(Decimal, ResultsAreBounded) {
  Decimal tiny(false, Uint128{1}, kMaxDecimalScale);
  EXPECT_TRUE(multiply(tiny, tiny).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(multiply(tiny, dec("0.1")).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(divide(tiny, dec("1e40")).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(divide(tiny, Decimal(3)).error().is(num_errors::kNumberTooLarge));
  EXPECT_EQ(add(tiny, Decimal(1)).value().scale(), kMaxDecimalScale);
  EXPECT_EQ(floor_div(Decimal(1), tiny).value().digits(), kMaxDecimalScale + 1u);
  Decimal huge(shift_left(BigInt(int64_t{1}), kMaxDecimalBits));
  EXPECT_TRUE(add(huge, Decimal(1)).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(multiply(huge, Decimal(2)).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(divide(huge, Decimal(7)).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(floor_mod(huge, Decimal(7)).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(divide(Decimal(1), Decimal(shift_left(BigInt(int64_t{1}), kMaxDecimalBits - 1)))
                  .error()
                  .is(num_errors::kNumberTooLarge));
  EXPECT_GT(huge, tiny);
}

}  // namespace
}  // namespace syn
