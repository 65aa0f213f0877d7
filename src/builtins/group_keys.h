// Keys of rows, and finding equal ones. What `group_by`, `summarize`, `count_by`, `sort_by`,
// `join`, `unique` and the window forms mean by a key argument is read here, once (data.md §3.5).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "builtins/argument_checks.h"
#include "value/twins.h"
#include "vm/call.h"

namespace syn {

/// Reads one column of rows; remembers where the column stands in rows of the same shape.
class ColumnReader {
 public:
  explicit ColumnReader(std::string_view column) : column_(column), hash_(hash_bytes(column)) {}
  const std::string& column() const { return column_; }
  /// The cell, or null when the row has no such column.
  const Value* find(const Map& row);

 private:
  std::string column_;
  uint64_t hash_;
  const Shape* shape_ = nullptr;  // borrowed from the Heap, which outlives every call
  int position_ = -1;
};

/// `OPERATION: no row has a column "c" (columns: "a", "b")` unless a row has it. No rows: no error.
Result<void> check_column(Call& call, std::span<const Value> rows, std::string_view column,
                          std::string_view operation);
/// The names of the columns of rows, in order of first appearance.
Result<std::vector<Value>> column_names(Call& call, std::span<const Value> rows);
/// `OPERATION: every row must be a map, got KIND`.
Error not_a_row(std::string_view operation, size_t position, const Value& got);
/// `OPERATION: expected a list of rows (maps), got KIND` unless it is a list.
Result<void> check_rows(std::string_view operation, const Value& value);
/// The names in a text or a list of texts. `OPERATION: column names must be text, got KIND`,
/// `OPERATION: pass at least one column`. Nothing when it is neither.
Result<std::optional<std::vector<std::string>>> names_argument(std::string_view operation,
                                                               const Value& value);

/// What a key argument says: a column, a list of columns, or a function of the row.
class KeyReader {
 public:
  /// Reads the argument; fails when it is neither of the three.
  static Result<KeyReader> parse(const Value& key, std::string_view operation);
  /// Fails when a column is in no row.
  Result<void> check(Call& call, std::span<const Value> rows);

  bool is_function() const { return columns_.empty(); }
  bool is_single() const { return single_; }
  size_t num_parts() const { return columns_.empty() ? 1 : columns_.size(); }
  const std::string& column(size_t index) const { return columns_[index].column(); }

  /// The parts of one row's key; valid until the next read. `position` is for messages.
  Result<std::span<const Value* const>> read(Call& call, const Value& row, size_t position);
  /// The key as a value, from its parts: the part itself, or a map {column: value} for a list of
  /// columns.
  Value as_value(Call& call, std::span<const Value> parts) const;

 private:
  KeyReader() = default;
  std::string operation_;
  std::vector<ColumnReader> columns_;
  bool single_ = true;
  Value function_;
  Value result_;
  std::vector<const Value*> parts_;
};

/// The distinct keys seen so far, each with its position of first appearance. A hash table with
/// open addressing; equality is that of group keys. Its memory is charged to the run.
class KeyIndex {
 public:
  struct Place {
    size_t position;
    bool is_new;
  };
  static constexpr size_t kAbsent = SIZE_MAX;

  KeyIndex(Call& call, size_t num_parts);
  /// Finds the key or adds it. Fails with the mix error where a decimal meets the same float.
  Result<Place> insert(std::span<const Value* const> parts);
  /// Position, or kAbsent.
  Result<size_t> find(std::span<const Value* const> parts);

  size_t size() const { return hashes_.size(); }
  std::span<const Value> parts(size_t position) const {
    return std::span<const Value>(parts_).subspan(position * num_parts_, num_parts_);
  }
  const Value& key(size_t position) const { return parts_[position * num_parts_]; }

 private:
  /// The slot of the key, or the free slot where it belongs.
  Result<size_t> slot_of(std::span<const Value* const> parts, uint64_t hash);
  Result<void> grow();
  Result<bool> same(size_t position, std::span<const Value* const> parts) const;

  Call& call_;
  size_t num_parts_;
  std::vector<uint32_t> slots_;   // position + 1; 0 is free; a power of two
  std::vector<uint64_t> hashes_;  // by position
  std::vector<Value> parts_;      // num_parts_ of each key
  ScratchCharge charge_;
};

/// Groups by how often they occur, most often first; ties keep their order.
std::vector<uint32_t> by_frequency(std::span<const int64_t> counts);
/// Rows {key, count} of groups in that order.
Result<Value> counted_rows(Call& call, std::span<const int64_t> counts,
                           const std::function<Value(size_t group)>& key_of);

/// The rows of each group, in input order.
struct Groups {
  std::vector<uint32_t> group_of;  ///< by row
  std::vector<uint32_t> order;     ///< rows, group after group
  std::vector<uint32_t> starts;    ///< of each group in `order`, and the end
  std::span<const uint32_t> rows(size_t group) const {
    return std::span<const uint32_t>(order).subspan(starts[group],
                                                    starts[group + 1] - starts[group]);
  }
};

/// Rows that all have the same keys, as those of a file: a column that is in none of them is a
/// mistake. Among rows of several kinds it may be one that happens to be absent.
bool have_one_shape(std::span<const Value> rows);

/// The numbers among the keys of one column, to find texts that say one of them.
class NumberForms {
 public:
  explicit NumberForms(Heap& heap) : charge_(heap) {}
  /// Takes no notice of what is no number.
  Result<void> add(Call& call, const Value& key);
  bool has_twin_of(const Value& key) const {
    return !forms_.empty() && key.is_text() && forms_.contains(number_form_of(key));
  }

 private:
  std::unordered_set<std::string> forms_;
  ScratchCharge charge_;
};

/// Fails where a column is the number 7 in some rows and the text "7" in others, as those of two
/// files may be: they would be two groups.
Result<void> check_twin_keys(Call& call, const KeyReader& reader, const KeyIndex& index);

/// Puts each row into the group of its key; the memory of the result is charged to `charge`.
Result<Groups> make_groups(Call& call, std::span<const Value> rows, KeyReader& reader,
                           KeyIndex& index, ScratchCharge& charge);

}  // namespace syn
