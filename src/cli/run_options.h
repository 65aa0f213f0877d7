// Options of `run` and `check`: reading them, and the exact usage errors (security.md §8, §14,
// §20).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cap/ceiling.h"
#include "cap/profile.h"

namespace syn::cli {

enum class Format : uint8_t { Human, Json };

struct RunOptions {
  std::string command;   ///< "run", for messages
  std::string file;      ///< path or "-"
  std::string filename;  ///< --filename: the name that messages show
  std::vector<std::string> arguments;
  Format format = Format::Human;
  bool explain = false;
  bool deterministic = false;
  cap::Profile profile = cap::Profile::Native;
  std::vector<cap::Ceiling> ceilings;
  std::optional<std::string> audit;     ///< --audit or SYNSEMA_AUDIT
  std::optional<std::string> env_file;  ///< path; empty text: none
  Language language = Language::English;
  bool language_given = false;  ///< --lang beats SYNSEMA_LANG
};

/// Either options, or the text of a usage error (without `synsema run: `).
struct ParsedOptions {
  RunOptions options;
  std::string error;
  bool show_usage = false;
};

ParsedOptions parse_run_options(std::string_view command, const std::vector<std::string>& words,
                                const cap::ScopeBase& base);

}  // namespace syn::cli
