// The real host of a command, made once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cap/scope.h"
#include "host/host.h"
#include "host/posix/posix_files.h"
#include "host/posix/posix_host.h"
#include "host/posix/posix_network.h"
#include "host/posix/posix_workers.h"

namespace syn::cli {

class World {
 public:
  World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  host::Host host();
  /// The same host with another output.
  host::Host host_with(host::Output& output);
  /// Where the SQL engine's library is to be looked for first (DUCKDB_ROOT); may be empty.
  static std::string sql_library_root();
  /// Threads that a command may keep busy: SYNSEMA_THREADS, or else as many as it has processors,
  /// at most two.
  static uint32_t num_threads();
  const cap::ScopeBase& base() const { return base_; }
  host::PosixOutput& output() { return output_; }
  /// Variables for env(): `.env` of the current folder unless told otherwise. Warns on standard
  /// error.
  void load_env_file(const std::optional<std::string>& option);

 private:
  host::PosixRandom random_;
  host::PosixFiles files_;
  host::PosixClock clock_;
  host::PosixOutput output_;
  host::PosixInput input_;
  host::PosixProcesses processes_;
  host::PosixWorkers workers_;
  host::PosixNetwork network_;
  std::unique_ptr<host::PosixEnvironment> environment_;
  cap::ScopeBase base_;
};

}  // namespace syn::cli
