// What a run lends to its machine and builtins: output, capabilities, host, modules. Implemented in
// `run/`, so that the machine knows nothing of processes or files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "value/value.h"

namespace syn {

namespace cap {
class CapabilitySet;
}
namespace host {
struct Host;
}

struct RequireRequest {
  std::string_view capability;       ///< as written: "file.read"
  std::optional<std::string> scope;  ///< text form of the scope's value
};

/// What a family of builtins keeps between its calls in one run.
struct Kept {
  virtual ~Kept() = default;
};

struct Services {
  virtual ~Services() = default;

  /// One line of output, asked of the gate.
  virtual Result<void> print(std::string_view line) = 0;
  virtual Result<void> print_error(std::string_view line) = 0;
  virtual Result<void> log(std::string_view line) = 0;
  /// What a builtin decided in a doubt; stands in the notes of the result.
  virtual void note(std::string text) = 0;

  virtual Result<void> require(const RequireRequest& request) = 0;
  /// `sandbox` without caps (null), or `sandbox under caps`.
  virtual Result<void> sandbox_enter(const Value* caps) = 0;
  virtual void sandbox_exit() = 0;
  /// For the span of one `call_tool`: only what is declared here and granted to the program.
  virtual Result<void> tool_enter(const std::vector<RequireRequest>& declared) = 0;
  virtual void tool_exit() = 0;

  /// The exports of a module, loaded once. `from` is the file that asks.
  virtual Result<Value> load_module(std::string_view path, std::string_view from) = 0;

  /// Looked at every few hundred thousand steps: deadlines, and output that waits to be sent.
  virtual Result<void> poll() = 0;
  /// Threads that builtins may keep busy at once; 1: none may be started.
  virtual uint32_t num_threads() const { return 1; }
  /// Nanoseconds until `poll` says that time is up; INT64_MAX without a deadline.
  virtual int64_t left_ns() = 0;

  virtual cap::CapabilitySet& capabilities() = 0;
  virtual host::Host& host() = 0;
  /// Words after the program on the command line.
  virtual const std::vector<std::string>& arguments() const = 0;
  virtual bool is_pure_profile() const = 0;
  /// Whether builtins may start threads. Behind the walls of a child the kernel ends who tries.
  virtual bool may_start_threads() const = 0;
  /// The SQL engine of the run, null until it is first used.
  virtual std::unique_ptr<Kept>& sql_engine() = 0;
  /// A folder that holds the engine's library (DUCKDB_ROOT of whoever started us); may be empty.
  virtual std::string_view sql_library_root() const = 0;
};

}  // namespace syn
