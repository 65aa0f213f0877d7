// The host's side of one child: start it, feed it, watch it, kill it. Who has been killed is reaped
// by the spawner (Spawner::retire).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sandbox/limits.h"
#include "sandbox/outcome.h"
#include "sandbox/spawner.h"

namespace syn::sandbox {

struct ChildRequest {
  SpawnRequest spawn;  ///< with the policy, limits included
  std::string payload;
  /// Steady clock. Of a nested child: the earlier of its own and its parent's (`deadline_after`).
  int64_t deadline_ns = INT64_MAX;
  /// The child is to end itself at the deadline and keep its report; it is killed this much later.
  int64_t kill_grace_ns = 1'000'000;
};

/// Told of texts as they arrive, and asked what the child may not do itself. Called on the thread
/// that runs the child.
class ChildObserver {
 public:
  virtual ~ChildObserver() = default;
  /// False: the child is to be stopped.
  virtual bool on_output(std::string_view text) = 0;
  /// The broker: an answer to a question that the child, which may be hostile, put together. The
  /// child waits; the deadline runs on.
  virtual std::string on_ask(std::string_view question) = 0;
};

/// Never fails as such: what went wrong is in the outcome. `observer` may be null. May be called
/// from several threads at once.
ChildOutcome run_child(const ChildRequest& request, Spawner& spawner, ChildObserver* observer);

/// The deadline of a child that may run for `timeout_seconds` from `now_ns`, but not longer than
/// its parent.
int64_t deadline_after(double timeout_seconds, int64_t now_ns, int64_t parent_deadline_ns);

}  // namespace syn::sandbox
