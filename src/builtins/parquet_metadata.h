// What the footer of a Parquet file says that reading its columns does not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "builtins/sql_engine.h"
#include "builtins/sql_rows.h"

namespace syn {

struct ParquetFacts {
  uint64_t num_rows = 0;
  uint64_t num_leaves = 0;
  uint64_t uncompressed_bytes = 0;
  std::vector<ColumnReading> columns;  ///< top-level, in order
};

struct ParquetSize {
  uint64_t file = 0;
  uint64_t footer = 0;  ///< fits into the file
};

/// Reads and checks it. `path` is lent; `prefix` begins the messages.
Result<ParquetFacts> parquet_facts(Call& call, duck::Engine& engine, LentFiles& lent,
                                   const std::string& path, const ParquetSize& size,
                                   const std::string& prefix);

/// Zones and durations that Arrow's stored schema gives to columns, by name.
struct ArrowField {
  std::string name;
  std::string zone;
  int64_t duration_unit = 0;
};
/// `text` is base64 of an IPC schema message; nothing is found in one that cannot be read.
std::vector<ArrowField> arrow_fields(std::string_view text);

}  // namespace syn
