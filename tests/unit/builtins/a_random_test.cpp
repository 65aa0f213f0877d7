// Random numbers are those of NumPy, to the last bit. The expected numbers were printed by
// NumPy 2.4.6. SPDX-License-Identifier: Apache-2.0
#include "builtins/random_source.h"

#include <gtest/gtest.h>

#include <cstring>

namespace syn {
namespace {

uint64_t digest(const std::vector<uint32_t>& positions) {
  uint64_t total = 0;
  for (uint32_t position : positions) total = total * 31 + position;
  return total;
}

TEST(Random, EqualsNumPy) {
  uint32_t seed = 123;
  Pcg64 generator = Pcg64::seeded({&seed, 1}, {});
  PcgSource source(generator);
  uint64_t hash = 1469598103934665603u;
  for (int i = 0; i < 3'000'000; ++i) {
    double drawn = random_standard_normal(source).value();
    uint64_t bits;
    std::memcpy(&bits, &drawn, sizeof(bits));
    hash = (hash ^ bits) * 1099511628211u;
  }
  EXPECT_EQ(hash, 15356967014664114386u);
  EXPECT_EQ(digest(random_sample(source, 20'000, 1'000).value()), 13172969220644759403u);
  EXPECT_EQ(digest(random_sample(source, 20'000, 300).value()), 2959116279512378998u);
  EXPECT_EQ(digest(random_permutation(source, 1'000).value()), 199795362031507238u);
  EXPECT_EQ(random_bounded(source, 5).value(), 4u);
  EXPECT_EQ(random_bounded(source, uint64_t{1} << 40).value(), 86224940348u);
  EXPECT_EQ(random_bounded(source, UINT32_MAX).value(), 4044933771u);
}

TEST(Random, OneValueIsNotDrawn) {
  uint32_t seed = 1;
  Pcg64 generator = Pcg64::seeded({&seed, 1}, {});
  uint128 before = generator.state;
  PcgSource source(generator);
  EXPECT_EQ(random_bounded(source, 0).value(), 0u);
  EXPECT_EQ(random_interval(source, 0).value(), 0u);
  EXPECT_TRUE(generator.state == before);
}

}  // namespace
}  // namespace syn
