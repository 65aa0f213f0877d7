// The options of `run_program`, read and checked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cap/ceiling.h"
#include "run/children.h"
#include "run/session.h"
#include "vm/call.h"

namespace syn {

struct ProgramOptions {
  cap::Profile profile = cap::Profile::Pure;
  bool downgraded = false;
  cap::Ceiling ceiling;
  std::vector<std::pair<std::string, std::string>> environment;
  double timeout_seconds = sandbox::ChildLimits::kDefaultTimeoutSeconds;
  std::optional<std::string> cwd;
  std::string filename = "<run_program>";
  sandbox::ChildLimits limits;
  sandbox::WallDemand demand = sandbox::WallDemand::Require;
  SpawnKind spawn = SpawnKind::Warm;
  Value on_output;  ///< a task, or nothing
};

/// Argument 1 of the call.
Result<ProgramOptions> read_program_options(Call& call, const Session& session);

}  // namespace syn
