// The `synsema` command.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/terminal_text.h"
#include "run/child.h"

namespace {

/// Lists of rows and columns come and go by the megabyte. Freed memory is kept for the next ones:
/// each fresh page costs a fault, and sorting a million rows had 7,800 of them (now 4,400). Larger
/// blocks go back at once, so that a reader's peak stays near what its columns hold.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "--child") {
    _exit(syn::run_child_process(std::atoi(words[1].c_str())));  // nothing is left to tidy up
  }
  if (words.size() == 2 && words[0] == "--launcher") {
    _exit(syn::run_launcher_process(std::atoi(words[1].c_str())));
  }
  if (words.empty()) {
    syn::cli::command_help({});
    return 2;
  }
  std::string name = words[0];
  words.erase(words.begin());
  if (name == "--help" || name == "-h") name = "help";
  if (name == "--version") name = "version";
  const syn::cli::Command* command = syn::cli::find_command(name);
  if (command == nullptr) {
    std::string known;
    for (const auto& each : syn::cli::commands()) {
      known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    syn::cli::show(stderr, "unknown command: '" + name + "'. Available: " + known + "\n");
    return 2;
  }
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word == "--help" || word == "-h") return syn::cli::command_help({name});
  }
  return command->run(words);
}
