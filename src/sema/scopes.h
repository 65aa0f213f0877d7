// Which names each scope binds, and which of them inner tasks capture (language.md §11.2).
//
// A name may be bound or not depending on the path taken, and falls through to an outer scope until
// then; so resolving is not "find the one variable" but "list the scopes that may bind the name".
// This pass finds the scopes and marks captured variables; the compiler walks the same tree again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/ast.h"

namespace syn {

struct Scope;
struct FunctionScope;

struct Variable {
  std::string_view name;
  Scope* scope;
  bool captured = false;   ///< used by a task inside
  bool bound_on_entry;     ///< parameters, loop and pattern variables
  bool is_module = false;  ///< bound by `use`
  uint16_t reg = 0;        ///< register of the variable, or of its cell
};

struct Scope {
  const void* owner;  ///< the AST node that opens it; for arms and fallbacks, its Block
  Scope* parent;
  FunctionScope* function;
  std::vector<std::unique_ptr<Variable>> variables;

  Variable* find(std::string_view name) const;
};

/// A body with registers of its own: the program, a module, a task, a lambda, a default value.
struct FunctionScope {
  const void* node;
  FunctionScope* parent;
  Scope* top;
  uint16_t num_locals = 0;
};

enum class TopLevel : uint8_t {
  Locals,   ///< top-level variables that no task uses stay in registers
  Globals,  ///< all are globals (modules, tests, repl)
};

class Scopes {
 public:
  /// Resolves a whole program. The program must outlive the Scopes.
  static Scopes resolve(const ast::Program& program);

  Scope* scope_of(const void* owner) const { return scopes_.at(owner); }
  FunctionScope* program() const { return program_; }
  bool uses_modules() const { return uses_modules_; }
  /// True when there were more variables in one task than registers can name.
  bool too_many_variables() const { return too_many_; }

 private:
  friend class ScopeBuilder;
  std::unordered_map<const void*, Scope*> scopes_;
  std::vector<std::unique_ptr<Scope>> all_scopes_;
  std::vector<std::unique_ptr<FunctionScope>> functions_;
  FunctionScope* program_ = nullptr;
  bool uses_modules_ = false;
  bool too_many_ = false;
};

}  // namespace syn
