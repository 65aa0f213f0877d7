// Running one program: set up, load, run, and what the machine asks of its surroundings.
// SPDX-License-Identifier: Apache-2.0
#include "run/session.h"

#include <algorithm>

#include "bytecode/errors.h"
#include "cap/errors.h"
#include "host/clock.h"
#include "host/host.h"
#include "host/output.h"
#include "run/children.h"
#include "run/registry.h"
#include "syntax/parser.h"
#include "value/display.h"

namespace syn {

Session::Session(RunRequest request, host::Host& host, cap::AuditLog& audit)
    : request_(std::move(request)),
      host_(host),
      capabilities_("program", request_.base, request_.ceilings, audit) {
  budget_.memory_limit = request_.limits.memory_bytes;
  budget_.set_step_limit(request_.limits.steps);
  budget_.fail_allocation = request_.limits.fail_allocation;
  if (request_.warm_engine != nullptr) sql_engine_ = std::move(*request_.warm_engine);
  heap_ = std::make_unique<Heap>(budget_);
  Machine::Limits limits;
  limits.max_depth = request_.limits.max_depth;
  limits.native_stack_bytes = request_.limits.native_stack_bytes;
  machine_ = std::make_unique<Machine>(*heap_, builtin_registry(), *this, limits);
}

Session::~Session() { close(); }

void Session::close() {
  machine_.reset();
  modules_.clear();
}

Children& Session::children() {
  if (request_.children != nullptr) return *request_.children;
  if (own_children_ == nullptr) own_children_ = make_local_children(host_);
  return *own_children_;
}

cap::Place Session::place() { return {machine_->current_file(), machine_->current_span().line}; }

RunOutcome Session::run() {
  RunOutcome outcome;
  ParseResult parsed = parse_program(std::move(request_.source), request_.file);
  if (!parsed.errors.empty()) {
    outcome.errors = std::move(parsed.errors);
    outcome.exit_code = 1;
    return outcome;
  }
  CompileOptions options;
  auto compiled = compile_program(*parsed.program, *heap_, globals_, builtin_registry(), options);
  if (!compiled.ok()) {
    outcome.errors.push_back(std::move(compiled).error());
    outcome.exit_code = 1;
    return outcome;
  }
  outcome.loaded = true;
  bool spanish = request_.language == Language::Spanish;
  for (const Error& warning : compiled.value().warnings) {
    host_.output.print_error((spanish ? "aviso: " : "warning: ") +
                             warning.located_message(request_.language));
  }
  capabilities_.grant_ambient();
  program_ = std::move(parsed.program);
  code_ = std::move(compiled.value().main);
  const Code& code = *code_;
  auto result = machine_->run(
      code, [this](uint32_t index) -> const std::string& { return globals_.name(index); });
  outcome.ok = result.ok();
  if (!result.ok()) {
    Error error = std::move(result).error();
    if (error.is(runtime_errors::kExit)) {
      outcome.exit_code = std::stoi(error.body().arguments[0]);
      outcome.ok = outcome.exit_code == 0;
    } else {
      outcome.exit_code = 1;
      collect_variables(outcome, code);
      outcome.errors.push_back(std::move(error));
    }
  }
  outcome.steps = budget_.steps;
  outcome.peak_memory = budget_.peak();
  outcome.notes = std::move(notes_);
  return outcome;
}

void Session::collect_variables(RunOutcome& outcome, const Code& code) {
  (void)code;
  for (uint32_t i = 0; i < globals_.size(); ++i) {
    const Value& value = machine_->global(i);
    if (value.is_unbound()) continue;
    outcome.variables.emplace_back(globals_.name(i), short_display(value, 200));
  }
}

void Session::note(std::string text) {
  constexpr size_t kMostNotes = 200;
  constexpr size_t kMostBytes = 500;
  if (text.size() > kMostBytes) return;
  bool is_new = std::find(notes_.begin(), notes_.end(), text) == notes_.end();
  if (is_new && notes_.size() < kMostNotes) notes_.push_back(std::move(text));
}

Result<void> Session::poll() {
  host_.output.tick();
  if (request_.deadline_ns != host::kNever && host_.clock.steady_ns() >= request_.deadline_ns) {
    return Error(runtime_errors::kTimeLimit);
  }
  return {};
}

int64_t Session::left_ns() {
  if (request_.deadline_ns == host::kNever) return INT64_MAX;
  return std::max<int64_t>(request_.deadline_ns - host_.clock.steady_ns(), 0);
}

Result<void> Session::print(std::string_view line) {
  TRY(capabilities_.demand_stdout(place()));
  return host_.output.print(line);
}

Result<void> Session::print_error(std::string_view line) {
  TRY(capabilities_.demand_stdout(place()));
  host_.output.print_error(line);
  return {};
}

Result<void> Session::log(std::string_view line) {
  TRY(capabilities_.demand_stdout(place()));
  host_.output.print_error(line);
  return {};
}

Result<void> Session::require(const RequireRequest& request) {
  std::optional<std::string_view> scope;
  if (request.scope) scope = *request.scope;
  TRY_ASSIGN(cap::RequireOutcome outcome,
             capabilities_.require(request.capability, scope, place()));
  if (outcome.warning) {
    bool spanish = request_.language == Language::Spanish;
    host_.output.print_error((spanish ? "synsema: aviso: " : "synsema: warning: ") +
                             outcome.warning->message(request_.language));
  }
  return {};
}

Result<void> Session::tool_enter(const std::vector<RequireRequest>& declared) {
  std::vector<cap::Capability> wanted;
  for (const RequireRequest& each : declared) {
    auto name = cap::parse_capability_name(each.capability);
    if (!name.ok()) continue;  // an unknown name was refused when the program was loaded
    std::optional<std::string_view> scope;
    if (each.scope) scope = *each.scope;
    auto grant =
        cap::make_grant(name.value().row->type, scope, request_.base, name.value().content);
    if (grant.ok()) wanted.push_back(std::move(grant).value());
  }
  capabilities_.enter_tool(wanted, place());
  return {};
}

void Session::tool_exit() { capabilities_.leave(); }
void Session::sandbox_exit() { capabilities_.leave(); }

RunOutcome run_program_here(RunRequest request, host::Host& host, cap::AuditLog& audit) {
  Session session(std::move(request), host, audit);
  RunOutcome outcome = session.run();
  host.output.flush();
  return outcome;
}

RunOutcome run_last_program_here(RunRequest request, host::Host& host, cap::AuditLog& audit) {
  auto session = std::make_unique<Session>(std::move(request), host, audit);
  RunOutcome outcome = session->run();
  (void)session.release();  // for the kernel
  return outcome;
}

}  // namespace syn
