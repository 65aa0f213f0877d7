// What all file builtins share: paths through the gate, reads that poll the budget, the pure
// profile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cap/capability.h"
#include "cap/capability_set.h"
#include "host/files.h"
#include "vm/call.h"
#include "vm/services.h"

namespace syn {

cap::Place place_of(Call& call);
/// The error of the pure profile, or nothing.
Result<void> refuse_in_pure(Call& call, std::string_view why);
/// Argument `index` as a path, its `disk:` prefix removed; bundle paths are refused.
Result<std::string> path_argument(Call& call, size_t index);
/// path_argument, then the gate.
Result<cap::PathPermit> permit_argument(Call& call, size_t index, cap::CapabilityType type);
host::Files& files_of(Call& call);

/// Records in the audit what the file system refused (a link, a device) after the gate had granted.
void record_refusal(Call& call, const Error& error, const cap::PathPermit& permit,
                    cap::CapabilityType type);
/// Passes an outcome of Files on, recording a refusal.
template <typename T>
Result<T> recorded(Call& call, const cap::PathPermit& permit, cap::CapabilityType type,
                   Result<T> outcome) {
  if (!outcome.ok()) record_refusal(call, outcome.error(), permit, type);
  return outcome;
}

/// Charges reads to the call's budget.
class BudgetWatch final : public host::ReadWatch {
 public:
  explicit BudgetWatch(Call& call) : call_(call) {}
  Result<void> admit(uint64_t num_bytes) override { return call_.reserve(num_bytes); }
  Result<void> advance(uint64_t num_bytes) override { return call_.tick(num_bytes / 64 + 1); }

 private:
  Call& call_;  // outlives this
};

inline constexpr std::string_view kNoFilesystem = "this run has no filesystem";
inline constexpr std::string_view kNoProcesses = "this run has no child processes";

}  // namespace syn
