// Keys in the order of the specification; then why, walls and limits, which are ours.
// SPDX-License-Identifier: Apache-2.0
#include "run/program_result.h"

#include "num/float_text.h"
#include "run/report.h"
#include "sandbox/wire.h"

namespace syn {
namespace {

bool has_timed_out(const sandbox::ChildOutcome& outcome) {
  return outcome.timed_out || outcome.why == sandbox::Why::Timeout;
}

bool is_success(const sandbox::ChildOutcome& outcome) {
  return outcome.why == sandbox::Why::Ok && outcome.complete;
}

template <typename Texts>
Value text_list(Heap& heap, const Texts& texts) {
  Value list = make_list(heap, texts.size());
  for (size_t i = 0; i < texts.size(); ++i) push(list, make_text(heap, texts[i]));
  return list;
}

Value audit_list(Heap& heap, const sandbox::ItemList& items) {
  Value list = make_list(heap, items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    auto decoded = sandbox::decode_audit_entry(items[i]);
    if (!decoded.ok()) continue;  // what the child garbled is its own loss
    push(list, audit_map(heap, decoded.value()));
  }
  return list;
}

std::string seconds_text(double seconds) {
  std::string text = float_text(seconds);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

Value errors_of(Heap& heap, const sandbox::ChildOutcome& outcome, const ChildResult& result,
                const ProgramOptions& options) {
  if (is_success(outcome)) return make_list(heap);
  if (has_timed_out(outcome)) {
    Value list = make_list(heap);
    push(list, make_text(heap, "run_program: timed out after " +
                                   seconds_text(options.timeout_seconds) + "s"));
    return list;
  }
  if (outcome.complete) return text_list(heap, result.errors);
  Value list = make_list(heap);
  push(list, make_text(heap, "run_program: " + outcome.error().message()));
  return list;
}

/// The errors as fields.
Value diagnostics_of(Heap& heap, const ChildResult& result) {
  Value list = make_list(heap);
  for (const Diagnostic& each : result.diagnostics) push(list, diagnostic_map(heap, each));
  return list;
}

Value walls_of(Heap& heap, sandbox::WallSet walls) {
  Value list = make_list(heap);
  for (sandbox::Wall wall : sandbox::kWalls) {
    if (walls.has(wall)) push(list, make_text(heap, sandbox::wall_name(wall)));
  }
  return list;
}

/// What was used, each in the unit of the option that limits it.
Value limits_of(Heap& heap, const sandbox::ChildOutcome& outcome) {
  auto whole = [](uint64_t number) { return Value::integer(static_cast<int64_t>(number)); };
  Value map = make_map(heap);
  put(map, "wall", Value::number(outcome.wall_seconds));
  put(map, "work", Value::number(outcome.work_seconds));
  put(map, "cpu", Value::number(outcome.cpu_seconds));
  put(map, "memory", whole(outcome.peak_memory_bytes));
  put(map, "steps", whole(outcome.steps));
  put(map, "output", whole(outcome.output.num_bytes() + outcome.output.size()));
  return map;
}

}  // namespace

Value audit_map(Heap& heap, const cap::AuditEntry& entry) {
  Value map = make_map(heap);
  put(map, "ts", make_text(heap, cap::audit_time(entry.unix_ms)));
  put(map, "context", make_text(heap, entry.context));
  put(map, "capability", make_text(heap, entry.capability));
  put(map, "granted", Value::boolean(entry.granted));
  put(map, "source", make_text(heap, entry.source));
  put(map, "reason", make_text(heap, entry.reason));
  put(map, "origin", make_text(heap, entry.origin == cap::Origin::Program ? "program" : "runtime"));
  put(map, "file", entry.file ? make_text(heap, *entry.file) : Value());
  put(map, "line", entry.line ? Value::integer(*entry.line) : Value());
  return map;
}

Value program_result(Heap& heap, const sandbox::ChildOutcome& outcome,
                     const ProgramOptions& options) {
  ChildResult result;
  if (outcome.complete) {
    auto decoded = decode_child_result(outcome.result);
    if (decoded.ok()) result = std::move(decoded).value();
  }
  const bool late = has_timed_out(outcome);
  Value map = make_map(heap);
  put(map, "ok", Value::boolean(is_success(outcome)));
  put(map, "output", text_list(heap, outcome.output));
  put(map, "errors", errors_of(heap, outcome, result, options));
  put(map, "audit", audit_list(heap, outcome.audit));
  put(map, "exit", late || !outcome.exit_code ? Value() : Value::integer(*outcome.exit_code));
  put(map, "timed_out", Value::boolean(late));
  put(map, "llm_tokens", Value::integer(0));
  put(map, "steps", Value::integer(static_cast<int64_t>(outcome.steps)));
  if (!result.diagnostics.empty()) put(map, "diagnostics", diagnostics_of(heap, result));
  if (!result.notes.empty()) put(map, "notes", text_list(heap, result.notes));
  put(map, "why", make_text(heap, sandbox::why_name(outcome.why)));
  put(map, "walls", walls_of(heap, outcome.walls));
  put(map, "limits", limits_of(heap, outcome));
  return map;
}

std::optional<std::string> stop_reason(const sandbox::ChildOutcome& outcome,
                                       const ProgramOptions& options) {
  switch (outcome.why) {
    case sandbox::Why::Timeout:
      return "timed out after " + seconds_text(options.timeout_seconds) + "s, stopped by the host";
    case sandbox::Why::Memory: return "memory limit reached";
    case sandbox::Why::Output: return "output limit reached, stopped by the host";
    case sandbox::Why::Steps: return "step limit reached";
    case sandbox::Why::Denied:
      if (outcome.signal) return "a forbidden system call, stopped by the kernel";
      break;
    case sandbox::Why::Setup: return "not run: step '" + outcome.failed_step + "' failed";
    case sandbox::Why::Ok:
    case sandbox::Why::Error:
    case sandbox::Why::Killed: break;
  }
  return std::nullopt;
}

}  // namespace syn
