// The error rows of numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::num_errors {

#include "num/errors.def"

}  // namespace syn::num_errors
