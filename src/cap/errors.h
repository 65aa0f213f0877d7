// The error rows of capabilities.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::cap_errors {

#include "cap/errors.def"

}  // namespace syn::cap_errors
