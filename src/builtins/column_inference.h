// What the values of a column are, all of them: the one type that a column of a file or of the SQL
// engine can have. Used by sql() for tables of the program and by parquet_write.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "value/objects.h"

namespace syn {

enum class CellFamily : uint8_t {
  Int,
  Float,
  Decimal,
  Text,
  Bool,
  Bytes,
  Date,
  DateTime,
  Duration,
  List,
  Map,
  Other  ///< a task, an array, …
};

/// The families that the values of one column (or of the items of its lists) have.
class ColumnInference {
 public:
  static constexpr int kMaxDepth = 64;

  /// Missing values say nothing.
  void see(const Value& value, uint64_t row, int depth = 0);

  bool has(CellFamily family) const { return (seen_ & bit(family)) != 0; }
  bool is_empty() const { return seen_ == 0; }
  /// True when all values have this family.
  bool is_only(CellFamily family) const { return seen_ == bit(family); }
  /// Ints and floats, or ints and decimals, go together.
  bool is_only(CellFamily one, CellFamily other) const {
    return has(one) && (seen_ & ~(bit(one) | bit(other))) == 0;
  }
  /// In the order in which they came.
  const std::vector<CellFamily>& families() const { return order_; }

  uint32_t scale = 0;                 ///< the largest of the decimals
  uint64_t whole_digits = 0;          ///< before the point, of decimals and integers
  bool has_wide_int = false;          ///< beyond 64 bits
  bool has_huge_int = false;          ///< beyond 127 bits
  uint64_t inexact_row = UINT64_MAX;  ///< the first whose integer no float holds
  bool needs_nanos = false;           ///< digits below a microsecond
  bool fits_nanos = true;             ///< all within the 64-bit nanoseconds around 1970
  bool fits_micros = true;            ///< durations within 64-bit microseconds
  bool is_too_deep = false;
  std::string other_name;  ///< what a value of family Other is

  /// Of the items of lists.
  const ColumnInference* items() const { return items_.get(); }
  const std::vector<std::string>& field_names() const { return field_names_; }
  const ColumnInference& field(size_t index) const { return *fields_[index]; }

 private:
  static uint32_t bit(CellFamily family) { return 1U << static_cast<uint32_t>(family); }
  void note(CellFamily family);
  void see_integer(const Value& value, uint64_t row);
  void see_time(const Value& value);

  uint32_t seen_ = 0;
  std::vector<CellFamily> order_;
  std::unique_ptr<ColumnInference> items_;
  std::vector<std::string> field_names_;
  std::vector<std::unique_ptr<ColumnInference>> fields_;
  std::unordered_map<std::string, size_t> field_index_;
};

/// `Int`, `Text`, `Decimal(2)`: as messages name it.
std::string family_name(CellFamily family, const ColumnInference& column);

}  // namespace syn
