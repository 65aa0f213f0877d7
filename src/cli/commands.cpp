// The table of commands, and help.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/terminal_text.h"
#include "cli/version.h"

namespace syn::cli {
namespace {

constexpr std::string_view kRunDetails =
    R"(Runs a program. `-` reads it from standard input. Words after the file are args().

  --sandbox            ceiling: stdout and time only
  --cap-set LIST       ceiling: a list such as stdout,file.read=./data/* (or none);
                       file.read:data=./data/* for data files alone, -file.read=./data/x* to deny
  --deterministic      ceiling stdout, profile pure: same input, same output
  --profile P          native (default) or pure (no files, no processes)
  --audit TARGET       every decision as a JSON line: json (stderr), fd:N, unix:PATH or a file
  --format F           human (default) or json: one line with output, errors and audit
  --explain            a long report of the error instead of its line
  --filename NAME      the name that messages show
  --env-file PATH      variables for env() and secret(); --no-env-file for none
  --lang L             messages in en or es

Exit codes: 0 success, 1 the program failed or could not be read, 2 wrong usage.
)";

constexpr std::string_view kCheckDetails =
    R"(Reads a program and its modules without running them, and reports at most 20 errors: all of the
syntax, names that nothing binds, modules that are missing or use each other in a circle.

  --json               one JSON object: file, line, column, end, code, message, hint and fix
  --lang L             messages in en or es

Exit codes: 0 no error, 1 errors or unreadable, 2 wrong usage.
)";

constexpr std::string_view kTestDetails =
    R"(Runs the top level of each program, then each of its top-level `test` blocks. A folder stands for
every .syn file in it and below. What programs print is hidden.

  -v, --verbose        first what the program printed, each line after `  | `
  --sandbox, --cap-set LIST, --deterministic, --profile P, --lang L,
  --env-file PATH, --no-env-file     as for `synsema help run`

    test "adds"
        assert_eq(1 + 1, 2)

Exit codes: 0 nothing failed, 1 something failed or could not be read, 2 wrong usage or no such path.
)";

constexpr std::string_view kReplDetails =
    R"(Reads programs line by line; variables stay. The value of an expression is shown. A line that
begins a block goes on until an empty line; one with an open bracket until it is closed. Errors do
not end it. Commands: :help, :quit. At a terminal lines can be edited and come back with the up key.
Without one the same is written, prompts included, and errors are one line each on standard output.

  --sandbox, --cap-set LIST, --deterministic, --profile P, --lang L,
  --env-file PATH, --no-env-file     as for `synsema help run`

Exit codes: 0 at the end of the input, 2 wrong usage, or what exit() says.
)";

constexpr std::string_view kFmtDetails =
    R"(Prints programs in their canonical layout; they mean the same as before. A folder stands for every
.syn file in it and below, `-` for standard input.

  --check              print the names of files that would change, and no program
  --write              change the files, and print the names of those that changed
  --lang L             messages in en or es

Exit codes: 0 done, 1 a syntax error, an unreadable file or (--check) a file that would change,
2 wrong usage or no such path.
)";

constexpr std::string_view kDumpDetails =
    R"(For looking at how a program is read. The format may change between versions.

  --lang L             messages in en or es

Exit codes: 0 done, 1 errors or unreadable, 2 wrong usage.
)";

constexpr std::string_view kConformDetails =
    R"(Runs a program and prints one line for comparing implementations:
{"ok": true, "out": ["line"], "err": []}

Exit codes: 0 whatever the program did, 1 it could not be read, 2 wrong usage.
)";

constexpr std::string_view kAuditDetails =
    R"(Adds up what `synsema run --audit FILE` wrote: by capability what was granted and denied, to whom,
when, where in the program and why; what the host stopped; and lines that are no records, with their
numbers (a file that was cut off or changed). `-` reads it from standard input.

  --json               one JSON object instead

Exit codes: 0 a whole audit, 1 problems in it or unreadable, 2 wrong usage.
)";

constexpr std::string_view kDoctorDetails =
    R"(Says what this machine offers to the walls around a program (docs/security.md), what that means and
what to do. Findings: ok; missing (a wall cannot be built); weaker (it runs without); note.

  --json               one JSON object instead

Exit codes: 0 everything that `walls: require` needs is here, 1 something is missing, 2 wrong usage.
)";

constexpr std::string_view kDescribeDetails =
    R"(Says what files hold, for a model's prompt: format, rows, and of each column the type that a program
sees, how many values are missing and differ, which they are or between which they lie, what is
doubtful, the fields of nested values; and the first rows. Texts are quoted and escaped. A folder
stands for the CSV, JSON and Parquet files in it and below; links in it are refused, as they are
under a ceiling. Each file is read whole, once, by the readers of programs: a large one takes as
long as reading it does, and as much memory as its columns.

  --rows N             sample rows of each file (3)
  --columns N          columns of each file that are described (100); the others are counted
  --json               one JSON object: files, each with path, format, rows, columns, notes, sample
  --lang L             in en or es; what readers note is in English

Exit codes: 0 all were read, 1 some were not (an error line each; the others are described),
2 wrong usage.
)";

constexpr std::string_view kGuideDetails =
    R"(Prints what a model has to know to write a program that answers a question over files: what differs
from Python and SQL, the syntax, the builtins, whole programs. At most 2,000 tokens, in Markdown, made
to go with each request; `synsema describe` gives the other half of the prompt, the files.

  --lang L             in en or es

Exit codes: 0 done, 2 wrong usage.
)";

constexpr Command kCommands[] = {
    {"run", "run [options] <file | -> [-- args...]",
     "Run a program, under a ceiling if you give one", kRunDetails, command_run},
    {"check", "check [--json] <file | ->", "Look for errors without running", kCheckDetails,
     command_check},
    {"test", "test [-v] [options] <path>...", "Run the test blocks of programs", kTestDetails,
     command_test},
    {"repl", "repl [options]", "Enter programs line by line", kReplDetails, command_repl},
    {"fmt", "fmt [--check | --write] <path | ->...", "Lay programs out", kFmtDetails, command_fmt},
    {"tokens", "tokens <file | ->", "List the tokens of a program", kDumpDetails, command_tokens},
    {"ast", "ast <file | ->", "Show the tree of a program", kDumpDetails, command_ast},
    {"bytecode", "bytecode <file | ->", "List the instructions of a program", kDumpDetails,
     command_bytecode},
    {"conform", "conform <file | ->", "Run a program for a comparison", kConformDetails,
     command_conform},
    {"audit", "audit [--json] <file | ->", "Add up an audit for a person", kAuditDetails,
     command_audit},
    {"doctor", "doctor [--json]", "Say what this machine offers to the walls", kDoctorDetails,
     command_doctor},
    {"describe", "describe [options] <path>...", "Say what files hold, for a model's prompt",
     kDescribeDetails, command_describe},
    {"guide", "guide [--lang L]", "The language in short, for a model's prompt", kGuideDetails,
     command_guide},
    {"version", "version", "Print the version", "", command_version},
    {"help", "help [command]", "Explain a command", "", command_help},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
  for (const Command& command : kCommands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

int command_version(const std::vector<std::string>&) {
  fmt::print("Synsema {}\n", kVersion);
  return 0;
}

int command_help(const std::vector<std::string>& words) {
  if (!words.empty()) {
    const Command* command = find_command(words[0]);
    if (command == nullptr) {
      show(stderr, "unknown command: '" + words[0] + "'\n");
      return 2;
    }
    fmt::print("usage: synsema {}\n\n{}\n", command->usage,
               command->details.empty() ? command->summary : command->details);
    return 0;
  }
  fmt::print(
      "Synsema {}: runs code that a language model wrote, under a ceiling of permissions.\n\n",
      kVersion);
  for (const Command& command : kCommands) {
    fmt::print("  synsema {:<42} {}\n", command.usage, command.summary);
  }
  fmt::print("\n`synsema help COMMAND` says more.\n");
  return 0;
}

}  // namespace syn::cli
