// Batches of work that helper threads do ahead of their user, who takes them in order and does some
// himself where the next one is not ready. What they read must not change meanwhile.
//
// The batches form a ring; each belongs to one side at a time: to whoever fills it, then to the
// user until he asks for the next one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/signals_blocked.h"

namespace syn {

/// A text must have so many bytes to be worth a thread.
inline constexpr size_t kMinBytesForThreads = size_t{4} << 20;

template <typename Batch>
class Ahead {
 public:
  /// Fills a batch, which holds what it held a round ago. Called in any of the threads, several at
  /// once: no Budget, no Value, no errors.
  using Fill = std::function<void(size_t index, Batch&)>;

  /// Batches that exist at once.
  static size_t ring_size(uint32_t num_helpers) { return 3 * (size_t{num_helpers} + 1); }

  /// Null where no thread can be had.
  static std::unique_ptr<Ahead> start(size_t num_batches, uint32_t num_helpers, Fill fill) {
    std::unique_ptr<Ahead> ahead(new Ahead(num_batches, num_helpers, std::move(fill)));
    for (uint32_t i = 0; i < num_helpers; ++i) ahead->add_helper();
    if (ahead->helpers_.empty()) return nullptr;
    return ahead;
  }
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;
  ~Ahead() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      is_over_ = true;
    }
    work_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }

  /// The next batch, which stays until the next call; null after the last one.
  Batch* next() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (has_one_) give_back();
    if (first_ == num_batches_) return nullptr;
    Slot& wanted = slot(first_);
    while (!wanted.is_full) {
      if (may_claim()) {
        fill_one(lock);
      } else {
        filled_.wait(lock);
      }
    }
    has_one_ = true;
    return &wanted.batch;
  }

 private:
  /// Two lines of the cache apart: neighbours belong to different threads.
  struct alignas(128) Slot {
    Batch batch;
    bool is_full = false;
  };

  Ahead(size_t num_batches, uint32_t num_helpers, Fill fill)
      : fill_(std::move(fill)), num_batches_(num_batches), slots_(ring_size(num_helpers)) {}

  /// Signals are for the threads that the process has of its own.
  void add_helper() {
    SignalsBlocked blocked;
    try {
      helpers_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
    }
  }

  Slot& slot(size_t index) { return slots_[index % slots_.size()]; }
  bool may_claim() const { return num_claimed_ < std::min(first_ + slots_.size(), num_batches_); }

  void give_back() {
    has_one_ = false;
    slot(first_++).is_full = false;
    if (may_claim()) work_.notify_one();
  }

  void fill_one(std::unique_lock<std::mutex>& lock) {
    size_t index = num_claimed_++;
    Slot& mine = slot(index);
    lock.unlock();
    fill_(index, mine.batch);
    lock.lock();
    mine.is_full = true;
    if (index == first_) filled_.notify_one();
  }

  void help() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!is_over_ && num_claimed_ != num_batches_) {
      if (may_claim()) {
        fill_one(lock);
      } else {
        work_.wait(lock);
      }
    }
  }

  Fill fill_;
  size_t num_batches_;
  std::vector<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable work_;    // there is a batch to fill
  std::condition_variable filled_;  // the batch that the user waits for is full
  size_t first_ = 0;                // the user's
  size_t num_claimed_ = 0;
  bool has_one_ = false;  // the user has the first one
  bool is_over_ = false;
  std::vector<std::thread> helpers_;
};

}  // namespace syn
