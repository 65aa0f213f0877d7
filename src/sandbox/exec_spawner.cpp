// A child as a new process of the same binary.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "host/posix/spawn_process.h"
#include "sandbox/spawner.h"

namespace syn::sandbox {

namespace {

constexpr int kChannelInChild = 3;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

class ExecutedProcess final : public ChildProcess {
 public:
  ExecutedProcess(host::SpawnedProcess process, host::UniqueFd channel, host::UniqueFd errors,
                  ProcessGroup group)
      : pid_(process.pid),
        pidfd_(std::move(process.pidfd)),
        channel_(std::move(channel)),
        errors_(std::move(errors)),
        group_(group) {}
  ExecutedProcess(const ExecutedProcess&) = delete;
  ExecutedProcess& operator=(const ExecutedProcess&) = delete;
  ~ExecutedProcess() override {
    kill();
    wait();
  }

  int channel_fd() const override { return channel_.get(); }
  int stderr_fd() const override { return errors_.get(); }
  int pidfd() const override { return pidfd_.get(); }
  int pid() const override { return pid_; }

  /// Until it is reaped the number is its own, ended or not, so the group cannot be a stranger's.
  void kill() override {
    if (status_) return;
    if (group_ == ProcessGroup::New) ::kill(-pid_, SIGKILL);
    syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0U);
  }

  ExitStatus wait() override {
    if (status_) return *status_;
    constexpr auto kPidfd = 3;  // P_PIDFD; glibc's waitid has no rusage
    siginfo_t ended{};
    rusage usage{};
    long result = 0;
    do {
      result = syscall(SYS_waitid, kPidfd, pidfd_.get(), &ended, WEXITED, &usage);
    } while (result != 0 && errno == EINTR);
    ExitStatus status;
    if (result == 0 && ended.si_code == CLD_EXITED) status.exit_code = ended.si_status;
    if (result == 0 && ended.si_code != CLD_EXITED) status.signal = ended.si_status;
    constexpr uint64_t kKiB = 1024;
    status.peak_resident_bytes = static_cast<uint64_t>(usage.ru_maxrss) * kKiB;
    status.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    status_ = status;
    return status;
  }

 private:
  pid_t pid_;
  host::UniqueFd pidfd_;
  host::UniqueFd channel_;
  host::UniqueFd errors_;
  ProcessGroup group_;
  std::optional<ExitStatus> status_;
};

bool set_nonblocking(int fd) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) == 0; }

}  // namespace

std::unique_ptr<ChildProcess> ExecSpawner::spawn(const SpawnRequest& request,
                                                 SpawnFailure& failure) {
  failure.step = "start";
  std::array<int, 2> channel{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel.data()) != 0) {
    failure.error_number = errno;
    return nullptr;
  }
  host::UniqueFd ours(channel[0]);
  host::UniqueFd theirs(channel[1]);
  std::array<int, 2> errors{};
  if (pipe2(errors.data(), O_CLOEXEC) != 0) {
    failure.error_number = errno;
    return nullptr;
  }
  host::UniqueFd errors_reader(errors[0]);
  host::UniqueFd errors_writer(errors[1]);
  host::UniqueFd nowhere(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nowhere.is_open() || !set_nonblocking(ours.get()) || !set_nonblocking(errors_reader.get())) {
    failure.error_number = errno;
    return nullptr;
  }
  host::SpawnPlan plan;
  plan.executable = request.executable;
  plan.arguments = {"synsema", request.mode_argument, std::to_string(kChannelInChild)};
  plan.cwd = request.cwd;
  plan.descriptors = {nowhere.get(), nowhere.get(), errors_writer.get(), theirs.get()};
  plan.group = request.group == ProcessGroup::New ? host::ProcessGroupMode::NewSession
                                                  : host::ProcessGroupMode::Inherit;
  host::SpawnedProcess process = host::spawn_process(std::move(plan));
  if (!process.failed_step.empty()) {
    failure.step = process.failed_step;
    failure.error_number = process.error_number;
    return nullptr;
  }
  return std::make_unique<ExecutedProcess>(std::move(process), std::move(ours),
                                           std::move(errors_reader), request.group);
}

}  // namespace syn::sandbox
