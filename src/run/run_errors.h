// Errors of `run_program`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::run_errors {

#define ROW(...) SYN_ERROR_ROW(__VA_ARGS__)
#include "run/errors.def"
#undef ROW

}  // namespace syn::run_errors
