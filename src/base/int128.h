// 128-bit integers under names that -Wpedantic accepts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace syn {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

}  // namespace syn
