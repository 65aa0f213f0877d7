// int64 at its bounds, integer text, exact sums.
// SPDX-License-Identifier: Apache-2.0
#include "num/integer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "num/errors.h"

namespace syn {
namespace {

std::string parsed(std::string_view text, int base = 10,
                   Underscores mode = Underscores::BetweenDigits) {
  auto value = parse_integer(text, base, mode);
  return value ? to_text(*value) : "-";
}

std::string prefixed(std::string_view text) {
  auto value = parse_prefixed_integer(text, Underscores::BetweenDigits);
  return value ? to_text(*value) : "-";
}

TEST(Integer, OverflowIsReported) {
  EXPECT_FALSE(add_int64(INT64_MAX, 1));
  EXPECT_FALSE(subtract_int64(INT64_MIN, 1));
  EXPECT_FALSE(multiply_int64(INT64_MIN, -1));
  EXPECT_FALSE(floor_div_int64(INT64_MIN, -1));
  EXPECT_EQ(floor_mod_int64(INT64_MIN, -1), 0);
  EXPECT_EQ(to_text(floor_div_integers(INT64_MIN, -1)), "9223372036854775808");
  EXPECT_EQ(to_text(negate_integer(INT64_MIN)), "9223372036854775808");
  EXPECT_EQ(to_text(multiply_integers(INT64_MIN, INT64_MIN)),
            "85070591730234615865843651857942052864");
  EXPECT_EQ(pow_int64(2, 62), int64_t{1} << 62);
  EXPECT_EQ(pow_int64(-2, 63), INT64_MIN);
  EXPECT_FALSE(pow_int64(2, 63));
  EXPECT_EQ(pow_int64(0, 0), 1);
  EXPECT_EQ(gcd_int64(INT64_MIN, 0), uint64_t{1} << 63);
}

TEST(Integer, FloorsAsTheSpecificationPrints) {
  EXPECT_EQ(floor_mod_int64(7, 3), 1);
  EXPECT_EQ(floor_mod_int64(-7, 3), 2);
  EXPECT_EQ(floor_mod_int64(7, -3), -2);
  EXPECT_EQ(floor_div_int64(-7, 2), -4);
  BigInt large = BigInt::power_of_ten(30);
  EXPECT_EQ(floor_mod(large, BigInt(int64_t{7})).to_int64(), 1);
  EXPECT_EQ(floor_mod(-large, BigInt(int64_t{7})).to_int64(), 6);
}

TEST(Integer, Powers) {
  auto shown = [](int64_t base, uint64_t exponent) {
    auto result = integer_power(AnyInteger(base), exponent);
    return result.ok() ? to_text(result.value()) : result.error().message();
  };
  EXPECT_EQ(shown(2, 100), "1267650600228229401496703205376");
  EXPECT_EQ(shown(1, UINT64_MAX), "1");
  EXPECT_EQ(shown(-1, UINT64_MAX), "-1");
  EXPECT_EQ(shown(-1, UINT64_MAX - 1), "1");
  EXPECT_EQ(shown(0, UINT64_MAX), "0");
  EXPECT_EQ(shown(0, 0), "1");
  EXPECT_EQ(shown(-1, 0), "1");
  EXPECT_EQ(shown(7, 0), "1");
  EXPECT_TRUE(
      integer_power(AnyInteger(int64_t{3}), UINT64_MAX).error().is(num_errors::kNumberTooLarge));
}

TEST(Integer, ComparesWithDoublesExactly) {
  EXPECT_TRUE(equals(1, 1.0));
  EXPECT_FALSE(equals(9007199254740993, 9007199254740992.0));
  EXPECT_FALSE(equals(INT64_MAX, 9223372036854775808.0));
  EXPECT_TRUE(equals(INT64_MIN, -9223372036854775808.0));
  EXPECT_EQ(compare(0, -0.5), std::partial_ordering::greater);
  EXPECT_EQ(compare(-1, -0.5), std::partial_ordering::less);
  EXPECT_EQ(compare(5, HUGE_VAL), std::partial_ordering::less);
  EXPECT_EQ(compare(5, -HUGE_VAL), std::partial_ordering::greater);
  EXPECT_EQ(compare(5, std::nan("")), std::partial_ordering::unordered);
  EXPECT_EQ(exact_int64(-0.0), 0);
  EXPECT_FALSE(exact_int64(0.5));
  EXPECT_FALSE(exact_int64(9223372036854775808.0));
  EXPECT_FALSE(exact_int64(std::nan("")));
}

TEST(Integer, ParsesText) {
  EXPECT_EQ(parsed("-1_000"), "-1000");
  EXPECT_EQ(parsed("+007"), "7");
  EXPECT_EQ(parsed("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(parsed("9223372036854775808"), "9223372036854775808");
  EXPECT_EQ(parsed("ff_ff", 16), "65535");
  EXPECT_EQ(parsed("z", 36), "35");
  for (const char* text : {"", "-", "_1", "1_", "1__0", "1.5", "1e3", "0x10", " 1", "--1", "+-1"}) {
    EXPECT_EQ(parsed(text), "-") << text;
  }
  EXPECT_EQ(parsed("1_000", 10, Underscores::Refuse), "-");
  EXPECT_EQ(parsed(std::string(4300, '1')).size(), 4300u);
  EXPECT_EQ(parsed(std::string(4301, '1')), "-");
  EXPECT_TRUE(has_too_many_digits(std::string(4301, '1')));
  EXPECT_FALSE(has_too_many_digits(std::string(4301, 'x')));
  EXPECT_EQ(parsed(std::string(5000, 'f'), 16).size(), 6021u);
}

TEST(Integer, ParsesPrefixes) {
  EXPECT_EQ(prefixed("0x1F"), "31");
  EXPECT_EQ(prefixed("-0b101"), "-5");
  EXPECT_EQ(prefixed("0O17"), "15");
  EXPECT_EQ(prefixed("0x_ff"), "255");
  EXPECT_EQ(prefixed("12"), "12");
  EXPECT_EQ(prefixed("0x" + std::string(20, 'f')), "1208925819614629174706175");
  for (const char* text : {"0x", "0xg", "0b2", "0x_", "0x__1", "x1", "0x-1", "0x+1"}) {
    EXPECT_EQ(prefixed(text), "-") << text;
  }
}

TEST(IntegerSum, IsExactInAnyOrder) {
  IntegerSum sum;
  EXPECT_EQ(to_text(sum.result()), "0");
  for (int i = 0; i < 3; ++i) sum.add(INT64_MAX);
  EXPECT_FALSE(sum.result_int64());
  EXPECT_EQ(to_text(sum.result()), "27670116110564327421");
  sum.add(-BigInt(INT64_MAX));
  sum.add_repeated(-INT64_MAX, 2);
  EXPECT_EQ(to_text(sum.result()), "0");
  IntegerSum other;
  std::vector<int64_t> values{1, 2, INT64_MIN};
  other.add_all(values);
  other.add_repeated(INT64_MIN, UINT64_MAX);
  other.merge(other);
  EXPECT_EQ(to_text(other.result()), "-340282366920938463463374607431768211450");
  sum.merge(other);
  EXPECT_EQ(to_text(sum.result()), "-340282366920938463463374607431768211450");
}

TEST(IntegerSum, ManyAtOnce) {
  std::vector<int64_t> limits{100, INT64_MAX};
  for (int bits = 50; bits < 63; ++bits) limits.push_back(int64_t{1} << bits);
  for (int64_t limit : limits) {
    std::vector<int64_t> values;
    IntegerSum one_by_one;
    uint64_t dice = 7;
    for (int i = 0; i < 2000; ++i) {
      dice = dice * 6364136223846793005U + 1442695040888963407U;
      auto value = static_cast<int64_t>(dice >> 1) % limit;
      // Few signs change, so that the sum goes beyond 64 bits.
      values.push_back(dice % 8 == 0 ? -value - 1 : value);
      one_by_one.add(values.back());
    }
    IntegerSum at_once;
    at_once.add_all(values);
    EXPECT_EQ(to_text(at_once.result()), to_text(one_by_one.result())) << limit;
  }
}

}  // namespace
}  // namespace syn
