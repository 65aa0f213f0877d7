// The error rows of the DuckDB bridge. {0} is the builtin that was called.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::duck_errors {

#include "duck/errors.def"

}  // namespace syn::duck_errors
