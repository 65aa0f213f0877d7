// The map that `run_program` gives (security.md §16), made of what came back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "run/program_options.h"
#include "sandbox/outcome.h"

namespace syn {

Value program_result(Heap& heap, const sandbox::ChildOutcome& outcome,
                     const ProgramOptions& options);

/// Why the host or a wall ended the program, as the audit says it; nothing when it ended by itself.
std::optional<std::string> stop_reason(const sandbox::ChildOutcome& outcome,
                                       const ProgramOptions& options);

/// One entry of an audit, as a map.
Value audit_map(Heap& heap, const cap::AuditEntry& entry);

}  // namespace syn
