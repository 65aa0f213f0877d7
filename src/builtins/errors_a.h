// The error rows of the builtins that work on collections, tables, statistics and generators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::builtin_errors {

#include "builtins/errors_a.def"

}  // namespace syn::builtin_errors
