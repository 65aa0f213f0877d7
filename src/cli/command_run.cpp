// `synsema run`.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/audit_target.h"
#include "cli/commands.h"
#include "cli/error_report.h"
#include "cli/json_text.h"
#include "cli/language.h"
#include "cli/run_options.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "run/diagnostic.h"
#include "run/report.h"
#include "run/run.h"

namespace syn::cli {
namespace {

constexpr size_t kWantedStackBytes = 100 << 20;
constexpr size_t kStackMarginBytes = 1 << 20;

/// Builtins that call tasks back nest on the C++ stack: let the main thread's grow as far as the
/// system allows (the limit is read when it grows), and say how far that is.
size_t grow_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return 6 << 20;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < kWantedStackBytes) {
    rlimit wanted = limit;
    wanted.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > kWantedStackBytes
                          ? kWantedStackBytes
                          : limit.rlim_max;
    if (setrlimit(RLIMIT_STACK, &wanted) == 0) limit = wanted;
  }
  size_t bytes = limit.rlim_cur == RLIM_INFINITY ? kWantedStackBytes : limit.rlim_cur;
  return bytes > 2 * kStackMarginBytes ? bytes - kStackMarginBytes : bytes / 2;
}

/// Gathers lines for `--format json`.
class CollectedOutput final : public host::Output {
 public:
  Result<void> print(std::string_view text) override {
    lines_.emplace_back(text);
    return {};
  }
  Result<void> write(std::string_view text) override { return print(text); }
  void print_error(std::string_view text) override { show(stderr, std::string(text) + "\n"); }
  void flush() override {}
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// Entries to the audit target and, for reports, to memory.
class AuditFan final : public cap::AuditSink {
 public:
  AuditFan(AuditTarget* target, cap::AuditMemory* memory) : target_(target), memory_(memory) {}
  void record(const cap::AuditEntry& entry) override {
    if (target_ != nullptr) target_->record(entry);
    if (memory_ != nullptr) memory_->record(entry);
  }

 private:
  AuditTarget* target_;       // outlives this
  cap::AuditMemory* memory_;  // outlives this
};

void print_json(const RunOutcome& outcome, const CollectedOutput& output,
                const cap::AuditMemory& audit, Language language) {
  std::string out = outcome.ok ? "{\"ok\":true,\"output\":[" : "{\"ok\":false,\"output\":[";
  for (size_t i = 0; i < output.lines().size(); ++i) {
    if (i != 0) out += ',';
    append_json_text(out, output.lines()[i]);
  }
  out += "],\"errors\":[";
  for (size_t i = 0; i < outcome.errors.size(); ++i) {
    if (i != 0) out += ',';
    append_json_text(out, outcome.errors[i].line(language));
  }
  out += "],\"audit\":[";
  bool first = true;
  for (const cap::AuditEntry& entry : audit.entries()) {
    if (!outcome.loaded) break;
    if (!first) out += ',';
    first = false;
    out += entry.to_json_line();
  }
  out += fmt::format("],\"exit\":{},\"llm_tokens\":0,\"steps\":{}", outcome.exit_code,
                     outcome.loaded ? outcome.steps : 0);
  for (size_t i = 0; i < outcome.errors.size(); ++i) {
    out += i == 0 ? ",\"diagnostics\":[" : ",";
    append_diagnostic_json(out, make_diagnostic(outcome.errors[i], language));
  }
  if (!outcome.errors.empty()) out += ']';
  std::vector<std::string> notes = outcome.notes;
  for (const Error& error : outcome.errors) {
    std::string note = refusal_note(error, language);
    if (!note.empty()) notes.push_back(std::move(note));
  }
  for (size_t i = 0; i < notes.size(); ++i) {
    out += i == 0 ? ",\"notes\":[" : ",";
    append_json_text(out, notes[i]);
  }
  out += notes.empty() ? "}\n" : "]}\n";
  show(stdout, out);
  std::fflush(stdout);
}

void print_errors(const RunOutcome& outcome, const RunOptions& options, std::string_view source) {
  bool terminal = isatty(STDERR_FILENO) == 1;
  for (const Error& error : outcome.errors) {
    if (options.explain) {
      show(stderr, explain_error(error, source, outcome.variables));
    } else if (terminal) {
      ReportStyle style{std::getenv("NO_COLOR") == nullptr, options.language};
      std::string text = describe_error(error, source, style);
      std::fwrite(text.data(), 1, text.size(), stderr);
    } else {
      show(stderr, error.line(options.language) + "\n");
    }
  }
}

uint32_t max_depth_setting() {
  const char* text = std::getenv("SYNSEMA_RUN_PROGRAM_MAX_DEPTH");
  if (text == nullptr) return 4;
  char* end = nullptr;
  unsigned long value = std::strtoul(text, &end, 10);
  return *text == '\0' || *end != '\0' || value > 64 ? 4 : static_cast<uint32_t>(value);
}

}  // namespace

int command_run(const std::vector<std::string>& words) {
  World world;
  ParsedOptions parsed = parse_run_options("run", words, world.base());
  RunOptions& options = parsed.options;
  if (!options.language_given) options.language = environment_language();
  if (!parsed.error.empty()) {
    show(stderr, fmt::format("synsema run: {}\n", parsed.error));
    if (parsed.show_usage) {
      fmt::print(stderr, "usage: synsema {}\n", find_command("run")->usage);
    }
    return 2;
  }
  std::string audit_error;
  std::unique_ptr<AuditTarget> target;
  const char* audit_variable = std::getenv("SYNSEMA_AUDIT");
  if (!options.audit && audit_variable != nullptr && *audit_variable != '\0') {
    options.audit = audit_variable;
  }
  if (options.audit) {
    target = AuditTarget::open(*options.audit, audit_error);
    if (target == nullptr) {
      show(stderr, fmt::format("synsema run: {}\n", audit_error));
      return 2;
    }
  }
  CollectedOutput collected;
  bool json = options.format == Format::Json;
  SourceFile source = [&] {
    host::Host host = world.host();
    return read_source(host, options.file, world.base().cwd, options.language);
  }();
  if (!source.ok) {
    show(stderr, source.error + "\n");
    return 1;
  }
  // A program that is not trusted does not steer the terminal either.
  if (!options.ceilings.empty()) world.output().escape_on_terminal();
  world.load_env_file(options.env_file);
  host::Host host = json ? world.host_with(collected) : world.host();
  cap::AuditMemory memory;
  AuditFan fan(target.get(), json ? &memory : nullptr);
  bool audited = json || target != nullptr;
  host::PosixClock clock;
  cap::AuditLog audit(audited ? &fan : nullptr, [&clock] { return clock.unix_ns() / 1'000'000; });
  RunRequest request;
  request.sql_library_root = World::sql_library_root();
  request.source = source.text;
  request.file = options.filename.empty() ? source.name : options.filename;
  request.module_root = source.module_root;
  request.arguments = options.arguments;
  request.profile = options.profile;
  request.base = world.base();
  request.language = options.language;
  request.ceilings = options.ceilings;
  request.max_depth = max_depth_setting();
  request.num_threads = World::num_threads();
  request.limits.native_stack_bytes = grow_stack();
  RunOutcome outcome = run_program_here(std::move(request), host, audit);
  world.output().flush();
  if (json) {
    print_json(outcome, collected, memory, options.language);
  } else {
    print_errors(outcome, options, source.text);
  }
  if (target != nullptr) target->write_line(audit.summary().to_json_line(outcome.exit_code));
  return outcome.exit_code;
}

}  // namespace syn::cli
