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
  int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE || CPU_COUNT(&usual) < 2 || !CPU_ISSET(here, &usual)) return;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(here, &only);
  has_child_ = keep_to(child, only);
  if (!has_child_) return;
  std::optional<cpu_set_t> own = processors_of(0);
  if (own && CPU_COUNT(&*own) > 1 && keep_to(0, only)) callers_ = own;
}

void HandOver::free_caller() {
  if (callers_) keep_to(0, *callers_);
  callers_.reset();
}

void HandOver::free_child() {
  if (std::exchange(has_child_, false)) keep_to(child_, usual_);
}

}  // namespace syn::sandbox
