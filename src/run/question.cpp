// The bodies of questions and answers.
// SPDX-License-Identifier: Apache-2.0
#include "run/question.h"

#include <bit>

#include "run/run_errors.h"
#include "sandbox/errors.h"

namespace syn {

namespace {

using sandbox::WireReader;
using sandbox::WireWriter;

constexpr size_t kMinTextBytes = 4;

void write_texts(WireWriter& out, const std::vector<std::string>& texts) {
  out.u32(static_cast<uint32_t>(texts.size()));
  for (const std::string& text : texts) out.text(text);
}

std::vector<std::string> read_texts(WireReader& in) {
  std::vector<std::string> texts;
  uint32_t count = in.count(kMinTextBytes);
  for (uint32_t i = 0; i < count && !in.failed(); ++i) texts.emplace_back(in.text());
  return texts;
}

void write_items(WireWriter& out, const sandbox::ItemList& items) {
  out.u32(static_cast<uint32_t>(items.size()));
  for (size_t i = 0; i < items.size(); ++i) out.text(items[i]);
}

sandbox::ItemList read_items(WireReader& in) {
  sandbox::ItemList items;
  uint32_t count = in.count(kMinTextBytes);
  for (uint32_t i = 0; i < count && !in.failed(); ++i) items.append(in.text());
  return items;
}

void write_number(WireWriter& out, double number) { out.u64(std::bit_cast<uint64_t>(number)); }
double read_number(WireReader& in) { return std::bit_cast<double>(in.u64()); }

void write_optional_int(WireWriter& out, const std::optional<int>& number) {
  out.boolean(number.has_value());
  out.i64(number.value_or(0));
}

std::optional<int> read_optional_int(WireReader& in) {
  bool has = in.boolean();
  auto number = static_cast<int>(in.i64());
  return has ? std::optional<int>(number) : std::nullopt;
}

void write_headers(WireWriter& out, const host::HttpHeaders& headers) {
  out.u32(static_cast<uint32_t>(headers.size()));
  for (const auto& [name, value] : headers) {
    out.text(name);
    out.text(value);
  }
}

host::HttpHeaders read_headers(WireReader& in) {
  host::HttpHeaders headers;
  uint32_t count = in.count(2 * kMinTextBytes);
  for (uint32_t i = 0; i < count && !in.failed(); ++i) {
    std::string name(in.text());
    headers.emplace_back(std::move(name), in.text());
  }
  return headers;
}

}  // namespace

void write_run(WireWriter& out, const ChildRun& run) {
  out.text(sandbox::encode_payload(run.payload));
  sandbox::write_limits(out, run.limits);
  out.u8(static_cast<uint8_t>(run.demand));
  out.u8(static_cast<uint8_t>(run.spawn));
  out.i64(run.deadline_ns);
}

std::optional<ChildRun> read_run(WireReader& in) {
  ChildRun run;
  auto payload = sandbox::decode_payload(in.text());
  run.limits = sandbox::read_limits(in);
  run.demand = in.enumerator(sandbox::WallDemand::BestEffort);
  run.spawn = in.enumerator(SpawnKind::Fresh);
  run.deadline_ns = in.i64();
  if (!payload.ok() || !in.finish("run").ok()) return std::nullopt;
  run.payload = std::move(payload).value();
  return run;
}

void write_outcome(WireWriter& out, const sandbox::ChildOutcome& outcome) {
  out.u8(static_cast<uint8_t>(outcome.why));
  write_optional_int(out, outcome.exit_code);
  write_optional_int(out, outcome.signal);
  out.boolean(outcome.timed_out);
  out.boolean(outcome.complete);
  write_items(out, outcome.output);
  out.boolean(outcome.output_truncated);
  write_items(out, outcome.audit);
  out.boolean(outcome.audit_truncated);
  out.text(outcome.result);
  out.u8(outcome.walls.bits());
  out.u64(outcome.steps);
  out.u64(outcome.peak_memory_bytes);
  write_number(out, outcome.cpu_seconds);
  write_number(out, outcome.wall_seconds);
  write_number(out, outcome.work_seconds);
  out.text(outcome.failed_step);
  out.text(outcome.failure);
}

sandbox::ChildOutcome read_outcome(WireReader& in) {
  sandbox::ChildOutcome outcome;
  outcome.why = in.enumerator(sandbox::Why::Setup);
  outcome.exit_code = read_optional_int(in);
  outcome.signal = read_optional_int(in);
  outcome.timed_out = in.boolean();
  outcome.complete = in.boolean();
  outcome.output = read_items(in);
  outcome.output_truncated = in.boolean();
  outcome.audit = read_items(in);
  outcome.audit_truncated = in.boolean();
  outcome.result = in.text();
  outcome.walls = sandbox::WallSet::from_bits(in.u8());
  outcome.steps = in.u64();
  outcome.peak_memory_bytes = in.u64();
  outcome.cpu_seconds = read_number(in);
  outcome.wall_seconds = read_number(in);
  outcome.work_seconds = read_number(in);
  outcome.failed_step = in.text();
  outcome.failure = in.text();
  return outcome;
}

void write_process(WireWriter& out, const host::ProcessRequest& request) {
  out.text(request.command);
  write_texts(out, request.arguments);
  write_texts(out, request.environment);
  out.optional_text(request.cwd);
  out.text(request.input);
  write_number(out, request.timeout_seconds);
  out.u64(request.max_output);
}

host::ProcessRequest read_process(WireReader& in) {
  host::ProcessRequest request;
  request.command = in.text();
  request.arguments = read_texts(in);
  request.environment = read_texts(in);
  request.cwd = in.optional_text();
  request.input = in.text();
  request.timeout_seconds = read_number(in);
  request.max_output = in.u64();
  return request;
}

void write_process_outcome(WireWriter& out, const Result<host::ProcessOutcome>& outcome) {
  out.boolean(outcome.ok());
  if (!outcome.ok()) {
    out.text(outcome.error().message());
    return;
  }
  const host::ProcessOutcome& ended = outcome.value();
  out.i64(ended.exit_code);
  out.text(ended.output);
  out.text(ended.errors);
  out.boolean(ended.output_truncated);
  out.boolean(ended.errors_truncated);
}

Result<host::ProcessOutcome> read_process_outcome(WireReader& in) {
  if (!in.boolean()) return Error(run_errors::kBrokered, {in.text()});
  host::ProcessOutcome ended;
  ended.exit_code = static_cast<int>(in.i64());
  ended.output = in.text();
  ended.errors = in.text();
  ended.output_truncated = in.boolean();
  ended.errors_truncated = in.boolean();
  TRY(in.finish("process"));
  return ended;
}

void write_request(WireWriter& out, const host::HttpRequest& request) {
  out.text(request.method);
  out.text(request.url);
  write_headers(out, request.headers);
  out.text(request.body);
  write_number(out, request.timeout_seconds);
  out.u64(request.max_bytes);
}

host::HttpRequest read_request(WireReader& in) {
  host::HttpRequest request;
  request.method = in.text();
  request.url = in.text();
  request.headers = read_headers(in);
  request.body = in.text();
  request.timeout_seconds = read_number(in);
  request.max_bytes = in.u64();
  return request;
}

void write_response(WireWriter& out, const host::HttpResponse& response) {
  out.u32(static_cast<uint32_t>(response.status));
  write_headers(out, response.headers);
  out.text(response.body);
  out.text(response.error);
}

host::HttpResponse read_response(WireReader& in) {
  host::HttpResponse response;
  response.status = static_cast<int>(in.u32());
  response.headers = read_headers(in);
  response.body = in.text();
  response.error = in.text();
  return response;
}

}  // namespace syn
