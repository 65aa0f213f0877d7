// How a child process comes to be: as a new process of the same binary (ExecSpawner), or as a fork
// of a launcher (launcher.h). What runs a child knows a channel, a pidfd and how to wait.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/departed.h"
#include "sandbox/frame.h"
#include "sandbox/policy.h"

namespace syn::sandbox {

struct SpawnRequest {
  ChildPolicy policy;
  std::string executable = "/proc/self/exe";
  std::string mode_argument = "--child";  ///< followed by the number of the channel's descriptor
};

struct ExitStatus {
  std::optional<int> exit_code;
  std::optional<int> signal;
  uint64_t peak_resident_bytes = 0;
  double cpu_seconds = 0;
};

/// A running child that has been told its policy. Destroying it kills what still runs and reaps it.
class ChildProcess {
 public:
  virtual ~ChildProcess() = default;
  virtual int channel_fd() const = 0;  ///< stream; to be used without waiting
  virtual int stderr_fd() const = 0;   ///< non-blocking; -1: none
  virtual int pidfd() const = 0;       ///< readable once it has ended
  virtual int pid() const = 0;
  virtual const Nonce& nonce() const = 0;
  /// The first bytes of the channel, where they were read already.
  virtual std::string_view read_ahead() const = 0;
  /// Of a child that was made ahead of time and then sleeps until it gets its payload: the
  /// processors that it may use. Null where it is on its way, or nothing is known.
  virtual const cpu_set_t* sleeps_within() const = 0;
  /// SIGKILL to the child and its process group.
  virtual void kill() = 0;
  /// Waits for the end; the same answer when called again.
  virtual ExitStatus wait() = 0;
  /// Of all its threads until now, ended or not.
  virtual double cpu_seconds() const = 0;
  /// Whether `wait` would answer at once, within `patience_ms`.
  virtual bool has_ended(int patience_ms = 0) const = 0;
  /// Gives up all descriptors but `pidfd`; nothing can be sent or read any more.
  virtual void close_channel() = 0;
};

/// Which step of starting failed, with errno.
struct SpawnFailure {
  std::string step;  ///< `start`, `cwd`, `exec`
  int error_number = 0;
};

class Spawner {
 public:
  virtual ~Spawner() = default;
  /// Null on failure, with `failure` filled. Safe to call from several threads.
  virtual std::unique_ptr<ChildProcess> spawn(const SpawnRequest& request,
                                              SpawnFailure& failure) = 0;
  /// Told of a child that has been busy for a while: what the next will need can be made.
  virtual void make_ready(const SpawnRequest& request) { (void)request; }
  /// Takes a child of which nothing is expected any more; it has been killed. Neither reaping it
  /// nor what the next will need holds up the caller.
  virtual void let_go(std::unique_ptr<ChildProcess> child, const SpawnRequest& request) {
    (void)request;
    departed_.reap();
    departed_.add(std::move(child));
  }
  /// Waits until all that was let go is reaped, and nothing that was begun is under way.
  virtual void settle() { departed_.settle(); }

  /// Counts a run while it lives.
  class Running {
   public:
    explicit Running(Spawner& spawner) : spawner_(spawner) { ++spawner_.num_running_; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() { --spawner_.num_running_; }

   private:
    Spawner& spawner_;  // outlives this
  };
  int num_running() const { return num_running_; }

 protected:
  Departed& departed() { return departed_; }

 private:
  Departed departed_;
  std::atomic<int> num_running_ = 0;
};

/// A new process for each child: clone with a shared address space until exec, so the size of the
/// host does not matter, and addresses are chosen anew. The host must not ignore SIGCHLD, nor reap
/// children that are not its own: why one without a report ended is in its exit code.
class ExecSpawner final : public Spawner {
 public:
  std::unique_ptr<ChildProcess> spawn(const SpawnRequest& request, SpawnFailure& failure) override;
};

}  // namespace syn::sandbox
