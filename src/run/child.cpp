// A program that `run_program` started: its world is the channel and what its ceilings let through.
// SPDX-License-Identifier: Apache-2.0
#include "run/child.h"

#include "builtins/sql_engine.h"
#include "builtins/sql_errors.h"
#include "bytecode/errors.h"
#include "host/host.h"
#include "host/posix/posix_files.h"
#include "host/posix/posix_host.h"
#include "host/workers.h"
#include "run/brokered_host.h"
#include "run/children.h"
#include "run/registry.h"
#include "run/report.h"
#include "run/run.h"
#include "sandbox/child_channel.h"
#include "sandbox/errors.h"
#include "sandbox/launcher.h"
#include "sandbox/payload.h"
#include "sandbox/wire.h"
#include "value/errors.h"

namespace syn {
namespace {

class ChannelOutput final : public host::Output {
 public:
  explicit ChannelOutput(sandbox::ChildChannel& channel) : channel_(channel) {}
  Result<void> print(std::string_view text) override { return channel_.print(text); }
  Result<void> write(std::string_view text) override { return channel_.print(text); }
  void print_error(std::string_view text) override { (void)channel_.print(text); }
  void flush() override { channel_.flush(); }
  void tick() override { channel_.tick(); }

 private:
  sandbox::ChildChannel& channel_;  // outlives this
};

class ChannelAudit final : public cap::AuditSink {
 public:
  explicit ChannelAudit(sandbox::ChildChannel& channel) : channel_(channel) {}
  void record(const cap::AuditEntry& entry) override {
    channel_.audit(sandbox::encode_audit_entry(entry));
  }

 private:
  sandbox::ChildChannel& channel_;  // outlives this
};

/// A child's standard input is at its end.
class NoInput final : public host::Input {
 public:
  Result<std::optional<std::string>> read_line() override { return std::optional<std::string>(); }
  Result<std::string> read_all(uint64_t) override { return std::string(); }
};

/// What a rehearsal says and decides is nobody's to hear.
class NoAudit final : public cap::AuditSink {
 public:
  void record(const cap::AuditEntry& entry) override { (void)sandbox::encode_audit_entry(entry); }
};

class NoOutput final : public host::Output {
 public:
  Result<void> print(std::string_view) override { return {}; }
  Result<void> write(std::string_view) override { return {}; }
  void print_error(std::string_view) override {}
  void flush() override {}
};

class NoProcesses final : public host::Processes {
 public:
  Result<host::ProcessOutcome> run(const host::ProcessRequest&) override {
    return Error(sandbox_errors::kChannelClosed);
  }
};

RunRequest request_of(sandbox::RunPayload payload) {
  RunRequest request;
  request.source = std::move(payload.source);
  request.file = std::move(payload.filename);
  request.profile = payload.profile;
  request.base = std::move(payload.base);
  request.ceilings = std::move(payload.ceilings);
  request.depth = payload.depth;
  request.sql_library_root = std::move(payload.sql_library_root);
  request.max_depth = payload.max_depth;
  request.language = payload.language;
  request.may_start_threads = false;
  return request;
}

std::string encode_result(RunOutcome outcome, Language language) {
  ChildResult result;
  for (const Error& error : outcome.errors) {
    result.errors.push_back(error.line());
    result.diagnostics.push_back(make_diagnostic(error, language));
  }
  result.notes = std::move(outcome.notes);
  // What would have been legal, for whoever writes the next try.
  for (const Error& error : outcome.errors) {
    std::string note = refusal_note(error, language);
    if (!note.empty()) result.notes.push_back(std::move(note));
  }
  return encode_child_result(result);
}

/// A small program that does a little of what most do: lists, maps, templates, numbers, text. Its
/// folder is nobody's.
constexpr std::string_view kRehearsedCeiling = "stdout,file.read=./synsema-rehearsal/*";
constexpr std::string_view kRehearsal = R"(
require file.read("./synsema-rehearsal/*")
let rows be [{"name": "a", "n": 1}, {"name": "b", "n": 2.5}]
task label(row)
    give `{upper(row.name)}: {row.n + 1}`
each row in rows
    when row.n > 1
        print(label(row))
print(json_encode(sort_by(where(rows, (r) => r.n > 0), "n")))
print(sum(collect(rows, "n")))
)";

std::string rehearsed_payload() {
  sandbox::RunPayload payload;
  payload.source = kRehearsal;
  payload.filename = "rehearsal";
  payload.profile = cap::Profile::Native;
  payload.base.cwd = "/";
  auto ceiling = cap::parse_ceiling(kRehearsedCeiling, payload.base);
  if (ceiling.ok()) payload.ceilings.assign(2, ceiling.value());
  return sandbox::encode_payload(payload);
}

/// The way of a payload, from its bytes to those of a result.
void rehearse() {
  auto payload = sandbox::decode_payload(rehearsed_payload());
  if (!payload.ok()) return;
  NoOutput output;
  host::PosixRandom random;
  host::PosixFiles files(random);
  host::PosixClock clock;
  host::EnvironmentMap environment({});
  NoInput input;
  NoProcesses processes;
  host::NoWorkers workers;
  host::NoNetwork network;
  host::Host host{files, clock, random, environment, output, input, processes, workers, network};
  NoAudit sink;
  cap::AuditLog audit(&sink, [&clock] { return clock.unix_ns() / 1'000'000; });
  RunRequest request = request_of(std::move(payload).value());
  host::pin_ceiling_roots(files, request.ceilings);
  (void)encode_result(run_program_here(std::move(request), host, audit), Language::English);
}

sandbox::Why why_of(const RunOutcome& outcome) {
  if (outcome.ok) return sandbox::Why::Ok;
  if (outcome.errors.empty()) return sandbox::Why::Error;
  const Error& error = outcome.errors.front();
  bool memory = error.is(value_errors::kMemoryLimit) || error.is(sql_errors::kUnpacks);
  if (memory) return sandbox::Why::Memory;
  if (error.is(runtime_errors::kStepLimit)) return sandbox::Why::Steps;
  if (error.is(runtime_errors::kTimeLimit)) return sandbox::Why::Timeout;
  if (error.is(sandbox_errors::kOutputLimit)) return sandbox::Why::Output;
  if (error.row().category == ErrorCategory::Denied) return sandbox::Why::Denied;
  return sandbox::Why::Error;
}

sandbox::ChildReport failed(std::string message) {
  sandbox::ChildReport report;
  report.why = sandbox::Why::Error;
  report.exit_code = 1;
  report.result = encode_child_result({{std::move(message)}, {}, {}});
  return report;
}

sandbox::ChildReport run_payload(sandbox::ChildChannel& channel, std::string bytes,
                                 std::unique_ptr<Kept>& warm_engine) {
  auto decoded = sandbox::decode_payload(bytes);
  if (!decoded.ok()) return failed(decoded.error().line());
  sandbox::RunPayload payload = std::move(decoded).value();
  bytes = {};
  ChannelOutput output(channel);
  host::PosixRandom random;
  host::PosixFiles files(random);
  host::PosixClock clock;
  BrokeredProcesses processes(channel);
  BrokeredNetwork network(channel);
  BrokeredEnvironment environment({payload.environment.begin(), payload.environment.end()},
                                  channel);
  NoInput input;
  host::NoWorkers workers;
  host::Host host{files, clock, random, environment, output, input, processes, workers, network};
  ChannelAudit sink(channel);
  const sandbox::ChildPolicy& policy = channel.policy();
  cap::AuditLog audit(
      &sink, [&clock] { return clock.unix_ns() / 1'000'000; }, policy.limits.max_audit_entries);
  const Language language = payload.language;
  RunRequest request = request_of(std::move(payload));
  request.deadline_ns = channel.deadline_ns();
  std::unique_ptr<Children> children = make_brokered_children(channel);
  request.children = children.get();
  request.warm_engine = &warm_engine;
  request.limits.memory_bytes = policy.limits.memory_bytes;
  request.limits.steps = policy.limits.max_steps;
  host::pin_ceiling_roots(files, request.ceilings);
  RunOutcome outcome = run_last_program_here(std::move(request), host, audit);
  sandbox::ChildReport report;
  report.why = why_of(outcome);
  report.exit_code = static_cast<uint8_t>(outcome.exit_code);
  report.steps = outcome.steps;
  report.peak_memory_bytes = outcome.peak_memory;
  report.result = encode_result(std::move(outcome), language);
  return report;
}

/// What children of this process, forked or itself, need made before their walls stand.
struct Preparation {
  std::unique_ptr<Kept> engine;

  /// A library that cannot be loaded is an error of the builtin that needs it, not of the start.
  void open_engine(const std::string& root) {
    if (engine == nullptr) engine = open_warm_sql_engine(root);
  }
};

int serve_prepared(int fd, Preparation& preparation, sandbox::BaseFilter base_filter) {
  sandbox::ChildWork work;
  work.prepare = [&](const sandbox::ChildPolicy& policy) {
    if (policy.engine) preparation.open_engine(policy.engine_root);
  };
  work.rehearse = rehearse;
  work.run = [&](sandbox::ChildChannel& channel, std::string payload) {
    return run_payload(channel, std::move(payload), preparation.engine);
  };
  work.base_filter = base_filter;
  return sandbox::serve_child(fd, work);
}

}  // namespace

int run_child_process(int fd) {
  Preparation preparation;
  return serve_prepared(fd, preparation, sandbox::BaseFilter::Missing);
}

int run_launcher_process(int fd) {
  Preparation preparation;
  sandbox::LauncherWork work;
  work.warm_up = [&](const std::optional<std::string>& engine_root) {
    (void)builtin_registry();
    if (engine_root) preparation.open_engine(*engine_root);
  };
  work.child = [&](int channel, sandbox::BaseFilter base_filter) {
    return serve_prepared(channel, preparation, base_filter);
  };
  return sandbox::serve_launcher(fd, work);
}

}  // namespace syn
