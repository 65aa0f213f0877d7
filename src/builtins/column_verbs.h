// Verbs on the columns of a list. Each gives nothing where the columns, the keys or the functions
// do not allow it (`ColumnRun`); the caller then goes row by row. Results and errors are the same
// either way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "builtins/aggregates.h"
#include "builtins/column_run.h"
#include "table/keys.h"

namespace syn {

/// The columns that a key argument stands for.
struct KeyColumns {
  std::vector<table::ColumnPtr> columns;
  std::vector<std::string> names;  ///< of each; "key" for a function of the row
  bool is_map = false;             ///< a list of columns: the key is a map of them
  std::vector<const table::Column*> pointers() const;
  /// The key of a row as a value.
  Value at(Call& call, size_t row) const;
};
Result<std::optional<KeyColumns>> key_columns(Call& call, const Value& list, const Value& key);

/// The groups of rows by their keys; nothing when the columns do not allow it.
Result<table::RowGroups> column_groups(Call& call, const KeyColumns& keys, size_t num_rows);

/// sort_by, sort (with `key` null: by the items themselves), top.
Result<std::optional<table::Buffer<uint32_t>>> column_order(Call& call, const Value& list,
                                                            const Value* key, bool descending);
Result<std::optional<Value>> column_group_by(Call& call, const Value& list, const Value& key);
Result<std::optional<Value>> column_count_by(Call& call, const Value& list, const Value* key);
Result<std::optional<Value>> column_unique(Call& call, const Value& list);
/// One aggregate over the groups, a cell for each; null where the column does not allow it.
Result<table::ColumnPtr> column_aggregate(Call& call, const Aggregate& aggregate,
                                          const table::Table& table,
                                          const table::RowGroups& groups);
/// The extreme cell of a list of cells, by position.
std::optional<size_t> column_extreme(const table::Column& column, bool least);

/// These items as a list.
Result<Value> items_at(Call& call, std::span<const Value> items,
                       std::span<const uint32_t> positions);
/// A few rows of a list of rows for checks that need only their names: at most one is made.
Value one_row_of(Call& call, const Value& list);

}  // namespace syn
