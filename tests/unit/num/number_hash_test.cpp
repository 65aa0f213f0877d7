// Hashes of equal numbers agree across kinds.
// SPDX-License-Identifier: Apache-2.0
#include "num/number_hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "num/complex.h"
#include "num/decimal.h"

namespace syn {
namespace {

TEST(NumberHash, IntegersAgreeWithDoublesAndDecimals) {
  for (int64_t value : {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{7}, int64_t{-123456789},
                        int64_t{1} << 53, -(int64_t{1} << 60), (int64_t{1} << 61) - 1, INT64_MIN}) {
    uint64_t hash = hash_int64(value);
    EXPECT_EQ(hash, BigInt(value).hash()) << value;
    EXPECT_EQ(hash, Decimal(value).hash()) << value;
    EXPECT_EQ(hash, Decimal(value).with_scale(30).hash()) << value;
    double rounded = static_cast<double>(value);
    if (equals(value, rounded)) {
      EXPECT_EQ(hash, hash_double(rounded)) << value;
    }
  }
  EXPECT_EQ(hash_double(-0.0), hash_int64(0));
  EXPECT_EQ(hash(Complex{2.0, 0.0}), hash_int64(2));
}

TEST(NumberHash, LargeIntegersAgreeWithDoubles) {
  for (double value : {1e25, -1e25, 1e300, 9223372036854775808.0, 0x1p700}) {
    BigInt exact = BigInt::from_double(value);
    EXPECT_EQ(exact.hash(), hash_double(value)) << value;
    EXPECT_EQ(Decimal(exact).hash(), hash_double(value)) << value;
  }
}

TEST(NumberHash, FractionsAgree) {
  for (double value : {0.5, 1.5, -2.25, 1e-10, 0.1, 5e-324}) {
    EXPECT_EQ(Decimal::from_float_exact(value).hash(), hash_double(value)) << value;
  }
  EXPECT_EQ(Decimal::parse("1.50")->hash(), Decimal::parse("1.5")->hash());
}

TEST(NumberHash, SpecialsAndSpread) {
  EXPECT_EQ(hash_double(std::nan("1")), hash_double(-std::nan("2")));
  EXPECT_NE(hash_double(HUGE_VAL), hash_double(-HUGE_VAL));
  std::set<uint64_t> low_bits;
  for (int64_t i = 0; i < 1000; ++i) low_bits.insert(hash_int64(i * 4096) % 4096);
  EXPECT_GT(low_bits.size(), 800u);
}

}  // namespace
}  // namespace syn
