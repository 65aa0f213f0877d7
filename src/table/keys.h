// Equal keys: which rows of a table have the same cells in some columns. Equality is that of the
// language's groups: numbers by value, all NaN together, -0.0 with 0, absent cells a group of their
// own. Linear in the rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "table/table.h"

namespace syn::table {

/// The group of each row; groups are numbered in order of first appearance.
struct RowGroups {
  Buffer<uint32_t> group_of;   ///< by row
  Buffer<uint32_t> first_row;  ///< by group
  size_t num_groups() const { return first_row.size(); }
};

/// Called between chunks; false stops the work (limits of the run).
using KeepGoing = std::function<bool(size_t num_rows)>;

/// Bytes that grouping so many rows may take, for asking the Budget first.
uint64_t grouping_bytes(size_t num_rows);
/// Groups by these columns, none of kind Any, all of one size. Nothing when `keep_going` said stop.
std::optional<RowGroups> group_rows(std::span<const Column* const> columns, size_t num_rows,
                                    const KeepGoing& keep_going);

/// Rows of each group, in order: those of group g stand at [starts[g], starts[g + 1]).
struct GroupedRows {
  Buffer<uint32_t> rows;
  Buffer<uint32_t> starts;
};
GroupedRows rows_by_group(const RowGroups& groups);

/// Whether the cells of both can be compared as they are: one kind, one scale, not Any.
bool are_alike(const Column& first, const Column& second);
/// Rows of `first`, then those of `second`; both of one kind (and scale). Null where they are not.
ColumnPtr concatenate(const Column& first, const Column& second, Budget& budget);

}  // namespace syn::table
