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

/// Columns that stay where they are (in a file) until they are asked for, and are then kept.
class ColumnSource {
 public:
  virtual ~ColumnSource() = default;
  /// The column at `position`. Where it cannot be had, an error is left for the next poll of the
  /// Budget, a column of absent cells stands in, and the next call tries again.
  virtual const ColumnPtr& fetch(size_t position) = 0;
  /// Fetches several at once.
  virtual void fetch_all(std::span<const size_t> positions) = 0;
  virtual bool has_failed(size_t position) const = 0;
  /// A column of absent cells, which lives as long as this.
  virtual const ColumnPtr& stand_in(size_t num_rows) = 0;
};

/// Named columns of equal size. Names are distinct. A table without columns still has rows.
///
/// A table made by `pick` gathers each column when it is first asked for: a filter of a wide table
/// costs only the columns that the program goes on to use. A column of a ColumnSource is fetched
/// when it is first asked for.
class Table {
 public:
  std::vector<std::string> names;
  size_t num_rows = 0;

  size_t num_columns() const { return names.size(); }
  const ColumnPtr& column(size_t index) const {
    return columns_[index] == nullptr ? fetch(index) : columns_[index];
  }
  /// Where a single cell is, without gathering its column: a column and a row of it (kNoRow: an
  /// absent cell).
  struct Place {
    const Column* column;
    size_t row;
  };
  Place place_of(size_t index, size_t row) const;
  /// The column, or the one that its cells are picked from; null where that is in a source still.
  const Column* column_at_hand(size_t index) const;
  /// Has all columns, or these, at hand: cheaper than one after the other where a ColumnSource
  /// holds them.
  void fetch_all() const;
  void fetch_all(std::span<const size_t> indexes) const;
  void add(std::string name, ColumnPtr column);
  void add_from_source(std::string name, std::shared_ptr<ColumnSource> source, size_t position);
  /// A column of a table of the same rows, gathered or not, under a name.
  void add_from(const Table& other, size_t index, std::string name);
  /// Replaces a column's cells.
  void replace(size_t index, ColumnPtr column) {
    columns_[index] = std::move(column);
    waiting_[index] = {};
  }
  /// Position of a column, or -1.
  int find(std::string_view name) const;
  /// These rows of this table, in that order; kNoRow (where `with_gaps`) gives a row of absent
  /// cells.
  Table pick(Buffer<uint32_t> rows, bool with_gaps, Budget& budget) const;
  /// The table with these columns only, by position, each under a name.
  Table project(std::span<const size_t> columns, std::vector<std::string> new_names) const;

 private:
  /// Where a column is that is not at hand: in a source, or in rows that were picked.
  struct Waiting {
    std::shared_ptr<const PickedRows> picked;
    std::shared_ptr<ColumnSource> source;
    size_t position = 0;
  };

  const ColumnPtr& fetch(size_t index) const;

  mutable std::vector<ColumnPtr> columns_;  // null: still in `waiting_`
  std::vector<Waiting> waiting_;            // by column
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
