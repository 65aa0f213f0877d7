// Parsing env files, a line at a time. No interpolation, no escapes.
// SPDX-License-Identifier: Apache-2.0
#include "host/env_file.h"

#include <algorithm>

namespace syn::host {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trim_start(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}
std::string_view trim_end(std::string_view text) {
  size_t last = text.find_last_not_of(kBlanks);
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

bool is_key(std::string_view text) {
  auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  bool starts_with_digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
  return !text.empty() && !starts_with_digit && std::all_of(text.begin(), text.end(), is_word);
}

/// A matching pair of quotes holds the value; outside of quotes ` #` ends it.
std::string_view parse_value(std::string_view text) {
  text = trim_start(text);
  if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
    size_t end = text.find(text[0], 1);
    std::string_view rest = end == std::string_view::npos ? text : trim_start(text.substr(end + 1));
    if (end != std::string_view::npos && (rest.empty() || rest[0] == '#')) {
      return text.substr(1, end - 1);
    }
  }
  if (text.substr(0, 1) == "#") return {};
  return trim_end(text.substr(0, std::min(text.find(" #"), text.find("\t#"))));
}

}  // namespace

EnvFile parse_env_file(std::string_view text) {
  EnvFile file;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  for (uint32_t number = 1; !text.empty(); ++number) {
    size_t stop = std::min(text.find('\n'), text.size());
    std::string_view line = trim_end(trim_start(text.substr(0, stop)));
    text.remove_prefix(std::min(stop + 1, text.size()));
    if (line.empty() || line[0] == '#') continue;
    size_t equals = line.find('=');
    std::string_view key = trim_end(line.substr(0, equals));
    if (equals == std::string_view::npos || !is_key(key)) {
      file.bad_lines.push_back(number);
      continue;
    }
    file.variables.emplace_back(key, parse_value(line.substr(equals + 1)));
  }
  return file;
}

}  // namespace syn::host
