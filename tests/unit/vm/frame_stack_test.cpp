// Frames stay where they are, across chunks and up to the limit.
// SPDX-License-Identifier: Apache-2.0
#include "vm/frame_stack.h"

#include <gtest/gtest.h>

namespace syn {
namespace {

TEST(FrameStack, KeepsFramesInPlace) {
  Budget budget;
  FrameStack frames(budget, 10'000);
  EXPECT_TRUE(frames.empty());
  std::vector<Frame*> places;
  for (uint16_t i = 0; i < 2'000; ++i) {
    places.push_back(frames.push());
    ASSERT_NE(places.back(), nullptr);
    places.back()->result = i;
  }
  EXPECT_EQ(frames.size(), 2'000u);
  for (uint16_t i = 0; i < 2'000; ++i) {
    EXPECT_EQ(&frames[i], places[i]);
    EXPECT_EQ(frames[i].result, i);
  }
  while (!frames.empty()) {
    EXPECT_EQ(&frames.back(), places.back());
    places.pop_back();
    frames.pop();
  }
  EXPECT_TRUE(places.empty());
}

TEST(FrameStack, StopsAtTheLimit) {
  for (size_t limit : {1u, 2u, 254u, 255u, 256u, 257u, 511u, 512u, 513u}) {
    Budget budget;
    FrameStack frames(budget, limit);
    for (size_t i = 0; i < limit; ++i) ASSERT_NE(frames.push(), nullptr) << limit;
    Frame* top = &frames.back();
    EXPECT_EQ(frames.push(), nullptr) << limit;
    EXPECT_EQ(frames.size(), limit);
    EXPECT_EQ(&frames.back(), top);
    frames.pop();
    EXPECT_EQ(frames.push(), top) << limit;
    while (!frames.empty()) frames.pop();
  }
}

TEST(FrameStack, ChargesWhatItHolds) {
  Budget budget;
  {
    FrameStack frames(budget, 10'000);
    uint64_t empty = budget.used();
    for (size_t i = 0; i < 1'000; ++i) frames.push();
    EXPECT_GE(budget.used() - empty, 700 * sizeof(Frame));
  }
  EXPECT_EQ(budget.used(), 0u);
}

}  // namespace
}  // namespace syn
