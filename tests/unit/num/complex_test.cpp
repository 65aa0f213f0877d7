// Complex numbers as the specification prints them.
// SPDX-License-Identifier: Apache-2.0
#include "num/complex.h"

#include <gtest/gtest.h>

#include <cmath>

#include "num/errors.h"

namespace syn {
namespace {

TEST(Complex, Text) {
  EXPECT_EQ(complex_text({1, 2}), "1+2i");
  EXPECT_EQ(complex_text({1.5, -2}), "1.5-2i");
  EXPECT_EQ(complex_text({0, 0}), "0+0i");
  EXPECT_EQ(complex_text({-1, 0.5}), "-1+0.5i");
  EXPECT_EQ(complex_text({0.5, -0.0}), "0.5+0i");
  EXPECT_EQ(complex_text({1e16, std::nan("")}), "1e+16+nani");
  EXPECT_EQ(complex_text({2, -HUGE_VAL}), "2-infi");
}

TEST(Complex, Arithmetic) {
  EXPECT_EQ(complex_text(Complex{1, 2} + Complex{3, 0}), "4+2i");
  EXPECT_EQ(complex_text(Complex{1, 2} * Complex{0, 1}), "-2+1i");
  EXPECT_EQ(complex_text(Complex{1, 2} - Complex{1, 2}), "0+0i");
  EXPECT_EQ(complex_text(divide({4, 2}, {1, 1}).value()), "3-1i");
  EXPECT_TRUE(divide({1, 1}, {0, 0}).error().is(num_errors::kDivisionByZero));
  EXPECT_EQ((-Complex{1, -2}), (Complex{-1, 2}));
  EXPECT_EQ(modulus({3, 4}), 5.0);
}

TEST(Complex, Powers) {
  EXPECT_EQ(complex_text(power({1, 2}, 0).value()), "1+0i");
  EXPECT_EQ(complex_text(power({0, 0}, 0).value()), "1+0i");
  EXPECT_EQ(complex_text(power({0, 1}, 2).value()), "-1+0i");
  EXPECT_EQ(complex_text(power({1, 1}, -1).value()), "0.5-0.5i");
  EXPECT_EQ(complex_text(power({1, 1}, Complex{3, 0}).value()), "-2+2i");
  Complex root = power(Complex{-1, 0}, Complex{0.5, 0}).value();
  EXPECT_NEAR(root.re, 0.0, 1e-15);
  EXPECT_NEAR(root.im, 1.0, 1e-15);
  EXPECT_TRUE(power({0, 0}, -1).error().is(num_errors::kZeroToNegativePower));
  EXPECT_TRUE(power(Complex{}, Complex{-0.5, 0}).error().is(num_errors::kZeroToNegativePower));
  EXPECT_TRUE(power(Complex{}, Complex{0.5, 0}).value().is_zero());
}

}  // namespace
}  // namespace syn
