// Builtins that touch the world, through the gate; and complex numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "native/builtin_spec.h"

namespace syn {

extern const BuiltinTable kFileBuiltins;
extern const BuiltinTable kFileChangeBuiltins;
extern const BuiltinTable kFileSearchBuiltins;
extern const BuiltinTable kTableFileBuiltins;
extern const BuiltinTable kParquetBuiltins;
extern const BuiltinTable kSqlBuiltins;
extern const BuiltinTable kWorldBuiltins;
extern const BuiltinTable kNetworkBuiltins;
extern const BuiltinTable kComplexBuiltins;

}  // namespace syn
