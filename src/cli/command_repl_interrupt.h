// Ctrl-C in the repl: ends the entry that runs, not the repl.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/clock.h"

namespace syn::cli {

/// From now on SIGINT is only remembered.
void watch_interrupts();
/// Whether SIGINT came since the last call.
bool take_interrupt();

/// The real clock, which jumps past every deadline once SIGINT came: programs look at it now and
/// then, and end with the error for time.
class InterruptibleClock final : public host::Clock {
 public:
  /// A deadline that is never reached but by an interrupt.
  static constexpr int64_t kDeadline = host::kNever - 1;

  explicit InterruptibleClock(host::Clock& clock) : clock_(clock) {}
  int64_t unix_ns() override { return clock_.unix_ns(); }
  int64_t steady_ns() override;
  void sleep(int64_t duration_ns, int64_t deadline_ns) override;

 private:
  host::Clock& clock_;  // outlives this
};

}  // namespace syn::cli
