// What this machine offers for confining a process. Each fact is found by asking the kernel, in a
// way that changes nothing for this process; what needs a change is tried in a child.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syn::host {

enum class Finding : uint8_t {
  Ok,
  Missing,  ///< a wall that the default `walls: require` needs cannot be built
  Weaker,   ///< something beyond what is needed is not there
  Note      ///< neither good nor bad
};

/// `ok`, `missing`, `weaker`, `note`.
std::string_view finding_name(Finding finding);

struct MachineFact {
  std::string name;  ///< `landlock`
  Finding finding = Finding::Note;
  std::string found;    ///< `ABI 7`
  std::string meaning;  ///< for the walls
  std::string advice;   ///< what to do; empty where nothing is to be done
};

/// All facts, in the order in which they are shown.
std::vector<MachineFact> probe_machine();

}  // namespace syn::host
