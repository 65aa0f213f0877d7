// The error rows of child processes and their channel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::sandbox_errors {

#include "sandbox/errors.def"

}  // namespace syn::sandbox_errors
