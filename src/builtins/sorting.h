// The order of items by their keys, for sort, sort_by, rank and top (data.md §3.3).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "builtins/argument_checks.h"
#include "vm/call.h"

namespace syn {

enum class Direction : uint8_t { Ascending, Descending };

/// Positions of the keys in order: stable, NaN and then `nothing` last in both directions. `name`
/// begins the messages.
Result<std::vector<uint32_t>> sorted_positions(Call& call, std::span<const Value> keys,
                                               Direction direction, std::string_view name);

/// The key of each row, from a function, a column name or a list of column names.
Result<std::vector<Value>> keys_of_rows(Call& call, std::span<const Value> rows, const Value& key,
                                        ScratchCharge& charge);

}  // namespace syn
