// The footer of a Parquet file: what its columns are called and how large they are said to be. The
// columns themselves are the engine's to read (duck/).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace syn::tableio {

/// A node of the tree of columns, which lies flat: each is followed by its children.
struct ParquetNode {
  std::string_view name;
  int64_t num_children = 0;
  int64_t precision = 0;  ///< of decimals
};

/// One column of one row group.
struct ParquetChunk {
  int64_t num_values = 0;
  int64_t data_page_offset = 0;
  int64_t dictionary_page_offset = 0;  ///< 0 where there is none
  int64_t compressed_size = 0;
  int64_t uncompressed_size = 0;

  int64_t start() const {
    bool has_dictionary = dictionary_page_offset > 0 && dictionary_page_offset < data_page_offset;
    return has_dictionary ? dictionary_page_offset : data_page_offset;
  }
};

/// As written: nothing of it was compared with the file.
struct ParquetFooter {
  int64_t num_rows = -1;
  std::vector<ParquetNode> nodes;  ///< the root first
  std::vector<ParquetChunk> chunks;
  std::vector<std::pair<std::string_view, std::string_view>> keys;  ///< with their values
};

/// `bytes` are what lies before the footer's length and the closing mark; the names borrow them.
/// Nothing where they are no such structure.
std::optional<ParquetFooter> read_parquet_footer(std::string_view bytes);

}  // namespace syn::tableio
