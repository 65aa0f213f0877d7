// `synsema conform`: one JSON line for comparing implementations (language.md §23.6).
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/captured_output.h"
#include "cli/commands.h"
#include "cli/json_text.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "run/run.h"

namespace syn::cli {
namespace {

void append_list(std::string& out, const std::vector<std::string>& texts) {
  out += '[';
  for (size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) out += ',';
    append_json_text(out, texts[i]);
  }
  out += ']';
}

}  // namespace

int command_conform(const std::vector<std::string>& words) {
  if (words.size() != 1 || (words[0].size() > 1 && words[0].starts_with('-'))) {
    fmt::print(stderr, "usage: synsema {}\n", find_command("conform")->usage);
    return 2;
  }
  World world;
  CapturedOutput output(CapturedOutput::Keep::Output);
  host::Host host = world.host_with(output);
  SourceFile source = read_source(host, words[0], world.base().cwd);
  if (!source.ok) {
    show(stderr, source.error + "\n");
    return 1;
  }
  host::PosixClock clock;
  cap::AuditLog audit(nullptr, [&clock] { return clock.unix_ns() / 1'000'000; });
  RunRequest request;
  request.source = std::move(source.text);
  request.file = source.name;
  request.module_root = source.module_root;
  request.base = world.base();
  RunOutcome outcome = run_program_here(std::move(request), host, audit);
  std::vector<std::string> errors;
  for (const Error& error : outcome.errors) errors.push_back(error.line());
  std::string out = outcome.ok ? "{\"ok\": true, \"out\": " : "{\"ok\": false, \"out\": ";
  append_list(out, output.texts());
  out += ", \"err\": ";
  append_list(out, errors);
  out += "}\n";
  std::fwrite(out.data(), 1, out.size(), stdout);
  return 0;
}

}  // namespace syn::cli
