// The steps themselves. Each may be run in a process that has just been executed or just been
// forked, so each sets what it needs and trusts nothing that was inherited.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/child_setup.h"

#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "sandbox/landlock.h"

namespace syn::sandbox {

namespace {

int last_error(bool held) { return held ? 0 : errno; }

/// All but the standard streams, which lead nowhere, and the channel.
int close_descriptors(const SetupContext& context) {
  constexpr unsigned kFirst = 3;
  auto channel = static_cast<unsigned>(context.channel_fd);
  if (channel > kFirst && syscall(SYS_close_range, kFirst, channel - 1, 0U) != 0) return errno;
  return last_error(syscall(SYS_close_range, channel + 1, ~0U, 0U) == 0);
}

/// What the program may see of an environment travels in the payload.
int clear_environment(const SetupContext&) { return clearenv() == 0 ? 0 : EINVAL; }

/// Asked after the signal is set: a parent that died before is not missed.
int die_with_parent(const SetupContext& context) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  int32_t expected = context.policy.parent_pid;
  return expected == 0 || getppid() == expected ? 0 : ESRCH;
}

/// No core file, no ptrace by others of this user, /proc/<pid> owned by root.
int hide_memory(const SetupContext&) { return last_error(prctl(PR_SET_DUMPABLE, 0) == 0); }

int give_up_privileges(const SetupContext&) {
  return last_error(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
}

/// Writing past a limit or to a closed end is then an error of the call.
int set_signals(const SetupContext&) {
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, nullptr) != 0) return errno;
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  bool held =
      sigaction(SIGXFSZ, &ignore, nullptr) == 0 && sigaction(SIGPIPE, &ignore, nullptr) == 0;
  return last_error(held);
}

/// Sets a limit for good, never above what already holds. Between `value` and `value + grace` a
/// signal warns, where the limit has one.
int limit(__rlimit_resource_t resource, uint64_t value, uint64_t grace = 0) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return errno;
  rlimit wanted{std::min<rlim_t>(value, now.rlim_max),
                std::min<rlim_t>(value + grace, now.rlim_max)};
  return last_error(setrlimit(resource, &wanted) == 0);
}

/// Memory: the Budget is what stops a program; these stand behind it with room for the engine, its
/// libraries and mapped files.
int limit_memory(const ChildLimits& limits) {
#if defined(__SANITIZE_ADDRESS__) || defined(SYN_ASAN)
  return limits.memory_bytes == 0 ? EINVAL : 0;  // the sanitizer reserves terabytes
#else
  constexpr uint64_t kEngineBytes = 512 * ChildLimits::kMiB;
  constexpr uint64_t kMappedBytes = uint64_t{64} << 30;
  constexpr uint64_t kCeiling = uint64_t{1} << 46;
  uint64_t memory = std::min(limits.memory_bytes, kCeiling);
  int error = limit(RLIMIT_DATA, 2 * memory + kEngineBytes);
  return error != 0 ? error : limit(RLIMIT_AS, 2 * memory + kEngineBytes + kMappedBytes);
#endif
}

int set_limits(const SetupContext& context) {
  const ChildLimits& limits = context.policy.limits;
  int error = limit_memory(limits);
  if (error == 0) error = limit(RLIMIT_CORE, 0);
  if (error == 0) error = limit(RLIMIT_FSIZE, limits.max_file_bytes);
  if (error == 0) error = limit(RLIMIT_NOFILE, limits.max_files);
  if (error == 0 && limits.cpu_seconds) error = limit(RLIMIT_CPU, *limits.cpu_seconds, 1);
  if (error == 0 && limits.max_processes) error = limit(RLIMIT_NPROC, *limits.max_processes);
  return error;
}

/// A child of root keeps of its powers only what opening files takes; which files, the other walls
/// say.
int drop_capabilities(const SetupContext&) {
  constexpr uint32_t kKept = 1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> sets{};
  if (syscall(SYS_capget, &header, sets.data()) != 0) return errno;
  uint32_t kept = sets[0].permitted & kKept;
  sets = {};
  sets[0] = {kept, kept, 0};
  return last_error(syscall(SYS_capset, &header, sets.data()) == 0);
}

int confine_files(const SetupContext& context) { return confine_by_landlock(context.policy); }

int confine_calls(const SetupContext& context) {
  return confine_by_seccomp(context.policy, context.base_filter);
}

constexpr SetupStep kSteps[] = {
    {"parent", std::nullopt, die_with_parent},
    {"descriptors", std::nullopt, close_descriptors},
    {"environment", std::nullopt, clear_environment},
    {"dumpable", std::nullopt, hide_memory},
    {"privileges", std::nullopt, give_up_privileges},
    {"capabilities", std::nullopt, drop_capabilities},
    {"signals", std::nullopt, set_signals},
    {"limits", Wall::Limits, set_limits},
    {"landlock", Wall::Landlock, confine_files},
    {"seccomp", Wall::Seccomp, confine_calls},  // last: what is above needs more calls
};

}  // namespace

std::span<const SetupStep> setup_steps() { return kSteps; }

SetupOutcome set_up_child(const SetupContext& context) {
  SetupOutcome outcome{context.policy.walls, std::nullopt};
  for (const SetupStep& step : kSteps) {
    if (step.wall && !context.policy.walls.has(*step.wall)) continue;
    int error = step.run(context);
    if (error == 0) continue;
    if (!step.wall || context.policy.demand == WallDemand::Require) {
      outcome.failure = SetupFailure{std::string(step.name), error};
      return outcome;
    }
    outcome.walls.remove(*step.wall);
  }
  return outcome;
}

}  // namespace syn::sandbox
