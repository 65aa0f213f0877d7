// What one child may use, and the words for how it ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace syn::sandbox {

struct ChildLimits {
  static constexpr uint64_t kMiB = uint64_t{1} << 20;
  static constexpr double kMaxTimeoutSeconds = 86'400;
  static constexpr double kDefaultTimeoutSeconds = 30;

  uint64_t memory_bytes = 256 * kMiB;     ///< the Budget; kernel limits stand well above it
  uint64_t max_output_bytes = 8 * kMiB;   ///< each text and its line end
  uint64_t max_result_bytes = 64 * kMiB;  ///< the result frame
  uint64_t max_file_bytes = 4096 * kMiB;  ///< of a file that is written
  uint64_t max_audit_entries = 10'000;
  uint64_t max_steps = UINT64_MAX;
  std::optional<uint64_t> cpu_seconds;
  uint32_t max_files = 64;                ///< descriptors
  std::optional<uint64_t> max_processes;  ///< of this user; not enforced by the kernel for root

  /// None above that of `outer`.
  void keep_within(const ChildLimits& outer);

  bool operator==(const ChildLimits&) const = default;
};

/// How a run ended, in the order in which a reader asks.
enum class Why : uint8_t {
  Ok,
  Error,    ///< the program failed
  Denied,   ///< it failed on something that is not allowed
  Timeout,  ///< deadline or CPU limit
  Memory,
  Output,
  Steps,
  Killed,  ///< a signal, or an exit without a whole report
  Setup    ///< it never ran
};
std::string_view why_name(Why why);

}  // namespace syn::sandbox
