// Cells of keys as numbers and hashes, for grouping and matching rows. Internal to them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "table/column.h"
#include "table/text_hash.h"

namespace syn::table {

inline constexpr uint64_t kMissingHash = 0x9AE16A3B2F90404FULL;

/// A one-to-one scrambling of 64 bits.
inline uint64_t scramble(uint64_t x) {
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93ULL;
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93ULL;
  x ^= x >> 32;
  return x;
}

/// Bits under which equal floats are equal.
inline uint64_t float_bits(double value) {
  if (std::isnan(value)) return 0x7FF8000000000000ULL;
  return std::bit_cast<uint64_t>(value + 0.0);
}

inline uint64_t cell_hash(const Column& column, size_t row) {
  if (!column.is_present(row)) return kMissingHash;
  if (column.kind == Kind::Text) return hash_text(column.text(row).view());
  if (column.kind == Kind::Float) return scramble(float_bits(column.floats[row]));
  return scramble(static_cast<uint64_t>(column.ints[row]));
}

inline uint64_t key_hash(std::span<const Column* const> columns, size_t row) {
  uint64_t hash = cell_hash(*columns[0], row);
  for (size_t i = 1; i < columns.size(); ++i) {
    hash = scramble(std::rotl(hash, 31) ^ cell_hash(*columns[i], row));
  }
  return hash;
}

/// Of columns that are alike (keys.h). Absent cells are equal to each other.
inline bool same_cell(const Column& left, size_t left_row, const Column& right, size_t right_row) {
  bool is_left = left.is_present(left_row);
  if (!is_left || !right.is_present(right_row)) return is_left == right.is_present(right_row);
  if (left.kind == Kind::Text) {
    if (left.has_codes() && left.dictionary == right.dictionary) {
      return left.codes[left_row] == right.codes[right_row];
    }
    return same_text(left.text(left_row), right.text(right_row));
  }
  if (left.kind == Kind::Float) {
    return float_bits(left.floats[left_row]) == float_bits(right.floats[right_row]);
  }
  return left.ints[left_row] == right.ints[right_row];
}

inline bool same_key(std::span<const Column* const> left, size_t left_row,
                     std::span<const Column* const> right, size_t right_row) {
  for (size_t i = 0; i < left.size(); ++i) {
    if (!same_cell(*left[i], left_row, *right[i], right_row)) return false;
  }
  return true;
}

/// A column whose cells are numbers from 0 to `range` - 1; absent ones are the last.
struct Ordinal {
  const Column* column;
  int64_t least;
  uint64_t range;
};
/// Nothing for floats, for texts without a dictionary, and for numbers that lie too far apart.
std::optional<Ordinal> ordinal_of(const Column& column);

}  // namespace syn::table
