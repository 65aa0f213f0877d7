// The thread that runs errands.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/errands.h"

#include <sched.h>
#include <signal.h>

#include <system_error>
#include <utility>

namespace syn::sandbox {

namespace {

/// Who gives an errand goes on working; the thread that is woken for it does not take the
/// processor.
void let_others_go_first() {
  sched_param none{};
  sched_setscheduler(0, SCHED_BATCH, &none);
}

}  // namespace

Errands::~Errands() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  if (thread_) thread_->join();
}

void Errands::add(Errand errand) {
  if (!give_to_thread(errand)) run_(std::move(errand));
}

bool Errands::give_to_thread(Errand& errand) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (waiting_.size() >= kMaxWaiting || !has_thread()) return false;
    waiting_.push_back(std::move(errand));
  }
  changed_.notify_all();
  return true;
}

/// Signals are for the host's own threads.
bool Errands::has_thread() {
  if (thread_) return true;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_.emplace([this] { work(); });
  } catch (const std::system_error&) {
    thread_.reset();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread_.has_value();
}

void Errands::finish() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() && !is_busy_; });
}

void Errands::work() {
  let_others_go_first();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Errand errand = std::move(waiting_.front());
    waiting_.pop_front();
    is_busy_ = true;
    lock.unlock();
    run_(std::move(errand));
    lock.lock();
    is_busy_ = false;
    changed_.notify_all();
  }
}

}  // namespace syn::sandbox
