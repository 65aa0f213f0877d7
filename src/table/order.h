// The order of rows by a column. The rules are those of `sort_by`: stable, NaN after all numbers,
// absent cells last, whichever the direction.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "table/column.h"

namespace syn::table {

/// Bytes that sorting so many rows may take.
uint64_t sorting_bytes(size_t num_rows);
/// Positions of all rows of a column (not of kind Any) in order. Equal cells keep the order that
/// they have in `before` (all positions; empty for 0, 1, 2 …), so that sorting by the last key
/// first sorts by several keys.
Buffer<uint32_t> sorted_rows(const Column& column, bool descending,
                             std::span<const uint32_t> before = {});

}  // namespace syn::table
