// Errors of names and members with what helps appended, as rows (see name_hints_errors.def).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::hint_errors {

#define ROW SYN_ERROR_ROW
#include "vm/name_hints_errors.def"
#undef ROW

}  // namespace syn::hint_errors
