// `synsema test` (language.md §23.4).
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cli/captured_output.h"
#include "cli/commands.h"
#include "cli/language.h"
#include "cli/program_files.h"
#include "cli/run_options.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "run/test_run.h"

namespace syn::cli {
namespace {

/// Flags of `run` that say nothing here.
constexpr std::string_view kForeignFlags[] = {"--format", "--explain", "--filename", "--audit"};

struct Totals {
  size_t passed = 0;
  size_t failed = 0;
};

struct Asked {
  bool verbose = false;
  std::vector<std::string> words;  ///< without -v
  std::string unknown;             ///< the first flag that is none
};

Asked read_words(const std::vector<std::string>& words) {
  Asked asked;
  for (const std::string& word : words) {
    std::string_view name = std::string_view(word).substr(0, word.find('='));
    bool foreign = std::find(std::begin(kForeignFlags), std::end(kForeignFlags), name) !=
                   std::end(kForeignFlags);
    bool short_flag = word.size() > 1 && word[0] == '-' && word[1] != '-';
    if (word == "-v" || word == "--verbose") {
      asked.verbose = true;
    } else if (foreign || short_flag) {
      if (asked.unknown.empty()) asked.unknown = word;
    } else {
      asked.words.push_back(word);
    }
  }
  return asked;
}

void print_captured(const CapturedOutput& output) {
  for (const std::string& text : output.texts()) {
    std::string_view rest = text;
    while (true) {
      size_t end = rest.find('\n');
      show(stdout, fmt::format("  | {}\n", rest.substr(0, end)));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
  }
}

void print_failure(std::string_view name, std::string_view message, Totals& totals) {
  show(stdout, fmt::format("  ✗ {}: {}\n", name, message));
  ++totals.failed;
}

void print_outcome(const TestOutcome& outcome, Language language, Totals& totals) {
  if (!outcome.load_errors.empty()) {
    print_failure("<parse>", outcome.load_errors[0].line(language), totals);
    for (size_t i = 1; i < outcome.load_errors.size(); ++i) {
      show(stdout, fmt::format("    {}\n", outcome.load_errors[i].line(language)));
    }
    return;
  }
  if (outcome.setup_error) {
    print_failure("<setup>", outcome.setup_error->located_message(language), totals);
  }
  for (const TestResult& result : outcome.results) {
    if (result.error) {
      print_failure(result.name,
                    result.is_assertion ? result.error->message(language)
                                        : result.error->located_message(language),
                    totals);
    } else {
      show(stdout, fmt::format("  ✓ {}\n", result.name));
      ++totals.passed;
    }
  }
}

/// False when the file cannot be read.
bool test_file(World& world, const std::string& file, const RunOptions& options, bool verbose,
               Totals& totals) {
  CapturedOutput output(verbose ? CapturedOutput::Keep::All : CapturedOutput::Keep::Nothing);
  host::Host host = world.host_with(output);
  SourceFile source = read_source(host, file, world.base().cwd);
  if (!source.ok) {
    std::fflush(stdout);
    show(stderr, source.error + "\n");
    return false;
  }
  host::PosixClock clock;
  cap::AuditLog audit(nullptr, [&clock] { return clock.unix_ns() / 1'000'000; });
  RunRequest request;
  request.sql_library_root = World::sql_library_root();
  request.source = std::move(source.text);
  request.file = source.name;
  request.module_root = source.module_root;
  request.profile = options.profile;
  request.base = world.base();
  request.language = options.language;
  request.ceilings = options.ceilings;
  TestOutcome outcome = run_tests(std::move(request), host, audit);
  print_captured(output);
  print_outcome(outcome, options.language, totals);
  return true;
}

int wrong_usage(std::string_view text) {
  fmt::print(stderr, "synsema test: {}\nusage: synsema {}\n", text, find_command("test")->usage);
  return 2;
}

}  // namespace

int command_test(const std::vector<std::string>& words) {
  World world;
  Asked asked = read_words(words);
  if (!asked.unknown.empty()) return wrong_usage("unknown flag '" + asked.unknown + "'");
  ParsedOptions parsed = parse_run_options("test", asked.words, world.base());
  if (!parsed.error.empty()) return wrong_usage(parsed.error);
  RunOptions& options = parsed.options;
  if (!options.language_given) options.language = environment_language();
  std::vector<std::string> paths{options.file};
  paths.insert(paths.end(), options.arguments.begin(), options.arguments.end());
  host::Host host = world.host();
  ProgramFiles found = find_program_files(host, paths, world.base());
  if (!found.error.empty()) {
    show(stderr, fmt::format("synsema test: {}\n", found.error));
    return 2;
  }
  world.load_env_file(options.env_file);
  Totals totals;
  bool all_read = true;
  for (const std::string& file : found.files) {
    if (found.titled) show(stdout, file + ":\n");
    all_read = test_file(world, file, options, asked.verbose, totals) && all_read;
    std::fflush(stdout);
  }
  fmt::print("{} passed, {} failed ({} total)\n", totals.passed, totals.failed,
             totals.passed + totals.failed);
  return totals.failed == 0 && all_read ? 0 : 1;
}

}  // namespace syn::cli
