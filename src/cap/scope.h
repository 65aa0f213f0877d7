// Texts of scopes: lexical normalisation of paths, hosts of URLs, canonical database URLs
// (security.md §3). No system calls: relative paths are joined with the directory that the caller
// gives.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn::cap {

/// What a relative path and `~` stand for. Fixed when a program starts.
struct ScopeBase {
  std::string cwd;                  ///< absolute
  std::optional<std::string> home;  ///< none: `~` stays literal

  bool operator==(const ScopeBase&) const = default;
};

/// One step of a path. Steps from the current directory or the home are literal: nothing in them is
/// a wildcard, whatever their names hold.
struct PathSegment {
  std::string text;
  bool literal = false;
};

/// The steps of the absolute path that `text` names, without `.` and `..`.
std::vector<PathSegment> absolute_segments(std::string_view text, const ScopeBase& base);
/// §3.2: the form that messages show. "." for the current directory.
std::string normalize_path(std::string_view text, const ScopeBase& base);
/// The normalised path, joined with the base where it is relative. Always absolute.
std::string absolute_path(std::string_view text, const ScopeBase& base);

/// Host and port of a URL or of a `host:port` text (§3.3 as of 0.6.30); lower case, no brackets.
struct HostAndPort {
  std::string host;
  std::optional<std::string> port;
  /// `host` or `host:port`, brackets around an IPv6 host that has a port.
  std::string text() const;
};
/// Of a request: nothing when the text has no `://` or no host; the whole text is then the scope.
std::optional<HostAndPort> host_of_url(std::string_view url);
/// Of a grant: a URL is reduced to its host and port; nothing when the URL has no host.
std::optional<HostAndPort> host_of_grant(std::string_view text);

/// §3.4: scheme and host in lower case, no credentials, port or query. Needs `://` in the text.
std::string canonical_database_url(std::string_view url);

/// At most 256 characters, control characters escaped: what messages and audit show of a scope.
std::string printable_scope(std::string_view text);

}  // namespace syn::cap
