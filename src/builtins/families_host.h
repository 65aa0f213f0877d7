// Builtins that touch the world, through the gate.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "native/builtin_spec.h"

namespace syn {

extern const BuiltinTable kFileBuiltins;
extern const BuiltinTable kFileChangeBuiltins;
extern const BuiltinTable kFileSearchBuiltins;
extern const BuiltinTable kWorldBuiltins;

}  // namespace syn
