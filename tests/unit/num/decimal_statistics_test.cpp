// Statistics of decimals (data.md §3.4, case 212).
// SPDX-License-Identifier: Apache-2.0
#include "num/decimal_statistics.h"

#include <gtest/gtest.h>

#include <vector>

#include "num/errors.h"

namespace syn {
namespace {

std::vector<Decimal> decimals(std::initializer_list<const char*> texts) {
  std::vector<Decimal> result;
  for (const char* text : texts) result.push_back(Decimal::parse(text).value());
  return result;
}

std::string show(const Result<Decimal>& result) {
  return result.ok() ? result.value().to_text() : result.error().message();
}

TEST(DecimalStatistics, AsTheCasePrints) {
  EXPECT_EQ(show(mean(decimals({"10.10", "20.20"}))), "15.15");
  EXPECT_EQ(show(median(decimals({"1", "2"}))), "1.5");
  EXPECT_EQ(show(sum(decimals({"0.10", "0.25"}))), "0.35");
  EXPECT_EQ(show(variance(decimals({"2", "4"}), 1)), "2");
  EXPECT_EQ(show(quantile(decimals({"1", "2", "4"}), quantile_of_percentile(Decimal(90)))), "3.6");
  EXPECT_EQ(show(standard_deviation(decimals({"1", "2"}), 1)), "0.7071067811865475244008443621");
}

TEST(DecimalStatistics, Sums) {
  EXPECT_EQ(show(sum({})), "0");
  EXPECT_EQ(show(sum(decimals({"0.00", "1.5"}))), "1.5");
  EXPECT_EQ(show(sum(decimals({"0.1", "0.2", "0.3"}))), "0.6");
  EXPECT_EQ(show(mean(decimals({"1", "1", "2"}))), "1.3333333333333333333333333333");
}

TEST(DecimalStatistics, Medians) {
  EXPECT_EQ(show(median(decimals({"1.50"}))), "1.50");
  EXPECT_EQ(show(median(decimals({"1.50", "1.70"}))), "1.60");
  EXPECT_EQ(show(median(decimals({"1.50", "1.61"}))), "1.555");
  EXPECT_EQ(show(median(decimals({"-1", "0.00", "1.0"}))), "0.00");
  EXPECT_EQ(show(half(Decimal::parse("123456789012345678901234567890123456789013").value())),
            "61728394506172839450617283945061728394506.5");
  EXPECT_EQ(show(half(Decimal::parse("123456789012345678901234567890123456789012").value())),
            "61728394506172839450617283945061728394506");
}

TEST(DecimalStatistics, Spread) {
  EXPECT_EQ(show(variance(decimals({"1.5", "1.50"}), 1)), "0");
  EXPECT_EQ(show(variance(decimals({"1", "2", "4"}), 1)), "2.333333333333333333333333333");
  EXPECT_EQ(show(variance(decimals({"1", "2", "3", "4"}), 0)), "1.25");
  EXPECT_EQ(show(standard_deviation(decimals({"2", "4", "4", "4", "5", "5", "7", "9"}), 0)), "2");
  EXPECT_EQ(show(standard_deviation(decimals({"0.001", "0.003"}), 0)), "0.001");
  EXPECT_EQ(show(standard_deviation(decimals({"5"}), 0)), "0");
  // The variance 8/9 of one third steps: a rational root that does not terminate is rounded once.
  EXPECT_EQ(show(standard_deviation(decimals({"0", "0", "3"}), 0)),
            "1.414213562373095048801688724");
  EXPECT_EQ(show(standard_deviation(decimals({"1e20", "3e20"}), 1)),
            "141421356237309504880.1688724");
  EXPECT_EQ(show(standard_deviation(decimals({"1e-20", "3e-20"}), 1)),
            "0.00000000000000000001414213562373095048801688724");
  EXPECT_EQ(show(standard_deviation(decimals({"1e40", "3e40"}), 1)),
            "14142135623730950488016887242096980785697");
}

TEST(DecimalStatistics, Quantiles) {
  std::vector<Decimal> values = decimals({"1", "2.50", "4"});
  auto at = [&](const char* q) { return show(quantile(values, Decimal::parse(q).value())); };
  EXPECT_EQ(at("0"), "1");
  EXPECT_EQ(at("0.5"), "2.5");
  EXPECT_EQ(at("1"), "4");
  EXPECT_EQ(at("0.25"), "1.75");
  EXPECT_EQ(at("0.333"), "1.999");
  EXPECT_EQ(show(quantile(decimals({"7.0"}), Decimal::parse("0.3").value())), "7");
}

TEST(DecimalStatistics, BoundsAreKept) {
  std::vector<Decimal> values = decimals({"1", "2"});
  values.push_back(Decimal(false, Uint128{1}, kMaxDecimalScale));
  EXPECT_TRUE(variance(values, 0).error().is(num_errors::kNumberTooLarge));
}

}  // namespace
}  // namespace syn
