// Errors of sql(), of Parquet files, and of readers of several files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::sql_errors {

#include "builtins/sql_errors.def"

}  // namespace syn::sql_errors
