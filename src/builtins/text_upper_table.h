// Upper case of the code points that have more than one: ß is SS.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace syn {

struct UpperExpansion {
  uint32_t code_point;
  std::array<uint32_t, 3> upper;  ///< 0 after the last
};
/// Null where the simple mapping holds.
const UpperExpansion* find_upper_expansion(uint32_t code_point);

}  // namespace syn
