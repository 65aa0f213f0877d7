// How `run_program` gets a program run: by the processes of this host, or, in a child, by asking
// the host for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "sandbox/limits.h"
#include "sandbox/outcome.h"
#include "sandbox/payload.h"
#include "sandbox/policy.h"

namespace syn {

namespace cap {
class CapabilitySet;
}
namespace host {
struct Host;
}
namespace sandbox {
class ChildChannel;
}

/// Where a child's process comes from: a fork of the launcher, or a new process with addresses of
/// its own.
enum class SpawnKind : uint8_t { Warm, Fresh };

/// A program to run, in the words of the caller, who has checked them against what it holds.
struct ChildRun {
  sandbox::RunPayload payload;
  sandbox::ChildLimits limits;
  sandbox::WallDemand demand = sandbox::WallDemand::Require;
  SpawnKind spawn = SpawnKind::Warm;
  int64_t deadline_ns = INT64_MAX;  ///< steady clock

  bool operator==(const ChildRun&) const = default;
};

/// Told of each text as it is printed; false stops the program.
using OutputListener = std::function<bool(std::string_view text)>;

class Children {
 public:
  virtual ~Children() = default;
  /// Never fails as such: what went wrong is in the outcome. `own` is the caller's set, whose audit
  /// takes what the broker decides; `listener` may be empty. Both are borrowed for the call.
  virtual sandbox::ChildOutcome run(const ChildRun& run, cap::CapabilitySet& own,
                                    const OutputListener& listener) = 0;
  /// Waits until the processes of all runs that have ended are reaped; the next run does it too.
  virtual void settle() {}
};

/// Children of this process. `host` outlives it; the broker asks it for what children may not do
/// themselves.
std::unique_ptr<Children> make_local_children(host::Host& host);

/// In a child: the host runs the program, under what it knows of this child's limits.
std::unique_ptr<Children> make_brokered_children(sandbox::ChildChannel& channel);

}  // namespace syn
