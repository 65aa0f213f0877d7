// Handing the kernel the program that fits the ceiling.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/seccomp_filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <span>

namespace syn::sandbox {

namespace {

#include "sandbox/seccomp_filters.inc"

std::span<const sock_filter> program_for(const ChildPolicy& policy) {
  if (policy.engine)
    return policy.writes() ? std::span<const sock_filter>(kWritesEngine) : kReadsEngine;
  return policy.writes() ? std::span<const sock_filter>(kWrites) : kReads;
}

int install(std::span<const sock_filter> steps) {
  sock_fprog program{};
  program.len = static_cast<unsigned short>(steps.size());
  program.filter = const_cast<sock_filter*>(steps.data());  // the kernel only reads it
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &program) == 0 ? 0 : errno;
}

}  // namespace

int confine_launcher_by_seccomp() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return install(kBase);
}

int confine_by_seccomp(const ChildPolicy& policy, BaseFilter base) {
  if (base == BaseFilter::Missing) {
    int error = install(kBase);
    if (error != 0) return error;
  }
  return install(program_for(policy));
}

}  // namespace syn::sandbox
