// Keys, and a stable pass for each of their digits.
// SPDX-License-Identifier: Apache-2.0
#include "table/narrow_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace syn::table {
namespace {

struct Item {
  uint32_t key;
  uint32_t row;
};

constexpr int kMaxDigitBits = 11;
constexpr int kMaxPasses = 3;
using Places = std::array<uint32_t, size_t{1} << kMaxDigitBits>;

/// Keys from the least of `numbers` on.
std::optional<Buffer<uint32_t>> above_least(std::span<const int64_t> numbers) {
  int64_t least = numbers[0];
  int64_t most = numbers[0];
  for (int64_t number : numbers) {
    least = std::min(least, number);
    most = std::max(most, number);
  }
  auto distance = [least](int64_t number) {
    return static_cast<uint64_t>(number) - static_cast<uint64_t>(least);
  };
  if (distance(most) > UINT32_MAX) return std::nullopt;
  Buffer<uint32_t> keys(numbers.size());
  std::transform(numbers.begin(), numbers.end(), keys.begin(),
                 [&](int64_t number) { return static_cast<uint32_t>(distance(number)); });
  return keys;
}

/// `value` in units of 1/`scale`, if it is as many of them to the last bit. What a decimal of so
/// many places is read as, this division gives as well: both are the nearest float.
bool in_units(double value, double scale, int64_t& units) {
  constexpr double kMaxUnits = 1LL << 51;
  constexpr double kNoFraction = 0x1.8p52;  // what is added to it keeps none
  double nearest = (value * scale + kNoFraction) - kNoFraction;
  if (!(std::fabs(nearest) < kMaxUnits) || nearest / scale != value) return false;
  units = static_cast<int64_t>(nearest);
  return true;
}

bool all_in_units(std::span<const double> floats, std::span<const uint32_t> rows, double scale,
                  Buffer<int64_t>& units) {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!in_units(floats[rows[i]], scale, units[i])) return false;
  }
  return true;
}

}  // namespace

std::optional<Buffer<uint32_t>> narrow_keys(const Column& column, std::span<const uint32_t> rows) {
  if (rows.empty() || column.kind == Kind::Text || column.kind == Kind::Any) return std::nullopt;
  Buffer<int64_t> numbers(rows.size());
  if (column.kind == Kind::Float) {
    // Most that are no decimals are found out by their first cells.
    for (double scale : {100.0, 10'000.0}) {
      if (all_in_units(column.floats, rows, scale, numbers)) return above_least(numbers);
    }
    return std::nullopt;
  }
  for (size_t i = 0; i < rows.size(); ++i) numbers[i] = column.ints[rows[i]];
  return above_least(numbers);
}

Buffer<uint32_t> order_by_narrow_keys(std::span<const uint32_t> keys,
                                      std::span<const uint32_t> rows) {
  uint32_t most = keys.empty() ? 0 : *std::max_element(keys.begin(), keys.end());
  int width = std::bit_width(most);
  int num_passes = std::max((width + kMaxDigitBits - 1) / kMaxDigitBits, 1);
  int bits = (width + num_passes - 1) / num_passes;
  uint32_t mask = (uint32_t{1} << bits) - 1;
  auto digit = [&](uint32_t key, int pass) { return (key >> (pass * bits)) & mask; };

  std::array<Places, kMaxPasses> places{};
  for (uint32_t key : keys) {
    for (int pass = 0; pass < num_passes; ++pass)
      ++places[static_cast<size_t>(pass)][digit(key, pass)];
  }
  for (Places& place : places) {
    uint32_t sum = 0;
    for (uint32_t& count : place) sum += std::exchange(count, sum);
  }
  Buffer<uint32_t> ordered(rows.size());
  if (num_passes == 1) {
    for (size_t i = 0; i < rows.size(); ++i) ordered[places[0][digit(keys[i], 0)]++] = rows[i];
    return ordered;
  }
  Buffer<Item> from(rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    from[places[0][digit(keys[i], 0)]++] = {keys[i], rows[i]};
  if (num_passes == kMaxPasses) {
    Buffer<Item> to(rows.size());
    for (const Item& item : from) to[places[1][digit(item.key, 1)]++] = item;
    std::swap(from, to);
  }
  Places& last = places[static_cast<size_t>(num_passes - 1)];
  for (const Item& item : from) ordered[last[digit(item.key, num_passes - 1)]++] = item.row;
  return ordered;
}

}  // namespace syn::table
