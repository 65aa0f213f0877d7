// Programs that the tests run as children, by name. They stand in the test binary itself, which is
// executed again with `--child <fd>`; `--host` is a host that runs one and can be killed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sandbox/child_channel.h"
#include "sandbox/run_child.h"

namespace syn::sandbox {

/// `payload` is `<name>` or `<name> <argument>`.
ChildReport run_test_program(ChildChannel& channel, const std::string& payload);
/// A child whose engine is not ours any more: it knows the nonce and sends what it likes. The
/// payload names the attack.
int run_hostile_child(int fd);
/// Runs the program `payload` and writes each text that it prints to descriptor 3.
int run_test_host(const std::string& payload);

ChildRequest request_for(const std::string& payload);
ChildOutcome run_program_named(const std::string& payload);
/// The texts joined with "|".
std::string joined(const ItemList& items);
bool is_alive(int pid);
/// Waits up to five seconds.
bool dies(int pid);

}  // namespace syn::sandbox
