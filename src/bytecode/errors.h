// Errors that running a program raises by itself: names, calls, places, limits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::runtime_errors {

#define ROW(...) SYN_ERROR_ROW(__VA_ARGS__)
#include "bytecode/errors.def"
#undef ROW

}  // namespace syn::runtime_errors
