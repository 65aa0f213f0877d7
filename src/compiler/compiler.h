// From AST to bytecode.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "bytecode/code.h"
#include "native/builtin_spec.h"
#include "sema/scopes.h"
#include "syntax/ast.h"

namespace syn {

/// Names of global variables; shared by a program, its modules and later lines of a repl.
class GlobalTable {
 public:
  uint32_t index_of(std::string_view name);
  const std::string& name(uint32_t index) const { return names_[index]; }
  size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;  // stable: the map's keys point into it
  std::unordered_map<std::string_view, uint32_t> index_;
};

struct CompileOptions {
  TopLevel top_level = TopLevel::Locals;
  /// A module: its top level is a task of its own, and unknown names fall back to the globals.
  bool is_module = false;
  /// Keep top-level `test` blocks as child code listed in `CompiledProgram::tests`.
  bool keep_tests = false;
  /// The value of the last expression statement is the program's result (repl).
  bool want_result = false;
};

struct TestBlock {
  std::string name;
  uint32_t child;  ///< index into the main code's children
};

/// A name that no scope binds and no builtin has: an error where it runs.
struct UnknownName {
  std::string name;
  Span span;
};

struct CompiledProgram {
  std::unique_ptr<Code> main;
  std::vector<TestBlock> tests;
  std::vector<Error> warnings;  ///< old names of builtins, each once
  std::vector<UnknownName> unknown_names;
  size_t num_statements = 0;
};

/// Compiles a program. Fails for what is wrong before anything runs: protected names, too many
/// variables. `heap` owns the constants and must outlive the code.
Result<CompiledProgram> compile_program(const ast::Program& program, Heap& heap,
                                        GlobalTable& globals, const BuiltinRegistry& builtins,
                                        const CompileOptions& options);

}  // namespace syn
