// What a host has to do after a run, for the next one: a thread does it, so that a result does not
// wait for it. Errands are run in order; they must not use what their giver may end before them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "sandbox/spawner.h"

namespace syn::sandbox {

struct Errand {
  std::unique_ptr<ChildProcess> departed;  ///< may be null
  SpawnRequest next;
};

/// Safe to use from several threads. Destroying it runs what is left.
class Errands {
 public:
  explicit Errands(std::function<void(Errand)> run) : run_(std::move(run)) {}
  Errands(const Errands&) = delete;
  Errands& operator=(const Errands&) = delete;
  ~Errands();

  /// Runs it soon; at once, where no thread can be had or it does not keep up.
  void add(Errand errand);
  /// Waits until all that was added has been run.
  void finish();

 private:
  /// Each holds descriptors.
  static constexpr size_t kMaxWaiting = 4;

  bool give_to_thread(Errand& errand);
  bool has_thread();
  void work();

  std::function<void(Errand)> run_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Errand> waiting_;
  bool is_busy_ = false;
  bool is_over_ = false;
  std::optional<std::thread> thread_;  // started by the first errand
};

}  // namespace syn::sandbox
