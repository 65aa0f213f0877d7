// Groups are those that comparing cell by cell finds, numbered in order of first appearance.
// SPDX-License-Identifier: Apache-2.0
#include "table/keys.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <string>

namespace syn::table {
namespace {

constexpr size_t kRows = 5000;

/// Integers from `least` on, of so many; every eleventh row absent where asked for.
std::shared_ptr<Column> integers(int64_t least, uint64_t range, bool has_gaps, uint32_t seed) {
  auto column = std::make_shared<Column>(Kind::Int, kRows);
  std::mt19937 random(seed);
  if (has_gaps) column->present = make_bits(kRows, true);
  for (size_t row = 0; row < kRows; ++row) {
    bool is_gap = has_gaps && row % 11 == 3;
    if (is_gap) clear_bit(column->present, row);
    column->ints.push_back(is_gap ? 0 : least + static_cast<int64_t>(random() % range));
  }
  return column;
}

std::shared_ptr<Column> coded_texts(uint32_t seed) {
  static const char* const kTexts[] = {"north", "south", "east", ""};
  auto column = std::make_shared<Column>(Kind::Text, kRows);
  auto dictionary = std::make_shared<Dictionary>();
  for (const char* text : kTexts) dictionary->texts.push_back(TextRef::of(text));
  column->dictionary = dictionary;
  std::mt19937 random(seed);
  for (size_t row = 0; row < kRows; ++row) {
    column->codes.push_back(static_cast<uint32_t>(random() % 4));
  }
  return column;
}

std::string key_of(std::span<const Column* const> columns, size_t row) {
  std::string key;
  for (const Column* column : columns) {
    if (!column->is_present(row)) {
      key += "-|";
    } else if (column->kind == Kind::Text) {
      key += "t" + std::string(column->text(row).view()) + "|";
    } else {
      key += std::to_string(column->ints[row]) + "|";
    }
  }
  return key;
}

void expect_groups(const std::vector<std::shared_ptr<Column>>& owned) {
  std::vector<const Column*> columns;
  for (const auto& column : owned) columns.push_back(column.get());
  auto groups = group_rows(columns, kRows, [](size_t) { return true; });
  ASSERT_TRUE(groups.has_value());
  std::map<std::string, uint32_t> known;
  for (size_t row = 0; row < kRows; ++row) {
    auto [place, is_new] = known.emplace(key_of(columns, row), static_cast<uint32_t>(known.size()));
    ASSERT_EQ(groups->group_of[row], place->second) << "row " << row;
    if (is_new) {
      ASSERT_EQ(groups->first_row[place->second], row);
    }
  }
  EXPECT_EQ(groups->num_groups(), known.size());
}

TEST(GroupRows, ByOneColumn) {
  expect_groups({integers(-3, 7, false, 1)});
  expect_groups({integers(-3, 7, true, 1)});
  expect_groups({integers(INT64_MIN, 100, false, 1)});
  expect_groups({integers(0, uint64_t{1} << 31, false, 1)});
  expect_groups({coded_texts(1)});
}

TEST(GroupRows, ByTwoColumns) {
  for (bool has_gaps : {false, true}) {
    expect_groups({integers(-3, 7, false, 1), integers(2015, 10, has_gaps, 2)});
    expect_groups({integers(1, 12, has_gaps, 1), coded_texts(2)});
    expect_groups({coded_texts(1), integers(-90, 100, false, 2)});
    expect_groups({integers(-3, 100'000, false, 1), integers(5, 100'000, has_gaps, 2)});
    expect_groups({integers(INT64_MAX - 9, 10, false, 1), integers(INT64_MIN, 9, has_gaps, 2)});
  }
  expect_groups({coded_texts(1), coded_texts(2)});
}

TEST(GroupRows, BoundsMayBeWiderThanTheColumn) {
  auto month = integers(1, 3, false, 1);
  month->set_bounds({1, 12});
  expect_groups({month});
  expect_groups({month, integers(2015, 10, false, 2)});
  expect_groups({integers(2015, 10, false, 2), month});
}

TEST(GroupRows, ByThreeColumns) {
  expect_groups({coded_texts(1), integers(1, 12, true, 2), integers(-5, 3, false, 3)});
}

}  // namespace
}  // namespace syn::table
