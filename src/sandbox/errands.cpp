// The thread that runs errands.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/errands.h"

#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/signals_blocked.h"

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
    wake();
  }
  if (thread_) thread_->join();
}

void Errands::add(Errand errand) {
  if (!give_to_thread(errand)) run_(std::move(errand));
}

bool Errands::give_to_thread(Errand& errand) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (waiting_.size() >= kMaxWaiting || !has_thread()) return false;
  // One that another was given after is late already.
  bool can_wait = waiting_.empty() && will_be_woken_by(errand.departed.get());
  waiting_.push_back(std::move(errand));
  if (!can_wait) wake();
  return true;
}

/// Signals are for the host's own threads.
bool Errands::has_thread() {
  if (thread_) return true;
  if (!alarm_.is_open()) alarm_ = host::UniqueFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!alarm_.is_open()) return false;
  SignalsBlocked blocked;
  try {
    thread_.emplace([this] { work(); });
  } catch (const std::system_error&) {
    thread_.reset();
  }
  return thread_.has_value();
}

/// It has been killed, so what waits at its pidfd is woken sooner or later.
bool Errands::will_be_woken_by(const ChildProcess* departed) const {
  if (departed == nullptr || !is_asleep_) return false;
  return std::any_of(watched_.begin(), watched_.end(),
                     [&](const pollfd& watched) { return watched.fd == departed->pidfd(); });
}

void Errands::wake() {
  uint64_t one = 1;
  // It cannot fail but for a counter that is full, and then the thread is awake.
  if (is_asleep_ && ::write(alarm_.get(), &one, sizeof one) < 0) return;
}

void Errands::finish() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!waiting_.empty()) wake();
  changed_.wait(lock, [this] { return waiting_.empty() && !is_busy_; });
}

void Errands::work() {
  let_others_go_first();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    run_waiting(lock);
    if (is_over_) return;
    sleep(lock);
  }
}

void Errands::run_waiting(std::unique_lock<std::mutex>& lock) {
  while (!waiting_.empty()) {
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

/// Counts as asleep from before it makes its list, so that no errand can come in between unseen.
void Errands::sleep(std::unique_lock<std::mutex>& lock) {
  is_asleep_ = true;
  lock.unlock();
  std::vector<pollfd> descriptors = {{alarm_.get(), POLLIN, 0}};
  if (watch_ != nullptr) watch_->list(descriptors);
  lock.lock();
  watched_ = descriptors;
  if (waiting_.empty() && !is_over_) {
    lock.unlock();
    int num_seen = ::poll(descriptors.data(), descriptors.size(), -1);
    bool is_alarm = descriptors[0].revents != 0;
    uint64_t count = 0;
    if (is_alarm && ::read(alarm_.get(), &count, sizeof count) < 0) count = 0;  // spurious
    if (watch_ != nullptr && num_seen > (is_alarm ? 1 : 0)) watch_->look();
    lock.lock();
  }
  is_asleep_ = false;
  watched_.clear();
}

}  // namespace syn::sandbox
