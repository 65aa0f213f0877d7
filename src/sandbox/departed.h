// Children that have said their last word, or were killed, and whose end nobody needs to await: the
// kernel takes longer to take a process apart than a small program takes to run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <mutex>

namespace syn::sandbox {

class ChildProcess;

/// Safe to use from several threads. Destroying it waits for all of them.
class Departed {
 public:
  Departed();
  Departed(const Departed&) = delete;
  Departed& operator=(const Departed&) = delete;
  ~Departed();

  /// Takes a child that has been killed; it has no descriptors left but the one that tells its end.
  void add(std::unique_ptr<ChildProcess> child);
  /// Reaps those that have ended by now. Cheap where there are none.
  void reap();
  /// Waits until all have ended.
  void settle();

 private:
  /// Beyond this many it is cheaper to wait for the oldest than to let them pile up.
  static constexpr size_t kMaxWaiting = 32;

  std::mutex mutex_;
  std::deque<std::unique_ptr<ChildProcess>> waiting_;  ///< oldest first
};

}  // namespace syn::sandbox
