// How a child process comes to be: as a new process of the same binary (ExecSpawner), or as a fork
// of a launcher (launcher.h). What runs a child knows a channel, a pidfd and how to wait.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

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
  virtual int channel_fd() const = 0;  ///< non-blocking, stream
  virtual int stderr_fd() const = 0;   ///< non-blocking; -1: none
  virtual int pidfd() const = 0;       ///< readable once it has ended
  virtual int pid() const = 0;
  virtual const Nonce& nonce() const = 0;
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
  /// Told when the child has what it should run and the host is about to wait: the moment for what
  /// the next child takes of the host itself.
  virtual void draft_next(const SpawnRequest& request) { (void)request; }
  /// Told when the child is busy or done: the moment for what takes a processor from it.
  virtual void order_next(const SpawnRequest& request) { (void)request; }
  /// Takes a child of which nothing is expected any more. It is killed; reaping it does not hold up
  /// the caller.
  void retire(std::unique_ptr<ChildProcess> child) { departed_.add(std::move(child)); }
  /// Reaps what was retired and has ended by now.
  void reap_retired() { departed_.reap(); }
  /// Waits until all that was retired is reaped, and nothing that was begun is under way.
  virtual void settle() { departed_.settle(); }

 private:
  Departed departed_;
};

/// A new process for each child: clone with a shared address space until exec, so the size of the
/// host does not matter, and addresses are chosen anew. The host must not ignore SIGCHLD, nor reap
/// children that are not its own: why one without a report ended is in its exit code.
class ExecSpawner final : public Spawner {
 public:
  std::unique_ptr<ChildProcess> spawn(const SpawnRequest& request, SpawnFailure& failure) override;
};

}  // namespace syn::sandbox
