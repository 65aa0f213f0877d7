// Parquet files through the SQL engine: what its reader does not say or check is found in the
// file's metadata first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cap/path_permit.h"
#include "table/table.h"
#include "vm/call.h"

namespace syn {

class LentFiles;

struct ParquetRequest {
  const cap::PathPermit* permit = nullptr;  ///< the file; or null, and `bytes` are it
  std::string_view bytes;
  bool has_bytes = false;
  std::string_view shown;           ///< the file in messages; empty for bytes of the program
  uint64_t max_cells = 50'000'000;  ///< rows × leaf columns
  uint64_t max_bytes = 0;           ///< uncompressed; 0: the larger of 1 GiB and 64 × file size
  bool has_cell_limit = true;       ///< files read by path have none of their own
  bool may_wait = false;            ///< columns of a large file may be read when first used
  /// The file `permit` was lent already, together with others, under this path; or null.
  LentFiles* lent = nullptr;
  std::string lent_path;
};

Result<table::Table> read_parquet_table(Call& call, const ParquetRequest& request);

/// `rows` as the bytes of a Parquet file.
Result<std::string> parquet_bytes(Call& call, const Value& rows, std::string_view compression);
/// The option `compression` of `opts` (null for none), in the engine's words.
Result<std::string> parquet_compression(Call& call, const Value* opts);

}  // namespace syn
