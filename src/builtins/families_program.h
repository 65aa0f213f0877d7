// Builtins about the running program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "native/builtin_spec.h"

namespace syn {

extern const BuiltinTable kProgramBuiltins;

}  // namespace syn
