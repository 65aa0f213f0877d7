// The launcher: a process of the same binary that is started once, holds no user code, data or
// secrets, and forks a child for each run; so a run costs a fork and not a start. Children may be
// forked ahead of time: armed ones stand behind the walls of a policy and wait for one payload,
// spare ones wait for any policy. Each serves one run and exits.
//
//   host ── Launcher ──► launcher ──fork, CLONE_PARENT──► child (of the host, not of the launcher)
//
// 1. Children are children of the host: it waits for them itself and gets their exit codes.
// 2. The launcher and all children get SIGKILL when the thread that started the launcher ends. A
//    `Launcher` starts it on a thread that lives as long as the process.
// 3. The launcher has one thread and ends when the host's end of its socket closes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/child_process.h"
#include "sandbox/errands.h"
#include "sandbox/seccomp_filter.h"
#include "sandbox/spawner.h"

namespace syn::sandbox {

struct LauncherWork {
  /// Once, before the first fork: what all children would else make for themselves. With the
  /// engine's root where children may need the engine.
  std::function<void(const std::optional<std::string>& engine_root)> warm_up;
  /// In each child, on its channel; gives the exit code.
  std::function<int(int channel_fd, BaseFilter base_filter)> child;
};

/// What `--launcher <fd>` does. Returns the exit code of the launcher; in a child it does not
/// return.
int serve_launcher(int fd, const LauncherWork& work);

/// One launcher process, from the host's side. Not thread-safe.
class LauncherProcess {
 public:
  /// A child that was asked for; its pid comes with the launcher's answer.
  struct Order {
    ChildPipes pipes;
    pid_t pid = 0;  ///< 0: not known yet
    int error_number = 0;
    host::UniqueFd pidfd;   ///< once the pid is known
    bool is_ahead = false;  ///< of its use, so that it will sleep until then
  };

  /// Null on failure, with `failure` filled.
  static std::unique_ptr<LauncherProcess> start(const SpawnRequest& request,
                                                const std::string& mode_argument,
                                                SpawnFailure& failure);
  LauncherProcess(const LauncherProcess&) = delete;
  LauncherProcess& operator=(const LauncherProcess&) = delete;
  ~LauncherProcess();

  /// The descriptors of a child; nobody is asked for one yet. Without a policy it is to be greeted
  /// later. Null with `error_number` set where that fails.
  static std::shared_ptr<Order> draft(const ChildPolicy* policy, int& error_number);
  /// Asks for the child of a draft. 0, or an errno.
  int place(const std::shared_ptr<Order>& order);
  /// Where answers are to come; -1 where none is awaited.
  int awaited_fd() const { return unanswered_.empty() ? -1 : control_.get(); }
  /// Takes in the answers that are there, or waits for all.
  void read_answers(bool wait = false);
  /// Waits until the order is answered. Null where it failed.
  std::unique_ptr<ChildProcess> collect(const std::shared_ptr<Order>& order, int& error_number);

 private:
  LauncherProcess(pid_t pid, host::UniqueFd pidfd, host::UniqueFd control);
  bool read_answer(bool wait);

  pid_t pid_;
  host::UniqueFd pidfd_;
  host::UniqueFd control_;
  std::optional<cpu_set_t> processors_;  ///< that it and its children may use
  std::deque<std::shared_ptr<Order>> unanswered_;
};

/// Spawns by launchers: one for programs that do without the SQL engine, one for those that may
/// need it. Starts them on first use; a launcher that has died is replaced.
class Launcher final : public Spawner, private Watch {
 public:
  Launcher() : Launcher("--launcher") {}
  /// `mode_argument` is followed by the number of the control socket's descriptor.
  explicit Launcher(std::string mode_argument);
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;
  ~Launcher() override;

  std::unique_ptr<ChildProcess> spawn(const SpawnRequest& request, SpawnFailure& failure) override;
  void make_ready(const SpawnRequest& request) override;
  void let_go(std::unique_ptr<ChildProcess> child, const SpawnRequest& request) override;
  void settle() override;

  /// Children that wait, armed, for a policy that comes again.
  static constexpr size_t kArmedPerPolicy = 2;
  static constexpr size_t kMaxPolicies = 4;

 private:
  using Order = LauncherProcess::Order;

  /// Children of one policy. They were armed when the paths of its rules led to `roots`.
  struct Rack {
    std::vector<uint64_t> roots;
    std::deque<std::shared_ptr<Order>> armed;  ///< the oldest first
    uint64_t last_use = 0;
    uint64_t num_uses = 0;
    bool engine = false;
  };

  void list(std::vector<pollfd>& descriptors) override;
  void look() override;
  void look_at(Rack& rack);
  void run_errand(Errand errand);
  size_t num_to_arm(const SpawnRequest& request);
  void order(const SpawnRequest& request, std::shared_ptr<Order> draft, bool is_armed);
  Rack* find_rack(const SpawnRequest& request);
  LauncherProcess* launcher_for(const SpawnRequest& request, SpawnFailure& failure);
  std::unique_ptr<ChildProcess> spawn_from(LauncherProcess& launcher, const ChildPolicy& policy,
                                           int& error_number);
  void replace_launcher(bool engine);
  std::unique_ptr<ChildProcess> take_spare(LauncherProcess& launcher, const ChildPolicy& policy);
  Rack& rack_for(const ChildPolicy& policy);
  void discard(Rack& rack);
  void drop_oldest_rack();

  std::string mode_argument_;
  std::mutex mutex_;
  std::array<std::unique_ptr<LauncherProcess>, 2> launchers_;  ///< plain, with the engine
  std::array<std::shared_ptr<Order>, 2> spares_;               ///< of these; null, or placed
  std::map<std::string, Rack> racks_;                          ///< by encoded policy
  uint64_t num_spawns_ = 0;
  Errands errands_;  ///< last: they use the others
};

}  // namespace syn::sandbox
