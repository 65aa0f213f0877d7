// CHECK: the one place that stops the program on a broken invariant.
// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace syn {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "synsema: internal error: %s at %s:%d\n", condition, file, line);
  std::abort();
}

}  // namespace syn
