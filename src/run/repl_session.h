// Programs that are entered one after the other and share their variables (`synsema repl`).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/run.h"

namespace syn {

class Session;

/// What one entry came to.
struct ReplReply {
  std::vector<Error> errors;         ///< in source order; one for runtime errors
  std::optional<std::string> value;  ///< text form of the closing expression, unless it is nothing
  std::optional<int> exit_code;      ///< the entry called exit()
};

class ReplSession {
 public:
  /// `request` gives name, ceilings and limits; its source is not used. `host` and `audit` outlive
  /// the session.
  ReplSession(RunRequest request, host::Host& host, cap::AuditLog& audit);
  ~ReplSession();
  ReplSession(const ReplSession&) = delete;
  ReplSession& operator=(const ReplSession&) = delete;

  /// Runs one entry. Variables stay, also after an error.
  ReplReply enter(std::string source);

 private:
  struct Entry;

  std::string file_;
  std::unique_ptr<Session> session_;
  /// Code of what was entered: tasks of it may still be called. Goes before the session's heap.
  std::vector<std::unique_ptr<Entry>> entries_;
};

enum class EntryState : uint8_t {
  Complete,   ///< runs, or has an error that more lines do not mend
  NeedsMore,  ///< a bracket or a template is open
  NeedsBlock  ///< a block has to follow, or its other half
};

/// Whether lines (each with its line end) can be run as they stand.
EntryState state_of_entry(const std::string& lines);

}  // namespace syn
