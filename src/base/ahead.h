// Work that a second thread does some steps ahead of its user: it fills batches, in order, and the
// user takes each when it is full. What the thread reads must not change meanwhile.
//
// The batches form a ring. Only how many were filled and how many were given back is shared; a
// batch belongs to one side at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace syn {

template <typename Batch>
class Ahead {
 public:
  /// Fills a batch, which holds what it held a round ago; false when it is the last one. Called in
  /// the thread: no Budget, no Value, no errors.
  using Fill = std::function<bool(Batch&)>;

  /// Null where no thread can be had.
  static std::unique_ptr<Ahead> start(Fill fill) {
    try {
      return std::unique_ptr<Ahead>(new Ahead(std::move(fill)));
    } catch (const std::system_error&) {
      return nullptr;
    }
  }
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;
  ~Ahead() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  /// The next batch, which stays until the next call; null after the last one.
  const Batch* next() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (is_held_) {
      ++num_given_back_;
      changed_.notify_all();
    }
    changed_.wait(lock, [this] { return num_filled_ > num_given_back_ || is_done_; });
    is_held_ = num_filled_ > num_given_back_;
    return is_held_ ? &batches_[num_given_back_ % kNumBatches] : nullptr;
  }

 private:
  static constexpr size_t kNumBatches = 6;

  explicit Ahead(Fill fill) : fill_(std::move(fill)), thread_([this] { fill_all(); }) {}

  void fill_all() {
    for (bool has_more = true; has_more;) {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock,
                      [this] { return is_over_ || num_filled_ < num_given_back_ + kNumBatches; });
        if (is_over_) return;
      }
      has_more = fill_(batches_[num_filled_ % kNumBatches]);
      {
        std::lock_guard<std::mutex> lock(mutex_);
        ++num_filled_;
        is_done_ = !has_more;
      }
      changed_.notify_all();
    }
  }

  Fill fill_;
  std::array<Batch, kNumBatches> batches_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t num_filled_ = 0;      // changed by the thread alone
  size_t num_given_back_ = 0;  // changed by the user alone
  bool is_done_ = false;
  bool is_over_ = false;
  bool is_held_ = false;  // the user's: whether it has a batch
  std::thread thread_;    // last: it uses the others
};

}  // namespace syn
