// Float operations as the specification prints them, and sums.
// SPDX-License-Identifier: Apache-2.0
#include "num/float_ops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "num/errors.h"
#include "num/float_text.h"

namespace syn {
namespace {

TEST(FloatOps, AsTheSpecificationPrints) {
  EXPECT_EQ(float_mod(7, 0.1), 0.09999999999999962);
  EXPECT_EQ(float_floor_div(7, 0.1), 69.0);
  EXPECT_EQ(float_mod(5.5, -2), -0.5);
  EXPECT_EQ(float_power(2, 0.5).value(), 1.4142135623730951);
  EXPECT_EQ(float_power(2, -1).value(), 0.5);
  EXPECT_TRUE(std::isnan(float_power(-8, 1.0 / 3).value()));
  EXPECT_EQ(float_power(10, 400).value(), HUGE_VAL);
  EXPECT_TRUE(float_power(0.0, -1).error().is(num_errors::kZeroToNegativePower));
  EXPECT_EQ(float_power(0.0, 0.0).value(), 1.0);
}

TEST(FloatOps, InfiniteOperands) {
  EXPECT_EQ(float_mod(7, HUGE_VAL), 7.0);
  EXPECT_EQ(float_mod(7, -HUGE_VAL), -HUGE_VAL);
  EXPECT_EQ(float_floor_div(7, -HUGE_VAL), -1.0);
  EXPECT_TRUE(std::isnan(float_mod(HUGE_VAL, 7)));
  EXPECT_TRUE(std::isnan(float_floor_div(HUGE_VAL, 7)));
  EXPECT_TRUE(std::signbit(float_mod(4.0, -2.0)));
}

TEST(FloatOps, RoundsByTheExactValue) {
  EXPECT_EQ(round_to(2.675, 2), 2.67);
  EXPECT_EQ(round_to(0.125, 2), 0.12);
  EXPECT_EQ(round_to(1.005, 2), 1.0);
  EXPECT_EQ(round_to(2.5, 0), 2.0);
  EXPECT_EQ(round_to(1e300, 5), 1e300);
  EXPECT_EQ(round_to(5e-324, 323), 0.0);
  EXPECT_EQ(round_to(5e-324, 1000), 5e-324);
  EXPECT_TRUE(std::signbit(round_to(-0.001, 2)));
  EXPECT_TRUE(std::isnan(round_to(std::nan(""), 2)));
  EXPECT_EQ(round_to(HUGE_VAL, 2), HUGE_VAL);
  EXPECT_EQ(to_text(round_to_integer(-2.5, Rounding::HalfEven)), "-2");
  EXPECT_EQ(to_text(round_to_integer(3.5, Rounding::HalfEven)), "4");
  EXPECT_EQ(to_text(round_to_integer(-2.5, Rounding::Floor)), "-3");
  EXPECT_EQ(to_text(round_to_integer(2.1, Rounding::Ceiling)), "3");
  EXPECT_EQ(to_text(round_to_integer(-2.9, Rounding::Truncate)), "-2");
  EXPECT_EQ(to_text(round_to_integer(1e20, Rounding::HalfEven)), "100000000000000000000");
}

TEST(FloatSum, DoesNotDependOnTheOrder) {
  std::mt19937_64 random(7);
  std::vector<double> values;
  for (int i = 0; i < 20000; ++i) values.push_back(static_cast<double>(random() % 100000) / 100.0);
  values.push_back(1e15);
  values.push_back(-1e15);
  FloatSum first;
  first.add_all(values);
  for (int turn = 0; turn < 20; ++turn) {
    std::shuffle(values.begin(), values.end(), random);
    FloatSum whole;
    whole.add_all(values);
    EXPECT_EQ(whole.result(), first.result());
    FloatSum halves[2];
    for (size_t i = 0; i < values.size(); ++i) halves[i % 2].add(values[i]);
    halves[0].merge(halves[1]);
    EXPECT_EQ(halves[0].result(), first.result());
  }
  FloatSum tenths;
  for (int i = 0; i < 10; ++i) tenths.add(0.1);
  EXPECT_EQ(tenths.result(), 1.0);
}

TEST(FloatSum, SpecialValuesAreThoseOfPlainAddition) {
  FloatSum sum;
  EXPECT_EQ(sum.result(), 0.0);
  sum.add(HUGE_VAL);
  sum.add(1.0);
  EXPECT_EQ(sum.result(), HUGE_VAL);
  sum.add(-HUGE_VAL);
  EXPECT_TRUE(std::isnan(sum.result()));
  FloatSum overflow;
  overflow.add(1.7e308);
  overflow.add(1.7e308);
  EXPECT_EQ(overflow.result(), HUGE_VAL);
}

}  // namespace
}  // namespace syn
