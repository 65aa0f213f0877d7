// Numbers as digits: what is one, what is the same one, and their order.
// SPDX-License-Identifier: Apache-2.0
#include "base/plain_number.h"

#include <gtest/gtest.h>

#include <array>

namespace syn {
namespace {

TEST(PlainNumber, TextsThatAreNone) {
  for (const char* text : {"", "-", "+", ".5", "1.2.3", "1e5", "1,000", " 1", "1 ", "0x1", "--1"}) {
    EXPECT_FALSE(plain_number(text)) << text;
  }
}

TEST(PlainNumber, ZerosThatSayNothing) {
  EXPECT_EQ(plain_number("007.50"), plain_number("+7.5"));
  EXPECT_EQ(plain_number("-0.00"), plain_number("0"));
  EXPECT_NE(plain_number("70"), plain_number("7"));
  EXPECT_NE(plain_number("-7"), plain_number("7"));
}

TEST(PlainNumber, OrderIsThatOfTheNumbers) {
  constexpr std::array kInOrder{"-100000000000000000000",
                                "-10.5",
                                "-10.49",
                                "-1",
                                "0",
                                "0.05",
                                "0.5",
                                "1",
                                "9",
                                "10",
                                "10.01",
                                "10.1"};
  for (size_t i = 0; i < kInOrder.size(); ++i) {
    for (size_t j = 0; j < kInOrder.size(); ++j) {
      auto order = *plain_number(kInOrder[i]) <=> *plain_number(kInOrder[j]);
      EXPECT_EQ(order, i <=> j) << kInOrder[i] << " " << kInOrder[j];
    }
  }
}

}  // namespace
}  // namespace syn
