// Batches come in order and once each, whoever filled them.
// SPDX-License-Identifier: Apache-2.0
#include "base/ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace syn {
namespace {

TEST(Ahead, GivesBatchesInOrder) {
  for (uint32_t num_helpers : {1U, 2U, 5U}) {
    for (size_t num_batches : {size_t{0}, size_t{1}, size_t{3}, size_t{1000}}) {
      std::atomic<size_t> num_filled = 0;
      auto ahead = Ahead<size_t>::start(num_batches, num_helpers, [&](size_t index, size_t& batch) {
        batch = index * index;
        ++num_filled;
      });
      ASSERT_NE(ahead, nullptr);
      for (size_t i = 0; i < num_batches; ++i) {
        size_t* batch = ahead->next();
        ASSERT_NE(batch, nullptr);
        ASSERT_EQ(*batch, i * i);
      }
      EXPECT_EQ(ahead->next(), nullptr);
      EXPECT_EQ(ahead->next(), nullptr);
      EXPECT_EQ(num_filled, num_batches);
    }
  }
}

TEST(Ahead, StaysWithinTheRing) {
  std::atomic<size_t> num_filled = 0;
  size_t ring = Ahead<size_t>::ring_size(1);
  auto ahead = Ahead<size_t>::start(1000, 1, [&](size_t, size_t&) { ++num_filled; });
  for (size_t i = 1; i <= 300; ++i) {
    ahead->next();
    ASSERT_GE(num_filled, i);
    ASSERT_LE(num_filled, i + ring);
  }
}

TEST(Ahead, KeepsABatchUntilTheNextIsAskedFor) {
  auto ahead = Ahead<size_t>::start(500, 1, [](size_t index, size_t& batch) { batch = index; });
  for (size_t i = 0; i < 500; ++i) {
    size_t* batch = ahead->next();
    std::this_thread::yield();
    ASSERT_EQ(*batch, i);
  }
}

TEST(Ahead, MayBeLeftAnyTime) {
  for (size_t taken = 0; taken < 20; ++taken) {
    auto ahead = Ahead<std::vector<int>>::start(
        1000, 2, [](size_t, std::vector<int>& batch) { batch.assign(1000, 1); });
    for (size_t i = 0; i < taken; ++i) ASSERT_NE(ahead->next(), nullptr);
  }
}

}  // namespace
}  // namespace syn
