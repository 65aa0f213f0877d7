// The Landlock wall: the kernel refuses every file that no rule names, every TCP connection, and
// signals and abstract sockets of processes outside. Once it stands it cannot be taken down.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sandbox/policy.h"

namespace syn::sandbox {

/// The kernel's version of the interface, 0 without Landlock.
int landlock_version();

/// Confines this process for good; 0, or an errno. Needs no-new-privileges. Paths of rules that do
/// not exist are made where they may be written (the folder that a grant names), and are left out
/// otherwise. Time zones may always be read, and what the SQL engine reads of the machine where it
/// may be needed: it ends the process when it cannot. What an older kernel does not know is not
/// handled: the seccomp wall covers the network and signals too.
int confine_by_landlock(const ChildPolicy& policy);

}  // namespace syn::sandbox
