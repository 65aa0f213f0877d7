// All builtins in one registry: those of `builtins` and `run_program`, which needs processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "native/builtin_spec.h"

namespace syn {

const BuiltinRegistry& builtin_registry();

extern const BuiltinTable kRunProgramBuiltins;

}  // namespace syn
