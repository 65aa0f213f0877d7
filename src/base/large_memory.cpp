// Memory on huge pages.
// SPDX-License-Identifier: Apache-2.0
#include "base/large_memory.h"

#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace syn {

void* allocate_large(size_t bytes) noexcept {
  constexpr size_t kHugePage = size_t{2} << 20;
  size_t whole = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* memory = std::aligned_alloc(kHugePage, whole);
#if defined(MADV_HUGEPAGE)
  // A wish: without huge pages all is as before.
  if (memory != nullptr) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace syn
