// Lexical forms of paths, hosts and database URLs.
// SPDX-License-Identifier: Apache-2.0
#include "cap/scope.h"

#include <algorithm>
#include <array>

#include "base/unsafe_characters.h"
#include "base/utf8.h"

namespace syn::cap {

namespace {

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A path after steps 1 to 4 of §3.2: `..` stands only at the start of relative ones.
struct Steps {
  std::string prefix;  ///< "", "/" or "X:/"
  std::vector<PathSegment> segments;
};

void add_step(Steps& steps, std::string_view text, bool literal) {
  if (text.empty() || text == ".") return;
  if (text != "..") {
    steps.segments.push_back({std::string(text), literal});
  } else if (!steps.segments.empty() && steps.segments.back().text != "..") {
    steps.segments.pop_back();
  } else if (steps.prefix.empty()) {
    steps.segments.push_back({"..", true});
  }
}

void add_steps(Steps& steps, std::string_view text, std::string_view separators, bool literal) {
  while (!text.empty()) {
    size_t stop = std::min(text.find_first_of(separators), text.size());
    add_step(steps, text.substr(0, stop), literal);
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
}

bool starts_at_home(std::string_view text) {
  return text == "~" || text.substr(0, 2) == "~/" || text.substr(0, 2) == "~\\";
}

Steps split(std::string_view text, const ScopeBase& base) {
  constexpr std::string_view kSeparators = "/\\";
  Steps steps;
  if (base.home && !base.home->empty() && base.home->front() == '/' && starts_at_home(text)) {
    steps.prefix = "/";
    add_steps(steps, *base.home, "/", true);
    text.remove_prefix(1);
  } else if (text.size() >= 3 && is_letter(text[0]) && text[1] == ':' &&
             kSeparators.find(text[2]) != std::string_view::npos) {
    steps.prefix = std::string(text.substr(0, 2)) + "/";
    text.remove_prefix(3);
  } else if (!text.empty() && kSeparators.find(text[0]) != std::string_view::npos) {
    steps.prefix = "/";
  }
  add_steps(steps, text, kSeparators, false);
  return steps;
}

std::string join(const std::vector<PathSegment>& segments) {
  std::string out;
  for (const PathSegment& segment : segments) {
    if (!out.empty()) out += '/';
    out += segment.text;
  }
  return out;
}

/// What stands between `://` and the path, without credentials.
std::string_view authority_of(std::string_view url, std::string_view ends) {
  std::string_view rest = url.substr(url.find("://") + 3);
  rest = rest.substr(0, rest.find_first_of(ends));
  size_t at = rest.rfind('@');
  return at == std::string_view::npos ? rest : rest.substr(at + 1);
}

HostAndPort split_authority(std::string_view authority) {
  HostAndPort result;
  std::string_view host = authority;
  std::string_view port;
  size_t bracket = authority.find(']');
  if (authority.substr(0, 1) == "[" && bracket != std::string_view::npos) {
    host = authority.substr(1, bracket - 1);
    std::string_view rest = authority.substr(bracket + 1);
    if (rest.substr(0, 1) == ":") port = rest.substr(1);
  } else if (size_t colon = authority.rfind(':'); colon != std::string_view::npos) {
    host = authority.substr(0, colon);
    port = authority.substr(colon + 1);
  }
  result.host = to_lower(host);
  if (!port.empty()) result.port = std::string(port);
  return result;
}

void append_escape(std::string& out, uint32_t c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(c >> shift) & 15];
}

}  // namespace

std::vector<PathSegment> absolute_segments(std::string_view text, const ScopeBase& base) {
  Steps steps = split(text, base);
  if (steps.prefix == "/") return std::move(steps.segments);
  Steps absolute{"/", {}};
  add_steps(absolute, base.cwd, "/", true);
  if (!steps.prefix.empty()) add_step(absolute, steps.prefix.substr(0, 2), true);
  for (const PathSegment& segment : steps.segments) {
    add_step(absolute, segment.text, segment.literal);
  }
  return std::move(absolute.segments);
}

std::string normalize_path(std::string_view text, const ScopeBase& base) {
  Steps steps = split(text, base);
  std::string out = steps.prefix + join(steps.segments);
  return out.empty() ? "." : out;
}

std::string absolute_path(std::string_view text, const ScopeBase& base) {
  return "/" + join(absolute_segments(text, base));
}

std::string HostAndPort::text() const {
  if (!port) return host;
  bool needs_brackets = host.find(':') != std::string::npos;
  return (needs_brackets ? "[" + host + "]" : host) + ":" + *port;
}

std::optional<HostAndPort> host_of_url(std::string_view url) {
  if (url.find("://") == std::string_view::npos) return std::nullopt;
  HostAndPort result = split_authority(authority_of(url, "/?#"));
  if (result.host.empty()) return std::nullopt;
  return result;
}

std::optional<HostAndPort> host_of_grant(std::string_view text) {
  if (text.find("://") != std::string_view::npos) return host_of_url(text);
  bool bare_ipv6 = text.substr(0, 1) != "[" && std::count(text.begin(), text.end(), ':') > 1;
  if (bare_ipv6) return HostAndPort{to_lower(text), std::nullopt};
  HostAndPort result = split_authority(text);
  if (result.host.empty()) return std::nullopt;
  return result;
}

std::string canonical_database_url(std::string_view url) {
  std::string out = to_lower(url.substr(0, url.find("://"))) + "://";
  std::string_view rest = url.substr(url.find("://") + 3);
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::string_view authority = rest.substr(0, rest.find('/'));
  size_t at = authority.rfind('@');
  if (at != std::string_view::npos) authority.remove_prefix(at + 1);
  size_t colon = authority.rfind(':');
  out += to_lower(authority.substr(0, colon));
  size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return out;
  std::string_view database = rest.substr(slash + 1);
  database = database.substr(0, database.find('/'));
  if (!database.empty()) out += "/" + to_lower(database);
  return out;
}

std::string printable_scope(std::string_view text) {
  constexpr size_t kMaxCharacters = 256;
  std::string valid;
  if (find_invalid_utf8(text)) {
    valid = to_valid_utf8(text);
    text = valid;
  }
  std::string out;
  size_t offset = 0;
  for (size_t count = 0; offset < text.size() && count < kMaxCharacters; ++count) {
    uint32_t c = next_code_point(text, offset);
    if (is_control_or_turning(c)) {
      append_escape(out, c);
    } else {
      append_code_point(out, c);
    }
  }
  if (offset < text.size()) out += "…";
  return out;
}

}  // namespace syn::cap
