// `run_program(source, opts?)`: another program in a child process, under the intersection of its
// ceiling and the caller's permissions (security.md §16).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/clock.h"
#include "host/files.h"
#include "host/host.h"
#include "host/output.h"
#include "run/program_options.h"
#include "run/program_result.h"
#include "run/registry.h"
#include "run/run_errors.h"
#include "run/session.h"
#include "sandbox/errors.h"
#include "sandbox/run_child.h"

namespace syn {
namespace {

/// What the host or a wall did to the child is a decision too: it stands last in the child's audit
/// and in the caller's own.
void record_stop(Call& call, Session& session, const ProgramOptions& options,
                 const sandbox::ChildOutcome& outcome, Value& result) {
  std::optional<std::string> reason = stop_reason(outcome, options);
  if (!reason) return;
  cap::Capability what = cap::make_request(cap::CapabilityType::SandboxRun,
                                           sandbox::why_name(outcome.why), session.request().base);
  session.capabilities().record(what, false, "run_program()", *reason, session.place());
  cap::AuditEntry entry;
  entry.unix_ms = session.host().clock.unix_ns() / 1'000'000;
  entry.context = "program";
  entry.capability = what.display();
  entry.source = "run_program()";
  entry.reason = *reason;
  entry.origin = cap::Origin::Runtime;
  Value& audit = result.map().value(static_cast<size_t>(result.map().find("audit")));
  push(audit, audit_map(call.heap(), entry));
}

/// The folder in which the program's relative paths start; it must be one.
Result<std::string> checked_folder(Session& session, std::string_view path) {
  TRY_ASSIGN(cap::PathPermit permit,
             session.capabilities().demand_path(cap::CapabilityType::FileRead, path,
                                                "run_program()", session.place()));
  auto facts = session.host().files.describe(permit);
  if (facts.ok() && facts.value().kind == host::FileKind::Directory) return permit.path;
  std::string_view why = facts.ok() && facts.value().exists()
                             ? "Not a directory (os error 20)"
                             : "No such file or directory (os error 2)";
  return Error(run_errors::kPrefixed, {Error(sandbox_errors::kCannotStartChild, {why}).message()});
}

/// A program does not get more than its caller has left. Where the caller has no bound, its own
/// count stays out of the policy, which would else be another one each time.
void keep_within_own(sandbox::ChildLimits& limits, const Budget& budget) {
  if (budget.memory_limit != Budget::kUnlimited) {
    uint64_t left = budget.memory_limit - std::min(budget.used(), budget.memory_limit);
    limits.memory_bytes = std::min(limits.memory_bytes, left);
  }
  if (budget.step_limit() != Budget::kUnlimited) {
    uint64_t left = budget.step_limit() - std::min(budget.steps, budget.step_limit());
    limits.max_steps = std::min(limits.max_steps, left);
  }
}

Result<ChildRun> make_run(Call& call, Session& session, ProgramOptions& options) {
  cap::CapabilitySet& own = session.capabilities();
  const RunRequest& parent = session.request();
  if (options.downgraded) {
    cap::Capability what =
        cap::make_request(cap::CapabilityType::SandboxRun, "profile=native", parent.base);
    own.record(what, false, "run_program()", "above parent profile", session.place());
  }
  cap::Intersection lent = cap::intersect(options.ceiling, own);
  for (const cap::Capability& dropped : lent.dropped) {
    own.record(dropped, false, "run_program()", "above parent ceiling", session.place());
  }
  ChildRun run;
  run.payload.base = parent.base;
  if (options.cwd) {
    TRY_ASSIGN(run.payload.base.cwd, checked_folder(session, *options.cwd));
  }
  run.payload.source = call[0].view();
  run.payload.filename = options.filename;
  run.payload.ceilings = own.lend();
  run.payload.ceilings.push_back(std::move(lent.kept));
  run.payload.profile = options.profile;
  run.payload.environment = std::move(options.environment);
  run.payload.depth = parent.depth + 1;
  run.payload.max_depth = parent.max_depth;
  run.payload.sql_library_root = parent.sql_library_root;
  run.payload.language = parent.language;
  run.limits = options.limits;
  keep_within_own(run.limits, call.budget());
  run.demand = options.demand;
  run.spawn = options.spawn;
  run.deadline_ns = sandbox::deadline_after(options.timeout_seconds,
                                            session.host().clock.steady_ns(), parent.deadline_ns);
  return run;
}

Result<Value> run_program(Call& call) {
  auto& session = static_cast<Session&>(call.services());
  cap::CapabilitySet& own = session.capabilities();
  TRY(own.demand(cap::CapabilityType::SandboxRun, std::nullopt, "run_program()", session.place()));
  if (call.size() == 0) return Error(run_errors::kMissingSource);
  const Value& source = call[0];
  if (source.is(Tag::Secret)) return Error(run_errors::kSourceSecret);
  if (!source.is_text()) return Error(run_errors::kSourceType, {type_name(source)});
  const RunRequest& parent = session.request();
  if (parent.depth + 1 > parent.max_depth) {
    return Error(run_errors::kDepth, {std::to_string(parent.max_depth)});
  }
  TRY_ASSIGN(ProgramOptions options, read_program_options(call, session));
  TRY_ASSIGN(ChildRun run, make_run(call, session, options));
  session.host().output.flush();
  std::optional<Error> listener_error;
  OutputListener listener;
  if (!options.on_output.is_nothing()) {
    listener = [&](std::string_view text) {
      auto done = call.invoke(options.on_output, make_text(call.heap(), text));
      if (!done.ok()) listener_error.emplace(std::move(done).error());
      return !listener_error;
    };
  }
  sandbox::ChildOutcome outcome = session.children().run(run, own, listener);
  if (listener_error) return std::move(*listener_error);
  if (outcome.is_start_failure()) {
    return Error(run_errors::kPrefixed, {outcome.error().message()});
  }
  call.budget().steps += outcome.steps_to_charge(run.limits);
  Value result = program_result(call.heap(), outcome, options);
  record_stop(call, session, options, outcome, result);
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"run_program", "source, opts = {}", 0, 2, "", Purity::Effect, "sandbox_run",
     "Runs a program in a child process under a ceiling; options ceiling, profile, timeout, env, "
     "cwd, filename, spawn, walls, memory, cpu, max_output, max_steps, max_files, on_output.",
     "", "", run_program},
};

}  // namespace

const BuiltinTable kRunProgramBuiltins = kRows;

}  // namespace syn
