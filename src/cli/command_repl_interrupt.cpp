// Ctrl-C in the repl.
// SPDX-License-Identifier: Apache-2.0
#include "cli/command_repl_interrupt.h"

#include <signal.h>

#include <algorithm>

namespace syn::cli {
namespace {

// A signal handler can reach nothing but a global.
volatile sig_atomic_t interrupted = 0;

void remember(int) { interrupted = 1; }

constexpr int64_t kSliceNs = 50'000'000;

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = remember;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

bool take_interrupt() {
  bool was = interrupted != 0;
  interrupted = 0;
  return was;
}

int64_t InterruptibleClock::steady_ns() {
  return interrupted != 0 ? kDeadline : clock_.steady_ns();
}

void InterruptibleClock::sleep(int64_t duration_ns, int64_t deadline_ns) {
  while (duration_ns > 0 && interrupted == 0) {
    int64_t slice = std::min(duration_ns, kSliceNs);
    clock_.sleep(slice, deadline_ns);
    duration_ns -= slice;
  }
}

}  // namespace syn::cli
