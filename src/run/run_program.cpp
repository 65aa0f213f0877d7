// `run_program(source, opts?)`: another program in a child process, under the intersection of its
// ceiling and the caller's permissions (security.md §16).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "host/clock.h"
#include "host/files.h"
#include "host/host.h"
#include "host/output.h"
#include "num/float_text.h"
#include "run/registry.h"
#include "run/report.h"
#include "run/run_errors.h"
#include "run/session.h"
#include "sandbox/errors.h"
#include "sandbox/payload.h"
#include "sandbox/run_child.h"
#include "sandbox/wire.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kOptionNames = "ceiling, profile, timeout, env, cwd, filename";

struct Options {
  cap::Profile profile = cap::Profile::Pure;
  bool downgraded = false;
  cap::Ceiling ceiling;
  std::vector<std::pair<std::string, std::string>> environment;
  double timeout_seconds = sandbox::ChildLimits::kDefaultTimeoutSeconds;
  std::optional<std::string> cwd;
  std::string filename = "<run_program>";
};

bool is_number(const Value& value) {
  return value.is_integer() || value.is_float() || value.is(Tag::Decimal);
}

Result<void> read_profile(const Value& value, Options& options) {
  if (!value.is_text()) return Error(run_errors::kProfileType, {type_name(value)});
  auto found = cap::find_profile(value.view());
  if (!found) return Error(run_errors::kProfileValue, {value.view()});
  options.profile = *found;
  return {};
}

Result<void> read_ceiling(const Value* value, const cap::ScopeBase& base, Options& options) {
  if (value == nullptr) {
    options.ceiling = cap::sandbox_ceiling();
    return {};
  }
  if (!value->is_text()) return Error(run_errors::kCeilingType, {type_name(*value)});
  std::string_view text = value->view();
  size_t first = text.find_first_not_of(" \t\r\n");
  size_t last = text.find_last_not_of(" \t\r\n");
  std::string_view trimmed =
      first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
  if (trimmed == "sandbox") {
    options.ceiling = cap::sandbox_ceiling();
    return {};
  }
  auto parsed = cap::parse_ceiling(text, base);
  if (!parsed.ok()) return Error(run_errors::kCeilingText, {parsed.error().message()});
  options.ceiling = std::move(parsed).value();
  return {};
}

Result<void> read_environment(const Value& value, Options& options) {
  if (value.is_nothing()) return {};
  if (!value.is_map()) return Error(run_errors::kEnvType);
  const Map& map = value.map();
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view name = map.key(i)->view();
    const Value& entry = map.value(i);
    if (entry.is(Tag::Secret)) return Error(run_errors::kEnvSecret, {name});
    if (!entry.is_text()) return Error(run_errors::kEnvValue, {name, type_name(entry)});
    if (auto allowed = sandbox::check_environment_name(name); !allowed.ok()) {
      return Error(run_errors::kPrefixed, {allowed.error().message()});
    }
    options.environment.emplace_back(name, entry.view());
  }
  return {};
}

Result<void> read_timeout(const Value& value, Options& options) {
  if (value.is_nothing()) return {};
  if (!is_number(value)) return Error(run_errors::kTimeoutType);
  double seconds = to_double(value);
  if (!(seconds > 0)) return Error(run_errors::kTimeoutPositive);
  if (!(seconds <= sandbox::ChildLimits::kMaxTimeoutSeconds)) {
    return Error(run_errors::kTimeoutMaximum);
  }
  options.timeout_seconds = seconds;
  return {};
}

Result<Options> read_options(Call& call, Session& session) {
  Options options;
  const Value* given = call.optional(1);
  bool none = given == nullptr || given->is_nothing();
  if (!none && !given->is_map()) return Error(run_errors::kOptionsType, {type_name(*given)});
  auto option = [&](std::string_view name) -> const Value* {
    return none ? nullptr : given->map().get(name);
  };
  if (!none) {
    for (size_t i = 0; i < given->map().size(); ++i) {
      std::string_view name = given->map().key(i)->view();
      bool known = name == "ceiling" || name == "profile" || name == "timeout" || name == "env" ||
                   name == "cwd" || name == "filename";
      if (!known) return Error(run_errors::kUnknownOption, {name, kOptionNames});
    }
  }
  if (const Value* profile = option("profile")) TRY(read_profile(*profile, options));
  if (options.profile == cap::Profile::Native && session.is_pure_profile()) {
    options.profile = cap::Profile::Pure;
    options.downgraded = true;
  }
  TRY(read_ceiling(option("ceiling"), session.request().base, options));
  if (const Value* env = option("env")) TRY(read_environment(*env, options));
  if (const Value* timeout = option("timeout")) TRY(read_timeout(*timeout, options));
  const Value* cwd = option("cwd");
  if (cwd != nullptr && !cwd->is_nothing()) {
    if (!cwd->is_text()) return Error(run_errors::kCwdType, {type_name(*cwd)});
    options.cwd = cwd->view();
  }
  const Value* filename = option("filename");
  if (filename != nullptr && !filename->is_nothing()) {
    if (!filename->is_text()) return Error(run_errors::kFilenameType, {type_name(*filename)});
    options.filename = filename->view();
  }
  return options;
}

Value text_list(Heap& heap, const sandbox::ItemList& items) {
  Value list = make_list(heap, items.size());
  for (size_t i = 0; i < items.size(); ++i) push(list, make_text(heap, items[i]));
  return list;
}

Value audit_list(Heap& heap, const sandbox::ItemList& items) {
  Value list = make_list(heap, items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    auto decoded = sandbox::decode_audit_entry(items[i]);
    if (!decoded.ok()) continue;  // what the child garbled is its own loss
    const cap::AuditEntry& entry = decoded.value();
    Value map = make_map(heap);
    put(map, "ts", make_text(heap, cap::audit_time(entry.unix_ms)));
    put(map, "context", make_text(heap, entry.context));
    put(map, "capability", make_text(heap, entry.capability));
    put(map, "granted", Value::boolean(entry.granted));
    put(map, "source", make_text(heap, entry.source));
    put(map, "reason", make_text(heap, entry.reason));
    put(map, "origin",
        make_text(heap, entry.origin == cap::Origin::Program ? "program" : "runtime"));
    put(map, "file", entry.file ? make_text(heap, *entry.file) : Value());
    put(map, "line", entry.line ? Value::integer(*entry.line) : Value());
    push(list, std::move(map));
  }
  return list;
}

std::string seconds_text(double seconds) {
  std::string text = float_text(seconds);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

Value errors_of(Heap& heap, const sandbox::ChildOutcome& outcome, const Options& options) {
  Value list = make_list(heap);
  if (outcome.timed_out || outcome.why == sandbox::Why::Timeout) {
    push(list, make_text(heap, "run_program: timed out after " +
                                   seconds_text(options.timeout_seconds) + "s"));
    return list;
  }
  if (outcome.complete) {
    auto result = decode_child_result(outcome.result);
    if (result.ok()) {
      for (const std::string& line : result.value().errors) push(list, make_text(heap, line));
      return list;
    }
  }
  push(list, make_text(heap, "run_program: " + outcome.error().message()));
  return list;
}

/// What the program's readers decided in a doubt.
Value notes_of(Heap& heap, const sandbox::ChildOutcome& outcome) {
  Value list = make_list(heap);
  if (!outcome.complete) return list;
  auto result = decode_child_result(outcome.result);
  if (!result.ok()) return list;
  for (const std::string& note : result.value().notes) push(list, make_text(heap, note));
  return list;
}

Value result_map(Heap& heap, const sandbox::ChildOutcome& outcome, const Options& options) {
  bool timed_out = outcome.timed_out || outcome.why == sandbox::Why::Timeout;
  Value map = make_map(heap);
  put(map, "ok", Value::boolean(outcome.why == sandbox::Why::Ok && outcome.complete));
  put(map, "output", text_list(heap, outcome.output));
  put(map, "errors",
      outcome.why == sandbox::Why::Ok && outcome.complete ? make_list(heap)
                                                          : errors_of(heap, outcome, options));
  put(map, "audit", audit_list(heap, outcome.audit));
  put(map, "exit", timed_out || !outcome.exit_code ? Value() : Value::integer(*outcome.exit_code));
  put(map, "timed_out", Value::boolean(timed_out));
  put(map, "llm_tokens", Value::integer(0));
  put(map, "steps", Value::integer(static_cast<int64_t>(outcome.steps)));
  Value notes = notes_of(heap, outcome);
  if (!notes.list().empty()) put(map, "notes", std::move(notes));
  return map;
}

/// What the host did to a child that would not end by itself is a decision too: it stands last in
/// the child's audit and in the caller's own.
std::optional<std::string> stop_reason(const sandbox::ChildOutcome& outcome,
                                       const Options& options) {
  switch (outcome.why) {
    case sandbox::Why::Timeout:
      return "timed out after " + seconds_text(options.timeout_seconds) + "s, stopped by the host";
    case sandbox::Why::Memory: return "memory limit reached";
    case sandbox::Why::Output: return "output limit reached, stopped by the host";
    case sandbox::Why::Steps: return "step limit reached";
    case sandbox::Why::Ok:
    case sandbox::Why::Error:
    case sandbox::Why::Denied:
    case sandbox::Why::Killed:
    case sandbox::Why::Setup: break;
  }
  return std::nullopt;
}

void record_stop(Call& call, Session& session, const Options& options,
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
  sandbox::ItemList items;
  items.append(sandbox::encode_audit_entry(entry));
  Value added = audit_list(call.heap(), items);
  Value& audit = result.map().value(static_cast<size_t>(result.map().find("audit")));
  push(audit, added.list().at(0));
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
  TRY_ASSIGN(Options options, read_options(call, session));
  if (options.downgraded) {
    cap::Capability what =
        cap::make_request(cap::CapabilityType::SandboxRun, "profile=native", parent.base);
    own.record(what, false, "run_program()", "above parent profile", session.place());
  }
  cap::Intersection lent = cap::intersect(options.ceiling, own);
  for (const cap::Capability& dropped : lent.dropped) {
    own.record(dropped, false, "run_program()", "above parent ceiling", session.place());
  }
  sandbox::RunPayload payload;
  payload.base = parent.base;
  sandbox::ChildRequest request;
  if (options.cwd) {
    TRY_ASSIGN(cap::PathPermit permit, own.demand_path(cap::CapabilityType::FileRead, *options.cwd,
                                                       "run_program()", session.place()));
    payload.base.cwd = permit.path;
    request.spawn.cwd = permit.path;
  }
  payload.source = source.view();
  payload.filename = options.filename;
  payload.ceilings = own.lend();
  payload.ceilings.push_back(std::move(lent.kept));
  payload.profile = options.profile;
  payload.environment = std::move(options.environment);
  payload.depth = parent.depth + 1;
  payload.max_depth = parent.max_depth;
  payload.sql_library_root = parent.sql_library_root;
  request.payload = sandbox::encode_payload(payload);
  request.spawn.group =
      parent.depth == 0 ? sandbox::ProcessGroup::New : sandbox::ProcessGroup::Inherit;
  host::Host& host = session.host();
  request.deadline_ns =
      sandbox::deadline_after(options.timeout_seconds, host.clock.steady_ns(), parent.deadline_ns);
  host.output.flush();
  sandbox::ExecSpawner spawner;
  sandbox::ChildOutcome outcome = sandbox::run_child(request, spawner, nullptr);
  if (outcome.why == sandbox::Why::Setup) {
    return Error(run_errors::kPrefixed, {outcome.error().message()});
  }
  call.budget().steps += outcome.steps;
  Value result = result_map(call.heap(), outcome, options);
  record_stop(call, session, options, outcome, result);
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"run_program", "source, opts = {}", 0, 2, "", Purity::Effect, "sandbox_run",
     "Runs a program in a child process under a ceiling; options ceiling, profile, timeout, env, "
     "cwd, filename.",
     "", "", run_program},
};

}  // namespace

const BuiltinTable kRunProgramBuiltins = kRows;

}  // namespace syn
