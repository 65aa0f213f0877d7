// How a child confines itself: the body of Hello, which it reads before anything else. Two runs
// with equal policies can be served by children that were armed for either, so what differs from
// run to run (the program, its deadline) is not in here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cap/ceiling.h"
#include "sandbox/limits.h"
#include "sandbox/wall.h"

namespace syn::sandbox {

/// What the kernel lets through at and beneath a path.
struct PathRule {
  std::string path;         ///< absolute; a file or a directory
  bool write = false;       ///< and read: what edits a file reads it
  bool names_file = false;  ///< the ceiling names this very path: a file, if it is not there yet

  bool operator==(const PathRule&) const = default;
};

/// Whether a wall that cannot be set up ends the run, or is left out and missing in the result.
enum class WallDemand : uint8_t { Require, BestEffort };

struct ChildPolicy {
  ChildLimits limits;
  WallSet walls = WallSet::all();
  WallDemand demand = WallDemand::Require;
  std::vector<PathRule> paths;
  /// The SQL engine may be needed: its library is mapped before the walls stand, and it may make
  /// files in memory.
  bool engine = false;
  std::string engine_root;  ///< where its library lies; empty: where the build found it
  int32_t parent_pid = 0;   ///< set when it is sent; 0: unknown

  bool writes() const;
  bool operator==(const ChildPolicy&) const = default;
};

class WireWriter;
class WireReader;
void write_limits(WireWriter& out, const ChildLimits& limits);
ChildLimits read_limits(WireReader& in);

std::string encode_policy(const ChildPolicy& policy);
std::optional<ChildPolicy> decode_policy(std::string_view bytes);

/// The kernel's rules for a ceiling: the literal root of each item for files. Coarser than the gate
/// where an item has wildcards after its first, and blind to denials.
std::vector<PathRule> path_rules(const cap::Ceiling& ceiling);

}  // namespace syn::sandbox
