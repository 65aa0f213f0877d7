// Paths with wildcards, and folders of files, through the gate: each file is asked for by itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cap/path_permit.h"
#include "vm/call.h"

namespace syn {

/// A file that the gate has let through.
struct MatchedFile {
  cap::PathPermit permit;
  /// `year=2024` of the folders in its path, in order.
  std::vector<std::pair<std::string, std::string>> partitions;
};

/// `*` and `?` within a name, `[…]`, `**` for any folders. A folder stands for all files beneath it
/// but those whose name begins with a point or underscore.
bool has_glob(std::string_view path);
/// Whether a name matches one part of a pattern.
bool matches_name(std::string_view pattern, std::string_view name);
/// The files that a path, pattern or folder names, in the order of their names; at least one.
Result<std::vector<MatchedFile>> match_files(Call& call, std::string_view path);

}  // namespace syn
