// Keeps what a program prints.
// SPDX-License-Identifier: Apache-2.0
#include "cli/captured_output.h"
#include "cli/terminal_text.h"

#include <fmt/format.h>

#include <cstdio>

namespace syn::cli {

Result<void> CapturedOutput::print(std::string_view text) {
  if (keep_ != Keep::Nothing) texts_.emplace_back(text);
  return {};
}

void CapturedOutput::print_error(std::string_view text) {
  if (keep_ == Keep::All) texts_.emplace_back(text);
  if (keep_ == Keep::Output) show(stderr, std::string(text) + "\n");
}

}  // namespace syn::cli
