// Standard input, for `read_line` and for a program given as `-`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"

namespace syn::host {

class Input {
 public:
  static constexpr uint64_t kMaxLineBytes = uint64_t{64} << 20;

  virtual ~Input() = default;
  /// Without its line end (`\n` or `\r\n`); nothing at the end of the input.
  virtual Result<std::optional<std::string>> read_line() = 0;
  virtual Result<std::string> read_all(uint64_t max_bytes) = 0;
};

}  // namespace syn::host
