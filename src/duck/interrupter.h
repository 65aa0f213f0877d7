// Stops a query at a moment, from a thread of its own: one step of the engine may take long, and
// asks nobody. Internal to duck/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace syn::duck {

class Interrupter {
 public:
  /// Calls `interrupt` unless this is gone within `left_ns`; again and again from then on, since
  /// the engine forgets an interrupt when it starts its next step. Without a bound there is no
  /// thread.
  Interrupter(int64_t left_ns, std::function<void()> interrupt) : interrupt_(std::move(interrupt)) {
    if (left_ns == INT64_MAX) return;
    thread_ = std::thread([this, left_ns] { wait(std::chrono::nanoseconds(left_ns)); });
  }
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;
  ~Interrupter() {
    if (!thread_.joinable()) return;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

 private:
  void wait(std::chrono::nanoseconds left) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!changed_.wait_for(lock, left, [this] { return done_; })) {
      interrupt_();
      left = std::chrono::milliseconds(1);
    }
  }

  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace syn::duck
