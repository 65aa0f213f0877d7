// Places in source text. Lines and columns count from 1; columns count code points, a tab is one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn {

/// A place in a source file. `line == 0` means "no place". `end_line`/`end_column` point one past
/// the last character; they are 0 where only the start is known.
struct Span {
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;

  bool known() const { return line != 0; }
  bool operator==(const Span&) const = default;
};

}  // namespace syn
