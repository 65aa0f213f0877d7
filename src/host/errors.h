// The error rows of files, processes and the environment.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::host_errors {

#include "host/errors.def"

}  // namespace syn::host_errors
