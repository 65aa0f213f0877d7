// `synsema check`.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/commands.h"
#include "cli/error_report.h"
#include "cli/language.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "run/diagnostic.h"
#include "run/run.h"

namespace syn::cli {

int command_check(const std::vector<std::string>& given) {
  auto [words, language, mistake] = take_language(given);
  bool json = false;
  std::string file;
  for (const std::string& word : words) {
    if (word == "--json") {
      json = true;
    } else if (word.starts_with("--")) {
      mistake = "unknown flag '" + word + "'";
    } else if (!file.empty()) {
      mistake = "one program at a time";
    } else {
      file = word;
    }
  }
  if (!mistake.empty() || file.empty()) {
    if (!mistake.empty()) fmt::print(stderr, "synsema check: {}\n", mistake);
    fmt::print(stderr, "usage: synsema {}\n", find_command("check")->usage);
    return 2;
  }
  World world;
  host::Host host = world.host();
  SourceFile source = read_source(host, file, world.base().cwd, language);
  if (!source.ok) {
    show(stderr, source.error + "\n");
    return 1;
  }
  RunRequest request;
  request.source = source.text;
  request.file = source.name;
  request.module_root = source.module_root;
  request.base = world.base();
  CheckOutcome outcome = check_program(request, host);
  if (json) {
    std::string out = outcome.errors.empty() ? "{\"ok\":true" : "{\"ok\":false";
    out += fmt::format(",\"statements\":{},\"errors\":[", outcome.num_statements);
    for (size_t i = 0; i < outcome.errors.size(); ++i) {
      if (i != 0) out += ',';
      append_diagnostic_json(out, make_diagnostic(outcome.errors[i], language));
    }
    out += "]}";
    show(stdout, out + "\n");
    return outcome.errors.empty() ? 0 : 1;
  }
  bool terminal = isatty(STDERR_FILENO) == 1;
  bool colours = std::getenv("NO_COLOR") == nullptr;
  for (const Error& error : outcome.errors) {
    if (terminal) {
      fmt::print(stderr, "{}", describe_error(error, source.text, {colours, language}));
    } else {
      show(stderr, fmt::format("Error: {}\n", error.located_message(language)));
    }
  }
  for (const Error& warning : outcome.warnings) {
    show(stderr, fmt::format("{}: {}\n", language == Language::Spanish ? "aviso" : "warning",
                             warning.located_message(language)));
  }
  if (!outcome.errors.empty()) return 1;
  if (language == Language::Spanish) {
    fmt::print("OK: {} instrucciones analizadas.\n", outcome.num_statements);
  } else {
    fmt::print("OK: {} statements parsed.\n", outcome.num_statements);
  }
  return 0;
}

}  // namespace syn::cli
