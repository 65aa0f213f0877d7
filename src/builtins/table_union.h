// Tables of several files as one: columns by name, types widened and never lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "table/table.h"
#include "vm/call.h"

namespace syn {

/// The table behind a list of maps, made where the list holds plain values of differing shapes too.
/// Nothing where an item is no map.
Result<std::optional<table::Table>> table_of_list(Call& call, const Value& list);

/// All rows, in the order of the tables; a table without a column has `nothing` there.
Result<table::Table> unite_tables(Call& call, const std::vector<table::Table>& tables);

/// `value` in `num_rows` rows.
table::ColumnPtr constant_column(Heap& heap, const Value& value, size_t num_rows);

}  // namespace syn
