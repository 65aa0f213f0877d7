// Sorting by radix gives what a stable sort gives, however the keys are spread.
// SPDX-License-Identifier: Apache-2.0
#include "table/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace syn::table {
namespace {

TEST(Order, AsAStableSort) {
  std::mt19937_64 random(7);
  const std::function<double(size_t)> makers[] = {
      [&](size_t) { return static_cast<double>(random() % 999'900 + 100) / 100; },
      [&](size_t) { return static_cast<double>(random() % 5); },
      [&](size_t) { return static_cast<double>(random()) - 9e18; },
      [&](size_t i) { return i == 77 ? 1e300 : static_cast<double>(random() % 100'000) / 3; },
      [&](size_t i) { return i % 2 == 0 ? 1e-300 * static_cast<double>(random() % 1000) : -1e9; },
      [&](size_t) { return 1 + static_cast<double>(random() % 4096) * 0x1p-52; },
      [&](size_t i) { return i % 3 == 0 ? 0.0 : -0.0; },
      [&](size_t) { return static_cast<double>(random() % 4'000'000'000) / 100 - 1e7; },
      [&](size_t) { return static_cast<double>(random() % 90'000) / 10'000; },
      [&](size_t) { return static_cast<double>(random() % 900) / 1000 + 1e14; },
      [&](size_t i) { return i == 5 ? -HUGE_VAL : static_cast<double>(i % 7); },
  };
  for (size_t size : {1, 20, 40, 600, 70'000}) {
    for (const auto& make : makers) {
      Column column(Kind::Float, size);
      for (size_t i = 0; i < size; ++i) column.floats.push_back(make(i));
      for (bool descending : {false, true}) {
        std::vector<uint32_t> wanted(size);
        std::iota(wanted.begin(), wanted.end(), 0U);
        std::stable_sort(wanted.begin(), wanted.end(), [&](uint32_t left, uint32_t right) {
          return descending ? column.floats[left] > column.floats[right]
                            : column.floats[left] < column.floats[right];
        });
        Buffer<uint32_t> rows = sorted_rows(column, descending, {});
        EXPECT_TRUE(std::equal(rows.begin(), rows.end(), wanted.begin(), wanted.end())) << size;
      }
    }
  }
}

TEST(Order, OfIntegersFarAndNear) {
  std::mt19937_64 random(11);
  constexpr size_t kSize = 5000;
  for (int width : {0, 1, 11, 12, 22, 23, 32, 33, 63, 64}) {
    Column column(Kind::Int, kSize);
    for (size_t i = 0; i < kSize; ++i) {
      uint64_t bits = width == 0 ? 0 : random() >> (64 - width);
      column.ints.push_back(static_cast<int64_t>(bits + (uint64_t{1} << 63)));
    }
    std::vector<uint32_t> before(kSize);
    std::iota(before.begin(), before.end(), 0U);
    std::shuffle(before.begin(), before.end(), random);
    for (bool descending : {false, true}) {
      std::vector<uint32_t> wanted = before;
      std::stable_sort(wanted.begin(), wanted.end(), [&](uint32_t left, uint32_t right) {
        return descending ? column.ints[left] > column.ints[right]
                          : column.ints[left] < column.ints[right];
      });
      Buffer<uint32_t> rows = sorted_rows(column, descending, before);
      EXPECT_TRUE(std::equal(rows.begin(), rows.end(), wanted.begin(), wanted.end())) << width;
    }
  }
}

}  // namespace
}  // namespace syn::table
