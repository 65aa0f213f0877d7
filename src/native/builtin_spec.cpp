// Looking a builtin up by name.
// SPDX-License-Identifier: Apache-2.0
#include "native/builtin_spec.h"

namespace syn {

const BuiltinSpec* BuiltinRegistry::find(std::string_view name) const {
  for (BuiltinTable table : tables_) {
    for (const BuiltinSpec& spec : table) {
      if (spec.name == name) return &spec;
    }
  }
  return nullptr;
}

const ConstantSpec* BuiltinRegistry::find_constant(std::string_view name) const {
  for (const ConstantSpec& spec : constants_) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

}  // namespace syn
