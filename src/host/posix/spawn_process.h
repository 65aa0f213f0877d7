// Starting a process: the one place that clones and executes. The child shares the address space of
// its parent until it executes, so the cost does not depend on the size of the parent, and a failed
// step is seen by the parent at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/posix/unique_fd.h"

namespace syn::host {

enum class ProcessGroupMode : uint8_t {
  NewGroup,   ///< leads a process group
  NewSession  ///< leads a session too: no terminal
};

struct SpawnPlan {
  std::string executable;              ///< a path; nothing is looked up
  std::vector<std::string> arguments;  ///< with the name of the program
  std::vector<std::string> environment;
  std::optional<std::string> cwd;
  /// The child's descriptors 0, 1, 2, …; all others are closed in it. Borrowed for the call.
  std::vector<int> descriptors;
  ProcessGroupMode group = ProcessGroupMode::NewGroup;
};

struct SpawnedProcess {
  pid_t pid = -1;
  UniqueFd pidfd;
  std::string_view failed_step;  ///< `start`, `parent`, `descriptors`, `cwd`, `exec`; empty: none
  int error_number = 0;
};

/// The child gets SIGKILL when the calling thread's process ends, has default signal handlers and
/// an empty signal mask, and only the descriptors of the plan.
SpawnedProcess spawn_process(SpawnPlan plan);

/// The file that `command` names on `search_path`, or `command` itself when it has a slash; nothing
/// when there is none.
std::optional<std::string> find_executable(std::string_view command, std::string_view search_path);

}  // namespace syn::host
