// The host's hold on a child: the descriptors to make before it exists, and the process after.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "host/posix/unique_fd.h"
#include "sandbox/spawner.h"

namespace syn::sandbox {

/// Both ends of a child's channel and of the pipe that takes what it writes to standard error.
struct ChildPipes {
  host::UniqueFd channel;  ///< ours; each call says that it does not wait
  host::UniqueFd errors;   ///< ours, non-blocking
  host::UniqueFd child_channel;
  host::UniqueFd child_errors;
  Nonce nonce{};
  std::string ahead;           ///< what was read from `channel` before the child is used
  bool is_read_ahead = false;  ///< once is enough

  /// 0, or an errno.
  int open();
  /// Sends Hello, with this process as the parent; the child need not exist yet. 0, or an errno.
  int greet(ChildPolicy policy);
  /// Takes in what the child has said so far, if anything: that it is ready.
  void read_ahead();
};

class StartedProcess final : public ChildProcess {
 public:
  /// A child of this process that leads a process group, or is about to.
  StartedProcess(pid_t pid, host::UniqueFd pidfd, ChildPipes pipes,
                 std::optional<cpu_set_t> sleeps_within = std::nullopt);
  StartedProcess(const StartedProcess&) = delete;
  StartedProcess& operator=(const StartedProcess&) = delete;
  ~StartedProcess() override;

  int channel_fd() const override { return pipes_.channel.get(); }
  int stderr_fd() const override { return pipes_.errors.get(); }
  int pidfd() const override { return pidfd_.get(); }
  int pid() const override { return pid_; }
  const Nonce& nonce() const override { return pipes_.nonce; }
  std::string_view read_ahead() const override { return pipes_.ahead; }
  const cpu_set_t* sleeps_within() const override {
    return sleeps_within_ ? &*sleeps_within_ : nullptr;
  }
  void kill() override;
  ExitStatus wait() override;
  double cpu_seconds() const override;
  bool has_ended(int patience_ms = 0) const override;
  void close_channel() override;

 private:
  pid_t pid_;
  host::UniqueFd pidfd_;
  ChildPipes pipes_;
  std::optional<cpu_set_t> sleeps_within_;
  std::optional<ExitStatus> status_;
  bool is_killed_ = false;
};

}  // namespace syn::sandbox
