// The seccomp wall: which system calls a child may make. The lists are seccomp_calls.def and
// seccomp_denied.def; the programs are made of them when the project is built.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sandbox/policy.h"

namespace syn::sandbox {

/// The part that the launcher has already, and its children with it; 0, or an errno. Sets
/// no-new-privileges.
int confine_launcher_by_seccomp();

enum class BaseFilter : uint8_t { Missing, Inherited };

/// Confines this process for good; 0, or an errno. Needs no-new-privileges. A call on neither list
/// fails with EPERM; one of seccomp_denied.def ends the process with SIGSYS.
int confine_by_seccomp(const ChildPolicy& policy, BaseFilter base);

}  // namespace syn::sandbox
