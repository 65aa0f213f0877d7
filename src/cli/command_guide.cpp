// `synsema guide`.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/language.h"
#include "cli/terminal_text.h"
#include "run/guide.h"

namespace syn::cli {

int command_guide(const std::vector<std::string>& given) {
  auto [words, language, mistake] = take_language(given);
  if (mistake.empty() && !words.empty()) mistake = "unexpected '" + words[0] + "'";
  if (!mistake.empty()) {
    show(stderr, fmt::format("synsema guide: {}\nusage: synsema {}\n", mistake,
                             find_command("guide")->usage));
    return 2;
  }
  show(stdout, language_guide(language));
  return 0;
}

}  // namespace syn::cli
