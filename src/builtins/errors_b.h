// The error rows of the builtins that work on texts, numbers, conversions, JSON, CSV, bytes and
// times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::builtin_errors {

#include "builtins/errors_b.def"

}  // namespace syn::builtin_errors
