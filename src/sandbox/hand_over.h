// Handing the processor over to a child that sleeps, so that it runs where its host ran.
//
// A host that sends and then waits has no use for its processor, and a child that is woken
// elsewhere first wakes another one: in a virtual machine that takes longer than a small program
// runs. So for the first moments of a run both are kept to the processor that the host is on: the
// kernel goes from the one to the other, and back with the report, as in a call. What runs longer
// is let go.
//
// 1. Neither is ever put on a processor that it may not use, and each gets back what it had.
// 2. Nothing depends on it: a call that fails leaves things as they were, and where a child runs
//    gives it nothing that its walls keep from it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <optional>

namespace syn::sandbox {

/// The processors that a thread may use. Nothing where the machine has more than such a set holds.
std::optional<cpu_set_t> processors_of(pid_t thread);

class HandOver {
 public:
  /// Keeps the calling thread and the child to the processor of the caller, where there is more
  /// than one. `usual` are those that the child may use, and outlives this.
  HandOver(pid_t child, const cpu_set_t& usual);
  HandOver(const HandOver&) = delete;
  HandOver& operator=(const HandOver&) = delete;
  ~HandOver() { free_caller(); }

  /// To be called on the thread that made this. Where somebody else has moved it since, it stays
  /// so.
  void free_caller();
  /// Of a child that runs on; one that is over needs no processor.
  void free_child();

 private:
  pid_t child_;
  const cpu_set_t& usual_;
  cpu_set_t only_;                    ///< where both are kept
  std::optional<cpu_set_t> callers_;  ///< what the caller gets back
  bool has_child_ = false;
};

}  // namespace syn::sandbox
