// Errors of the builtins that touch the world.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::world_errors {

#define ROW(...) SYN_ERROR_ROW(__VA_ARGS__)
#include "builtins/host_errors.def"
#undef ROW

}  // namespace syn::world_errors
