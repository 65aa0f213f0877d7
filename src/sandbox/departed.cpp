// Letting children go, and reaping them later.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/departed.h"

#include "sandbox/spawner.h"

namespace syn::sandbox {

Departed::Departed() = default;
Departed::~Departed() = default;  // letting go of a child reaps it

void Departed::add(std::unique_ptr<ChildProcess> child) {
  child->close_channel();
  std::lock_guard<std::mutex> lock(mutex_);
  waiting_.push_back(std::move(child));
  if (waiting_.size() > kMaxWaiting) waiting_.pop_front();
}

void Departed::reap() {
  std::lock_guard<std::mutex> lock(mutex_);
  // They end about in the order in which they were killed.
  while (!waiting_.empty() && waiting_.front()->has_ended()) waiting_.pop_front();
}

void Departed::settle() {
  std::lock_guard<std::mutex> lock(mutex_);
  waiting_.clear();
}

}  // namespace syn::sandbox
