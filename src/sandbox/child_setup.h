// The steps by which a child confines itself, in order, each with a name. A step that fails ends
// the child before it has read what it should run; where the policy asks for no more than the best
// effort, a wall of the kernel that fails is left out instead, and the host is told.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sandbox/frame.h"
#include "sandbox/policy.h"
#include "sandbox/seccomp_filter.h"

namespace syn::sandbox {

struct SetupContext {
  int channel_fd;
  const ChildPolicy& policy;
  BaseFilter base_filter = BaseFilter::Missing;
};

struct SetupStep {
  std::string_view name;
  /// Of steps that only serve one wall: skipped where the policy does without it.
  std::optional<Wall> wall;
  /// 0, or an errno.
  int (*run)(const SetupContext& context);
};

struct SetupOutcome {
  WallSet walls;  ///< those that stand
  std::optional<SetupFailure> failure;
};

std::span<const SetupStep> setup_steps();
SetupOutcome set_up_child(const SetupContext& context);

}  // namespace syn::sandbox
