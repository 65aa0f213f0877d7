// Code points that no message, prompt or terminal gets as they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn {

/// Control characters, and those that turn the direction of what follows.
inline bool is_control_or_turning(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace syn
