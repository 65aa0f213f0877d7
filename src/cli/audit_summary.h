// What an audit file says, added up: by capability, with the refusals and the stops. Reads lines
// that anyone may have changed: a line that is no record is a problem with its number, never a
// reason to end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace syn::cli {

/// One refused request, as often as it was made.
struct Refusal {
  std::string capability;  ///< with its scope
  std::string source;
  std::string reason;
  std::string place;  ///< `file:line`, or empty
  uint64_t count = 0;
};

struct CapabilitySummary {
  uint64_t granted = 0;
  uint64_t denied = 0;
  std::string first;  ///< time
  std::string last;
  std::set<std::string> who;      ///< contexts
  std::set<std::string> scopes;   ///< granted ones, at most kMaxShown
  std::set<std::string> places;   ///< `file:line`, at most kMaxShown
  std::vector<Refusal> refusals;  ///< at most kMaxShown
  uint64_t more_refusals = 0;     ///< kinds of refusals beyond them
};

struct AuditProblem {
  uint64_t line = 0;  ///< 0: of the whole file
  std::string text;
};

struct AuditOverview {
  static constexpr size_t kMaxShown = 20;
  static constexpr size_t kMaxCapabilities = 64;

  uint64_t entries = 0;
  uint64_t granted = 0;
  uint64_t denied = 0;
  std::string first;
  std::string last;
  std::optional<int64_t> exit_code;  ///< of the summary line, which is there when the run ended
  std::map<std::string, CapabilitySummary> capabilities;  ///< by name without scope
  std::vector<Refusal> stops;  ///< what the host ended, and where records were cut
  std::vector<AuditProblem> problems;
  uint64_t more_problems = 0;
};

AuditOverview read_audit(std::string_view text);

}  // namespace syn::cli
