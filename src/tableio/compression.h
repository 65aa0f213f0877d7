// Gzip and zstd, found by content. What comes out is asked for before it is made, so that a bomb
// ends at the memory limit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "host/files.h"

namespace syn::tableio {

enum class Compression : uint8_t { None, Gzip, Zstd };
Compression compression_of(std::string_view bytes);
std::string_view compression_name(Compression compression);

/// How far decompression came.
struct Unpacked {
  enum class State : uint8_t { Whole, CutOff, Damaged };
  State state = State::Whole;
  size_t offset = 0;  ///< compressed bytes that were used; where it went wrong, if it did
  size_t made = 0;    ///< bytes that they unpacked to
};

/// Appends what `bytes` hold to `out`, all members one after the other. Fails when the watch
/// refuses; `unpacked` says how far it came then too.
Result<void> decompress(std::string_view bytes, Compression compression, host::ReadWatch& watch,
                        std::string& out, Unpacked& unpacked);

}  // namespace syn::tableio
