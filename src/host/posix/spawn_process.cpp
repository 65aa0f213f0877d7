// The child's few steps between clone and exec. They run in the parent's memory while the parent
// waits, so they call nothing but the system, allocate nothing and write only to `Start`.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/spawn_process.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/signals_blocked.h"

namespace syn::host {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(SYN_ASAN)
#define SYN_NO_ASAN __attribute__((no_sanitize("address", "undefined")))
#else
#define SYN_NO_ASAN
#endif

enum class Step : uint8_t { None, Start, Parent, Descriptors, Cwd, Exec };

std::string_view step_name(Step step) {
  switch (step) {
    case Step::None: return "";
    case Step::Start: return "start";
    case Step::Parent: return "parent";
    case Step::Descriptors: return "descriptors";
    case Step::Cwd: return "cwd";
    case Step::Exec: return "exec";
  }
  return "";
}

/// All that the child needs, made before it exists; and what it says back.
struct Start {
  const char* executable;
  char* const* arguments;
  char* const* environment;
  const char* cwd;
  const int* descriptors;
  int num_descriptors;
  ProcessGroupMode group;
  pid_t parent;
  Step failed_step;
  int error_number;
};

SYN_NO_ASAN int fail(Start* start, Step step) {
  start->error_number = errno;
  start->failed_step = step;
  _exit(127);
  return 0;
}

SYN_NO_ASAN void reset_signals() {
  // Straight to the kernel: the C library keeps 32 and 33 for itself and would leave them as they
  // came in (ctest starts its tests with 32 ignored). All zeros are the default action.
  const unsigned long standard[4] = {0, 0, 0, 0};
  for (int number = 1; number < NSIG; ++number) {
    syscall(SYS_rt_sigaction, number, standard, nullptr, size_t{8});
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

SYN_NO_ASAN int run_child(void* argument) {
  Start* start = static_cast<Start*>(argument);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return fail(start, Step::Parent);
  if (getppid() != start->parent) _exit(127);  // it died in between; nobody reads why
  if (start->group == ProcessGroupMode::NewSession && setsid() < 0)
    return fail(start, Step::Parent);
  if (start->group == ProcessGroupMode::NewGroup) setpgid(0, 0);
  for (int fd = 0; fd < start->num_descriptors; ++fd) {
    if (dup2(start->descriptors[fd], fd) < 0) return fail(start, Step::Descriptors);
  }
  auto first_to_close = static_cast<unsigned>(start->num_descriptors);
  if (syscall(SYS_close_range, first_to_close, ~0U, 0U) != 0) return fail(start, Step::Descriptors);
  if (start->cwd != nullptr && chdir(start->cwd) != 0) return fail(start, Step::Cwd);
  reset_signals();
  execve(start->executable, start->arguments, start->environment);
  return fail(start, Step::Exec);
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Copies above the numbers that the child will use, so that no dup2 covers one still needed.
bool lift(const std::vector<int>& descriptors, std::vector<UniqueFd>& lifted) {
  constexpr int kFloor = 16;
  for (int fd : descriptors) {
    lifted.emplace_back(fcntl(fd, F_DUPFD_CLOEXEC, kFloor));
    if (!lifted.back().is_open()) return false;
  }
  return true;
}

}  // namespace

SpawnedProcess spawn_process(SpawnPlan plan) {
  SpawnedProcess result;
  auto failed = [&](Step step, int error_number) {
    result.failed_step = step_name(step);
    result.error_number = error_number;
    return std::move(result);
  };
  std::vector<UniqueFd> lifted;
  if (!lift(plan.descriptors, lifted)) return failed(Step::Descriptors, errno);
  std::vector<int> descriptors;
  for (const UniqueFd& fd : lifted) descriptors.push_back(fd.get());
  std::vector<char*> arguments = pointers_to(plan.arguments);
  std::vector<char*> environment = pointers_to(plan.environment);
  Start start{plan.executable.c_str(),
              arguments.data(),
              environment.data(),
              plan.cwd ? plan.cwd->c_str() : nullptr,
              descriptors.data(),
              static_cast<int>(descriptors.size()),
              plan.group,
              getpid(),
              Step::None,
              0};

  alignas(16) std::array<char, 64 * 1024> stack;
  int pidfd = -1;
  pid_t pid = -1;
  int clone_error = 0;
  {
    // A handler of ours must not run in the child, which shares our memory.
    SignalsBlocked blocked;
    pid = clone(run_child, stack.data() + stack.size(),
                CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &start, &pidfd);
    clone_error = errno;
  }

  if (pid < 0) return failed(Step::Start, clone_error);
  result.pid = pid;
  result.pidfd = UniqueFd(pidfd);
  if (start.failed_step == Step::None) return result;
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return failed(start.failed_step, start.error_number);
}

std::optional<std::string> find_executable(std::string_view command, std::string_view search_path) {
  if (command.find('/') != std::string_view::npos) return std::string(command);
  if (command.empty()) return std::nullopt;
  while (true) {
    size_t stop = std::min(search_path.find(':'), search_path.size());
    std::string candidate(search_path.substr(0, stop));
    if (candidate.empty()) candidate = ".";
    candidate += "/" + std::string(command);
    struct stat status {};
    if (stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    if (stop == search_path.size()) return std::nullopt;
    search_path.remove_prefix(stop + 1);
  }
}

}  // namespace syn::host
