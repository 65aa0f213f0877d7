// The tables of the ziggurat method for normal numbers (data.md §3.18).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace syn {

/// Below this the 52-bit draw is inside the strip's rectangle.
extern const std::array<uint64_t, 256> kZigguratInside;
/// Right edge of a strip, over 2^52.
extern const std::array<double, 256> kZigguratWidth;
/// Height of the curve at the right edge.
extern const std::array<double, 256> kZigguratHeight;

}  // namespace syn
