// Matching rows gives what comparing each pair gives, in every way that keys are indexed.
// SPDX-License-Identifier: Apache-2.0
#include "table/matches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "table/text_column.h"

namespace syn::table {
namespace {

using Columns = std::vector<ColumnPtr>;

std::vector<const Column*> pointers(const Columns& columns) {
  std::vector<const Column*> result;
  for (const ColumnPtr& column : columns) result.push_back(column.get());
  return result;
}

class Matches : public testing::Test {
 protected:
  using Cell = std::function<int64_t(size_t row)>;

  ColumnPtr ints(size_t num_rows, const Cell& cell, unsigned gap_in = 0) {
    auto column = std::make_shared<Column>(Kind::Int, num_rows);
    for (size_t i = 0; i < num_rows; ++i) column->ints.push_back(cell(i));
    put_gaps(*column, gap_in);
    return column;
  }
  ColumnPtr floats(size_t num_rows, const Cell& cell) {
    auto column = std::make_shared<Column>(Kind::Float, num_rows);
    for (size_t i = 0; i < num_rows; ++i) {
      int64_t number = cell(i);
      column->floats.push_back(number == 0   ? (i % 2 == 0 ? 0.0 : -0.0)
                               : number == 1 ? std::numeric_limits<double>::quiet_NaN()
                                             : static_cast<double>(number) / 3);
    }
    return column;
  }
  ColumnPtr texts(size_t num_rows, const Cell& cell, bool has_codes, unsigned gap_in = 0) {
    auto column = std::make_shared<Column>(Kind::Text, num_rows);
    if (has_codes) {
      TextColumnMaker maker(budget_);
      for (size_t i = 0; i < num_rows; ++i) maker.add("text " + std::to_string(cell(i)));
      maker.finish(*column);
      EXPECT_TRUE(column->has_codes());
    } else {
      auto bytes = std::make_shared<TextBytes>(budget_);
      for (size_t i = 0; i < num_rows; ++i) {
        column->texts.push_back(bytes->add("text " + std::to_string(cell(i))));
      }
      column->bytes.push_back(bytes);
    }
    put_gaps(*column, gap_in);
    return column;
  }
  void put_gaps(Column& column, unsigned gap_in) {
    if (gap_in == 0) return;
    column.present = make_bits(column.size, true);
    for (size_t i = 0; i < column.size; ++i) {
      if (random_() % gap_in == 0) clear_bit(column.present, i);
    }
  }
  Cell die(int64_t sides, int64_t factor = 1) {
    return [=, this](size_t) { return static_cast<int64_t>(random_() % sides) * factor; };
  }

  static bool is_same(const Column& left, size_t i, const Column& right, size_t k) {
    if (!left.is_present(i) || !right.is_present(k)) return false;
    if (left.kind == Kind::Text) return left.text(i).view() == right.text(k).view();
    if (left.kind == Kind::Int) return left.ints[i] == right.ints[k];
    bool both_nan = std::isnan(left.floats[i]) && std::isnan(right.floats[k]);
    return both_nan || left.floats[i] == right.floats[k];
  }

  void expect_as_compared(const Columns& left, const Columns& right) {
    size_t num_left = left[0]->size;
    size_t num_right = right[0]->size;
    auto found = match_rows(pointers(left), num_left, pointers(right), num_right,
                            [](size_t) { return true; });
    ASSERT_TRUE(found.has_value());
    for (size_t i = 0; i < num_left; ++i) {
      std::vector<uint32_t> wanted;
      for (uint32_t k = 0; k < num_right; ++k) {
        bool same = true;
        for (size_t c = 0; c < left.size(); ++c) same = same && is_same(*left[c], i, *right[c], k);
        if (same) wanted.push_back(k);
      }
      std::vector<uint32_t> got;
      for (uint32_t k = found->first[i]; k != kNoRow;
           k = found->next.empty() ? kNoRow : found->next[k]) {
        got.push_back(k);
      }
      ASSERT_EQ(got, wanted) << "left row " << i;
    }
  }

  Budget budget_;
  std::mt19937_64 random_{7};
};

TEST_F(Matches, OneColumn) {
  for (unsigned gap_in : {0U, 5U}) {
    for (int64_t factor : {int64_t{1}, int64_t{1} << 40}) {  // an array, and hashing
      expect_as_compared({ints(900, die(400, factor), gap_in)},
                         {ints(300, die(300, factor), gap_in)});
    }
    for (bool left_codes : {false, true}) {
      for (bool right_codes : {false, true}) {
        expect_as_compared({texts(900, die(90), left_codes, gap_in)},
                           {texts(300, die(80), right_codes, gap_in)});
      }
    }
  }
  expect_as_compared({floats(900, die(50))}, {floats(300, die(60))});
}

TEST_F(Matches, SeveralColumns) {
  for (unsigned gap_in : {0U, 6U}) {
    expect_as_compared({ints(900, die(9), gap_in), texts(900, die(7), true)},
                       {ints(300, die(8)), texts(300, die(9), true, gap_in)});
    expect_as_compared({ints(900, die(9, int64_t{1} << 40), gap_in), ints(900, die(5))},
                       {ints(300, die(8, int64_t{1} << 40)), ints(300, die(6), gap_in)});
    expect_as_compared({floats(900, die(9)), texts(900, die(7), false, gap_in)},
                       {floats(300, die(8)), texts(300, die(9), true)});
  }
}

TEST_F(Matches, KeysFarApart) {
  auto ends = [](size_t row) { return row % 2 == 0 ? INT64_MAX : INT64_MIN; };
  expect_as_compared({ints(10, ends)}, {ints(5, ends)});
  expect_as_compared({ints(10, ends)}, {ints(5, [](size_t) { return int64_t{0}; })});
  expect_as_compared({ints(10, [](size_t row) { return static_cast<int64_t>(row) - 5; })},
                     {ints(1, [](size_t) { return int64_t{3}; })});
}

TEST_F(Matches, StopsWhenTold) {
  Columns left{ints(50'000, die(10))};
  Columns right{ints(10, die(10))};
  size_t seen = 0;
  auto found = match_rows(pointers(left), 50'000, pointers(right), 10, [&seen](size_t rows) {
    seen += rows;
    return seen < 20'000;
  });
  EXPECT_FALSE(found.has_value());
  EXPECT_LT(seen, 50'000U);
}

}  // namespace
}  // namespace syn::table
