// Tables: named columns of equal size, some of them still to be gathered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "table/column.h"

namespace syn::table {

/// Rows picked from a table that are not gathered yet.
struct PickedRows;

/// Named columns of equal size. Names are distinct. A table without columns still has rows.
///
/// A table made by `pick` gathers each column when it is first asked for: a filter of a wide table
/// costs only the columns that the program goes on to use.
class Table {
 public:
  std::vector<std::string> names;
  size_t num_rows = 0;

  size_t num_columns() const { return names.size(); }
  const ColumnPtr& column(size_t index) const {
    if (columns_[index] == nullptr) fetch(index);
    return columns_[index];
  }
  void add(std::string name, ColumnPtr column);
  /// A column of a table of the same rows, gathered or not, under a name.
  void add_from(const Table& other, size_t index, std::string name);
  /// Replaces a column's cells.
  void replace(size_t index, ColumnPtr column) { columns_[index] = std::move(column); }
  /// Position of a column, or -1.
  int find(std::string_view name) const;
  /// These rows of this table, in that order; kNoRow (where `with_gaps`) gives a row of absent
  /// cells.
  Table pick(Buffer<uint32_t> rows, bool with_gaps, Budget& budget) const;
  /// The table with these columns only, by position, each under a name.
  Table project(std::span<const size_t> columns, std::vector<std::string> new_names) const;

 private:
  void fetch(size_t index) const;

  mutable std::vector<ColumnPtr> columns_;  // null: still in `picked_`
  std::vector<std::pair<std::shared_ptr<const PickedRows>, size_t>> picked_;  // by column
};
struct PickedRows {
  Table base;
  Buffer<uint32_t> rows;
  bool with_gaps;
  Budget& budget;
  PickedRows(const Table& from, Buffer<uint32_t> picked, bool gaps, Budget& run);
  PickedRows(const PickedRows&) = delete;
  PickedRows& operator=(const PickedRows&) = delete;
  ~PickedRows();
};

}  // namespace syn::table
