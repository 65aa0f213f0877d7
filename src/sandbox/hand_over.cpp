// Which processor, by the kernel's calls.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/hand_over.h"

#include <utility>

namespace syn::sandbox {

namespace {

bool keep_to(pid_t thread, const cpu_set_t& processors) {
  return sched_setaffinity(thread, sizeof processors, &processors) == 0;
}

}  // namespace

std::optional<cpu_set_t> processors_of(pid_t thread) {
  cpu_set_t found;
  if (sched_getaffinity(thread, sizeof found, &found) != 0) return std::nullopt;
  return found;
}

HandOver::HandOver(pid_t child, const cpu_set_t& usual) : child_(child), usual_(usual) {
  CPU_ZERO(&only_);
  int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE || CPU_COUNT(&usual) < 2 || !CPU_ISSET(here, &usual)) return;
  CPU_SET(here, &only_);
  has_child_ = keep_to(child, only_);
  if (!has_child_) return;
  std::optional<cpu_set_t> own = processors_of(0);
  if (own && CPU_COUNT(&*own) > 1 && keep_to(0, only_)) callers_ = own;
}

void HandOver::free_caller() {
  std::optional<cpu_set_t> before = std::exchange(callers_, std::nullopt);
  if (!before) return;
  std::optional<cpu_set_t> now = processors_of(0);
  if (now && CPU_EQUAL(&*now, &only_)) keep_to(0, *before);
}

void HandOver::free_child() {
  if (std::exchange(has_child_, false)) keep_to(child_, usual_);
}

}  // namespace syn::sandbox
