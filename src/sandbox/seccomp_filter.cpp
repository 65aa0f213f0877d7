// Handing the kernel the program that fits the ceiling.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/seccomp_filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
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

}  // namespace

int confine_by_seccomp(const ChildPolicy& policy) {
  std::span<const sock_filter> steps = program_for(policy);
  sock_fprog program{};
  program.len = static_cast<unsigned short>(steps.size());
  program.filter = const_cast<sock_filter*>(steps.data());  // the kernel only reads it
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &program) == 0 ? 0 : errno;
}

}  // namespace syn::sandbox
