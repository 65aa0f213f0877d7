// Ceilings: what a host lends. A ceiling only takes away; a request has to pass every ceiling above
// it, each by itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cap/capability.h"

namespace syn::cap {

enum class CeilingKind : uint8_t {
  Host,      ///< --sandbox, --cap-set, or lent by `run_program`
  Delegated  ///< `sandbox under`: stdout, stdin, time and random pass through
};

struct Ceiling {
  CeilingKind kind = CeilingKind::Host;
  std::vector<Capability> items;
  std::vector<Capability> denied;  ///< beat the items

  /// Whether a denial refuses it.
  bool denies(const Capability& request) const;
  /// Whether some of `grant` may pass: an item covers its scope, whatever kinds of files the two
  /// are limited to, and no denial covers all of it. What a program may `require`; each request is
  /// compared in full.
  bool admits(const Capability& grant) const;
  /// The most literal item (deepest root) that covers `other`; null when none does.
  const Capability* find_cover(const Capability& other) const;
  /// True where one item covers all of `other` and no denial does; for patterns as for requests. A
  /// pattern that a denial covers in part is covered: the denial holds for each request.
  bool covers(const Capability& other) const;
  /// `wire=scope` items joined with `,` as written, then denials behind a `-`; or `none`.
  std::string text() const;

  bool operator==(const Ceiling&) const = default;
};

/// §8: a list, or `none`. `sandbox` is not a name here. `-file.read=./data/private/*` is a denial,
/// `file.read:data=./data/*` an item of a kind.
[[nodiscard]] Result<Ceiling> parse_ceiling(std::string_view text, const ScopeBase& base);
/// `stdout,time`, the ceiling of `--sandbox`.
Ceiling sandbox_ceiling();
/// `stdout`, the ceiling of `--deterministic`.
Ceiling deterministic_ceiling();

/// One entry of the map of `sandbox under` (§10); the scope is absent for `nothing`.
[[nodiscard]] Result<Capability> make_delegated_item(std::string_view name,
                                                     std::optional<std::string_view> scope,
                                                     const ScopeBase& base);

/// stdout, stdin, time, random: governed by the host alone, never by `sandbox under`.
bool is_process_local(CapabilityType type);

}  // namespace syn::cap
