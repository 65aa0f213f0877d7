// System calls with a history, namespaces, mounts, the machine, and who the process is. Each is
// called so that it would do nothing lasting: with arguments that the kernel refuses once it looks
// at them, or with what already holds.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "attack.h"

namespace syn::escape {
namespace {

constexpr long kMemfdSecret = 447;

template <long Number>
Evidence call_with_zeros(const World&) {
  return came_through(syscall(Number, 0L, 0L, 0L, 0L, 0L, 0L));
}

Evidence enter_namespace(const World& w) {
  int fd = open(("/proc/" + std::to_string(w.host) + "/ns/uts").c_str(), O_RDONLY);
  return came_through(setns(fd, 0));
}

Evidence mount_over_data(const World& w) {
  long result = mount("none", w.data().c_str(), "tmpfs", 0, nullptr);
  if (result == 0) umount2(w.data().c_str(), MNT_DETACH);
  return came_through(result);
}

Evidence unmount_data(const World& w) { return came_through(umount2(w.data().c_str(), 0)); }

Evidence bind_mount(const World& w) {
  long result = mount(w.root.c_str(), w.data().c_str(), nullptr, MS_BIND, nullptr);
  if (result == 0) umount2(w.data().c_str(), MNT_DETACH);
  return came_through(result);
}

Evidence change_root(const World& w) {
  int before = open("/", O_RDONLY | O_DIRECTORY);
  long result = chroot(w.root.c_str());
  if (result == 0 && fchdir(before) == 0) (void)!chroot(".");
  return succeeded(result);
}

Evidence load_filter(const World&) {
  sock_filter allow{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  sock_fprog program{1, &allow};
  return succeeded(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &program));
}

Evidence write_system_setting(const World&) {
  return succeeded(open("/proc/sys/kernel/hostname", O_WRONLY));
}

Evidence write_core_pattern(const World&) {
  return succeeded(open("/proc/sys/kernel/core_pattern", O_WRONLY));
}

Evidence write_sys(const World&) {
  return succeeded(open("/sys/kernel/mm/transparent_hugepage/enabled", O_WRONLY));
}

Evidence own_host_name(const World&) {
  std::array<char, 64> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return std::nullopt;
  return came_through(sethostname(name.data(), std::strlen(name.data())));
}

Evidence set_clock(const World&) { return came_through(syscall(SYS_settimeofday, nullptr, nullptr)); }

Evidence regain_powers(const World&) {
  std::array<uint32_t, 2> header{0x20080522, 0};
  std::array<uint32_t, 6> sets{};
  if (syscall(SYS_capget, header.data(), sets.data()) != 0) return std::nullopt;
  return succeeded(syscall(SYS_capset, header.data(), sets.data()));
}

Evidence inject_terminal_input(const World&) {
  char byte = 'x';
  long result = syscall(SYS_ioctl, 0, 0x5412, &byte);
  if (result == 0 || errno != ENOTTY) return std::nullopt;
  // The descriptor is no terminal; that the kernel says so of a real ioctl is not an escape.
  return std::nullopt;
}

constexpr Attack kAttacks[] = {
    {"io-uring", "io_uring_setup", kBySeccomp, call_with_zeros<SYS_io_uring_setup>},
    {"bpf", "bpf", kBySeccomp, call_with_zeros<SYS_bpf>, Needs::Root},
    {"userfaultfd", "userfaultfd", kBySeccomp, call_with_zeros<SYS_userfaultfd>, Needs::Root},
    {"perf-event", "perf_event_open", kBySeccomp, call_with_zeros<SYS_perf_event_open>},
    {"add-key", "keyrings: add_key", kBySeccomp, call_with_zeros<SYS_add_key>},
    {"request-key", "keyrings: request_key", kBySeccomp, call_with_zeros<SYS_request_key>},
    {"keyctl", "keyrings: keyctl", kBySeccomp, call_with_zeros<SYS_keyctl>},
    {"modify-ldt", "modify_ldt", kBySeccomp, call_with_zeros<SYS_modify_ldt>},
    {"vmsplice", "vmsplice", kBySeccomp, call_with_zeros<SYS_vmsplice>},
    {"splice", "splice", kBySeccomp, call_with_zeros<SYS_splice>},
    {"fanotify", "fanotify_init", kBySeccomp, call_with_zeros<SYS_fanotify_init>, Needs::Root},
    {"inotify", "watch files from afar", kBySeccomp, call_with_zeros<SYS_inotify_init1>},
    {"memfd-secret", "memfd_secret", kBySeccomp, call_with_zeros<kMemfdSecret>},
    {"kcmp", "kcmp", kBySeccomp, call_with_zeros<SYS_kcmp>},
    {"message-queue", "a System V message queue", kBySeccomp, call_with_zeros<SYS_msgget>},
    {"shared-memory", "System V shared memory", kBySeccomp, call_with_zeros<SYS_shmget>},
    {"semaphore", "System V semaphores", kBySeccomp, call_with_zeros<SYS_semget>},
    {"posix-queue", "a POSIX message queue", kBySeccomp, call_with_zeros<SYS_mq_open>},
    {"unshare-user", "a user namespace", kBySeccomp,
     [](const World&) { return succeeded(unshare(CLONE_NEWUSER)); }},
    {"unshare-net", "a network namespace", kBySeccomp,
     [](const World&) { return succeeded(unshare(CLONE_NEWNET)); }, Needs::Root},
    {"setns", "the host's namespace", kBySeccomp, enter_namespace, Needs::Root},
    {"mount", "mount over the data folder", kByBoth, mount_over_data, Needs::Root},
    {"bind-mount", "bind the parent over the data folder", kByBoth, bind_mount, Needs::Root},
    {"umount", "umount2", kByBoth, unmount_data, Needs::Root},
    {"pivot-root", "pivot_root", kByBoth, call_with_zeros<SYS_pivot_root>, Needs::Root},
    {"chroot", "chroot", kBySeccomp, change_root, Needs::Root},
    {"fsopen", "fsopen", kBySeccomp, call_with_zeros<SYS_fsopen>, Needs::Root},
    {"open-tree", "open_tree", kBySeccomp, call_with_zeros<SYS_open_tree>},
    {"init-module", "load a kernel module", kBySeccomp, call_with_zeros<SYS_init_module>,
     Needs::Root},
    {"finit-module", "the same from a file", kBySeccomp, call_with_zeros<SYS_finit_module>,
     Needs::Root},
    {"kexec", "another kernel", kBySeccomp, call_with_zeros<SYS_kexec_load>, Needs::Root},
    {"reboot", "reboot", kBySeccomp, call_with_zeros<SYS_reboot>, Needs::Root},
    {"swapoff", "swapoff", kBySeccomp, call_with_zeros<SYS_swapoff>, Needs::Root},
    {"syslog", "the kernel's log", kBySeccomp,
     [](const World&) { return came_through(syscall(SYS_syslog, 10, nullptr, 0)); }},
    {"acct", "process accounting", kBySeccomp,
     [](const World&) { return came_through(syscall(SYS_acct, "/no/such/file")); }, Needs::Root},
    {"quotactl", "quotas", kBySeccomp, call_with_zeros<SYS_quotactl>},
    {"iopl", "iopl", kBySeccomp, call_with_zeros<SYS_iopl>},
    {"ioperm", "ports of devices", kBySeccomp, call_with_zeros<SYS_ioperm>},
    {"set-host-name", "the name of the machine", kBySeccomp, own_host_name, Needs::Root},
    {"set-clock", "the clock", kBySeccomp, set_clock, Needs::Root},
    {"adjust-clock", "adjtimex", kBySeccomp, call_with_zeros<SYS_adjtimex>},
    {"set-user", "setuid", kBySeccomp,
     [](const World&) { return succeeded(syscall(SYS_setuid, getuid())); }},
    {"set-groups", "setgroups", kBySeccomp, call_with_zeros<SYS_setgroups>, Needs::Root},
    {"regain-powers", "capset", kBySeccomp, regain_powers},
    {"personality", "personality: turn off randomised addresses", kBySeccomp,
     [](const World&) { return succeeded(syscall(SYS_personality, 0xffffffffUL)); }},
    {"own-filter", "install a filter of its own", kBySeccomp, load_filter, Needs::Root},
    {"write-proc-sys", "a setting in /proc/sys", kByBoth, write_system_setting, Needs::Root},
    {"write-core-pattern", "the program that gets core files", kByBoth, write_core_pattern,
     Needs::Root},
    {"write-sys", "a setting in /sys", kByBoth, write_sys, Needs::Root},
    {"terminal-input", "type into the host's terminal (TIOCSTI)", walls({}), inject_terminal_input},
};

}  // namespace

std::span<const Attack> kernel_attacks() { return kAttacks; }

}  // namespace syn::escape
