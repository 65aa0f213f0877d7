// The thread that runs errands.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/errands.h"

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <system_error>
#include <utility>

namespace syn::sandbox {

namespace {

/// The kernel's `sched_attr` in its first form; the C library has no name for it.
struct SchedulerAttributes {
  uint32_t size = sizeof(SchedulerAttributes);
  uint32_t policy = SCHED_BATCH;
  uint64_t flags = 0;
  int32_t nice = getpriority(PRIO_PROCESS, 0);
  uint32_t priority = 0;
  uint64_t runtime_ns = 0;
  uint64_t deadline_ns = 0;
  uint64_t period_ns = 0;
};
static_assert(sizeof(SchedulerAttributes) == 48);

/// So that who wakes this thread keeps the processor: by its policy it does not preempt when it is
/// woken, and having asked for a longer turn than others have, its turn is due after theirs.
/// Kernels before 6.12 do not hear the latter; not the worst where neither is heard.
void let_others_go_first() {
  SchedulerAttributes attributes;
  attributes.runtime_ns = 20'000'000;
  syscall(SYS_sched_setattr, 0, &attributes, 0U);
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
