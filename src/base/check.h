// CHECK: our own invariants, kept in release builds. Never for input.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace syn {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace syn

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) ::syn::check_failed(#condition, __FILE__, __LINE__); \
  } while (false)
#ifdef NDEBUG
#define DCHECK(condition) \
  do {                    \
  } while (false)
#else
#define DCHECK(condition) CHECK(condition)
#endif
