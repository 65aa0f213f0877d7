// Any bytes as a program, in a world in memory, with little memory and few steps: an outcome, never
// a crash. Nothing outside is reached.
// needs: base cap host run
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "host/memory/memory_host.h"
#include "run/run.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  syn::host::MemoryHost memory;
  syn::host::Host host = memory.host();
  syn::cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  syn::RunRequest request;
  request.source.assign(reinterpret_cast<const char*>(bytes), size);
  request.file = "fuzz.syn";
  request.module_root = "/program";
  request.base.cwd = "/program";
  request.limits.memory_bytes = 64 << 20;
  request.limits.steps = 200'000;
  request.limits.max_depth = 2'000;
  request.limits.native_stack_bytes = 1 << 20;
  syn::RunOutcome outcome = syn::run_program_here(std::move(request), host, audit);
  CHECK(outcome.ok == (outcome.exit_code == 0));
  for (const syn::Error& error : outcome.errors) CHECK(!error.line().empty());
  return 0;
}
