// The launcher's own process: wait, fork, answer.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/launcher.h"

#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "sandbox/launcher_message.h"
#include "sandbox/wire.h"

namespace syn::sandbox {

namespace {

/// A child of our own parent. Raw, for the C library's fork runs handlers and locks that a process
/// with one thread has no use for.
pid_t fork_for_parent() {
  clone_args arguments{};
  arguments.flags = CLONE_PARENT;
  return static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
}

/// A host that orders a child for later goes on working, and the launcher, woken, is not to take
/// the processor from it. Its children are awaited.
void set_policy(int policy) {
  sched_param none{};
  sched_setscheduler(0, policy, &none);
}

[[noreturn]] void become_child(int control, LauncherMessage message, const LauncherWork& work,
                               BaseFilter base_filter) {
  ::close(control);
  // Dies with the host from its first step on; whether the host still lived by then is asked again
  // when the child knows whose it should be.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  set_policy(SCHED_OTHER);
  setsid();
  dup2(message.second.get(), STDERR_FILENO);
  message.second.close();
  _exit(work.child(message.first.release(), base_filter));
}

}  // namespace

int serve_launcher(int fd, const LauncherWork& work) {
  constexpr int kNoOrders = 125;
  prctl(PR_SET_NAME, "synsema-launch", 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
  set_policy(SCHED_BATCH);
  std::optional<LauncherMessage> first = receive_message(fd);
  if (!first) return kNoOrders;
  WireReader in(first->text);
  std::optional<std::string> engine_root = in.optional_text();
  if (in.failed()) return kNoOrders;
  if (work.warm_up) work.warm_up(engine_root);
  // Where the kernel has no filters, the children say so by their own step.
  BaseFilter base_filter =
      confine_launcher_by_seccomp() == 0 ? BaseFilter::Inherited : BaseFilter::Missing;
  while (true) {
    std::optional<LauncherMessage> message = receive_message(fd);
    if (!message) return 0;  // the host is gone
    if (!message->first.is_open() || !message->second.is_open()) return kNoOrders;
    pid_t pid = fork_for_parent();
    if (pid == 0) become_child(fd, std::move(*message), work, base_filter);
    int32_t answer = pid > 0 ? pid : -errno;
    if (!send_answer(fd, answer)) return 0;
  }
}

}  // namespace syn::sandbox
