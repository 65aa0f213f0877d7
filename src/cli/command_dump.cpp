// `synsema tokens|ast|bytecode`: what a program looks like inside.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/language.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "run/source_views.h"

namespace syn::cli {
namespace {

int dump(std::string_view command, const std::vector<std::string>& given,
         SourceView (*make_view)(std::string, std::string)) {
  auto [words, language, mistake] = take_language(given);
  if (!mistake.empty()) fmt::print(stderr, "synsema {}: {}\n", command, mistake);
  if (!mistake.empty() || words.size() != 1 || (words[0].size() > 1 && words[0].starts_with('-'))) {
    fmt::print(stderr, "usage: synsema {}\n", find_command(command)->usage);
    return 2;
  }
  World world;
  host::Host host = world.host();
  SourceFile source = read_source(host, words[0], world.base().cwd, language);
  if (!source.ok) {
    show(stderr, source.error + "\n");
    return 1;
  }
  SourceView view = make_view(std::move(source.text), source.name);
  show(stdout, view.text);
  for (const Error& error : view.errors) show(stderr, error.line(language) + "\n");
  return view.errors.empty() ? 0 : 1;
}

}  // namespace

int command_tokens(const std::vector<std::string>& words) {
  return dump("tokens", words, view_tokens);
}

int command_ast(const std::vector<std::string>& words) { return dump("ast", words, view_tree); }

int command_bytecode(const std::vector<std::string>& words) {
  return dump("bytecode", words, view_bytecode);
}

}  // namespace syn::cli
