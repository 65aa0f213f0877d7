// The columns behind a list (DESIGN.md §4): a table whose rows are maps to the program, or one
// column whose cells are the items.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "table/expression.h"
#include "table/table.h"
#include "value/objects.h"

namespace syn {

/// Cells of kind Any, as values. Charges nothing: the column that holds them is charged by its
/// size.
class ItemCells : public table::AnyCells {
 public:
  virtual Value at(size_t row) const = 0;
  /// All cells. Where memory is short the budget is exhausted afterwards and the rest are nothing.
  virtual std::span<const Value> values() const = 0;
  /// What `at` makes for a row, in bytes.
  virtual size_t made_bytes() const { return 0; }
  /// Those of a column of kind Any.
  static const ItemCells& of(const table::Column& column) {
    return static_cast<const ItemCells&>(*column.cells);
  }
};

/// Values of any kind.
class ValueCells final : public ItemCells {
 public:
  explicit ValueCells(std::vector<Value> values) : values_(std::move(values)) {}
  std::shared_ptr<const table::AnyCells> gather(std::span<const uint32_t> rows) const override;
  size_t byte_size() const override { return values_.capacity() * sizeof(Value); }
  Value at(size_t row) const override { return values_[row]; }
  std::span<const Value> values() const override { return values_; }

 private:
  std::vector<Value> values_;
};

/// Keys in one order, which many maps of a column have, and where their values are.
struct RecordKind {
  Shape* shape;
  std::vector<uint32_t> members;  ///< by key: a column of the members
};

/// Maps of few kinds, kept as columns of their members. A map is made when it is asked for.
class RecordCells final : public ItemCells {
 public:
  /// `members` are charged already; where a row has no such key, its cell says nothing.
  /// `kind_of_row` is empty where there is one kind.
  RecordCells(Heap& heap, table::Table members, std::vector<RecordKind> kinds,
              table::Buffer<uint8_t> kind_of_row);
  std::shared_ptr<const table::AnyCells> gather(std::span<const uint32_t> rows) const override;
  size_t byte_size() const override { return kind_of_row_.capacity(); }
  table::ColumnPtr member(std::string_view name) const override;
  Value at(size_t row) const override;
  std::span<const Value> values() const override;
  size_t made_bytes() const override;

 private:
  Value members_;  // a list of rows
  std::vector<RecordKind> kinds_;
  table::Buffer<uint8_t> kind_of_row_;
  mutable std::vector<Value> values_;  // made when first asked for
  mutable bool has_all_values_ = false;
};

struct ListColumns {
  uint32_t references = 1;
  /// Rows: an item is a map of all columns. Else the table has one column, whose cells are the
  /// items.
  bool is_rows = true;
  Shape* shape = nullptr;  ///< of the rows
  table::Table table;
  /// The values of each column's dictionary, made when first needed.
  std::vector<std::vector<Value>> dictionary_values;
};

/// Columns of a table take part in shapes up to this many; wider ones stay plain values.
inline constexpr size_t kMaxTableColumns = 10'000;

/// A list of rows over these columns (charged by their maker).
Value make_table_list(Heap& heap, table::Table table);
/// A list of the cells of one column.
Value make_column_list(Heap& heap, table::ColumnPtr column);

/// The table behind a list of rows, or null.
inline const table::Table* table_of(const Value& list) {
  const ListColumns* columns = list.list().columns;
  return columns != nullptr && columns->is_rows ? &columns->table : nullptr;
}
/// The column behind a list of cells, or null.
inline const table::Column* column_of(const Value& list) {
  const ListColumns* columns = list.list().columns;
  return columns != nullptr && !columns->is_rows ? columns->table.column(0).get() : nullptr;
}

/// What a column holds of a decimal (units of its last digit) or of a time (nanoseconds since
/// 1970); nothing where it does not fit.
std::optional<int64_t> column_units(const Decimal& value);
std::optional<int64_t> column_nanoseconds(const DateTimeObject& value);
/// A cell as a value. Texts are copied.
Value cell_value(Heap& heap, const table::Column& column, size_t row);
/// A column of values, of the tightest kind that holds them all as they are.
table::ColumnPtr column_from_values(Heap& heap, std::vector<Value> values);
/// A table from rows that are maps of one shape; nothing when they are not.
std::optional<table::Table> table_from_rows(Heap& heap, std::span<const Value> rows);

/// The kind of column that could hold the value; Any where only values can.
table::Kind column_kind(const Value& value);
/// A value as a constant of column expressions; nothing for kinds that they do not cover.
std::optional<table::Scalar> scalar_of(const Value& value);

/// The columns of these names, a bit each, at hand; nothing where a table has more than bits. What
/// is no column is left out.
std::optional<uint64_t> wanted_columns(const table::Table& table,
                                       std::span<const std::string> names);

/// What making all items of a list of columns takes, about.
uint64_t items_byte_size(const List& list);
/// Gives up a list's reference to its columns.
void release_columns(List& list);

}  // namespace syn
