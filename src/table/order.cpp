// Sorting by radix: cells become numbers whose order is the cells' order; texts by their first 8
// bytes, with a comparison for those that agree in them.
// SPDX-License-Identifier: Apache-2.0
#include "table/order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

namespace syn::table {
namespace {

struct Keyed {
  uint64_t key;
  uint32_t row;
};

constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;
constexpr int kPasses = (64 + kDigitBits - 1) / kDigitBits;

uint64_t key_of_int(int64_t value) { return static_cast<uint64_t>(value) ^ (uint64_t{1} << 63); }

uint64_t key_of_float(double value) {
  auto bits = std::bit_cast<uint64_t>(value + 0.0);  // -0.0 and 0 are one key
  return (bits >> 63) != 0 ? ~bits : bits | (uint64_t{1} << 63);
}

uint64_t key_of_text(std::string_view text) {
  char bytes[8] = {};
  std::memcpy(bytes, text.data(), std::min<size_t>(8, text.size()));
  uint64_t word = 0;
  std::memcpy(&word, bytes, 8);
  return __builtin_bswap64(word);
}

/// Stable, by key. Digits that are the same in all keys are passed over.
void sort_keyed(Buffer<Keyed>& items) {
  constexpr size_t kFew = 512;
  auto by_key = [](const Keyed& left, const Keyed& right) { return left.key < right.key; };
  if (items.size() <= kFew) {
    std::stable_sort(items.begin(), items.end(), by_key);
    return;
  }
  uint64_t all = ~uint64_t{0};
  uint64_t any = 0;
  for (const Keyed& item : items) {
    all &= item.key;
    any |= item.key;
  }
  uint64_t differs = all ^ any;
  Buffer<Keyed> other(items.size());
  for (int pass = 0; pass < kPasses; ++pass) {
    int shift = pass * kDigitBits;
    if (((differs >> shift) & (kDigits - 1)) == 0) continue;
    std::array<uint32_t, kDigits> place{};
    for (const Keyed& item : items) ++place[(item.key >> shift) & (kDigits - 1)];
    uint32_t sum = 0;
    for (uint32_t& count : place) sum += std::exchange(count, sum);
    for (const Keyed& item : items) other[place[(item.key >> shift) & (kDigits - 1)]++] = item;
    items.swap(other);
  }
}

/// Rank of each text of a dictionary; equal texts have equal ranks.
Buffer<uint32_t> ranks_of(const Dictionary& dictionary) {
  Buffer<uint32_t> order(dictionary.texts.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t left, uint32_t right) {
    return dictionary.texts[left].view() < dictionary.texts[right].view();
  });
  Buffer<uint32_t> ranks(order.size());
  uint32_t rank = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i != 0 && !same_text(dictionary.texts[order[i - 1]], dictionary.texts[order[i]])) ++rank;
    ranks[order[i]] = rank;
  }
  return ranks;
}

void settle_equal_prefixes(const Column& column, bool descending, Buffer<Keyed>& items) {
  for (size_t start = 0; start < items.size();) {
    size_t end = start + 1;
    while (end < items.size() && items[end].key == items[start].key) ++end;
    if (end - start > 1) {
      std::stable_sort(items.begin() + static_cast<ptrdiff_t>(start),
                       items.begin() + static_cast<ptrdiff_t>(end),
                       [&](const Keyed& left, const Keyed& right) {
                         std::string_view a = column.text(left.row).view();
                         std::string_view b = column.text(right.row).view();
                         return descending ? b < a : a < b;
                       });
    }
    start = end;
  }
}

}  // namespace

uint64_t sorting_bytes(size_t num_rows) {
  return num_rows * (2 * sizeof(Keyed) + sizeof(uint32_t));
}

Buffer<uint32_t> sorted_rows(const Column& column, bool descending,
                             std::span<const uint32_t> before) {
  Buffer<uint32_t> ranks;
  if (column.has_codes()) ranks = ranks_of(*column.dictionary);
  Buffer<Keyed> items;
  items.reserve(column.size);
  Buffer<uint32_t> nans;
  Buffer<uint32_t> missing;
  for (uint32_t i = 0; i < column.size; ++i) {
    uint32_t row = before.empty() ? i : before[i];
    if (!column.is_present(row)) {
      missing.push_back(row);
      continue;
    }
    uint64_t key = 0;
    if (column.kind == Kind::Float) {
      if (std::isnan(column.floats[row])) {
        nans.push_back(row);
        continue;
      }
      key = key_of_float(column.floats[row]);
    } else if (column.kind == Kind::Text) {
      key = column.has_codes() ? ranks[column.codes[row]] : key_of_text(column.texts[row].view());
    } else {
      key = key_of_int(column.ints[row]);
    }
    items.push_back({descending ? ~key : key, row});
  }
  sort_keyed(items);
  if (column.kind == Kind::Text && !column.has_codes()) {
    settle_equal_prefixes(column, descending, items);
  }
  Buffer<uint32_t> rows;
  rows.reserve(column.size);
  for (const Keyed& item : items) rows.push_back(item.row);
  rows.insert(rows.end(), nans.begin(), nans.end());
  rows.insert(rows.end(), missing.begin(), missing.end());
  return rows;
}

}  // namespace syn::table
