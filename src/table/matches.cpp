// An index over the right keys, asked for each left key. Keys whose cells are numbers in a range
// (and codes of texts) are packed into one number, which is a place in an array where there are not
// many, else hashed; other keys are hashed cell by cell. Rows go through in batches, so that memory
// which will be needed is asked for ahead.
// SPDX-License-Identifier: Apache-2.0
#include "table/matches.h"

#include <algorithm>
#include <vector>

#include "table/key_cells.h"

namespace syn::table {
namespace {

constexpr size_t kStride = 16 * 1024;  // rows between two questions whether to go on
constexpr size_t kBatch = 256;

/// The codes of a column of texts in the dictionary of another.
class Translation {
 public:
  Translation(const Column& from, const Column& to) : from_(from), to_(to.dictionary->texts) {
    if (from.dictionary == to.dictionary) return;
    size_t size = 16;
    while (size < to_.size() * 2) size *= 2;
    slots_.assign(size, kNoRow);
    for (uint32_t code = 0; code < to_.size(); ++code) slots_[place_of(to_[code])] = code;
    if (!from.has_codes()) return;
    codes_.reserve(from.dictionary->texts.size());
    for (const TextRef& text : from.dictionary->texts) codes_.push_back(slots_[place_of(text)]);
  }

  /// kNoRow where the other has no such text.
  uint32_t at(size_t row) const {
    if (slots_.empty()) return from_.codes[row];
    return from_.has_codes() ? codes_[from_.codes[row]] : slots_[place_of(from_.texts[row])];
  }

 private:
  size_t place_of(const TextRef& text) const {
    size_t mask = slots_.size() - 1;
    size_t at = hash_text(text.view()) & mask;
    while (slots_[at] != kNoRow && !same_text(to_[slots_[at]], text)) at = (at + 1) & mask;
    return at;
  }

  const Column& from_;
  const Buffer<TextRef>& to_;
  Buffer<uint32_t> slots_;
  Buffer<uint32_t> codes_;
};

/// Keys as numbers below `range`; whatever no right row can have is `range` itself.
class PackedKeys {
 public:
  /// False where the right columns do not pack.
  bool plan(std::span<const Column* const> left, std::span<const Column* const> right) {
    for (size_t i = 0; i < right.size(); ++i) {
      auto ordinal = ordinal_of(*right[i]);
      if (!ordinal.has_value()) return false;
      if (__builtin_mul_overflow(range_, ordinal->range, &range_)) return false;
      bool is_text = right[i]->kind == Kind::Text;
      parts_.push_back({left[i], right[i], static_cast<uint64_t>(ordinal->least), ordinal->range,
                        is_text ? std::optional<Translation>(std::in_place, *left[i], *right[i])
                                : std::nullopt});
    }
    return true;
  }
  uint64_t range() const { return range_; }

  void of_left(size_t start, size_t count, uint64_t* numbers) const {
    const Part& first = parts_[0];
    if (parts_.size() == 1 && !first.translation.has_value() && !first.left->has_missing()) {
      const int64_t* ints = first.left->ints.data() + start;
      for (size_t i = 0; i < count; ++i) {
        numbers[i] = std::min(static_cast<uint64_t>(ints[i]) - first.least, range_);
      }
      return;
    }
    pack(
        start, count, numbers,
        [](const Part& part, size_t row) {
          if (part.translation.has_value()) return uint64_t{part.translation->at(row)};
          return static_cast<uint64_t>(part.left->ints[row]) - part.least;
        },
        &Part::left);
  }
  void of_right(size_t start, size_t count, uint64_t* numbers) const {
    pack(
        start, count, numbers,
        [](const Part& part, size_t row) {
          if (part.translation.has_value()) return uint64_t{part.right->codes[row]};
          return static_cast<uint64_t>(part.right->ints[row]) - part.least;
        },
        &Part::right);
  }

 private:
  struct Part {
    const Column* left;
    const Column* right;
    uint64_t least;
    uint64_t range;
    std::optional<Translation> translation;
  };

  template <typename OrdinalAt>
  void pack(size_t start, size_t count, uint64_t* numbers, OrdinalAt ordinal_at,
            const Column* Part::*side) const {
    bool is_outside[kBatch] = {};
    std::fill_n(numbers, count, 0);
    for (const Part& part : parts_) {
      for (size_t i = 0; i < count; ++i) {
        uint64_t ordinal = ordinal_at(part, start + i);
        is_outside[i] |= ordinal >= part.range;
        numbers[i] = numbers[i] * part.range + ordinal;
      }
      const Column& column = *(part.*side);
      for (size_t i = 0; column.has_missing() && i < count; ++i) {
        is_outside[i] |= !column.is_present(start + i);
      }
    }
    for (size_t i = 0; i < count; ++i) numbers[i] = is_outside[i] ? range_ : numbers[i];
  }

  std::vector<Part> parts_;
  uint64_t range_ = 1;
};

/// Calls `take(start, count)` for batches of rows; false when told to stop.
template <typename Take>
bool each_batch(size_t num_rows, const KeepGoing& keep_going, Take take) {
  for (size_t start = 0; start < num_rows; start += kStride) {
    size_t end = std::min(num_rows, start + kStride);
    for (size_t batch = start; batch < end; batch += kBatch) {
      take(batch, std::min(kBatch, end - batch));
    }
    if (!keep_going(end - start)) return false;
  }
  return true;
}

class Matcher {
 public:
  Matcher(std::span<const Column* const> left, size_t num_left,
          std::span<const Column* const> right, size_t num_right, const KeepGoing& keep_going)
      : left_(left),
        num_left_(num_left),
        right_(right),
        num_right_(num_right),
        keep_going_(keep_going) {}

  bool run() {
    matches_.first.resize(num_left_);
    PackedKeys keys;
    if (!keys.plan(left_, right_)) return by_cells();
    uint64_t most = std::max<uint64_t>(4096, 2 * (uint64_t{num_left_} + num_right_));
    return keys.range() <= most ? by_array(keys) : by_number(keys);
  }
  RowMatches take() { return std::move(matches_); }

 private:
  struct Slot {
    uint64_t hash;
    uint32_t row;   ///< the first of its key; kNoRow: free
    uint32_t last;  ///< the last of its key
  };

  bool by_array(const PackedKeys& keys) {
    // One more, where no row ever is.
    Buffer<uint32_t> known(keys.range() + 1, kNoRow);
    Buffer<uint32_t> last;
    uint64_t numbers[kBatch];
    bool done = each_batch(num_right_, keep_going_, [&](size_t start, size_t count) {
      keys.of_right(start, count, numbers);
      for (size_t i = 0; i < count; ++i) {
        if (numbers[i] == keys.range()) continue;
        auto row = static_cast<uint32_t>(start + i);
        uint32_t& first = known[numbers[i]];
        if (first == kNoRow) {
          first = row;
        } else {
          if (last.empty()) last = known;
          uint32_t& before = last[numbers[i]];
          link(before == kNoRow ? first : before, row);
          before = row;
        }
      }
    });
    if (!done) return false;
    return each_batch(num_left_, keep_going_, [&](size_t start, size_t count) {
      keys.of_left(start, count, numbers);
      uint32_t* first = matches_.first.data() + start;
      for (size_t i = 0; i < count; ++i) first[i] = known[numbers[i]];
    });
  }

  bool by_number(const PackedKeys& keys) {
    auto hash_all = [&keys](uint64_t* hashes, size_t count, bool* has_key) {
      for (size_t i = 0; i < count; ++i) has_key[i] = hashes[i] != keys.range();
      for (size_t i = 0; i < count; ++i) hashes[i] = scramble(hashes[i]);
    };
    auto always = [](size_t, size_t) { return true; };
    return by_hash(
        [&](size_t start, size_t count, uint64_t* hashes, bool* has_key) {
          keys.of_right(start, count, hashes);
          hash_all(hashes, count, has_key);
        },
        always,
        [&](size_t start, size_t count, uint64_t* hashes, bool* has_key) {
          keys.of_left(start, count, hashes);
          hash_all(hashes, count, has_key);
        },
        always);
  }

  bool by_cells() {
    auto hashes_of = [](std::span<const Column* const> columns) {
      return [columns](size_t start, size_t count, uint64_t* hashes, bool* has_key) {
        for (size_t i = 0; i < count; ++i) hashes[i] = key_hash(columns, start + i);
        std::fill_n(has_key, count, true);
        for (const Column* column : columns) {
          for (size_t i = 0; column->has_missing() && i < count; ++i) {
            has_key[i] = has_key[i] && column->is_present(start + i);
          }
        }
      };
    };
    return by_hash(
        hashes_of(right_),
        [this](size_t known, size_t row) { return same_key(right_, known, right_, row); },
        hashes_of(left_),
        [this](size_t known, size_t row) { return same_key(right_, known, left_, row); });
  }

  template <typename HashRight, typename SameRight, typename HashLeft, typename SameLeft>
  bool by_hash(HashRight hash_right, SameRight same_right, HashLeft hash_left, SameLeft same_left) {
    size_t size = 16;
    while (size < num_right_ * 2) size *= 2;
    slots_.assign(size, Slot{0, kNoRow, kNoRow});
    uint64_t hashes[kBatch];
    bool has_key[kBatch];
    bool done = each_batch(num_right_, keep_going_, [&](size_t start, size_t count) {
      hash_right(start, count, hashes, has_key);
      prefetch(hashes, count);
      for (size_t i = 0; i < count; ++i) {
        if (!has_key[i]) continue;
        auto row = static_cast<uint32_t>(start + i);
        Slot& slot = find(hashes[i], row, same_right);
        if (slot.row == kNoRow) {
          slot = {hashes[i], row, row};
        } else {
          link(slot.last, row);
          slot.last = row;
        }
      }
    });
    if (!done) return false;
    return each_batch(num_left_, keep_going_, [&](size_t start, size_t count) {
      hash_left(start, count, hashes, has_key);
      prefetch(hashes, count);
      uint32_t* first = matches_.first.data() + start;
      for (size_t i = 0; i < count; ++i) {
        first[i] = has_key[i] ? find(hashes[i], start + i, same_left).row : kNoRow;
      }
    });
  }

  void prefetch(const uint64_t* hashes, size_t count) const {
    size_t mask = slots_.size() - 1;
    for (size_t i = 0; i < count; ++i) __builtin_prefetch(&slots_[hashes[i] & mask]);
  }

  /// The slot of a key, or the free one where it would be.
  template <typename Same>
  Slot& find(uint64_t hash, size_t row, Same& same) {
    size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    while (slots_[at].row != kNoRow && !(slots_[at].hash == hash && same(slots_[at].row, row))) {
      at = (at + 1) & mask;
    }
    return slots_[at];
  }

  /// `row` is the next of the key that `before` has.
  void link(uint32_t before, uint32_t row) {
    if (matches_.next.empty()) matches_.next.assign(num_right_, kNoRow);
    matches_.next[before] = row;
  }

  std::span<const Column* const> left_;
  size_t num_left_;
  std::span<const Column* const> right_;
  size_t num_right_;
  const KeepGoing& keep_going_;
  RowMatches matches_;
  Buffer<Slot> slots_;
};

}  // namespace

uint64_t matching_bytes(size_t num_left, size_t num_right) {
  // Of the array or the slots, whichever is more, with what both sides need.
  uint64_t slots = uint64_t{num_right} * 4 * 16;
  uint64_t array = (uint64_t{num_left} + num_right) * 2 * 2 * sizeof(uint32_t);
  return std::max(slots, array) + (uint64_t{num_left} + num_right) * sizeof(uint32_t);
}

std::optional<RowMatches> match_rows(std::span<const Column* const> left, size_t num_left,
                                     std::span<const Column* const> right, size_t num_right,
                                     const KeepGoing& keep_going) {
  Matcher matcher(left, num_left, right, num_right, keep_going);
  if (!matcher.run()) return std::nullopt;
  return matcher.take();
}

}  // namespace syn::table
