// Which processor, by the kernel's calls.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/hand_over.h"

#include <utility>

namespace syn::sandbox {

namespace {

bool keep_to(pid_t thread, const cpu_set_t& processors) {
  return sched_setaffinity(thread, sizeof processors, &processors) == 0;
}

cpu_set_t set_of(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  return one;
}

}  // namespace

std::optional<cpu_set_t> processors_of(pid_t thread) {
  cpu_set_t found;
  if (sched_getaffinity(thread, sizeof found, &found) != 0) return std::nullopt;
  return found;
}

void SleepingPlace::keep(pid_t child, int processor) {
  if (processor == kept_to || processor < 0 || processor >= CPU_SETSIZE) return;
  if (CPU_COUNT(&usual) < 2 || !CPU_ISSET(processor, &usual)) return;
  if (keep_to(child, set_of(processor))) kept_to = processor;
}

void SleepingPlace::free(pid_t child) {
  if (std::exchange(kept_to, -1) >= 0) keep_to(child, usual);
}

HandOver::HandOver(pid_t child, const SleepingPlace& place) : child_(child), place_(place) {
  int here = sched_getcpu();
  place_.keep(child, here);
  if (here < 0 || place_.kept_to != here) {
    free_child();
    return;
  }
  only_ = set_of(here);
  std::optional<cpu_set_t> own = processors_of(0);
  if (own && CPU_COUNT(&*own) > 1 && keep_to(0, only_)) callers_ = own;
}

void HandOver::free_caller() {
  std::optional<cpu_set_t> before = std::exchange(callers_, std::nullopt);
  if (!before) return;
  std::optional<cpu_set_t> now = processors_of(0);
  if (now && CPU_EQUAL(&*now, &only_)) keep_to(0, *before);
}

}  // namespace syn::sandbox
