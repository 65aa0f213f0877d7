// Columns of a large Parquet file, read when the program first uses them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "builtins/parquet_metadata.h"
#include "builtins/sql_engine.h"
#include "table/table.h"
#include "vm/call.h"

namespace syn {

/// Files with fewer cells than this are read at once.
inline constexpr uint64_t kMinWaitingCells = 1'000'000;

/// Whether the columns of a file may wait. `path` is lent.
bool columns_can_wait(const ParquetFacts& facts, uint64_t num_cells, std::string_view path);

/// The table of a file that stays lent until all columns are read. `prefix` begins messages. What
/// is wrong with a column is told where it is first used.
table::Table waiting_table(Call& call, LentFiles& lent, std::string path, std::string prefix,
                           ParquetFacts facts);

}  // namespace syn
