// Capabilities: a type and an optional scope. A grant, a ceiling item and a request are all one; in
// a request nothing is a wildcard. No scope means the whole type and is not an empty scope.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cap/content_kind.h"
#include "cap/pattern.h"
#include "cap/scope.h"

namespace syn::cap {

enum class ScopeKind : uint8_t { None, Literal, Path, Host, PathOrUrl };

enum class CapabilityType : uint8_t {
#define SYN_CAPABILITY(name, wire, display, kind, bit) name = bit,
#include "cap/capabilities.def"
#undef SYN_CAPABILITY
};

struct CapabilityRow {
  CapabilityType type;
  std::string_view wire;     ///< `file.read`
  std::string_view display;  ///< `file_read`
  ScopeKind kind;
};

std::span<const CapabilityRow> capability_rows();
const CapabilityRow& row_of(CapabilityType type);
/// By wire or display name; null when there is none. Names are lower case.
const CapabilityRow* find_capability(std::string_view name);
/// What stands before the scope: a capability, and for files a kind (`file.read:data`).
struct CapabilityName {
  const CapabilityRow* row = nullptr;
  ContentKind content = ContentKind::Any;
};
/// Fails on an unknown capability or kind, and on a kind of what is no file. Its messages are those
/// of `require`.
[[nodiscard]] Result<CapabilityName> parse_capability_name(std::string_view text);
/// All wire names, joined with ", ".
std::string known_capabilities();

/// How the scope is compared. Forms never match across, the first two match all.
enum class ScopeForm : uint8_t {
  Whole,      ///< no scope
  Universal,  ///< exactly `*`
  Literal,    ///< text as it is
  Path,       ///< absolute path
  Host,       ///< host, with a port or without
  Url,        ///< canonical database URL
  Nothing     ///< a host grant without a host: covers nothing
};

struct Capability {
  CapabilityType type{};
  std::optional<std::string> scope;  ///< as written (grants), as shown (requests)
  ScopeForm form = ScopeForm::Whole;
  Pattern pattern;  ///< path (absolute), text, URL or host; empty for Whole and Universal
  std::optional<Pattern> port;             ///< of a host
  std::string path;                        ///< requests of form Path: the absolute path
  ContentKind content = ContentKind::Any;  ///< grants of files: only these files
  /// Requests: to look for files here, each of which is asked for by itself. Endings of names are
  /// not compared.
  bool is_search = false;

  /// §3: every request that `other` stands for is one that this grants.
  bool covers(const Capability& other) const;
  /// The same, whatever kinds of files this and `other` are limited to.
  bool covers_scope(const Capability& other) const;
  /// Whether this, as a denial, refuses `request`: where it may be meant, it is.
  bool denies(const Capability& request) const;
  /// Whether this, as a denial of paths, may concern something beneath the absolute `directory`.
  bool may_deny_beneath(CapabilityType request, std::string_view directory) const;
  bool is_universal() const { return form == ScopeForm::Whole || form == ScopeForm::Universal; }
  /// Of form Path: the directory that is named literally, or the whole path where nothing is a
  /// wildcard. "/" for universal ones.
  std::string literal_root() const;

  /// `file_read("data/a.txt")`: long scopes cut, control characters escaped.
  std::string display() const;
  /// `file.read("data/a.txt")`, as after `require`.
  std::string require_text() const;
  /// `file.read=data/a.txt`, as in a ceiling.
  std::string ceiling_text() const;

  bool operator==(const Capability&) const = default;
};

/// A grant or an item of a ceiling. Relative paths become absolute here. Fails on an empty scope
/// and on a pattern over its limits.
[[nodiscard]] Result<Capability> make_grant(CapabilityType type,
                                            std::optional<std::string_view> scope,
                                            const ScopeBase& base,
                                            ContentKind content = ContentKind::Any);
/// What a builtin asks for. Nothing in `scope` is a wildcard.
Capability make_request(CapabilityType type, std::optional<std::string_view> scope,
                        const ScopeBase& base);

}  // namespace syn::cap
