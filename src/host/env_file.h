// Env files: KEY=VALUE lines (security.md §19). Parsing only; reading the file is the caller's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace syn::host {

struct EnvFile {
  std::vector<std::pair<std::string, std::string>>
      variables;                    ///< in order; the last of a name wins
  std::vector<uint32_t> bad_lines;  ///< from 1; each is worth a warning
};

EnvFile parse_env_file(std::string_view text);

}  // namespace syn::host
