// What one execution context (the program, a worker) may do: its grants, its ceilings, and the
// blocks that narrow both. Every builtin that touches the world asks here, and each answer is
// audited. Authority comes from `require` and ambient grants only; ceilings, denials and blocks
// only take away.
//
// A request is granted when no denial covers it, and every host ceiling covers it, and every
// `sandbox under` covers it, and some grant covers it. The order of the tests (security.md §5)
// decides only which message is given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cap/audit.h"
#include "cap/capability.h"
#include "cap/ceiling.h"
#include "cap/path_permit.h"
#include "cap/refusal.h"

namespace syn::cap {

struct Decision {
  Cause cause = Cause::NoGrant;
  std::string reason;          ///< as the audit says it
  std::optional<Error> error;  ///< set by `check` unless granted, §6
  PathPermit permit;           ///< of granted requests of a path

  bool granted() const { return cause == Cause::Granted; }
};

struct RequireOutcome {
  bool granted = false;          ///< false: above a ceiling, or inside a block
  std::optional<Error> warning;  ///< to print after `synsema: warning: `
};

class CapabilitySet {
 public:
  static constexpr size_t kMaxGrants = 4096;

  /// `audit` must outlive the set. `context` is the audit's word: `program`, `parallel`.
  CapabilitySet(std::string context, ScopeBase base, std::vector<Ceiling> ceilings,
                AuditLog& audit);
  ~CapabilitySet();
  CapabilitySet(const CapabilitySet&) = delete;
  CapabilitySet& operator=(const CapabilitySet&) = delete;

  /// §7: stdout, time, llm, judge, as far as the ceilings let them.
  void grant_ambient();
  /// §4. `name` is the wire or display name; an unknown one, an empty scope or a scope that is too
  /// long is an error. Above a ceiling: not granted, remembered, audited. A ceiling that limits it
  /// to a kind of files, or denies some of it, lets it stand: each request meets the ceiling again.
  /// Inside a block: nothing.
  [[nodiscard]] Result<RequireOutcome> require(std::string_view name,
                                               std::optional<std::string_view> scope, Place place);
  /// A denial by an embedding host; beats every grant.
  void deny(Capability denial);

  /// §5, audited. `source` is the builtin: `read_file()`.
  Decision check(const Capability& request, std::string_view source, Place place);
  /// The common form of `check`: the error, or nothing.
  [[nodiscard]] Result<void> demand(CapabilityType type, std::optional<std::string_view> scope,
                                    std::string_view source, Place place);
  /// The common form for files: FileRead or FileWrite of a path as the program wrote it.
  [[nodiscard]] Result<PathPermit> demand_path(CapabilityType type, std::string_view path,
                                               std::string_view source, Place place);
  /// To look for files beneath a folder or a pattern: each file found is asked for by itself, with
  /// `find_permit`.
  [[nodiscard]] Result<PathPermit> demand_search(std::string_view path, std::string_view source,
                                                 Place place);
  /// For each print: checked only when a host ceiling exists, audited when the answer changes.
  [[nodiscard]] Result<void> demand_stdout(Place place);
  /// Without audit. For patterns too: would all of it be granted?
  bool allows(const Capability& wanted) const;
  /// Without audit: the permit of a path, or nothing. What a search leaves out is not told.
  std::optional<PathPermit> find_permit(CapabilityType type, std::string_view path) const;
  /// Whether a denial covers it: then it is not shown to exist.
  bool denies(const Capability& request) const;
  /// Whether a denial may concern something beneath a path as the program wrote it: then it is not
  /// changed as a whole.
  bool may_deny_beneath(CapabilityType type, std::string_view path) const;

  /// Audits a refusal that was found later or elsewhere (a link, an item dropped by `run_program`).
  void record(const Capability& what, bool granted, std::string_view source,
              std::string_view reason, Place place);

  /// Blocks. Each `enter_…` is undone by one `leave`, newest first; `leave_to(depth)` unwinds after
  /// an error to what `depth()` was before the block.
  void enter_sandbox();
  void enter_sandbox_under(Ceiling delegated);
  /// `call_tool`: only those of `declared` that are allowed now remain (audited as `tool-scope`).
  void enter_tool(std::span<const Capability> declared, Place place);
  void leave();
  void leave_to(size_t depth);
  size_t depth() const { return blocks_.size(); }

  /// The set of a worker of `parallel_map`: what holds here and now, restrictions included.
  std::unique_ptr<CapabilitySet> for_worker(std::string context) const;
  /// All that bounds a program started from here: the ceilings above, `sandbox under` blocks, and
  /// the present grants as one more ceiling. The child's own ceiling comes on top.
  std::vector<Ceiling> lend() const;

  const ScopeBase& base() const { return base_; }
  bool has_host_ceiling() const { return !ceilings_.empty(); }
  std::span<const Ceiling> ceilings() const { return ceilings_; }
  std::span<const Capability> grants() const { return state_.granted; }

 private:
  struct State {
    std::vector<Capability> granted;
    std::vector<Capability> denied;
    bool closed = false;  ///< inside a block: `require` does nothing
  };
  struct Block {
    State saved;
    bool pushed_ceiling = false;
  };

  bool declared(const Capability& request) const;
  const Capability* find_grant(const Capability& request) const;
  const Ceiling* find_refusing_ceiling(const Capability& request) const;
  const Ceiling* find_refusing_block(const Capability& request) const;
  const Capability* find_host_denial(const Capability& request) const;
  Decision decide(const Capability& request) const;
  Error explain(const Capability& request, const Decision& decision) const;
  std::optional<Capability> narrowed_to_kind(const Capability& declaration) const;
  Decision granted_by(const Capability& grant, const Capability& request) const;
  void enter(State state);

  std::string context_;
  ScopeBase base_;
  std::vector<Ceiling> ceilings_;   ///< all must cover
  std::vector<Ceiling> delegated_;  ///< of the `sandbox under` blocks around, outermost first
  State state_;
  std::vector<Capability> rejected_;  ///< required by the program, refused by a ceiling
  std::vector<Block> blocks_;
  AuditLog* audit_;                         // outlives the set
  std::optional<Cause> last_stdout_cause_;  ///< what the audit knows of stdout
};

/// §16: the items of a requested ceiling that the caller can lend, as written, and those it cannot.
struct Intersection {
  Ceiling kept;
  std::vector<Capability> dropped;
};
Intersection intersect(const Ceiling& requested, const CapabilitySet& caller);

}  // namespace syn::cap
