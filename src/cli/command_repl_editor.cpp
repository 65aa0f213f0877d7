// Reading lines for the repl.
// SPDX-License-Identifier: Apache-2.0
#include "cli/command_repl_editor.h"

#include <dlfcn.h>

#include <clocale>
#include <cstdlib>

#include "host/input.h"
#include "host/output.h"

namespace syn::cli {

void LineEditor::open_library() {
  opened_ = true;
  void* library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  readline_ = reinterpret_cast<char* (*)(const char*)>(dlsym(library, "readline"));
  add_history_ = reinterpret_cast<int (*)(const char*)>(dlsym(library, "add_history"));
  deprep_terminal_ = reinterpret_cast<void (*)()>(dlsym(library, "rl_deprep_terminal"));
  // libedit reads wide characters: source text is UTF-8 whatever the surroundings say.
  std::setlocale(LC_CTYPE, "C.UTF-8");
}

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  if (terminal_ && !opened_) open_library();
  host_.output.flush();
  if (readline_ != nullptr) {
    char* line = readline_(prompt.c_str());
    if (line == nullptr) {
      // An interrupt leaves the terminal as it was for editing.
      if (deprep_terminal_ != nullptr) deprep_terminal_();
      return std::nullopt;
    }
    std::string text = line;
    std::free(line);
    return text;
  }
  if (!host_.output.write(prompt).ok()) return std::nullopt;
  host_.output.flush();
  auto line = host_.input.read_line();
  return line.ok() ? std::move(line).value() : std::nullopt;
}

void LineEditor::remember(const std::string& entry) {
  if (add_history_ != nullptr) add_history_(entry.c_str());
}

}  // namespace syn::cli
