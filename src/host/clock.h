// Time. The wall clock is for programs that may see it; the steady clock is for limits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn::host {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual int64_t unix_ns() = 0;
  /// CLOCK_MONOTONIC: the same for all processes of this machine, so deadlines can be passed on.
  virtual int64_t steady_ns() = 0;
  /// Returns early only when the steady clock has reached `deadline_ns`.
  virtual void sleep(int64_t duration_ns, int64_t deadline_ns) = 0;
};

/// No deadline.
inline constexpr int64_t kNever = INT64_MAX;

}  // namespace syn::host
