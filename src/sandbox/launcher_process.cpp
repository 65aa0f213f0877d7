// A launcher from the host's side: started once, asked often.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <future>
#include <thread>

#include "host/posix/spawn_process.h"
#include "sandbox/hand_over.h"
#include "sandbox/launcher.h"
#include "sandbox/launcher_message.h"
#include "sandbox/wire.h"

namespace syn::sandbox {

namespace {

constexpr int kControlInLauncher = 3;

/// The kernel ties a process to the thread that made it. Any but the first thread may end before
/// the process does, so then one is made that never does.
host::SpawnedProcess spawn_for_good(host::SpawnPlan plan) {
  if (gettid() == getpid()) return host::spawn_process(std::move(plan));
  std::promise<host::SpawnedProcess> made;
  std::future<host::SpawnedProcess> result = made.get_future();
  std::thread([made = std::move(made), plan = std::move(plan)]() mutable {
    made.set_value(host::spawn_process(std::move(plan)));
    while (true) pause();
  }).detach();
  return result.get();
}

/// The launcher died before it answered. If it had forked by then, the child says so itself once it
/// is ready, and must be reaped like any other.
pid_t pid_that_child_says(LauncherProcess::Order& order) {
  constexpr int kPatienceMs = 500;
  FrameParser parser(order.pipes.nonce, 0);
  pollfd readable{order.pipes.channel.get(), POLLIN, 0};
  while (::poll(&readable, 1, kPatienceMs) > 0) {
    std::array<char, 256> chunk;
    ssize_t count = recv(readable.fd, chunk.data(), chunk.size(), MSG_DONTWAIT);
    if (count <= 0) return 0;
    parser.append({chunk.data(), static_cast<size_t>(count)});
    std::optional<Frame> frame = parser.next();
    if (!frame && !parser.broken()) continue;
    if (!frame || frame->type != FrameType::Ready) return 0;
    std::optional<ChildReady> ready = decode_ready(frame->body);
    return ready ? ready->pid : 0;
  }
  return 0;
}

}  // namespace

std::unique_ptr<LauncherProcess> LauncherProcess::start(const SpawnRequest& request,
                                                        const std::string& mode_argument,
                                                        SpawnFailure& failure) {
  failure.step = "start";
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    failure.error_number = errno;
    return nullptr;
  }
  host::UniqueFd ours(ends[0]);
  host::UniqueFd theirs(ends[1]);
  host::UniqueFd nowhere(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nowhere.is_open()) {
    failure.error_number = errno;
    return nullptr;
  }
  WireWriter first;
  std::optional<std::string> engine_root;
  if (request.policy.engine) engine_root = request.policy.engine_root;
  first.optional_text(engine_root);
  failure.error_number = send_message(ours.get(), first.take(), -1, -1);
  if (failure.error_number != 0) return nullptr;
  host::SpawnPlan plan;
  plan.executable = request.executable;
  plan.arguments = {"synsema", mode_argument, std::to_string(kControlInLauncher)};
  // Names are found once, in the launcher, and not by each child when it first calls a function.
  plan.environment = {"LD_BIND_NOW=1"};
  plan.cwd = "/";
  plan.descriptors = {nowhere.get(), nowhere.get(), nowhere.get(), theirs.get()};
  plan.group = host::ProcessGroupMode::NewSession;
  host::SpawnedProcess process = spawn_for_good(std::move(plan));
  if (!process.failed_step.empty()) {
    failure.step = process.failed_step;
    failure.error_number = process.error_number;
    return nullptr;
  }
  return std::unique_ptr<LauncherProcess>(
      new LauncherProcess(process.pid, std::move(process.pidfd), std::move(ours)));
}

LauncherProcess::LauncherProcess(pid_t pid, host::UniqueFd pidfd, host::UniqueFd control)
    : pid_(pid),
      pidfd_(std::move(pidfd)),
      control_(std::move(control)),
      processors_(processors_of(pid)) {}

LauncherProcess::~LauncherProcess() {
  syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0U);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::shared_ptr<LauncherProcess::Order> LauncherProcess::draft(const ChildPolicy* policy,
                                                               int& error_number) {
  auto order = std::make_shared<Order>();
  error_number = order->pipes.open();
  if (error_number == 0 && policy != nullptr) error_number = order->pipes.greet(*policy);
  return error_number == 0 ? order : nullptr;
}

int LauncherProcess::place(const std::shared_ptr<Order>& order) {
  int error_number = send_message(control_.get(), "f", order->pipes.child_channel.get(),
                                  order->pipes.child_errors.get());
  if (error_number != 0) return error_number;
  order->pipes.child_channel.close();
  order->pipes.child_errors.close();
  unanswered_.push_back(order);
  return 0;
}

void LauncherProcess::read_answers(bool wait) {
  while (!unanswered_.empty() && read_answer(wait)) {
  }
}

/// False when there is none, be it not yet or not any more.
bool LauncherProcess::read_answer(bool wait) {
  int32_t answer = 0;
  int error_number = receive_answer(control_.get(), wait, answer);
  if (error_number == EAGAIN) return false;
  Order& order = *unanswered_.front();
  if (error_number != 0) {
    order.error_number = ECHILD;
  } else if (answer > 0) {
    order.pid = answer;
    // Ours and not yet reaped, so the number is still its own.
    order.pidfd = host::UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, answer, 0U)));
  } else {
    order.error_number = -answer;
  }
  unanswered_.pop_front();
  return error_number == 0;
}

std::unique_ptr<ChildProcess> LauncherProcess::collect(const std::shared_ptr<Order>& order,
                                                       int& error_number) {
  while (order->pid == 0 && order->error_number == 0) {
    if (unanswered_.empty()) {
      order->error_number = ECHILD;
    } else {
      read_answer(true);
    }
  }
  error_number = order->error_number;
  if (error_number == ECHILD) {
    order->pid = pid_that_child_says(*order);
    if (order->pid != 0) {
      order->pidfd = host::UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, order->pid, 0U)));
    }
  }
  if (order->pid == 0) return nullptr;
  if (!order->pidfd.is_open()) {
    error_number = ESRCH;
    return nullptr;
  }
  auto child =
      std::make_unique<StartedProcess>(order->pid, std::move(order->pidfd), std::move(order->pipes),
                                       order->is_ahead ? processors_ : std::nullopt);
  if (error_number != 0) return nullptr;  // letting go of it ends and reaps it
  return child;
}

}  // namespace syn::sandbox
