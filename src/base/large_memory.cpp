// Memory on huge pages.
// SPDX-License-Identifier: Apache-2.0
#include "base/large_memory.h"

#include <cstdint>
#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace syn {

void* allocate_large(size_t bytes) noexcept {
  constexpr size_t kHugePage = size_t{2} << 20;
  // A last page that would be three quarters full is taken whole; one with less in it stays small
  // pages.
  size_t beyond = bytes % kHugePage;
  if (beyond > kHugePage / 4 * 3 && bytes < SIZE_MAX - kHugePage) bytes += kHugePage - beyond;
  void* memory = nullptr;
  if (posix_memalign(&memory, kHugePage, bytes) != 0) return nullptr;
#if defined(MADV_HUGEPAGE)
  // A wish: without huge pages all is as before.
  madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace syn
