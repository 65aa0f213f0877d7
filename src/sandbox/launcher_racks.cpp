// Which child serves a run: one that was armed for its policy, or a new one; and which to arm next.
// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "sandbox/launcher.h"

namespace syn::sandbox {

namespace {

/// What the paths of the rules lead to now: an armed child holds what they led to when it was made.
std::vector<uint64_t> roots_of(const ChildPolicy& policy) {
  std::vector<uint64_t> roots;
  for (const PathRule& rule : policy.paths) {
    struct stat facts {};
    bool found = stat(rule.path.c_str(), &facts) == 0;
    roots.push_back(found ? facts.st_dev : 0);
    roots.push_back(found ? facts.st_ino : 0);
  }
  return roots;
}

}  // namespace

Launcher::Launcher(std::string mode_argument)
    : mode_argument_(std::move(mode_argument)),
      errands_([this](Errand errand) { run_errand(std::move(errand)); }, this) {}

Launcher::~Launcher() {
  errands_.finish();
  std::lock_guard<std::mutex> lock(mutex_);  // their thread still looks
  for (auto& [key, rack] : racks_) discard(rack);
  for (const auto& launcher : launchers_) {
    if (launcher != nullptr) take_spare(*launcher, {});
  }
}

/// Collecting a child and letting go of it ends and reaps it.
void Launcher::discard(Rack& rack) {
  LauncherProcess* launcher = launchers_[rack.engine ? 1 : 0].get();
  int ignored = 0;
  for (const std::shared_ptr<Order>& order : rack.armed) {
    if (launcher != nullptr) launcher->collect(order, ignored);
  }
  rack.armed.clear();
}

LauncherProcess* Launcher::launcher_for(const SpawnRequest& request, SpawnFailure& failure) {
  std::unique_ptr<LauncherProcess>& launcher = launchers_[request.policy.engine ? 1 : 0];
  if (launcher == nullptr) launcher = LauncherProcess::start(request, mode_argument_, failure);
  return launcher.get();
}

std::unique_ptr<ChildProcess> Launcher::spawn(const SpawnRequest& request, SpawnFailure& failure) {
  std::lock_guard<std::mutex> lock(mutex_);
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    LauncherProcess* launcher = launcher_for(request, failure);
    if (launcher == nullptr) return nullptr;
    int error_number = 0;
    if (auto child = spawn_from(*launcher, request.policy, error_number)) return child;
    failure = {"start", error_number};
    if (error_number == EAGAIN || error_number == ENOMEM) return nullptr;  // the machine is full
    replace_launcher(request.policy.engine);
  }
  return nullptr;
}

/// It died. What it had armed is of no use any more, for not all of it may be known.
void Launcher::replace_launcher(bool engine) {
  for (auto& [key, rack] : racks_) {
    if (rack.engine == engine) discard(rack);
  }
  if (launchers_[engine ? 1 : 0] != nullptr) take_spare(*launchers_[engine ? 1 : 0], {});
  launchers_[engine ? 1 : 0] = nullptr;
}

std::unique_ptr<ChildProcess> Launcher::spawn_from(LauncherProcess& launcher,
                                                   const ChildPolicy& policy, int& error_number) {
  Rack& rack = rack_for(policy);
  std::vector<uint64_t> roots = roots_of(policy);
  if (roots != rack.roots) {
    discard(rack);
    rack.roots = std::move(roots);
  }
  std::unique_ptr<ChildProcess> child;
  while (child == nullptr && !rack.armed.empty()) {
    std::shared_ptr<Order> order = std::move(rack.armed.front());
    rack.armed.pop_front();
    child = launcher.collect(order, error_number);
    // It may have been killed while it waited.
    if (child != nullptr && child->has_ended()) child = nullptr;
  }
  if (child == nullptr) child = take_spare(launcher, policy);
  if (child == nullptr) {
    std::shared_ptr<Order> order = LauncherProcess::draft(&policy, error_number);
    if (order != nullptr) error_number = launcher.place(order);
    if (error_number == 0) child = launcher.collect(order, error_number);
  }
  return child;
}

/// Greeted first: one whose launcher died can then say who it is.
std::unique_ptr<ChildProcess> Launcher::take_spare(LauncherProcess& launcher,
                                                   const ChildPolicy& policy) {
  size_t kind = &launcher == launchers_[1].get() ? 1 : 0;
  std::shared_ptr<Order> order = std::exchange(spares_[kind], nullptr);
  if (order == nullptr) return nullptr;
  bool is_greeted = order->pipes.greet(policy) == 0;
  int ignored = 0;
  std::unique_ptr<ChildProcess> child = launcher.collect(order, ignored);
  if (!is_greeted || child == nullptr || child->has_ended()) return nullptr;
  return child;
}

Launcher::Rack* Launcher::find_rack(const SpawnRequest& request) {
  auto found = racks_.find(encode_policy(request.policy));
  return found == racks_.end() ? nullptr : &found->second;
}

void Launcher::make_ready(const SpawnRequest& request) { errands_.add({nullptr, request}); }

void Launcher::let_go(std::unique_ptr<ChildProcess> child, const SpawnRequest& request) {
  errands_.add({std::move(child), request});
}

/// What a run need not do when its time comes: who its child is, and that it is ready.
void Launcher::list(std::vector<pollfd>& descriptors) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto add = [&](int fd) {
    if (fd >= 0) descriptors.push_back({fd, POLLIN, 0});
  };
  for (const auto& launcher : launchers_) {
    if (launcher != nullptr) add(launcher->awaited_fd());
  }
  for (const auto& [key, rack] : racks_) {
    for (const std::shared_ptr<Order>& order : rack.armed) {
      add(order->pidfd.get());
      if (order->pidfd.is_open() && !order->pipes.is_read_ahead) add(order->pipes.channel.get());
    }
  }
}

void Launcher::look() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& launcher : launchers_) {
    if (launcher != nullptr) launcher->read_answers();
  }
  for (auto& [key, rack] : racks_) look_at(rack);
}

void Launcher::look_at(Rack& rack) {
  std::deque<std::shared_ptr<Order>> ended;
  for (const std::shared_ptr<Order>& order : std::exchange(rack.armed, {})) {
    pollfd end{order->pidfd.get(), POLLIN, 0};
    bool has_ended = order->pidfd.is_open() && ::poll(&end, 1, 0) > 0;
    if (!has_ended && order->pidfd.is_open()) order->pipes.read_ahead();
    (has_ended ? ended : rack.armed).push_back(order);
  }
  std::swap(rack.armed, ended);
  discard(rack);
  std::swap(rack.armed, ended);
}

/// A channel is closed before descriptors for the next child are on their way: closing a socket
/// while some are has the kernel look for cycles among them, in a thread that takes the processor.
void Launcher::run_errand(Errand errand) {
  if (errand.departed != nullptr) departed().add(std::move(errand.departed));
  departed().reap();
  int ignored = 0;
  for (size_t left = num_to_arm(errand.next); left > 0; --left) {
    order(errand.next, LauncherProcess::draft(&errand.next.policy, ignored), true);
  }
  bool has_spare = true;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    has_spare = spares_[errand.next.policy.engine ? 1 : 0] != nullptr;
  }
  if (!has_spare) order(errand.next, LauncherProcess::draft(nullptr, ignored), false);
}

/// A policy that comes a second time is likely to come again.
size_t Launcher::num_to_arm(const SpawnRequest& request) {
  constexpr uint64_t kUsesBeforeArming = 2;
  std::lock_guard<std::mutex> lock(mutex_);
  LauncherProcess* launcher = launchers_[request.policy.engine ? 1 : 0].get();
  if (launcher != nullptr) launcher->read_answers();
  Rack* rack = find_rack(request);
  if (rack == nullptr || rack->num_uses < kUsesBeforeArming) return 0;
  return kArmedPerPolicy - std::min(rack->armed.size(), kArmedPerPolicy);
}

void Launcher::order(const SpawnRequest& request, std::shared_ptr<Order> draft, bool is_armed) {
  std::lock_guard<std::mutex> lock(mutex_);
  LauncherProcess* launcher = launchers_[request.policy.engine ? 1 : 0].get();
  Rack* rack = find_rack(request);
  if (draft == nullptr || launcher == nullptr || rack == nullptr) return;
  std::shared_ptr<Order>& spare = spares_[request.policy.engine ? 1 : 0];
  // Another run may have seen to it meanwhile.
  bool is_wanted = is_armed ? rack->armed.size() < kArmedPerPolicy : spare == nullptr;
  draft->is_ahead = is_armed;
  if (!is_wanted || launcher->place(draft) != 0) return;
  if (is_armed) {
    rack->armed.push_back(std::move(draft));
  } else {
    spare = std::move(draft);
  }
}

void Launcher::settle() {
  errands_.finish();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& launcher : launchers_) {
      if (launcher != nullptr) launcher->read_answers(true);
    }
  }
  Spawner::settle();
}

Launcher::Rack& Launcher::rack_for(const ChildPolicy& policy) {
  Rack& rack = racks_[encode_policy(policy)];
  rack.engine = policy.engine;
  rack.last_use = ++num_spawns_;
  ++rack.num_uses;
  if (racks_.size() > kMaxPolicies) drop_oldest_rack();
  return rack;
}

/// Never the one just used.
void Launcher::drop_oldest_rack() {
  auto oldest = std::min_element(racks_.begin(), racks_.end(), [](const auto& a, const auto& b) {
    return a.second.last_use < b.second.last_use;
  });
  discard(oldest->second);
  racks_.erase(oldest);
}

}  // namespace syn::sandbox
