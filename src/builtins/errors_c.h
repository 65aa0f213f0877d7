// The error rows of statistical tests and models, of XML and of message codes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::builtin_errors {

#include "builtins/errors_c.def"

}  // namespace syn::builtin_errors
