// Sorting by radix: cells become numbers whose order is the cells' order, of 32 bits where that
// will do and of 64 where not; texts 8 bytes at a time, after what all of them start with.
// SPDX-License-Identifier: Apache-2.0
#include "table/order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "table/narrow_order.h"

namespace syn::table {
namespace {

struct Keyed {
  uint64_t key;
  uint32_t row;
};

constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;

uint64_t key_of_int(int64_t value) { return static_cast<uint64_t>(value) ^ (uint64_t{1} << 63); }

uint64_t key_of_float(double value) {
  auto bits = std::bit_cast<uint64_t>(value + 0.0);  // -0.0 and 0 are one key
  return (bits >> 63) != 0 ? ~bits : bits | (uint64_t{1} << 63);
}

/// The 8 bytes from `depth`, zeros after the end.
uint64_t key_of_text(std::string_view text, size_t depth) {
  uint64_t word = 0;
  if (text.size() >= depth + 8) {
    std::memcpy(&word, text.data() + depth, 8);
  } else if (text.size() > depth) {
    std::memcpy(&word, text.data() + depth, text.size() - depth);
  }
  return __builtin_bswap64(word);
}

/// Stable, by insertion: for a few.
void insert_each(std::span<Keyed> items) {
  for (size_t i = 1; i < items.size(); ++i) {
    Keyed item = items[i];
    size_t at = i;
    for (; at > 0 && items[at - 1].key > item.key; --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

constexpr int kMostPasses = 3;

/// A stable pass for each digit of what keys are above `least`, from bit `shift` up to `width`; at
/// most three. `other` is as large.
void sort_digits(std::span<Keyed> items, std::span<Keyed> other, uint64_t least, int shift,
                 int width) {
  std::array<std::array<uint32_t, kDigits>, kMostPasses> places{};
  for (const Keyed& item : items) {
    uint64_t key = (item.key - least) >> shift;
    for (auto& place : places) {
      ++place[key & (kDigits - 1)];
      key >>= kDigitBits;
    }
  }
  std::span<Keyed> from = items;
  std::span<Keyed> to = other;
  for (size_t pass = 0; shift < width; shift += kDigitBits, ++pass) {
    std::array<uint32_t, kDigits>& place = places[pass];
    uint32_t sum = 0;
    for (uint32_t& count : place) sum += std::exchange(count, sum);
    for (const Keyed& item : from) {
      to[place[((item.key - least) >> shift) & (kDigits - 1)]++] = item;
    }
    std::swap(from, to);
  }
  if (from.data() != items.data()) std::copy(from.begin(), from.end(), items.begin());
}

/// Stable, by key: first by the highest two digits of the span that the keys lie in, which leaves
/// few that are still alike; these are sorted by what follows. At most three levels deep. `other`
/// is as large.
void sort_keyed(std::span<Keyed> items, std::span<Keyed> other) {
  constexpr size_t kVeryFew = 32;
  constexpr size_t kFew = 512;
  constexpr int kTopBits = 2 * kDigitBits;
  auto by_key = [](const Keyed& left, const Keyed& right) { return left.key < right.key; };
  if (items.size() <= kVeryFew) return insert_each(items);
  if (items.size() <= kFew) return std::stable_sort(items.begin(), items.end(), by_key);
  uint64_t least = items[0].key;
  uint64_t most = items[0].key;
  for (const Keyed& item : items) {
    least = std::min(least, item.key);
    most = std::max(most, item.key);
  }
  int width = static_cast<int>(std::bit_width(most - least));
  int shift = width > kTopBits + kDigitBits ? width - kTopBits : 0;
  sort_digits(items, other.first(items.size()), least, shift, width);
  for (size_t start = 0; shift > 0 && start < items.size();) {
    uint64_t top = (items[start].key - least) >> shift;
    size_t end = start + 1;
    while (end < items.size() && (items[end].key - least) >> shift == top) ++end;
    if (end - start > 1) sort_keyed(items.subspan(start, end - start), other);
    start = end;
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

/// Orders texts: by 8 bytes, then those that agree in them by the next 8, and so on.
class TextSorter {
 public:
  TextSorter(const Column& column, bool descending) : column_(column), descending_(descending) {}

  void sort(std::span<Keyed> items) {
    Buffer<Keyed> other(items.size());
    std::vector<Run> todo{{items, common_prefix(items)}};
    while (!todo.empty()) {
      Run run = todo.back();
      todo.pop_back();
      if (run.items.size() <= kFew || run.depth > kDeepest) {
        compare(run.items);
        continue;
      }
      for (Keyed& item : run.items) {
        uint64_t key = key_of_text(text(item), run.depth);
        item.key = descending_ ? ~key : key;
      }
      sort_keyed(run.items, other);
      add_runs(run, todo);
    }
  }

 private:
  struct Run {
    std::span<Keyed> items;
    size_t depth;  ///< all agree in the bytes before
  };
  static constexpr size_t kFew = 16;
  static constexpr size_t kDeepest = 256;

  std::string_view text(const Keyed& item) const { return column_.text(item.row).view(); }

  size_t common_prefix(std::span<const Keyed> items) const {
    if (items.empty()) return 0;
    std::string_view first = text(items[0]);
    size_t length = std::min(first.size(), kDeepest);
    for (const Keyed& item : items) {
      std::string_view other = text(item);
      length = std::min(length, other.size());
      if (std::memcmp(first.data(), other.data(), length) == 0) continue;
      auto differ = std::mismatch(first.begin(), first.begin() + static_cast<ptrdiff_t>(length),
                                  other.begin());
      length = static_cast<size_t>(differ.first - first.begin());
    }
    return length;
  }

  /// Those that agree in the bytes of this round, unless they are all the same there and end.
  void add_runs(const Run& run, std::vector<Run>& todo) const {
    size_t depth = run.depth + 8;
    for (size_t start = 0; start < run.items.size();) {
      size_t size = text(run.items[start]).size();
      bool alike = size <= depth;
      size_t end = start + 1;
      while (end < run.items.size() && run.items[end].key == run.items[start].key) {
        alike = alike && text(run.items[end]).size() == size;
        ++end;
      }
      if (end - start > 1 && !alike) todo.push_back({run.items.subspan(start, end - start), depth});
      start = end;
    }
  }

  void compare(std::span<Keyed> items) const {
    std::stable_sort(items.begin(), items.end(), [&](const Keyed& left, const Keyed& right) {
      return descending_ ? text(right) < text(left) : text(left) < text(right);
    });
  }

  const Column& column_;
  bool descending_;
};

/// Positions of the cells that have an order, and of those that come after them.
struct Sorted {
  Buffer<uint32_t> ordinary;
  Buffer<uint32_t> nans;
  Buffer<uint32_t> missing;
};

Sorted sort_out(const Column& column, std::span<const uint32_t> before) {
  Sorted rows;
  rows.ordinary.resize(column.size);
  size_t num_ordinary = 0;
  for (uint32_t i = 0; i < column.size; ++i) {
    uint32_t row = before.empty() ? i : before[i];
    if (!column.is_present(row)) {
      rows.missing.push_back(row);
    } else if (column.kind == Kind::Float && std::isnan(column.floats[row])) {
      rows.nans.push_back(row);
    } else {
      rows.ordinary[num_ordinary++] = row;
    }
  }
  rows.ordinary.resize(num_ordinary);
  return rows;
}

std::optional<Buffer<uint32_t>> narrow_keys_in(const Column& column, std::span<const uint32_t> rows,
                                               bool descending) {
  std::optional<Buffer<uint32_t>> keys;
  if (column.has_codes()) {
    Buffer<uint32_t> ranks = ranks_of(*column.dictionary);
    keys.emplace(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) (*keys)[i] = ranks[column.codes[rows[i]]];
  } else {
    keys = narrow_keys(column, rows);
  }
  if (!keys || !descending || keys->empty()) return keys;
  uint32_t most = *std::max_element(keys->begin(), keys->end());
  for (uint32_t& key : *keys) key = most - key;
  return keys;
}

Buffer<uint32_t> order_by_wide_keys(const Column& column, std::span<const uint32_t> rows,
                                    bool descending) {
  Buffer<Keyed> items(rows.size());
  bool is_text = column.kind == Kind::Text;
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t key = 0;
    if (!is_text) {
      bool is_float = column.kind == Kind::Float;
      key = is_float ? key_of_float(column.floats[rows[i]]) : key_of_int(column.ints[rows[i]]);
    }
    items[i] = {descending ? ~key : key, rows[i]};
  }
  if (is_text) {
    TextSorter(column, descending).sort(items);
  } else {
    Buffer<Keyed> other(items.size());
    sort_keyed(items, other);
  }
  Buffer<uint32_t> ordered(rows.size());
  std::transform(items.begin(), items.end(), ordered.begin(),
                 [](const Keyed& item) { return item.row; });
  return ordered;
}

}  // namespace

uint64_t sorting_bytes(size_t num_rows) {
  return num_rows * (2 * sizeof(Keyed) + 2 * sizeof(uint32_t));
}

Buffer<uint32_t> sorted_rows(const Column& column, bool descending,
                             std::span<const uint32_t> before) {
  Sorted sorted = sort_out(column, before);
  std::optional<Buffer<uint32_t>> keys = narrow_keys_in(column, sorted.ordinary, descending);
  Buffer<uint32_t> rows = keys ? order_by_narrow_keys(*keys, sorted.ordinary)
                               : order_by_wide_keys(column, sorted.ordinary, descending);
  rows.insert(rows.end(), sorted.nans.begin(), sorted.nans.end());
  rows.insert(rows.end(), sorted.missing.begin(), sorted.missing.end());
  return rows;
}

}  // namespace syn::table
