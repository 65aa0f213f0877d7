// Which programs `test` and `fmt` take for the paths that they are given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cap/scope.h"
#include "host/host.h"

namespace syn::cli {

struct ProgramFiles {
  std::vector<std::string> files;  ///< as messages show them
  bool titled = false;  ///< each gets a line with its path: more than one file was asked for
  std::string error;    ///< a missing path, a folder without programs
};

/// A file stands for itself, a folder for every `.syn` file in it and below, sorted by path; a path
/// that does not exist and holds `*`, `?` or `[` for what it matches.
ProgramFiles find_program_files(host::Host& host, const std::vector<std::string>& paths,
                                const cap::ScopeBase& base);

}  // namespace syn::cli
