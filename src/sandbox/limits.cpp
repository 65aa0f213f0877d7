// Names of outcomes, and limits within limits.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/limits.h"

#include <algorithm>

namespace syn::sandbox {

namespace {

std::optional<uint64_t> lower(std::optional<uint64_t> a, std::optional<uint64_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

void ChildLimits::keep_within(const ChildLimits& outer) {
  memory_bytes = std::min(memory_bytes, outer.memory_bytes);
  max_output_bytes = std::min(max_output_bytes, outer.max_output_bytes);
  max_result_bytes = std::min(max_result_bytes, outer.max_result_bytes);
  max_file_bytes = std::min(max_file_bytes, outer.max_file_bytes);
  max_audit_entries = std::min(max_audit_entries, outer.max_audit_entries);
  max_steps = std::min(max_steps, outer.max_steps);
  cpu_seconds = lower(cpu_seconds, outer.cpu_seconds);
  max_files = std::min(max_files, outer.max_files);
  max_processes = lower(max_processes, outer.max_processes);
}

std::string_view why_name(Why why) {
  switch (why) {
    case Why::Ok: return "ok";
    case Why::Error: return "error";
    case Why::Denied: return "denied";
    case Why::Timeout: return "timeout";
    case Why::Memory: return "memory";
    case Why::Output: return "output";
    case Why::Steps: return "steps";
    case Why::Killed: return "killed";
    case Why::Setup: return "setup";
  }
  return "";
}

}  // namespace syn::sandbox
