// Printing to terminals.
// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal_text.h"

#include <unistd.h>

#include <string>

#include "host/terminal_text.h"

namespace syn::cli {

void show(std::FILE* stream, std::string_view text) {
  if (isatty(fileno(stream)) != 1) {
    std::fwrite(text.data(), 1, text.size(), stream);
    return;
  }
  std::string safe = host::escape_controls(text);
  std::fwrite(safe.data(), 1, safe.size(), stream);
}

}  // namespace syn::cli
