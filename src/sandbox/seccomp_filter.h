// The seccomp wall: which system calls a child may make. The lists are seccomp_calls.def and
// seccomp_denied.def; the programs are made of them when the project is built.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sandbox/policy.h"

namespace syn::sandbox {

/// Confines this process for good; 0, or an errno. Needs no-new-privileges. A call on neither list
/// fails with EPERM; one of seccomp_denied.def ends the process with SIGSYS.
int confine_by_seccomp(const ChildPolicy& policy);

}  // namespace syn::sandbox
