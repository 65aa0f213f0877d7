// The commands of `synsema`: one row each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syn::cli {

struct Command {
  std::string_view name;
  std::string_view usage;    ///< after `synsema `
  std::string_view summary;  ///< one line
  std::string_view details;  ///< for `synsema help NAME`
  /// Words after the command's name; the exit code.
  int (*run)(const std::vector<std::string>& words);
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);

int command_run(const std::vector<std::string>& words);
int command_check(const std::vector<std::string>& words);
int command_test(const std::vector<std::string>& words);
int command_repl(const std::vector<std::string>& words);
int command_fmt(const std::vector<std::string>& words);
int command_tokens(const std::vector<std::string>& words);
int command_ast(const std::vector<std::string>& words);
int command_bytecode(const std::vector<std::string>& words);
int command_conform(const std::vector<std::string>& words);
int command_audit(const std::vector<std::string>& words);
int command_doctor(const std::vector<std::string>& words);
int command_describe(const std::vector<std::string>& words);
int command_guide(const std::vector<std::string>& words);
int command_version(const std::vector<std::string>& words);
int command_help(const std::vector<std::string>& words);

}  // namespace syn::cli
