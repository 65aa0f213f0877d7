// The errors of this module, as rows (see errors.def and habits.def).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::syntax_errors {

#include "syntax/errors.def"
#include "syntax/habits.def"

}  // namespace syn::syntax_errors
