// Other programs and other processes.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

#include "attack.h"

namespace syn::escape {
namespace {

Evidence reaped(pid_t pid) {
  if (pid < 0) return std::nullopt;
  int status = 0;
  if (waitpid(pid, &status, 0) != pid) return std::nullopt;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return "process " + std::to_string(pid) + " ran";
}

Evidence run_shell(const World&) {
  pid_t pid = fork();
  if (pid == 0) {
    execl("/bin/sh", "sh", "-c", "exit 0", nullptr);
    _exit(9);
  }
  return reaped(pid);
}

/// Straight in the child's own place: what follows it is no longer ours, so its exit tells.
Evidence become_shell(const World&) {
  execl("/bin/sh", "sh", "-c", "exit 77", nullptr);
  return std::nullopt;
}

Evidence run_from_memory(const World&) {
  int memory = static_cast<int>(syscall(SYS_memfd_create, "x", 0U));
  if (memory < 0) return std::nullopt;
  int source = open("/bin/true", O_RDONLY);
  if (source < 0) return std::nullopt;
  std::array<char, 65536> chunk;
  for (ssize_t count = 0; (count = read(source, chunk.data(), chunk.size())) > 0;) {
    if (write(memory, chunk.data(), static_cast<size_t>(count)) != count) return std::nullopt;
  }
  pid_t pid = fork();
  if (pid == 0) {
    std::array<char*, 2> arguments{const_cast<char*>("true"), nullptr};
    std::array<char*, 1> environment{nullptr};
    syscall(SYS_execveat, memory, "", arguments.data(), environment.data(), AT_EMPTY_PATH);
    _exit(9);
  }
  return reaped(pid);
}

Evidence plain_fork(const World&) {
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  return reaped(pid);
}

Evidence by_clone3(const World&) {
  std::array<uint64_t, 11> arguments{};
  arguments[4] = SIGCHLD;
  long pid = syscall(SYS_clone3, arguments.data(), sizeof arguments);
  if (pid == 0) _exit(0);
  return reaped(static_cast<pid_t>(pid));
}

Evidence by_vfork(const World&) {
  pid_t pid = vfork();
  if (pid == 0) _exit(0);
  return reaped(pid);
}

Evidence start_thread(const World&) {
  pthread_t thread{};
  auto nothing = [](void*) -> void* { return nullptr; };
  if (pthread_create(&thread, nullptr, nothing, nullptr) != 0) return std::nullopt;
  pthread_join(thread, nullptr);
  return "a thread ran";
}

/// Leaves its session and its parent's watch, to go on after the run.
Evidence leave_orphan(const World&) {
  pid_t pid = fork();
  if (pid < 0) return std::nullopt;
  if (pid == 0) {
    setsid();
    prctl(PR_SET_PDEATHSIG, 0);
    usleep(20'000);
    _exit(0);
  }
  return "left " + std::to_string(pid);
}

Evidence fork_bomb(const World&) {
  int made = 0;
  for (int i = 0; i < 20; ++i) {
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    if (pid > 0) ++made;
  }
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  return made == 0 ? std::nullopt : Evidence(std::to_string(made) + " processes");
}

Evidence read_memory_of(int pid) {
  std::array<char, 16> here;
  iovec local{here.data(), here.size()};
  iovec remote{reinterpret_cast<void*>(0x400000), here.size()};
  return came_through(process_vm_readv(pid, &local, 1, &remote, 1, 0));
}

Evidence write_memory_of(int pid) {
  std::array<char, 1> here{};
  iovec local{here.data(), here.size()};
  iovec remote{nullptr, here.size()};
  return came_through(process_vm_writev(pid, &local, 1, &remote, 1, 0));
}

Evidence trace(int pid) {
  constexpr auto kSeize = static_cast<__ptrace_request>(0x4206);
  return succeeded(ptrace(kSeize, pid, nullptr, nullptr));
}

/// Signal 0 does nothing but ask whether it may be sent.
Evidence signal_to(int pid) { return succeeded(kill(pid, 0)); }

Evidence pidfd_signal(const World& w) {
  long fd = syscall(SYS_pidfd_open, w.victim, 0U);
  if (fd < 0) return std::nullopt;
  return succeeded(syscall(SYS_pidfd_send_signal, fd, 0, nullptr, 0U));
}

Evidence steal_descriptor(const World& w) {
  long fd = syscall(SYS_pidfd_open, w.host, 0U);
  if (fd < 0) return std::nullopt;
  return succeeded(syscall(SYS_pidfd_getfd, fd, 0, 0U));
}

/// Code that was not in the binary: a page that can be written and run.
Evidence executable_page(const World&) {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? std::nullopt : Evidence("mapped");
}

Evidence make_executable(const World&) {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return succeeded(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

Evidence raise_limit(const World&) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::nullopt;
  rlimit lower{8, 8};
  if (setrlimit(RLIMIT_NOFILE, &lower) != 0) return std::nullopt;
  return succeeded(setrlimit(RLIMIT_NOFILE, &limit));
}

Evidence outlive_the_host(const World&) { return succeeded(prctl(PR_SET_PDEATHSIG, 0)); }

Evidence become_dumpable(const World&) { return succeeded(prctl(PR_SET_DUMPABLE, 1)); }

Evidence invite_tracer(const World& w) { return succeeded(prctl(PR_SET_PTRACER, w.victim)); }

Evidence leave_a_core(const World&) {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  return succeeded(setrlimit(RLIMIT_CORE, &limit));
}

constexpr Attack kAttacks[] = {
    {"fork-exec", "start a shell", kBySeccomp, run_shell},
    {"exec", "become a shell", kByBoth, become_shell},
    {"memfd-exec", "run a program from memory", kBySeccomp, run_from_memory},
    {"fork", "another process", kBySeccomp, plain_fork},
    {"vfork", "vfork", kBySeccomp, by_vfork},
    {"clone3", "clone3, whose arguments a filter cannot see", kBySeccomp, by_clone3},
    {"thread", "a thread", kBySeccomp, start_thread},
    {"fork-bomb", "many processes", kBySeccomp, fork_bomb},
    {"orphan", "a process that outlives the run", kBySeccomp, leave_orphan},
    {"read-host-memory", "process_vm_readv on the host", kBySeccomp,
     [](const World& w) { return read_memory_of(w.host); }},
    {"write-host-memory", "process_vm_writev on the host", kBySeccomp,
     [](const World& w) { return write_memory_of(w.host); }},
    {"read-victim-memory", "process_vm_readv on another run", kBySeccomp,
     [](const World& w) { return read_memory_of(w.victim); }},
    {"ptrace-victim", "ptrace another process", kByBoth,
     [](const World& w) { return trace(w.victim); }},
    {"signal-host", "a signal to the host", kByBoth,
     [](const World& w) { return signal_to(w.host); }},
    {"signal-victim", "a signal to another run", kByBoth,
     [](const World& w) { return signal_to(w.victim); }},
    {"pidfd-signal", "the same by pidfd", kByBoth, pidfd_signal},
    {"steal-descriptor", "pidfd_getfd on the host", kBySeccomp, steal_descriptor},
    {"slow-host", "renice the host", kBySeccomp,
     [](const World& w) {
       return came_through(setpriority(PRIO_PROCESS, static_cast<id_t>(w.host), 0));
     }},
    {"move-host", "choose the host's processors", kBySeccomp,
     [](const World& w) {
       cpu_set_t all;
       CPU_ZERO(&all);
       CPU_SET(0, &all);
       CPU_SET(1, &all);
       return came_through(sched_setaffinity(w.victim, sizeof all, &all));
     }},
    {"executable-page", "memory to write code into and run", kBySeccomp, executable_page},
    {"make-executable", "make written memory executable", kBySeccomp, make_executable},
    {"raise-limit", "raise a resource limit", kBySeccomp, raise_limit, Needs::Root},
    {"outlive-host", "take back the death with the host", kBySeccomp, outlive_the_host},
    {"become-dumpable", "let memory be read by others again", kBySeccomp, become_dumpable},
    {"invite-tracer", "let another process trace it", kBySeccomp, invite_tracer},
    {"core-dump", "leave memory in a core file", kBySeccomp, leave_a_core},
};

}  // namespace

std::span<const Attack> process_attacks() { return kAttacks; }

}  // namespace syn::escape
