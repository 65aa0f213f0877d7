// Texts whose order is not that of the numbers or dates they say.
// SPDX-License-Identifier: Apache-2.0
#include "base/text_order.h"

#include <gtest/gtest.h>

#include <vector>

namespace syn {
namespace {

std::optional<MisleadingPair> neighbours(const std::vector<std::string_view>& texts) {
  auto at = [&texts](size_t i) { return texts[i]; };
  return look_misleading(texts.size(), at) ? misleading_neighbours(texts.size(), at) : std::nullopt;
}

TEST(TextOrder, NumbersMisleadWhereTheirTextsHaveAnotherOrder) {
  EXPECT_TRUE(order_misleads("10", "9"));
  EXPECT_TRUE(order_misleads("-1", "-2"));
  EXPECT_TRUE(order_misleads("10.5", "9.25"));
  EXPECT_FALSE(order_misleads("1", "10"));
  EXPECT_FALSE(order_misleads("2023", "2024"));
  EXPECT_FALSE(order_misleads("1.5", "1.50"));
  EXPECT_FALSE(order_misleads("007", "7"));
  EXPECT_FALSE(order_misleads("10A", "9"));
}

TEST(TextOrder, DatesMisleadWhereEitherReadingHasAnotherOrder) {
  EXPECT_TRUE(order_misleads("03/04/2024", "05/01/2024"));
  EXPECT_TRUE(order_misleads("05/01/2024", "2024-01-01"));
  EXPECT_TRUE(order_misleads("12 Feb 2024", "5 Jan 2024"));
  EXPECT_FALSE(order_misleads("01/01/2024", "02/02/2024"));
  EXPECT_FALSE(order_misleads("2024-01-05", "2024-02-01"));
  EXPECT_FALSE(order_misleads("2024-01-05", "2024-01-05T10:00:00+02:00"));
}

TEST(TextOrder, MomentsMisleadAcrossZones) {
  EXPECT_TRUE(order_misleads("2024-01-05T10:00:00+02:00", "2024-01-05T09:00:00Z"));
  EXPECT_TRUE(order_misleads("2024-01-05T10:00:00", "2024-01-05T09:00:00Z"));
  EXPECT_TRUE(order_misleads("2024-01-05T10:00:00.5Z", "2024-01-05T10:00:00Z"));
  EXPECT_FALSE(order_misleads("2024-01-05T10:00:00Z", "2024-01-05T09:00:00Z"));
  EXPECT_FALSE(order_misleads("2024-01-05 10:00", "2024-01-05 09:00:00"));
  EXPECT_FALSE(order_misleads("2024-01-05 10:00", "2024-01-05 09:00"));
}

TEST(TextOrder, NamesWithDigitsAreNoNumbers) {
  EXPECT_TRUE(neighbours({"10", "9"}).has_value());
  EXPECT_TRUE(neighbours({"10", "9", "unknown"}).has_value());
  EXPECT_FALSE(neighbours({"10", "9", "A5"}).has_value());
  EXPECT_FALSE(neighbours({"007", "10", "9"}).has_value());
  EXPECT_FALSE(neighbours({"10", "9", "a", "b", "c"}).has_value());
}

TEST(TextOrder, AmountsOfOneKindAreNumbers) {
  EXPECT_TRUE(order_misleads("$10.00", "$9.50"));
  EXPECT_TRUE(order_misleads("10 kg", "9 kg"));
  EXPECT_TRUE(order_misleads("10%", "9%"));
  EXPECT_TRUE(order_misleads("1,200", "900"));
  EXPECT_TRUE(order_misleads("<0.5", "1.2"));
  EXPECT_FALSE(order_misleads("10 kg", "9 g"));
  EXPECT_FALSE(order_misleads("$10", "€9"));
  EXPECT_FALSE(order_misleads("10A", "9A"));
  EXPECT_FALSE(neighbours({"10 Main", "12 Oak", "9 Elm"}).has_value());
}

TEST(TextOrder, AWordHidesTheGreatestNumber) {
  std::vector<std::string_view> texts{"9", "10", "unknown"};
  auto at = [&texts](size_t i) { return texts[i]; };
  EXPECT_TRUE(misleading_extreme("unknown", texts.size(), at).has_value());
  texts = {"9", "8"};
  EXPECT_FALSE(misleading_extreme("9", texts.size(), at).has_value());
}

}  // namespace
}  // namespace syn
