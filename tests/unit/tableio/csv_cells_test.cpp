// The quick reading of cells against the slow one, digit for digit.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_cells.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "base/iso_time.h"
#include "tableio/column_guess.h"

namespace syn::tableio {
namespace {

/// One cell at the end of its text, or with more text behind it.
struct OneCell {
  explicit OneCell(std::string text, bool has_more)
      : bytes(text + (has_more ? ",0123456789" : "")) {
    cell.data = bytes.data();
    cell.size = static_cast<uint32_t>(text.size());
  }
  std::span<const CsvCell> cells() const { return {&cell, 1}; }
  const char* end() const { return bytes.data() + bytes.size(); }
  std::string bytes;
  CsvCell cell;
};

std::string random_number(std::mt19937_64& random) {
  auto below = [&](uint64_t limit) { return random() % limit; };
  std::string out = below(4) == 0 ? "-" : "";
  size_t whole = 1 + below(19);
  if (below(3) == 0) whole = 1;
  for (size_t i = 0; i < whole; ++i) out += static_cast<char>('0' + below(10));
  if (below(4) != 0) {
    out += '.';
    size_t decimals = below(21 - std::min<size_t>(whole, 20));
    for (size_t i = 0; i < decimals; ++i) out += static_cast<char>('0' + below(10));
  }
  constexpr char kStrange[] = " .-+e0x\xFF/:";
  if (below(20) == 0) out[below(out.size())] = kStrange[below(sizeof(kStrange) - 1)];
  return out;
}

ColumnKind kind_of(const std::string& text) {
  ColumnGuess guess;
  guess.see(text, 1);
  return guess.kind();
}

TEST(CsvCells, NumbersAreWhatTheGuessSays) {
  std::mt19937_64 random(5);
  size_t ints = 0;
  size_t floats = 0;
  for (int i = 0; i < 300'000; ++i) {
    std::string text = random_number(random);
    OneCell one(text, i % 2 == 0);
    int64_t integer = 0;
    if (read_plain_ints(one.cells(), one.end(), &integer) == 1) {
      ++ints;
      EXPECT_EQ(std::to_string(integer), text);
      EXPECT_EQ(kind_of(text), ColumnKind::Int) << text;
    }
    double number = 0;
    if (read_plain_floats(one.cells(), one.end(), &number) == 1) {
      ++floats;
      double expected = 0;
      std::from_chars(text.data(), text.data() + text.size(), expected);
      EXPECT_EQ(number, expected) << text;
      EXPECT_EQ(std::signbit(number), std::signbit(expected)) << text;
      ColumnKind kind = kind_of(text);
      EXPECT_TRUE(kind == ColumnKind::Float || kind == ColumnKind::Int) << text;
    }
    for (uint32_t scale : {0u, 2u, 7u}) {
      if (read_plain_decimals(one.cells(), one.end(), scale, &integer) != 1) continue;
      size_t point = text.find('.');
      std::string digits = text;
      if (point != std::string::npos) digits.erase(point, 1);
      EXPECT_EQ(scale, point == std::string::npos ? 0 : text.size() - point - 1);
      EXPECT_EQ(integer, std::stoll(digits)) << text;
    }
  }
  EXPECT_GT(ints, 10'000u);
  EXPECT_GT(floats, 50'000u);
}

/// The shortest texts of doubles are what files of measurements hold.
TEST(CsvCells, ShortestTextsOfDoublesAreRead) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> uniform(-1000, 1000);
  size_t read = 0;
  for (int i = 0; i < 50'000; ++i) {
    double value = uniform(random);
    char buffer[64];
    auto end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed).ptr;
    OneCell one(std::string(buffer, end), i % 2 == 0);
    double number = 0;
    if (read_plain_floats(one.cells(), one.end(), &number) != 1) continue;
    EXPECT_EQ(number, value);
    ++read;
  }
  EXPECT_GT(read, 45'000u);
}

TEST(CsvCells, DatesAreThoseOfTheCalendar) {
  int64_t days = 0;
  auto read = [&](const std::string& text) {
    OneCell one(text, false);
    return read_plain_dates(one.cells(), one.end(), &days) == 1;
  };
  int64_t expected = -719'528;  // 0000-01-01
  for (int year = 0; year < 2500; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= 31; ++day) {
        char text[40];
        std::snprintf(text, sizeof(text), "%04d-%02d-%02d", year, month, day);
        bool exists = is_valid({year, month, day});
        ASSERT_EQ(read(text), exists) << text;
        if (!exists) continue;
        ASSERT_EQ(days, expected++) << text;
      }
    }
  }
  for (const char* wrong : {"2024-1-01", "2024/01/01", "2024-01-1 ", "2024-13-01", "2024-00-10",
                            "2024-02-30", "x024-01-01", "2024-01-01T", "202\xFF-01-01"}) {
    EXPECT_FALSE(read(wrong)) << wrong;
  }
}

TEST(CsvCells, TimesHaveOneOffset) {
  int64_t time = 0;
  auto read = [&](const std::string& text, int32_t offset) {
    OneCell one(text, false);
    return read_plain_date_times(one.cells(), offset, &time) == 1;
  };
  EXPECT_TRUE(read("1970-01-02T00:00:01.5Z", 0));
  EXPECT_EQ(time, 86'401'500'000'000);
  EXPECT_TRUE(read("1970-01-01T02:00:00+02:00", 7200));
  EXPECT_EQ(time, 0);
  EXPECT_FALSE(read("1970-01-01T02:00:00+02:00", 0));
  EXPECT_FALSE(read("1970-01-01T02:00:00", 0));
  EXPECT_FALSE(read("1970-01-01", 0));
  EXPECT_FALSE(read("0999-01-01T00:00:00Z", 0));
}

}  // namespace
}  // namespace syn::tableio
