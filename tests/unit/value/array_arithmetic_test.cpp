// Elementwise operators and broadcasting.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "value/arithmetic.h"
#include "value/values.h"

namespace syn {
namespace {

class ArrayArithmeticTest : public ValueTest {};

TEST_F(ArrayArithmeticTest, ScalarsOnEitherSide) {
  Value m = array({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(shown(add(heap, m, i(1))), "[[2, 3], [4, 5]]");
  EXPECT_EQ(shown(subtract(heap, i(10), m)), "[[9, 8], [7, 6]]");
  EXPECT_EQ(shown(multiply(heap, m, decimal("0.5"))), "[[0.5, 1], [1.5, 2]]");
  EXPECT_EQ(shown(divide(heap, m, f(2))), "[[0.5, 1], [1.5, 2]]");
  EXPECT_EQ(shown(power(heap, m, i(2))), "[[1, 4], [9, 16]]");
  EXPECT_EQ(shown(floor_divide(heap, array({1}, {7}), i(2))), "[3]");
  EXPECT_EQ(shown(modulo(heap, array({2}, {7, -7}), i(4))), "[3, 1]");
}

TEST_F(ArrayArithmeticTest, ZeroDivisorsAreNoErrors) {
  Value values = array({3}, {1, -1, 0});
  EXPECT_EQ(shown(divide(heap, values, i(0))), "[inf, -inf, nan]");
  EXPECT_EQ(shown(floor_divide(heap, values, i(0))), "[inf, -inf, nan]");
  EXPECT_EQ(shown(modulo(heap, values, i(0))), "[nan, nan, nan]");
  EXPECT_EQ(shown(power(heap, array({1}, {0}), i(-1))), "[inf]");
}

TEST_F(ArrayArithmeticTest, Broadcasting) {
  Value row = array({3}, {1, 2, 3});
  Value column = array({2, 1}, {10, 20});
  EXPECT_EQ(shown(add(heap, row, column)), "[[11, 12, 13], [21, 22, 23]]");
  EXPECT_EQ(shown(subtract(heap, column, row)), "[[9, 8, 7], [19, 18, 17]]");
  EXPECT_EQ(shown(multiply(heap, array({2, 1, 3}, {1, 2, 3, 4, 5, 6}), column)),
            "[[[10, 20, 30], [20, 40, 60]], [[40, 50, 60], [80, 100, 120]]]");
  EXPECT_EQ(shown(add(heap, array({2, 3}, {1, 2, 3, 4, 5, 6}), row)), "[[2, 4, 6], [5, 7, 9]]");
  EXPECT_EQ(shown(add(heap, array({1}, {5}), array({1, 1}, {6}))), "[[11]]");
  EXPECT_EQ(shown(add(heap, array({}, {5}), array({}, {6}))), "11");
  EXPECT_EQ(shown(add(heap, array({2, 0}, {}), array({1, 1}, {6}))), "[[], []]");
  EXPECT_EQ(shown(add(heap, array({0}, {}), i(1))), "[]");
}

TEST_F(ArrayArithmeticTest, Errors) {
  EXPECT_EQ(shown(add(heap, array({2}, {1, 2}), array({3}, {1, 2, 3}))),
            "! arrays of shape [2] and [3] are not broadcastable");
  EXPECT_EQ(shown(add(heap, array({2, 2}, {1, 2, 3, 4}), array({3}, {1, 2, 3}))),
            "! arrays of shape [2, 2] and [3] are not broadcastable");
  EXPECT_EQ(shown(add(heap, array({1}, {1}), list({}))),
            "! cannot apply '+' between array and list");
  EXPECT_EQ(shown(floor_divide(heap, b(true), array({1}, {1}))),
            "! cannot apply '//' between bool and array");
  EXPECT_EQ(shown(multiply(heap, array({1}, {1}), complex(1, 1))),
            "! cannot apply '*' between array and complex");
}

TEST_F(ArrayArithmeticTest, AsksForRoomFirst) {
  budget.memory_limit = 4 << 20;
  std::vector<double> ones(2000, 1.0);
  EXPECT_EQ(shown(add(heap, array({2000, 1}, ones), array({2000}, ones))),
            "! memory limit exceeded (4 MiB)");
}

}  // namespace
}  // namespace syn
