// Pipes, the greeting, the kill and the reaping.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/check.h"

namespace syn::sandbox {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// As the kernel numbers the clocks of processes. clock_getcpuclockid asks it first whether there
/// is such a process, and reading the clock tells that too.
clockid_t cpu_clock_of(pid_t pid) {
  constexpr unsigned kScheduled = 2;
  return static_cast<clockid_t>((~static_cast<unsigned>(pid) << 3) | kScheduled);
}

Nonce make_nonce() {
  Nonce nonce{};
  ssize_t count = 0;
  do {
    count = getrandom(nonce.data(), nonce.size(), 0);
  } while (count < 0 && errno == EINTR);
  CHECK(count == static_cast<ssize_t>(nonce.size()));
  return nonce;
}

}  // namespace

int ChildPipes::open() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return errno;
  channel = host::UniqueFd(ends[0]);
  child_channel = host::UniqueFd(ends[1]);
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  errors = host::UniqueFd(ends[0]);
  child_errors = host::UniqueFd(ends[1]);
  if (fcntl(errors.get(), F_SETFL, O_NONBLOCK) != 0) return errno;
  nonce = make_nonce();
  return 0;
}

int ChildPipes::greet(ChildPolicy policy) {
  policy.parent_pid = getpid();
  std::string hello = encode_frame(FrameType::Hello, nonce, encode_policy(policy));
  // A policy that does not fit what a socket holds has thousands of paths.
  ssize_t sent = ::send(channel.get(), hello.data(), hello.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) return errno;
  return sent == static_cast<ssize_t>(hello.size()) ? 0 : E2BIG;
}

void ChildPipes::read_ahead() {
  if (is_read_ahead) return;
  std::array<char, 256> chunk;
  ssize_t count = ::recv(channel.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  is_read_ahead = true;
  if (count > 0) ahead.assign(chunk.data(), static_cast<size_t>(count));
}

StartedProcess::StartedProcess(pid_t pid, host::UniqueFd pidfd, ChildPipes pipes,
                               std::optional<cpu_set_t> sleeps_within)
    : pid_(pid), pidfd_(std::move(pidfd)), pipes_(std::move(pipes)), sleeps_within_(sleeps_within) {
  pipes_.child_channel = {};
  pipes_.child_errors = {};
}

StartedProcess::~StartedProcess() {
  kill();
  wait();
}

/// Until it is reaped the number is its own, ended or not, so the group cannot be a stranger's.
/// Once only: in a host that lets the kernel reap, the number may be another's later.
void StartedProcess::kill() {
  if (status_ || std::exchange(is_killed_, true)) return;
  // It leads its group, but for its very first steps.
  if (::kill(-pid_, SIGKILL) == 0) return;
  syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0U);
}

ExitStatus StartedProcess::wait() {
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

double StartedProcess::cpu_seconds() const {
  if (status_) return status_->cpu_seconds;
  timespec used{};
  if (clock_gettime(cpu_clock_of(pid_), &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

bool StartedProcess::has_ended(int patience_ms) const {
  pollfd end{pidfd_.get(), POLLIN, 0};
  return status_ || ::poll(&end, 1, patience_ms) > 0;
}

void StartedProcess::close_channel() {
  pipes_.channel.close();
  pipes_.errors.close();
}

}  // namespace syn::sandbox
