// What came back from a child. Only what a whole report says is believed; the rest is what the host
// saw itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "sandbox/item_list.h"
#include "sandbox/limits.h"
#include "sandbox/wall.h"

namespace syn::sandbox {

struct ChildOutcome {
  Why why = Why::Killed;
  std::optional<int> exit_code;  ///< none when a signal ended it
  std::optional<int> signal;
  bool timed_out = false;
  /// The end frame arrived, before the child was stopped for another reason.
  bool complete = false;

  ItemList output;  ///< one text a print; kept whatever happened
  bool output_truncated = false;
  ItemList audit;  ///< encoded entries, see wire.h
  bool audit_truncated = false;
  std::string result;       ///< body of the result frame; empty unless complete
  std::string stderr_tail;  ///< the last bytes of standard error, for diagnosis only

  WallSet walls;  ///< that stood while it ran; none when it never came that far

  uint64_t steps = 0;
  uint64_t peak_memory_bytes = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  double work_seconds = 0;  ///< of that, the program's own, as the child says; 0 without a report

  std::string failed_step;  ///< of Why::Setup: `start`, `cwd`, `exec`, or a step of child_setup.h
  std::string failure;      ///< the reason, in the system's words

  /// What it took of its caller's steps. One that was killed did not say: where steps are limited,
  /// all that it was lent counts.
  uint64_t steps_to_charge(const ChildLimits& lent) const;
  /// It never came to set itself up.
  bool is_start_failure() const;
  /// The error to report for outcomes without a report: Setup and Killed.
  Error error() const;
};

}  // namespace syn::sandbox
