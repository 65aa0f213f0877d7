// The row of a builtin: all that is known of it without calling it. The function stands beside its
// row in `builtins/`; help, guide, checks and arity errors derive from the row.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"

namespace syn {

class Value;
class Call;
using NativeFunction = Result<Value> (*)(Call& call);

enum class Purity : uint8_t {
  Pure,     ///< same arguments, same result, no effect
  Effect,   ///< touches the world: asks the gate, or writes output
  Callback  ///< as pure as the task it is given
};

inline constexpr uint8_t kAnyCount = 255;

struct BuiltinSpec {
  std::string_view name;
  std::string_view params;  ///< as documentation shows them: "xs, separator"
  uint8_t min_arguments;    ///< positional
  uint8_t max_arguments;    ///< positional; kAnyCount for no limit
  std::string_view named;   ///< names accepted by name, comma-separated: "desc"; may repeat params
  Purity purity;
  std::string_view capability;  ///< wire name, empty for none
  std::string_view doc;         ///< one line
  std::string_view example;  ///< an expression and, after " → ", what it prints; empty for none
  std::string_view arity_hint;  ///< appended to the too-many error: "to round …: round_to(x, n)"
  NativeFunction function;
};

/// A family of builtins, and a constant (`pi`, `inf`).
using BuiltinTable = std::span<const BuiltinSpec>;
struct ConstantSpec {
  std::string_view name;
  double value;
  std::string_view doc;
};

/// All families; made in one place (`builtins/registry.cpp`) and passed to who needs it.
class BuiltinRegistry {
 public:
  BuiltinRegistry(std::span<const BuiltinTable> tables, std::span<const ConstantSpec> constants)
      : tables_(tables), constants_(constants) {}
  /// Null when there is no such builtin. A scan: it runs once for a name of a program.
  const BuiltinSpec* find(std::string_view name) const;
  const ConstantSpec* find_constant(std::string_view name) const;
  std::span<const BuiltinTable> tables() const { return tables_; }
  std::span<const ConstantSpec> constants() const { return constants_; }

 private:
  std::span<const BuiltinTable> tables_;
  std::span<const ConstantSpec> constants_;
};

}  // namespace syn
