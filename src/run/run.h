// The one way to run a program in this process. Every door (command line, child processes, later C,
// Python, MCP, HTTP) makes a RunRequest and reads a RunOutcome.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cap/audit.h"
#include "cap/ceiling.h"
#include "cap/profile.h"
#include "cap/scope.h"
#include "syntax/ast.h"

namespace syn {

namespace host {
struct Host;
}

class Children;
struct Kept;

struct RunLimits {
  uint64_t memory_bytes = 8ULL << 30;
  uint64_t steps = UINT64_MAX;
  uint32_t max_depth = 100'000;
  /// C++ stack that builtins calling back may use.
  size_t native_stack_bytes = 6 << 20;
  uint64_t fail_allocation = 0;  ///< fault sweeps
};

struct RunRequest {
  std::string source;
  std::string file;  ///< as messages show it
  /// Absolute folder that modules of the program live in; empty: `use` is refused.
  std::string module_root;
  std::vector<std::string> arguments;
  cap::Profile profile = cap::Profile::Native;
  cap::ScopeBase base;
  /// Each must cover what the program does; empty for none.
  std::vector<cap::Ceiling> ceilings;
  /// Generation of `run_program`, 0 for a program started by a person.
  uint32_t depth = 0;
  uint32_t max_depth = 4;  ///< generations of run_program below the first program
  /// Steady clock; the program ends here with an error, and so does all that it starts.
  int64_t deadline_ns = INT64_MAX;
  /// Threads that builtins may keep busy at once; 1 starts none, as in children behind walls.
  uint32_t num_threads = 1;
  RunLimits limits;
  bool may_start_threads = true;
  /// An SQL engine that is open already, for this run to take; null or empty: it opens its own.
  std::unique_ptr<Kept>* warm_engine = nullptr;
  /// Who runs the programs of `run_program`; null: the run makes its own. Shared by the runs of one
  /// host, so that the second finds a launcher. Outlives the run.
  Children* children = nullptr;
  Language language = Language::English;  ///< of warnings; errors are told in it by the caller
  std::string sql_library_root;  ///< a folder with libduckdb.so; empty: where the build found it
};

struct RunOutcome {
  bool ok = false;
  int exit_code = 0;
  bool loaded = false;        ///< false: lexer, parse or other error before anything ran
  std::vector<Error> errors;  ///< in source order; one for runtime errors
  uint64_t steps = 0;
  uint64_t peak_memory = 0;
  std::vector<std::string> notes;  ///< what readers decided in a doubt, in English
  /// Top-level variables and their text forms when it failed (for --explain).
  std::vector<std::pair<std::string, std::string>> variables;
};

/// Parses, compiles and runs. `host` and `audit` must outlive the call.
RunOutcome run_program_here(RunRequest request, host::Host& host, cap::AuditLog& audit);
/// The same for a process that ends right after: what the run holds is left to the kernel, which
/// frees a process at once and not value by value, and what it printed may still wait in
/// `host.output`.
RunOutcome run_last_program_here(RunRequest request, host::Host& host, cap::AuditLog& audit);

struct CheckOutcome {
  std::vector<Error> errors;
  std::vector<Error> warnings;
  size_t num_statements = 0;
};
/// Parses and compiles without running; modules are loaded statically.
CheckOutcome check_program(const RunRequest& request, host::Host& host);

}  // namespace syn
