// The error rows of values: operators, indexes, order, room.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::value_errors {

#include "value/errors.def"

}  // namespace syn::value_errors
