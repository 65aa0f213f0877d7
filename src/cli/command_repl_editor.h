// Reading lines for the repl: with editing and history at a terminal, plain otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "host/host.h"

namespace syn::cli {

/// At a terminal, libedit, which is opened with the first line so that nothing else pays for it.
/// Without it, and when standard input is no terminal, the prompt and a plain line of the host's
/// input, which the program's own `read_line` shares.
class LineEditor {
 public:
  LineEditor(host::Host& host, bool terminal) : host_(host), terminal_(terminal) {}

  /// Without its line end; nothing at the end of the input or after an interrupt.
  std::optional<std::string> read(const std::string& prompt);
  /// Makes an entry come back with the up key.
  void remember(const std::string& entry);

 private:
  void open_library();

  host::Host& host_;  // outlives this
  bool terminal_;
  bool opened_ = false;
  char* (*readline_)(const char*) = nullptr;
  void (*deprep_terminal_)() = nullptr;
  int (*add_history_)(const char*) = nullptr;
};

}  // namespace syn::cli
