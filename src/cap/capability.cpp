// The table of capabilities, and how one covers another.
// SPDX-License-Identifier: Apache-2.0
#include "cap/capability.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "cap/errors.h"

namespace syn::cap {

namespace {

constexpr CapabilityRow kRows[] = {
#define SYN_CAPABILITY(name, wire, display, kind, bit) \
  {CapabilityType::name, wire, display, ScopeKind::kind},
#include "cap/capabilities.def"
#undef SYN_CAPABILITY
};

constexpr bool rows_stand_at_their_bits() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (static_cast<size_t>(kRows[i].type) != i) return false;
  }
  return true;
}
static_assert(rows_stand_at_their_bits());

/// No path that can be opened is as long; longer requests are covered by universal grants only.
constexpr size_t kMaxRequestBytes = 8192;

enum class Role : uint8_t { Grant, Request };

Pattern make_pattern(std::string_view text, Role role) {
  return role == Role::Grant ? Pattern::glob(text) : Pattern::literal(text);
}

void set_path(Capability& capability, std::string_view text, const ScopeBase& base, Role role) {
  capability.form = ScopeForm::Path;
  const Pattern slash = Pattern::literal("/");
  std::string path;
  for (const PathSegment& segment : absolute_segments(text, base)) {
    capability.pattern.append(slash);
    capability.pattern.append(make_pattern(segment.text, segment.literal ? Role::Request : role));
    path += "/" + segment.text;
  }
  if (path.empty()) {
    path = "/";
    capability.pattern = slash;
  }
  if (role == Role::Request) capability.path = std::move(path);
}

void set_host(Capability& capability, std::string_view text, Role role) {
  std::optional<HostAndPort> host = role == Role::Grant ? host_of_grant(text) : host_of_url(text);
  if (!host) {
    capability.form = role == Role::Grant ? ScopeForm::Nothing : ScopeForm::Literal;
    capability.pattern = make_pattern(text, role);
    return;
  }
  capability.form = ScopeForm::Host;
  capability.pattern = make_pattern(host->host, role);
  if (host->port) capability.port = make_pattern(*host->port, role);
  if (role == Role::Request) capability.scope = host->text();
}

void set_database(Capability& capability, std::string_view text, const ScopeBase& base, Role role) {
  if (text.find("://") != std::string_view::npos) {
    std::string url = canonical_database_url(text);
    capability.form = ScopeForm::Url;
    capability.pattern = make_pattern(url, role);
    if (role == Role::Request) capability.scope = std::move(url);
  } else if (text == ":memory:") {
    capability.form = ScopeForm::Literal;
    capability.pattern = Pattern::literal(text);
  } else {
    set_path(capability, text, base, role);
  }
}

void set_scope(Capability& capability, std::string_view text, const ScopeBase& base, Role role) {
  capability.scope = std::string(text);
  switch (row_of(capability.type).kind) {
    case ScopeKind::None:
    case ScopeKind::Literal:
      capability.form = ScopeForm::Literal;
      capability.pattern = make_pattern(text, role);
      break;
    case ScopeKind::Path:
      set_path(capability, text, base, role);
      if (role == Role::Request) capability.scope = normalize_path(text, base);
      break;
    case ScopeKind::Host: set_host(capability, text, role); break;
    case ScopeKind::PathOrUrl: set_database(capability, text, base, role); break;
  }
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlanks) - start + 1);
}

bool covers_type(CapabilityType grant, CapabilityType request) {
  if (grant == request) return true;
  return grant == CapabilityType::File &&
         (request == CapabilityType::FileRead || request == CapabilityType::FileWrite);
}

bool is_about_files(CapabilityType type) {
  return type == CapabilityType::File || type == CapabilityType::FileRead ||
         type == CapabilityType::FileWrite;
}

std::string with_kind(std::string_view name, ContentKind content) {
  std::string out(name);
  if (content != ContentKind::Any) out += ":" + std::string(content_kind_name(content));
  return out;
}

std::string with_scope(std::string out, const std::optional<std::string>& scope) {
  if (scope && !scope->empty()) out += "(\"" + printable_scope(*scope) + "\")";
  return out;
}

}  // namespace

std::span<const CapabilityRow> capability_rows() { return kRows; }

const CapabilityRow& row_of(CapabilityType type) { return kRows[static_cast<size_t>(type)]; }

const CapabilityRow* find_capability(std::string_view name) {
  auto is_named = [&](const CapabilityRow& row) { return row.wire == name || row.display == name; };
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows), is_named);
  return row == std::end(kRows) ? nullptr : row;
}

std::string known_capabilities() {
  std::string out;
  for (const CapabilityRow& row : kRows) {
    if (!out.empty()) out += ", ";
    out += row.wire;
  }
  return out;
}

Result<CapabilityName> parse_capability_name(std::string_view text) {
  size_t colon = text.find(':');
  std::string_view name = trimmed(text.substr(0, colon));
  CapabilityName result;
  result.row = find_capability(name);
  if (result.row == nullptr) {
    return Error(cap_errors::kUnknownCapability, {printable_scope(name), known_capabilities()});
  }
  if (colon == std::string_view::npos) return result;
  std::string_view kind = trimmed(text.substr(colon + 1));
  if (!is_about_files(result.row->type)) {
    return Error(cap_errors::kKindOfNoFile, {result.row->wire, printable_scope(kind)});
  }
  result.content = find_content_kind(kind);
  if (result.content == ContentKind::Any) {
    return Error(cap_errors::kUnknownKind, {printable_scope(kind), known_content_kinds()});
  }
  return result;
}

/// A kind covers what is asked for by name; of a pattern only one that is limited to the same kind,
/// and whose own root does not already lie behind a point.
bool Capability::covers(const Capability& other) const {
  if (!covers_scope(other)) return false;
  if (content == ContentKind::Any) return true;
  if (other.path.empty()) {
    return other.content == content && !is_hidden_below(other.literal_root(), literal_root());
  }
  if (is_hidden_below(other.path, literal_root())) return false;
  return other.is_search || has_content_kind(other.path, content);
}

bool Capability::denies(const Capability& request) const {
  if (covers_scope(request)) return true;
  // A URL without a port may well lead to the port that is denied.
  bool same = covers_type(type, request.type) && form == ScopeForm::Host && request.form == form;
  return same && port && !request.port && pattern.includes(request.pattern);
}

bool Capability::may_deny_beneath(CapabilityType request, std::string_view directory) const {
  if (!covers_type(type, request)) return false;
  if (form != ScopeForm::Path) return is_universal();
  auto beneath = [](std::string_view inner, std::string_view outer) {
    if (outer == "/" || inner == outer) return true;
    return inner.substr(0, outer.size()) == outer && inner.substr(outer.size(), 1) == "/";
  };
  std::string root = literal_root();
  return beneath(root, directory) || (pattern.has_wildcards() && beneath(directory, root));
}

bool Capability::covers_scope(const Capability& other) const {
  if (!covers_type(type, other.type)) return false;
  if (form == ScopeForm::Whole) return true;
  if (other.form == ScopeForm::Whole) return false;
  if (form == ScopeForm::Universal) return true;
  if (form == ScopeForm::Nothing || form != other.form) return false;
  if (form == ScopeForm::Host && port && !(other.port && port->includes(*other.port))) return false;
  return pattern.includes(other.pattern);
}

std::string Capability::literal_root() const {
  if (form != ScopeForm::Path) return "/";
  std::string prefix = pattern.literal_prefix();
  if (!pattern.has_wildcards()) return prefix;
  size_t slash = prefix.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : prefix.substr(0, slash);
}

std::string Capability::display() const {
  return with_scope(with_kind(row_of(type).display, content), scope);
}

std::string Capability::require_text() const {
  return with_scope(with_kind(row_of(type).wire, content), scope);
}

std::string Capability::ceiling_text() const {
  std::string out = with_kind(row_of(type).wire, content);
  if (scope) out += "=" + *scope;
  return out;
}

Result<Capability> make_grant(CapabilityType type, std::optional<std::string_view> scope,
                              const ScopeBase& base, ContentKind content) {
  CHECK(content == ContentKind::Any || is_about_files(type));
  Capability grant;
  grant.type = type;
  grant.content = content;
  if (!scope) return grant;
  if (scope->empty()) return Error(cap_errors::kEmptyScope, {row_of(type).wire});
  if (*scope == "*") {
    grant.scope = "*";
    grant.form = ScopeForm::Universal;
    return grant;
  }
  constexpr size_t kMaxBytesPerToken = 4;
  bool too_long = scope->size() > Pattern::kMaxTokens * kMaxBytesPerToken;
  if (!too_long) {
    set_scope(grant, *scope, base, Role::Grant);
    too_long = grant.pattern.over_limits() || (grant.port && grant.port->over_limits());
  }
  if (too_long) return Error(cap_errors::kScopeTooLong, {row_of(type).wire});
  return grant;
}

Capability make_request(CapabilityType type, std::optional<std::string_view> scope,
                        const ScopeBase& base) {
  Capability request;
  request.type = type;
  if (!scope) return request;
  bool whole_net = type == CapabilityType::Net && scope->empty();
  if (whole_net) return request;
  if (scope->size() > kMaxRequestBytes) {
    request.scope = std::string(scope->substr(0, kMaxRequestBytes));
    request.form = ScopeForm::Nothing;
    request.path = absolute_path(*scope, base);
    return request;
  }
  set_scope(request, *scope, base, Role::Request);
  return request;
}

}  // namespace syn::cap
