// Gzip and zstd, found by content. What comes out is asked for before it is made, so that a bomb
// ends at the memory limit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "host/files.h"

namespace syn::tableio {

enum class Compression : uint8_t { None, Gzip, Zstd };
Compression compression_of(std::string_view bytes);
std::string_view compression_name(Compression compression);

struct CompressionFault {
  bool is_cut_off = false;  ///< else damaged
  size_t offset = 0;        ///< of the compressed bytes
};

/// Appends what `bytes` hold to `out`, all members one after the other; gives what is wrong with
/// them, or nothing. Fails when the watch refuses.
Result<std::optional<CompressionFault>> decompress(std::string_view bytes, Compression compression,
                                                   host::ReadWatch& watch, std::string& out);

}  // namespace syn::tableio
