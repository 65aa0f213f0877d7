// Which child serves a run: one that was armed for its policy, or a new one; and which to arm next.
// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

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

/// An armed child may have been killed while it waited.
bool has_ended(const ChildProcess& child) {
  pollfd poll_for_end{child.pidfd(), POLLIN, 0};
  return ::poll(&poll_for_end, 1, 0) > 0;
}

}  // namespace

Launcher::~Launcher() {
  for (auto& [key, rack] : racks_) discard(rack);
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
    if (child != nullptr && has_ended(*child)) child = nullptr;
  }
  if (child == nullptr) {
    std::shared_ptr<Order> order = launcher.order(policy, error_number);
    if (order != nullptr) child = launcher.collect(order, error_number);
  }
  return child;
}

/// A policy that comes a second time is likely to come again.
void Launcher::prepare_next(const SpawnRequest& request) {
  std::lock_guard<std::mutex> lock(mutex_);
  constexpr uint64_t kUsesBeforeArming = 2;
  LauncherProcess* launcher = launchers_[request.policy.engine ? 1 : 0].get();
  auto found = racks_.find(encode_policy(request.policy));
  if (launcher == nullptr || found == racks_.end()) return;
  Rack& rack = found->second;
  while (rack.num_uses >= kUsesBeforeArming && rack.armed.size() < kArmedPerPolicy) {
    int ignored = 0;
    std::shared_ptr<Order> order = launcher->order(request.policy, ignored);
    if (order == nullptr) break;
    rack.armed.push_back(std::move(order));
  }
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
