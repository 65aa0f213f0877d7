// Grouping by hashing. Keys that fit 64 bits together are packed into one number first: texts with
// a dictionary by their code, integers and dates by their distance from the least. Then either a
// plain array finds the group, or a table of numbers whose hash is the number in disguise, so that
// nothing else is compared.
// SPDX-License-Identifier: Apache-2.0
#include "table/keys.h"

#include <algorithm>
#include <optional>

#include "table/key_cells.h"

namespace syn::table {
namespace {

constexpr size_t kStride = 16 * 1024;  // rows between two questions whether to go on
constexpr size_t kBatch = 256;         // rows hashed at once

/// Packs the ordinals of a key into the numbers of rows from `start` on.
void pack(const Ordinal& key, size_t start, size_t count, uint64_t* numbers) {
  const Column& column = *key.column;
  auto least = static_cast<uint64_t>(key.least);
  if (column.has_missing()) {
    for (size_t i = 0; i < count; ++i) {
      uint64_t ordinal = column.kind == Kind::Text
                             ? column.codes[start + i]
                             : static_cast<uint64_t>(column.ints[start + i]) - least;
      if (!column.is_present(start + i)) ordinal = key.range - 1;
      numbers[i] = numbers[i] * key.range + ordinal;
    }
  } else if (column.kind == Kind::Text) {
    const uint32_t* codes = column.codes.data() + start;
    for (size_t i = 0; i < count; ++i) numbers[i] = numbers[i] * key.range + codes[i];
  } else {
    const int64_t* ints = column.ints.data() + start;
    for (size_t i = 0; i < count; ++i) {
      numbers[i] = numbers[i] * key.range + (static_cast<uint64_t>(ints[i]) - least);
    }
  }
}

}  // namespace

std::optional<Ordinal> ordinal_of(const Column& column) {
  uint64_t extra = column.has_missing() ? 1 : 0;
  if (column.kind == Kind::Text) {
    if (!column.has_codes()) return std::nullopt;
    return Ordinal{&column, 0, column.dictionary->texts.size() + extra};
  }
  if (column.kind == Kind::Float) return std::nullopt;
  auto [least, most] = column.bounds();
  if (least > most) return Ordinal{&column, 0, 1 + extra};
  uint64_t distance = static_cast<uint64_t>(most) - static_cast<uint64_t>(least);
  if (distance >= (uint64_t{1} << 62)) return std::nullopt;
  return Ordinal{&column, least, distance + 1 + extra};
}

namespace {

class Grouper {
 public:
  Grouper(size_t num_rows, const KeepGoing& keep_going)
      : num_rows_(num_rows), keep_going_(keep_going) {
    groups_.group_of.resize(num_rows);
  }

  bool by_array(std::span<const Ordinal> keys, uint64_t range) {
    Buffer<uint32_t> known(range, kNoRow);
    const Column& first = *keys[0].column;
    if (keys.size() == 1 && !first.has_missing()) {
      return with_ordinals(keys[0], [&](auto place) { return by_place(known, place); });
    }
    if (keys.size() == 2 && !first.has_missing() && !keys[1].column->has_missing()) {
      return with_ordinals(keys[0], [&](auto high) {
        return with_ordinals(keys[1], [&, range = keys[1].range](auto low) {
          return by_place(known, [=](size_t row) { return high(row) * range + low(row); });
        });
      });
    }
    uint64_t numbers[kBatch];
    for (size_t start = 0; start < num_rows_; start += kStride) {
      size_t end = std::min(num_rows_, start + kStride);
      for (size_t batch = start; batch < end; batch += kBatch) {
        size_t count = std::min(kBatch, end - batch);
        pack_batch(keys, batch, count, numbers);
        for (size_t i = 0; i < count; ++i) {
          uint32_t& group = known[numbers[i]];
          if (group == kNoRow) group = add_group(batch + i);
          groups_.group_of[batch + i] = group;
        }
      }
      if (!keep_going_(end - start)) return false;
    }
    return true;
  }

  bool by_number(std::span<const Ordinal> keys) {
    return by_hash(
        [&](size_t batch, size_t count, uint64_t* hashes) {
          pack_batch(keys, batch, count, hashes);
          for (size_t i = 0; i < count; ++i) hashes[i] = scramble(hashes[i]);
        },
        [](size_t, size_t) { return true; });
  }

  /// One column of texts without a dictionary. The texts of groups stand side by side, and are
  /// asked for ahead: what costs time here is waiting for memory.
  bool by_texts(const Column& column) {
    constexpr size_t kAhead = 64;
    slots_.assign(1024, Slot{0, kNoRow});
    Buffer<TextRef> known;
    uint32_t missing_group = kNoRow;
    uint64_t hashes[kAhead];
    for (size_t start = 0; start < num_rows_; start += kStride) {
      size_t end = std::min(num_rows_, start + kStride);
      for (size_t batch = start; batch < end; batch += kAhead) {
        size_t count = std::min(kAhead, end - batch);
        while ((known.size() + count) * 2 > slots_.size()) grow();
        size_t mask = slots_.size() - 1;
        for (size_t i = 0; i < count; ++i) {
          hashes[i] = hash_text(column.texts[batch + i].view());
          __builtin_prefetch(&slots_[hashes[i] & mask]);
        }
        for (size_t i = 0; i < count; ++i) {
          uint32_t group = slots_[hashes[i] & mask].group;
          if (group != kNoRow) __builtin_prefetch(&known[group]);
        }
        for (size_t i = 0; i < count; ++i) {
          uint32_t group = slots_[hashes[i] & mask].group;
          if (group != kNoRow) __builtin_prefetch(known[group].data);
        }
        for (size_t i = 0; i < count; ++i) {
          size_t row = batch + i;
          if (!column.is_present(row)) {
            if (missing_group == kNoRow) {
              missing_group = add_group(row);
              known.push_back(TextRef::of(""));
            }
            groups_.group_of[row] = missing_group;
            continue;
          }
          size_t at = hashes[i] & mask;
          while (slots_[at].group != kNoRow &&
                 (slots_[at].hash != hashes[i] ||
                  !same_text(known[slots_[at].group], column.texts[row]))) {
            at = (at + 1) & mask;
          }
          if (slots_[at].group == kNoRow) {
            slots_[at] = {hashes[i], add_group(row)};
            known.push_back(column.texts[row]);
          }
          groups_.group_of[row] = slots_[at].group;
        }
      }
      if (!keep_going_(end - start)) return false;
    }
    return true;
  }

  bool by_cells(std::span<const Column* const> columns) {
    return by_hash(
        [&](size_t batch, size_t count, uint64_t* hashes) {
          for (size_t i = 0; i < count; ++i) hashes[i] = key_hash(columns, batch + i);
        },
        [&](size_t left, size_t right) { return same_key(columns, left, columns, right); });
  }

  RowGroups take() { return std::move(groups_); }

 private:
  struct Slot {
    uint64_t hash;
    uint32_t group;  ///< kNoRow: free
  };

  /// Calls `use` with a function that gives the ordinal of a row, where all cells are present.
  template <typename Use>
  static bool with_ordinals(const Ordinal& key, Use use) {
    if (key.column->kind == Kind::Text) {
      return use([codes = key.column->codes.data()](size_t row) { return uint64_t{codes[row]}; });
    }
    return use([ints = key.column->ints.data(), least = static_cast<uint64_t>(key.least)](
                   size_t row) { return static_cast<uint64_t>(ints[row]) - least; });
  }

  /// `place` gives the place of a row in `known`.
  template <typename Place>
  bool by_place(Buffer<uint32_t>& known, Place place) {
    uint32_t* group_of = groups_.group_of.data();
    uint32_t* groups = known.data();
    for (size_t start = 0; start < num_rows_; start += kStride) {
      size_t end = std::min(num_rows_, start + kStride);
      for (size_t row = start; row < end; ++row) {
        uint32_t& group = groups[place(row)];
        if (group == kNoRow) group = add_group(row);
        group_of[row] = group;
      }
      if (!keep_going_(end - start)) return false;
    }
    return true;
  }

  static void pack_batch(std::span<const Ordinal> keys, size_t start, size_t count,
                         uint64_t* numbers) {
    std::fill_n(numbers, count, 0);
    for (const Ordinal& key : keys) pack(key, start, count, numbers);
  }

  uint32_t add_group(size_t row) {
    groups_.first_row.push_back(static_cast<uint32_t>(row));
    return static_cast<uint32_t>(groups_.first_row.size() - 1);
  }

  template <typename Hash, typename Same>
  bool by_hash(Hash hash_rows, Same same_rows) {
    slots_.assign(1024, Slot{0, kNoRow});
    uint64_t hashes[kBatch];
    for (size_t start = 0; start < num_rows_; start += kStride) {
      size_t end = std::min(num_rows_, start + kStride);
      for (size_t batch = start; batch < end; batch += kBatch) {
        size_t count = std::min(kBatch, end - batch);
        // Growing here keeps the table at most half full through the batch.
        while ((groups_.first_row.size() + count) * 2 > slots_.size()) grow();
        hash_rows(batch, count, hashes);
        for (size_t i = 0; i < count; ++i) {
          __builtin_prefetch(&slots_[hashes[i] & (slots_.size() - 1)]);
        }
        for (size_t i = 0; i < count; ++i) {
          groups_.group_of[batch + i] = find_or_add(hashes[i], batch + i, same_rows);
        }
      }
      if (!keep_going_(end - start)) return false;
    }
    return true;
  }

  template <typename Same>
  uint32_t find_or_add(uint64_t hash, size_t row, Same& same_rows) {
    size_t mask = slots_.size() - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.group == kNoRow) {
        slot = {hash, add_group(row)};
        return slot.group;
      }
      if (slot.hash == hash && same_rows(groups_.first_row[slot.group], row)) return slot.group;
    }
  }

  void grow() {
    Buffer<Slot> old(slots_.size() * 4, Slot{0, kNoRow});
    old.swap(slots_);
    size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.group == kNoRow) continue;
      size_t at = slot.hash & mask;
      while (slots_[at].group != kNoRow) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  size_t num_rows_;
  const KeepGoing& keep_going_;
  RowGroups groups_;
  Buffer<Slot> slots_;
};

}  // namespace

uint64_t grouping_bytes(size_t num_rows) { return num_rows * (2 * sizeof(uint32_t) + 4 * 16); }

std::optional<RowGroups> group_rows(std::span<const Column* const> columns, size_t num_rows,
                                    const KeepGoing& keep_going) {
  Grouper grouper(num_rows, keep_going);
  std::vector<Ordinal> keys;
  uint64_t range = 1;
  for (const Column* column : columns) {
    auto key = ordinal_of(*column);
    if (!key.has_value()) break;
    if (__builtin_mul_overflow(range, key->range, &range)) break;
    keys.push_back(*key);
  }
  bool packs = keys.size() == columns.size();
  bool done = false;
  if (packs && range <= std::max<uint64_t>(4096, num_rows * 2)) {
    done = grouper.by_array(keys, range);
  } else if (packs) {
    done = grouper.by_number(keys);
  } else if (columns.size() == 1 && columns[0]->kind == Kind::Text) {
    done = grouper.by_texts(*columns[0]);
  } else {
    done = grouper.by_cells(columns);
  }
  if (!done) return std::nullopt;
  return grouper.take();
}

GroupedRows rows_by_group(const RowGroups& groups) {
  GroupedRows grouped;
  grouped.starts.assign(groups.num_groups() + 1, 0);
  for (uint32_t group : groups.group_of) ++grouped.starts[group + 1];
  for (size_t i = 1; i < grouped.starts.size(); ++i) grouped.starts[i] += grouped.starts[i - 1];
  Buffer<uint32_t> next(grouped.starts.begin(), grouped.starts.end());
  grouped.rows.resize(groups.group_of.size());
  for (size_t row = 0; row < groups.group_of.size(); ++row) {
    grouped.rows[next[groups.group_of[row]]++] = static_cast<uint32_t>(row);
  }
  return grouped;
}

namespace {

template <typename T>
void append(Buffer<T>& to, const Buffer<T>& first, const Buffer<T>& second) {
  to.reserve(first.size() + second.size());
  to.insert(to.end(), first.begin(), first.end());
  to.insert(to.end(), second.begin(), second.end());
}

void append_texts(const Column& column, Buffer<TextRef>& to) {
  for (size_t i = 0; i < column.size; ++i) to.push_back(column.text(i));
}

/// The codes of `column` in a dictionary that grows by what it lacks.
void append_codes(const Column& column, Column& to, Dictionary& dictionary) {
  auto distinct = std::make_shared<Column>(Kind::Text, 0);
  distinct->texts = dictionary.texts;
  size_t known = dictionary.texts.size();
  distinct->texts.insert(distinct->texts.end(), column.dictionary->texts.begin(),
                         column.dictionary->texts.end());
  distinct->size = distinct->texts.size();
  const Column* columns[] = {distinct.get()};
  auto groups = group_rows(columns, distinct->size, [](size_t) { return true; });
  Buffer<uint32_t> code_of_group(groups->num_groups(), kNoRow);
  for (size_t i = 0; i < known; ++i) {
    uint32_t& code = code_of_group[groups->group_of[i]];
    if (code == kNoRow) code = static_cast<uint32_t>(i);
  }
  Buffer<uint32_t> renamed(column.dictionary->texts.size());
  for (size_t i = 0; i < renamed.size(); ++i) {
    uint32_t& code = code_of_group[groups->group_of[known + i]];
    if (code == kNoRow) {
      code = static_cast<uint32_t>(dictionary.texts.size());
      dictionary.texts.push_back(column.dictionary->texts[i]);
    }
    renamed[i] = code;
  }
  for (size_t i = 0; i < column.size; ++i) to.codes.push_back(renamed[column.codes[i]]);
}

}  // namespace

bool are_alike(const Column& first, const Column& second) {
  return first.kind == second.kind && first.kind != Kind::Any && first.scale == second.scale &&
         first.offset_seconds == second.offset_seconds;
}

ColumnPtr concatenate(const Column& first, const Column& second, Budget& budget) {
  if (!are_alike(first, second)) return nullptr;
  auto made = std::make_shared<Column>(first.kind, first.size + second.size);
  made->scale = first.scale;
  made->offset_seconds = first.offset_seconds;
  if (first.kind == Kind::Float) {
    append(made->floats, first.floats, second.floats);
  } else if (first.kind != Kind::Text) {
    append(made->ints, first.ints, second.ints);
  } else {
    made->bytes = first.bytes;
    made->bytes.insert(made->bytes.end(), second.bytes.begin(), second.bytes.end());
    if (first.has_codes() && second.has_codes()) {
      auto dictionary = std::make_shared<Dictionary>(*first.dictionary);
      made->codes.reserve(made->size);
      made->codes = first.codes;
      append_codes(second, *made, *dictionary);
      made->dictionary = std::move(dictionary);
    } else {
      made->texts.reserve(made->size);
      append_texts(first, made->texts);
      append_texts(second, made->texts);
    }
  }
  if (first.has_missing() || second.has_missing()) {
    made->present = make_bits(made->size, true);
    for (size_t i = 0; i < first.size; ++i) {
      if (!first.is_present(i)) clear_bit(made->present, i);
    }
    for (size_t i = 0; i < second.size; ++i) {
      if (!second.is_present(i)) clear_bit(made->present, first.size + i);
    }
  }
  made->charge(budget);
  return made;
}

}  // namespace syn::table
