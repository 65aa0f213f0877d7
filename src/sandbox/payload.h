// What a child is given to run. The sandbox carries it as bytes; `run` fills it on one side and
// reads it on the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cap/ceiling.h"
#include "cap/profile.h"
#include "cap/scope.h"

namespace syn::sandbox {

struct RunPayload {
  std::string source;
  std::string filename;                ///< a label; nothing is opened by it
  std::vector<cap::Ceiling> ceilings;  ///< every one above the child, outermost first, its own last
  cap::Profile profile = cap::Profile::Pure;
  cap::ScopeBase base;                                           ///< where relative paths start
  std::vector<std::pair<std::string, std::string>> environment;  ///< only `env()` sees it
  uint32_t depth = 0;  ///< of this child; the top program is 0
  uint32_t max_depth = 4;
  Language language = Language::English;  ///< of hints and diagnostics; errors are in English
  std::string sql_library_root;           ///< as RunRequest has it

  bool operator==(const RunPayload&) const = default;
};

std::string encode_payload(const RunPayload& payload);
[[nodiscard]] Result<RunPayload> decode_payload(std::string_view bytes);

/// Names that a caller may put into a child's environment (security.md §24, A5).
[[nodiscard]] Result<void> check_environment_name(std::string_view name);

}  // namespace syn::sandbox
