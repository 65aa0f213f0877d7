// What a host has to do after a run, for the next one: a thread does it, so that a result does not
// wait for it. Errands are run in order; they must not use what their giver may end before them.
//
// Waking a thread costs its giver a good part of what a small run costs, so an errand that lets go
// of a child does not wake the thread: the end of the child does, which the thread waits for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "host/posix/unique_fd.h"
#include "sandbox/spawner.h"

namespace syn::sandbox {

struct Errand {
  std::unique_ptr<ChildProcess> departed;  ///< may be null; it has been killed
  SpawnRequest next;
};

/// What the thread looks after between errands.
class Watch {
 public:
  virtual ~Watch() = default;
  /// Adds the descriptors that something will be seen at. One may be closed meanwhile.
  virtual void list(std::vector<pollfd>& descriptors) = 0;
  /// Something was seen at some of them. What is not taken away is seen again, at once.
  virtual void look() = 0;
};

/// Safe to use from several threads. Destroying it runs what is left.
class Errands {
 public:
  /// `watch` may be null, and outlives this.
  explicit Errands(std::function<void(Errand)> run, Watch* watch = nullptr)
      : run_(std::move(run)), watch_(watch) {}
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
  bool will_be_woken_by(const ChildProcess* departed) const;
  void wake();
  void work();
  void run_waiting(std::unique_lock<std::mutex>& lock);
  void sleep(std::unique_lock<std::mutex>& lock);

  std::function<void(Errand)> run_;
  Watch* watch_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Errand> waiting_;
  /// Of the thread, while it sleeps, or is about to: its own one, then those of `watch_`.
  std::vector<pollfd> watched_;
  bool is_asleep_ = false;
  bool is_busy_ = false;
  bool is_over_ = false;
  host::UniqueFd alarm_;               // an eventfd, opened for the thread
  std::optional<std::thread> thread_;  // started by the first errand
};

}  // namespace syn::sandbox
