// Any bytes as the footer of a Parquet file: nothing, or what its size bounds.
// needs: base tableio
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tableio/parquet_footer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  std::string copy(reinterpret_cast<const char*>(bytes), size);
  auto footer = syn::tableio::read_parquet_footer(copy);
  auto again = syn::tableio::read_parquet_footer({reinterpret_cast<const char*>(bytes), size});
  if (footer.has_value() != again.has_value()) std::abort();
  if (!footer.has_value()) return 0;
  if (footer->num_rows < 0 || footer->nodes.size() > size || footer->chunks.size() > size)
    std::abort();
  for (const auto& node : footer->nodes) {
    if (node.num_children < 0 || node.name.size() > size) std::abort();
  }
  return 0;
}
