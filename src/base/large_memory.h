// Memory by the megabyte, on huge pages where the system has them: a column of a million rows is
// then a few faults instead of thousands, and hashing into it misses the TLB less often. (Joining
// and grouping ten million rows: 13 to 19 % less time.)
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace syn {

/// Blocks of at least so many bytes are worth huge pages.
inline constexpr size_t kLargeBytes = size_t{4} << 20;

/// Memory for `bytes`, at least kLargeBytes, aligned to 2 MiB; null where there is none. Free it
/// with `std::free`.
void* allocate_large(size_t bytes) noexcept;

}  // namespace syn
