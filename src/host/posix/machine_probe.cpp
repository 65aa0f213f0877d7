// Asking the kernel what it offers: one function a fact.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/machine_probe.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "host/posix/os_error.h"
#include "host/posix/unique_fd.h"

namespace syn::host {

namespace {

/// The first line of a small file of the kernel; empty where there is none.
std::string read_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// What a child that ran `attempt` ended with: 0 or an errno.
int try_in_child(int (*attempt)()) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(attempt() & 0x7F);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
}

int errno_of(long result) { return result < 0 ? errno : 0; }

MachineFact kernel_fact() {
  utsname name{};
  uname(&name);
  return {"kernel", Finding::Note,
          std::string(name.sysname) + " " + name.release + " " + name.machine,
          "the walls are written for Linux 5.13 and later", ""};
}

MachineFact landlock_fact() {
  MachineFact fact{"landlock", Finding::Ok, "", "", ""};
  long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) {
    fact.finding = Finding::Missing;
    fact.found = os_error_text(errno);
    fact.meaning = "wall 3 cannot be built: the kernel would not hold a child to its paths";
    fact.advice = errno == EOPNOTSUPP ? "boot with lsm=landlock,... (see /sys/kernel/security/lsm)"
                                      : "use a kernel from 5.13 on with CONFIG_SECURITY_LANDLOCK";
    return fact;
  }
  fact.found = "ABI " + std::to_string(abi);
  fact.meaning = "wall 3: a child reaches just the granted paths";
  constexpr long kTruncate = 3;
  constexpr long kNetwork = 4;
  constexpr long kScopes = 6;
  if (abi < kScopes) {
    fact.finding = Finding::Weaker;
    fact.meaning += abi < kTruncate  ? "; truncating, TCP and signals are left to wall 4"
                    : abi < kNetwork ? "; TCP and signals are left to wall 4"
                                     : "; abstract sockets and signals are left to wall 4";
    fact.advice = "a kernel from 6.12 on has all of it";
  } else {
    fact.meaning += ", no TCP, no abstract sockets, no signals";
  }
  return fact;
}

MachineFact seccomp_fact() {
  MachineFact fact{"seccomp", Finding::Ok, "filters",
                   "wall 4: a child makes only the calls of its list", ""};
  int mode = prctl(PR_GET_SECCOMP, 0, 0, 0, 0);
  uint32_t kill = SECCOMP_RET_KILL_PROCESS;
  long answer = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kill);
  if (mode < 0 || answer != 0) {
    fact.finding = Finding::Missing;
    fact.found = mode < 0 ? "not in this kernel" : os_error_text(errno);
    fact.meaning = "wall 4 cannot be built: every system call would stay open to a child";
    fact.advice = "use a kernel with CONFIG_SECCOMP_FILTER";
  } else if (mode != 0) {
    fact.found += ", and this process is already behind one";
  }
  return fact;
}

MachineFact no_new_privileges_fact() {
  int answer = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
  MachineFact fact{"no_new_privs", Finding::Ok, answer == 1 ? "set already" : "can be set",
                   "walls 3 and 4 need it: nothing that a child starts gains rights", ""};
  if (answer < 0) {
    fact.finding = Finding::Missing;
    fact.found = os_error_text(errno);
    fact.advice = "use a kernel from 3.5 on";
  }
  return fact;
}

MachineFact openat2_fact() {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  long fd = syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how);
  MachineFact fact{"openat2", Finding::Ok, "works",
                   "wall 2: the kernel resolves a whole path beneath its root in one call", ""};
  if (fd < 0) {
    fact.finding = Finding::Weaker;
    fact.found = os_error_text(errno);
    fact.meaning = "wall 2 walks paths step by step instead, following no link at all";
    fact.advice = "use a kernel from 5.6 on, or let a surrounding filter pass openat2";
  } else {
    close(static_cast<int>(fd));
  }
  return fact;
}

MachineFact pidfd_fact() {
  long fd = syscall(SYS_pidfd_open, getpid(), 0);
  MachineFact fact{
      "pidfd", Finding::Ok, "works",
      "wall 6: a child is watched and killed by a handle that no other process can take over", ""};
  if (fd < 0) {
    fact.finding = Finding::Missing;
    fact.found = os_error_text(errno);
    fact.meaning = "wall 6 would have to trust process numbers";
    fact.advice = "use a kernel from 5.3 on, or let a surrounding filter pass pidfd_open";
  } else {
    close(static_cast<int>(fd));
  }
  return fact;
}

MachineFact clone3_fact() {
  // A size that no kernel accepts: EINVAL says that the call exists.
  int error = errno_of(syscall(SYS_clone3, nullptr, 0));
  MachineFact fact{"clone3", Finding::Ok, "works", "a child starts with its handle in one call",
                   ""};
  if (error == ENOSYS || error == EPERM) {
    fact.finding = Finding::Weaker;
    fact.found = os_error_text(error);
    fact.meaning = "fork and pidfd_open do the same in two calls";
  }
  return fact;
}

MachineFact close_range_fact() {
  constexpr unsigned kNone = ~0U;
  int error = errno_of(syscall(SYS_close_range, kNone, kNone, 0));
  MachineFact fact{"close_range", Finding::Ok, "works",
                   "a child drops all foreign descriptors at once", ""};
  if (error != 0) {
    fact.finding = Finding::Weaker;
    fact.found = os_error_text(error);
    fact.meaning = "descriptors are closed one by one, which takes longer";
    fact.advice = "use a kernel from 5.9 on";
  }
  return fact;
}

MachineFact namespaces_fact() {
  int error = try_in_child([] { return errno_of(unshare(CLONE_NEWUSER | CLONE_NEWNET)); });
  MachineFact fact{"user namespaces", Finding::Note, "can be made",
                   "not used by the walls; a child may make none (wall 4)", ""};
  if (error != 0) {
    fact.found = "not for this user: " + os_error_text(error);
    fact.meaning = "not used by the walls, so nothing is lost";
  }
  return fact;
}

MachineFact cgroup_fact() {
  MachineFact fact{"cgroups", Finding::Note, "", "", ""};
  bool second = access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0;
  bool first = access("/sys/fs/cgroup/memory", F_OK) == 0;
  std::string folder = second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
  bool writable = (first || second) && access(folder.c_str(), W_OK) == 0;
  fact.found = second ? "version 2" : first ? "version 1" : "none";
  if (first || second) fact.found += writable ? ", writable" : ", not writable by this user";
  fact.meaning =
      "limits hold by the budget and rlimits; a cgroup around the host bounds all of them together";
  return fact;
}

MachineFact rlimit_fact(std::string name, decltype(RLIMIT_NPROC) which, rlim_t wanted,
                        std::string meaning) {
  rlimit limit{};
  getrlimit(which, &limit);
  MachineFact fact{std::move(name), Finding::Ok, "", std::move(meaning), ""};
  auto text = [](rlim_t value) {
    return value == RLIM_INFINITY ? std::string("unlimited") : std::to_string(value);
  };
  fact.found = text(limit.rlim_cur) + " (at most " + text(limit.rlim_max) + ")";
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < wanted) {
    fact.finding = Finding::Weaker;
    fact.advice = "raise it (ulimit, limits.conf, systemd) where many programs run at once";
  }
  return fact;
}

MachineFact core_fact() {
  std::string pattern = read_line("/proc/sys/kernel/core_pattern");
  return {"core pattern", Finding::Note, pattern.empty() ? "unknown" : pattern,
          "children write no core files (their limit is 0, and they are not dumpable)", ""};
}

MachineFact ptrace_fact() {
  std::string scope = read_line("/proc/sys/kernel/yama/ptrace_scope");
  MachineFact fact{"ptrace scope", Finding::Note,
                   scope.empty() ? "no Yama" : "Yama, scope " + scope,
                   "children can trace nothing (walls 3 and 4)", ""};
  if (scope.empty() || scope == "0") {
    fact.meaning += "; other processes of this user can trace the host";
    fact.advice = "for the host's sake: sysctl kernel.yama.ptrace_scope=1, where Yama is built in";
  }
  return fact;
}

MachineFact hard_links_fact() {
  std::string value = read_line("/proc/sys/fs/protected_hardlinks");
  MachineFact fact{"protected hard links", Finding::Ok, value == "1" ? "on" : "off",
                   "files with a second name are refused under a ceiling in any case", ""};
  if (value != "1") {
    fact.finding = Finding::Weaker;
    fact.advice = "sysctl fs.protected_hardlinks=1 keeps other users from planting links";
  }
  return fact;
}

MachineFact clocks_fact() {
  timespec resolution{};
  bool steady = clock_getres(CLOCK_MONOTONIC, &resolution) == 0;
  MachineFact fact{"clocks", Finding::Ok,
                   read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
                   "deadlines are kept to " + std::to_string(resolution.tv_nsec) + " ns", ""};
  if (fact.found.empty()) fact.found = "unknown source";
  constexpr long kCoarse = 1'000'000;
  if (!steady || resolution.tv_sec != 0 || resolution.tv_nsec > kCoarse) {
    fact.finding = Finding::Weaker;
    fact.meaning = "deadlines and times are coarse here";
  }
  return fact;
}

MachineFact user_fact() {
  bool root = geteuid() == 0;
  MachineFact fact{"user", root ? Finding::Weaker : Finding::Ok, root ? "root" : "not root",
                   "a child gains no rights, and the kernel refuses what the user may not do", ""};
  if (root) {
    fact.meaning = "walls hold for root too, but file permissions do not stand behind them";
    fact.advice = "run the host as a user of its own";
  }
  return fact;
}

}  // namespace

std::string_view finding_name(Finding finding) {
  switch (finding) {
    case Finding::Ok: return "ok";
    case Finding::Missing: return "missing";
    case Finding::Weaker: return "weaker";
    case Finding::Note: return "note";
  }
  return "note";
}

std::vector<MachineFact> probe_machine() {
  constexpr rlim_t kProcesses = 256;
  constexpr rlim_t kDescriptors = 1024;
  return {kernel_fact(),
          landlock_fact(),
          seccomp_fact(),
          no_new_privileges_fact(),
          pidfd_fact(),
          openat2_fact(),
          clone3_fact(),
          close_range_fact(),
          namespaces_fact(),
          cgroup_fact(),
          rlimit_fact("processes", RLIMIT_NPROC, kProcesses, "how many children may run at once"),
          rlimit_fact("descriptors", RLIMIT_NOFILE, kDescriptors,
                      "the host holds a few for each child that runs"),
          core_fact(),
          ptrace_fact(),
          hard_links_fact(),
          clocks_fact(),
          user_fact()};
}

}  // namespace syn::host
