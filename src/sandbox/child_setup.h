// The steps by which a child confines itself, in order, each with a name. A step that fails ends
// the child before it has read what it should run. Further walls are further rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sandbox/frame.h"

namespace syn::sandbox {

struct SetupContext {
  int channel_fd;
  const ChildPolicy& policy;
};

struct SetupStep {
  std::string_view name;
  /// 0, or an errno.
  int (*run)(const SetupContext& context);
};

std::span<const SetupStep> setup_steps();
/// Nothing when all steps held.
std::optional<SetupFailure> set_up_child(const SetupContext& context);

}  // namespace syn::sandbox
