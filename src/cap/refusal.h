// The words of refusals: the message of security.md §6, and a hint that says what is allowed
// nearest to what was asked for and one line that would be legal. Hints are written for a model
// that reads them and tries again. They name only grants that hold for the program in full, so that
// they tell nothing about what lies outside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "cap/capability.h"
#include "cap/ceiling.h"

namespace syn::cap {

enum class Cause : uint8_t { Granted, NoGrant, HostCeiling, SandboxUnder, Denied };

/// What a refused request was compared with. Borrows all of it for the call.
struct RefusalContext {
  const ScopeBase& base;
  std::span<const Ceiling> ceilings;
  std::span<const Ceiling> delegated;
  std::span<const Capability> granted;
  const Capability* denial = nullptr;  ///< of an embedding host, where it refused
};

/// The error for a request that was refused for `cause`, which is not Granted.
Error refusal(const Capability& request, Cause cause, const RefusalContext& context);

}  // namespace syn::cap
