// BigInt beyond what oracle_test compares with Python: bounds, bytes, parsing, moving.
// SPDX-License-Identifier: Apache-2.0
#include "num/big_int.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "num/errors.h"

namespace syn {
namespace {

BigInt big(std::string_view text) { return BigInt::parse(text).value(); }

TEST(BigInt, ParsesDigitsOnly) {
  EXPECT_EQ(big("-00012").to_text(), "-12");
  EXPECT_EQ(big("+9223372036854775808").to_text(), "9223372036854775808");
  EXPECT_EQ(BigInt::parse("fF", 16)->to_int64(), 255);
  EXPECT_EQ(BigInt::parse("z", 36)->to_int64(), 35);
  for (const char* text : {"", "-", "--1", "1_000", " 1", "1 ", "0x10", "1.0", "12a"}) {
    EXPECT_FALSE(BigInt::parse(text)) << text;
  }
  EXPECT_FALSE(BigInt::parse("2", 2));
  EXPECT_FALSE(BigInt::parse(std::string_view("1\0", 2)));
}

TEST(BigInt, MovesWithoutAllocating) {
  BigInt first = big("123456789012345678901234567890");
  BigInt second = std::move(first);
  EXPECT_EQ(second.to_text(), "123456789012345678901234567890");
  first = second;
  EXPECT_EQ(first, second);
  second = BigInt(int64_t{5});
  EXPECT_EQ(second.to_int64(), 5);
  EXPECT_EQ(BigInt().byte_size(), 0u);
  EXPECT_GE(first.byte_size(), 13u);
}

TEST(BigInt, BoundsOfInt64) {
  EXPECT_TRUE(BigInt(INT64_MIN).fits_int64());
  EXPECT_FALSE((BigInt(INT64_MIN) += -1).fits_int64());
  EXPECT_FALSE((BigInt(INT64_MAX) += 1).fits_int64());
  EXPECT_EQ((BigInt(INT64_MIN) += INT64_MIN).to_text(), "-18446744073709551616");
  EXPECT_TRUE(BigInt(UINT64_MAX).fits_uint64());
  EXPECT_EQ(BigInt::from_uint128(1, 2).to_text(), "18446744073709551618");
}

TEST(BigInt, ComparesWithDoublesExactly) {
  EXPECT_EQ(compare(big("9007199254740993"), 9007199254740992.0), std::partial_ordering::greater);
  EXPECT_EQ(compare(BigInt::power_of_ten(400), HUGE_VAL), std::partial_ordering::less);
  EXPECT_EQ(compare(-BigInt::power_of_ten(400), -HUGE_VAL), std::partial_ordering::greater);
  EXPECT_EQ(compare(BigInt(int64_t{0}), std::nan("")), std::partial_ordering::unordered);
  EXPECT_EQ(compare(BigInt(int64_t{2}), 2.5), std::partial_ordering::less);
}

TEST(BigInt, DoublesRoundToEvenAndOverflow) {
  EXPECT_EQ(big("9007199254740993").to_double(), 9007199254740992.0);
  EXPECT_EQ(big("9007199254740995").to_double(), 9007199254740996.0);
  EXPECT_EQ(BigInt::power_of_ten(400).to_double(), HUGE_VAL);
  EXPECT_EQ((-BigInt::power_of_ten(400)).to_double(), -HUGE_VAL);
  BigInt limit = shift_left(BigInt(int64_t{1}), 1024) - shift_left(BigInt(int64_t{1}), 970);
  EXPECT_EQ(limit.to_double(), HUGE_VAL);
  EXPECT_EQ((limit - BigInt(int64_t{1})).to_double(), 1.7976931348623157e308);
  EXPECT_EQ(divide_to_double(BigInt(int64_t{1}), BigInt::power_of_ten(324)), 0.0);
  EXPECT_EQ(divide_to_double(BigInt(int64_t{3}), BigInt::power_of_ten(324)), 5e-324);
  EXPECT_EQ(divide_to_double(BigInt(int64_t{-22250738}), BigInt::power_of_ten(315)),
            -2.2250738e-308);
  EXPECT_EQ(divide_to_double(BigInt::power_of_ten(400), BigInt(int64_t{3})), HUGE_VAL);
}

TEST(BigInt, Bytes) {
  std::vector<uint8_t> bytes{0x01, 0x02, 0x03};
  EXPECT_EQ(BigInt::from_big_endian(bytes).to_int64(), 0x010203);
  EXPECT_EQ(BigInt::from_little_endian(bytes).to_int64(), 0x030201);
  EXPECT_EQ(BigInt(int64_t{0x010203}).to_big_endian(), std::string("\x01\x02\x03"));
  EXPECT_EQ(BigInt(int64_t{-0x010203}).to_little_endian(), std::string("\x03\x02\x01"));
  EXPECT_EQ(BigInt().to_big_endian(), std::string(1, '\0'));
  EXPECT_EQ(BigInt::from_big_endian({}).sign(), 0);
}

TEST(BigInt, RoundsQuotientsToEven) {
  auto rounded = [](int64_t a, int64_t b) { return round_divide(BigInt(a), BigInt(b)).to_int64(); };
  EXPECT_EQ(rounded(5, 2), 2);
  EXPECT_EQ(rounded(7, 2), 4);
  EXPECT_EQ(rounded(-5, 2), -2);
  EXPECT_EQ(rounded(-7, -2), 4);
  EXPECT_EQ(rounded(8, 3), 3);
}

TEST(BigInt, SizesAreBoundedBeforehand) {
  for (uint64_t exponent : {1u, 2u, 10u, 63u, 64u, 1000u}) {
    for (int64_t base : {2, 3, -7, 10, 1024}) {
      BigInt value(base);
      uint64_t bits = power(value, exponent).bit_length();
      EXPECT_GE(power_bits(value, exponent), bits);
      EXPECT_LE(power_bits(value, exponent), bits + 2);
    }
  }
  for (uint64_t n : {0u, 1u, 2u, 5u, 20u, 100u, 1000u, 5000u}) {
    EXPECT_GE(factorial_bits(n), factorial(n).bit_length());
    EXPECT_LE(factorial_bits(n), factorial(n).bit_length() + 4);
  }
  EXPECT_EQ(power_bits(BigInt::power_of_ten(100), UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(power_bits(BigInt(int64_t{-1}), UINT64_MAX), 1u);
}

TEST(BigInt, RefusesWhatIsTooLarge) {
  auto refused = checked_power(BigInt(int64_t{10}), 100'000'000);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(),
            "number too large: the result would need about 100000000 digits");
  EXPECT_EQ(refused.error().message(Language::Spanish),
            "número demasiado grande: el resultado necesitaría unas 100000000 cifras");
  EXPECT_TRUE(
      checked_power(BigInt(int64_t{10}), UINT64_MAX).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(
      checked_shift_left(BigInt(int64_t{1}), UINT64_MAX).error().is(num_errors::kNumberTooLarge));
  EXPECT_TRUE(checked_factorial(10'000'000).error().is(num_errors::kNumberTooLarge));
  BigInt half = shift_left(BigInt(int64_t{1}), kMaxIntegerBits / 2 + 10);
  EXPECT_TRUE(checked_multiply(half, half).error().is(num_errors::kNumberTooLarge));
  EXPECT_EQ(checked_power(BigInt(int64_t{2}), 100).value().to_text(),
            "1267650600228229401496703205376");
  EXPECT_EQ(checked_shift_left(BigInt(), UINT64_MAX).value().sign(), 0);
}

}  // namespace
}  // namespace syn
