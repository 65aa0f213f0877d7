// Forked workers, each with a pipe: 8 bytes of length, then the message.
//
// A worker dies with its parent, and ends by `_exit`: no destructor and no buffer of the parent is
// flushed twice. Where the process may not fork, no worker runs and nothing is sent.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/posix_workers.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "host/posix/unique_fd.h"

namespace syn::host {
namespace {

constexpr int kPollMs = 20;
constexpr size_t kHeadBytes = sizeof(uint64_t);
constexpr size_t kReadBytes = 256 << 10;

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// One worker as its parent sees it.
struct Worker {
  pid_t pid = -1;
  UniqueFd pipe;
  std::string pending;

  bool running() const { return pipe.is_open(); }
  void stop() {
    pipe = UniqueFd();
    if (pid > 0) kill(pid, SIGKILL);
  }
  void reap() {
    pipe = UniqueFd();
    while (pid > 0 && waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid = -1;
  }
};

[[noreturn]] void work(size_t index, int fd, pid_t parent, const Workers::Body& body) {
  bool tied = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
  signal(SIGINT, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  if (tied) {
    body(index, [fd](std::string_view message) {
      char head[kHeadBytes];
      uint64_t size = message.size();
      std::memcpy(head, &size, kHeadBytes);
      return write_all(fd, {head, kHeadBytes}) && write_all(fd, message);
    });
  }
  _exit(0);
}

/// In the copy, `enter` runs before the body.
bool start(Worker& worker, size_t index, const Workers::Body& body,
           const std::function<void()>& enter) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  UniqueFd reading(ends[0]);
  UniqueFd writing(ends[1]);
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid < 0) return false;
  if (pid == 0) {
    reading = UniqueFd();
    enter();
    work(index, writing.get(), parent, body);
  }
  worker.pid = pid;
  worker.pipe = std::move(reading);
  return true;
}

/// Reads what is there and hands over whole messages.
void take(Worker& worker, size_t index, const Workers::Receive& receive) {
  size_t before = worker.pending.size();
  worker.pending.resize(before + kReadBytes);
  ssize_t got = read(worker.pipe.get(), worker.pending.data() + before, kReadBytes);
  worker.pending.resize(before + static_cast<size_t>(got > 0 ? got : 0));
  if (got == 0 || (got < 0 && errno != EINTR)) {
    worker.pipe = UniqueFd();
    return;
  }
  size_t at = 0;
  while (worker.pending.size() - at >= kHeadBytes) {
    uint64_t size = 0;
    std::memcpy(&size, worker.pending.data() + at, kHeadBytes);
    if (worker.pending.size() - at - kHeadBytes < size) break;
    std::string_view message = std::string_view(worker.pending).substr(at + kHeadBytes, size);
    at += kHeadBytes + size;
    if (!receive(index, message)) {
      worker.stop();
      return;
    }
  }
  worker.pending.erase(0, at);
}

}  // namespace

size_t PosixWorkers::num_processors() {
  if (is_copy_) return 1;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  int count = CPU_COUNT(&set);
  return count > 1 ? static_cast<size_t>(count) : 1;
}

Result<void> PosixWorkers::run(size_t count, const Body& body, const Receive& receive,
                               const Poll& poll_parent) {
  std::vector<Worker> workers(count);
  auto enter = [&] {
    is_copy_ = true;
    for (Worker& other : workers) other.pipe = UniqueFd();
  };
  for (size_t i = 0; i < count; ++i) {
    if (!start(workers[i], i, body, enter)) break;
  }
  Result<void> outcome;
  while (true) {
    std::vector<pollfd> waiting;
    std::vector<size_t> indexes;
    for (size_t i = 0; i < count; ++i) {
      if (!workers[i].running()) continue;
      waiting.push_back({workers[i].pipe.get(), POLLIN, 0});
      indexes.push_back(i);
    }
    if (waiting.empty()) break;
    Result<bool> go_on = poll_parent();
    if (!go_on.ok()) outcome = std::move(go_on).error();
    if (!outcome.ok() || !go_on.value()) break;
    int ready = poll(waiting.data(), waiting.size(), kPollMs);
    if (ready < 0 && errno != EINTR) break;
    for (size_t i = 0; ready > 0 && i < waiting.size(); ++i) {
      if (waiting[i].revents != 0) take(workers[indexes[i]], indexes[i], receive);
    }
  }
  for (Worker& worker : workers) {
    if (worker.running()) worker.stop();
  }
  for (Worker& worker : workers) worker.reap();
  return outcome;
}

}  // namespace syn::host
