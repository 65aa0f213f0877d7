// Selection gives what sorting gives, whatever the numbers look like.
// SPDX-License-Identifier: Apache-2.0
#include "num/order_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace syn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Looks at many places of the numbers in three ways.
void expect_as_sorted(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  size_t size = values.size();
  for (size_t place :
       {size_t{0}, size_t{1}, size / 10, size / 4, size / 2, size * 9 / 10, size - 2, size - 1}) {
    double second = sorted[std::min(place + 1, size - 1)];
    Neighbours found = neighbours_at(std::span<const double>(values), place);
    EXPECT_EQ(found.first, sorted[place]) << place << " of " << size;
    EXPECT_EQ(found.second, second) << place << " of " << size;
    std::vector<double> taken = values;
    found = take_neighbours_at(taken, place);
    EXPECT_EQ(found.first, sorted[place]) << place << " of " << size;
    EXPECT_EQ(found.second, second) << place << " of " << size;
    bool is_whole = std::all_of(values.begin(), values.end(), [](double value) {
      return std::fabs(value) < 1e15 && value == std::floor(value);
    });
    if (!is_whole) continue;
    std::vector<int64_t> whole(values.begin(), values.end());
    found = neighbours_at(std::span<const int64_t>(whole), place);
    EXPECT_EQ(found.first, sorted[place]) << place << " of " << size;
    EXPECT_EQ(found.second, second) << place << " of " << size;
  }
}

/// The rows that are looked at first hold one number, and the place after the wanted is another's.
TEST(OrderStatistics, AsSortedWhereTheSampleSeesOneNumber) {
  constexpr size_t kSize = 4096;
  constexpr size_t kStretch = 16;  // of the selection's sample, whose dice these are
  std::vector<double> values(kSize, 9);
  uint64_t dice = 0x9E37'79B9'7F4A'7C15;
  for (size_t start = 0; start < kSize; start += kStretch) {
    dice = dice * 0x5851'F42D'4C95'7F2D + 0x1405'7B7E'F767'814F;
    values[start + (dice >> 33) % kStretch] = 5;
  }
  size_t missing = kSize / 2 - kSize / kStretch;
  for (size_t i = 0; missing != 0; ++i) {
    if (values[i] == 5) continue;
    values[i] = 5;
    --missing;
  }
  Neighbours found = neighbours_at(std::span<const double>(values), kSize / 2 - 1);
  EXPECT_EQ(found.first, 5);
  EXPECT_EQ(found.second, 9);
}

TEST(OrderStatistics, AsSorted) {
  std::mt19937_64 random(7);
  auto die = [&random](uint64_t sides) { return static_cast<double>(random() % sides); };
  // By position, so that stretches of the sample see patterns too.
  const std::function<double(size_t)> makers[] = {
      [&](size_t) { return die(1'000'000) / 7; },
      [&](size_t) { return die(3); },
      [&](size_t) { return die(100); },
      [&](size_t) { return -5.0; },
      [&](size_t i) { return static_cast<double>(i); },
      [&](size_t i) { return -static_cast<double>(i); },
      [&](size_t i) { return static_cast<double>(i % 17); },
      [&](size_t i) { return i % 1000 == 0 ? die(1000) : 0.0; },
      [&](size_t i) { return i < 50'000 ? 1.0 : 2.0; },
      [&](size_t) { return die(5) == 0   ? kInfinity
                           : die(5) == 0 ? -kInfinity
                                         : die(1'000'000); },
      [&](size_t) { return std::ldexp(1.0 + die(1000) / 1000, static_cast<int>(die(600)) - 300); },
  };
  for (size_t size : {2, 3, 100, 4095, 4096, 5000, 100'003}) {
    for (const auto& make : makers) {
      std::vector<double> values(size);
      for (size_t i = 0; i < size; ++i) values[i] = make(i);
      expect_as_sorted(values);
    }
  }
}

TEST(OrderStatistics, NanHasNoPlace) {
  for (size_t size : {3, 5000, 100'000}) {
    for (size_t at : {size_t{0}, size / 2, size - 1}) {
      std::vector<double> values(size);
      for (size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i * 7919 % size);
      EXPECT_FALSE(has_nan(values));
      values[at] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_TRUE(has_nan(values));
      EXPECT_TRUE(std::isnan(neighbours_at(std::span<const double>(values), 1).first));
      EXPECT_TRUE(std::isnan(take_neighbours_at(values, 1).second));
    }
  }
}

/// Every second integer tells where all others seem to lie; the one that does not is among the
/// rest.
TEST(OrderStatistics, AnIntegerFarFromTheOthersKeepsItsPlace) {
  constexpr size_t kSize = 10'000;
  for (int64_t usual : {int64_t{5}, INT64_MIN, INT64_MIN + 600, INT64_MAX, INT64_MAX - 600}) {
    for (int64_t odd : {INT64_MIN, INT64_MIN + 1, int64_t{-507}, int64_t{517}, int64_t{2000},
                        INT64_MAX - 1, INT64_MAX}) {
      std::vector<int64_t> values(kSize, usual);
      values[4321] = odd;
      std::vector<int64_t> sorted = values;
      std::sort(sorted.begin(), sorted.end());
      for (size_t place : {size_t{0}, kSize / 2, kSize - 2, kSize - 1}) {
        Neighbours found = neighbours_at(std::span<const int64_t>(values), place);
        EXPECT_EQ(found.first, static_cast<double>(sorted[place])) << usual << ", " << odd;
        EXPECT_EQ(found.second, static_cast<double>(sorted[std::min(place + 1, kSize - 1)]));
      }
    }
  }
}

TEST(OrderStatistics, LargeIntegersAreNotConfused) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i < 10'000; ++i) values.push_back((i * 7919 % 10'000) - INT64_MAX);
  EXPECT_EQ(neighbours_at(std::span<const int64_t>(values), 0).first,
            static_cast<double>(-INT64_MAX));
  values.push_back(INT64_MAX);
  values.push_back(INT64_MIN);
  std::span<const int64_t> all = values;
  EXPECT_EQ(neighbours_at(all, 0).first, static_cast<double>(INT64_MIN));
  EXPECT_EQ(neighbours_at(all, all.size() - 1).first, static_cast<double>(INT64_MAX));
}

}  // namespace
}  // namespace syn
