// Keeps signals from the calling thread, and from what it starts meanwhile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace syn {

/// All signals wait while this lives. To be destroyed in the thread that made it.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace syn
