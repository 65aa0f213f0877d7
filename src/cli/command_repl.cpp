// `synsema repl` (language.md §23.5, with blocks and results).
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/command_repl_editor.h"
#include "cli/command_repl_interrupt.h"
#include "cli/commands.h"
#include "cli/error_report.h"
#include "cli/language.h"
#include "cli/run_options.h"
#include "cli/version.h"
#include "cli/world.h"
#include "host/output.h"
#include "host/terminal_text.h"
#include "run/repl_session.h"

namespace syn::cli {
namespace {

constexpr std::string_view kHelp =
    R"(Each line is a program that shares its variables with the ones before; the value of an expression
is shown. A line that begins a block goes on until an empty line; one with an open bracket until it
is closed.

  :help   this
  :quit   leave (so does the end of the input, Ctrl-D)
  Ctrl-C  drop the entry, or end what runs
)";

class Repl {
 public:
  Repl(host::Host& host, RunRequest request, cap::AuditLog& audit, Language language)
      : host_(host),
        terminal_(isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1),
        language_(language),
        editor_(host, terminal_),
        session_(std::move(request), host, audit) {}

  int run() {
    watch_interrupts();
    say(fmt::format("Synsema {} - :help explains, :quit leaves", kVersion));
    while (!done_) {
      take_interrupt();
      auto line = editor_.read(lines_.empty() ? ">>> " : "... ");
      if (line) {
        take_line(*line);
      } else if (take_interrupt()) {
        say("");
        drop_entry();
      } else {
        if (!lines_.empty()) run_entry();
        if (!done_) say("");
        break;
      }
    }
    host_.output.flush();
    return exit_code_;
  }

 private:
  /// A closed output is found when the next prompt is written.
  void say(std::string_view text) { (void)host_.output.print(text); }

  void drop_entry() {
    lines_.clear();
    in_block_ = false;
  }

  void take_line(const std::string& line) {
    bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (lines_.empty() && blank) return;
    if (lines_.empty() && line[0] == ':') {
      obey(line);
      return;
    }
    lines_ += line + "\n";
    EntryState state = state_of_entry(lines_);
    if (state == EntryState::NeedsMore) return;
    if (state == EntryState::NeedsBlock) in_block_ = true;
    if (!in_block_ || blank) run_entry();
  }

  void obey(const std::string& line) {
    std::string command = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (command == ":quit" || command == ":q") {
      done_ = true;
    } else if (command == ":help" || command == ":h") {
      (void)host_.output.write(kHelp);
    } else {
      say("unknown command '" + command + "'; there are :help and :quit");
    }
  }

  void run_entry() {
    std::string entry = std::move(lines_);
    drop_entry();
    editor_.remember(entry.substr(0, entry.find_last_not_of(" \t\r\n") + 1));
    ReplReply reply = session_.enter(entry);
    if (reply.value) say(terminal_ ? host::escape_controls(*reply.value) : *reply.value);
    for (const Error& error : reply.errors) tell(error, entry);
    if (reply.exit_code) {
      done_ = true;
      exit_code_ = *reply.exit_code;
    }
    host_.output.flush();
  }

  void tell(const Error& error, const std::string& entry) {
    if (take_interrupt()) {
      say("interrupted");
    } else if (terminal_) {
      bool colours = std::getenv("NO_COLOR") == nullptr;
      (void)host_.output.write(describe_error(error, entry, {colours, language_}));
    } else {
      say(error.line(language_));
    }
  }

  host::Host& host_;
  bool terminal_;
  Language language_;
  LineEditor editor_;
  ReplSession session_;
  std::string lines_;      ///< the entry so far
  bool in_block_ = false;  ///< it ends with an empty line
  bool done_ = false;
  int exit_code_ = 0;
};

}  // namespace

int command_repl(const std::vector<std::string>& words) {
  World world;
  std::vector<std::string> with_file = words;
  with_file.emplace_back("-");
  ParsedOptions parsed = parse_run_options("repl", with_file, world.base());
  RunOptions& options = parsed.options;
  if (parsed.error.empty() && !options.arguments.empty()) parsed.error = "it takes no program";
  if (!parsed.error.empty()) {
    fmt::print(stderr, "synsema repl: {}\nusage: synsema {}\n", parsed.error,
               find_command("repl")->usage);
    return 2;
  }
  if (!options.language_given) options.language = environment_language();
  world.load_env_file(options.env_file);
  host::Host real = world.host();
  InterruptibleClock clock(real.clock);
  host::Host host{real.files, clock,          real.random,  real.environment, real.output,
                  real.input, real.processes, real.workers, real.network};
  cap::AuditLog audit(nullptr, [&clock] { return clock.unix_ns() / 1'000'000; });
  RunRequest request;
  request.sql_library_root = World::sql_library_root();
  request.file = "<repl>";
  request.module_root = world.base().cwd;
  request.profile = options.profile;
  request.base = world.base();
  request.language = options.language;
  request.ceilings = options.ceilings;
  request.deadline_ns = InterruptibleClock::kDeadline;
  return Repl(host, std::move(request), audit, options.language).run();
}

}  // namespace syn::cli
