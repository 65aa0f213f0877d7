// Escapes of quoted texts and templates.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/escapes.h"

#include <optional>

#include "base/utf8.h"

namespace syn {
namespace {

std::optional<uint32_t> read_hex(std::string_view digits) {
  uint32_t value = 0;
  for (char c : digits) {
    uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
    value = value * 16 + digit;
  }
  return value;
}

std::optional<uint32_t> read_four(std::string_view raw, size_t at) {
  if (at + 4 > raw.size()) return std::nullopt;
  return read_hex(raw.substr(at, 4));
}

bool is_surrogate(uint32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

/// `\uXXXX`, a pair of them, or `\u{X…}` at `at` (the backslash). Appends and gives the length, or
/// 0.
size_t decode_unicode(std::string_view raw, size_t at, std::string& out) {
  if (at + 2 < raw.size() && raw[at + 2] == '{') {
    size_t close = raw.find('}', at + 3);
    if (close == std::string_view::npos || close == at + 3 || close > at + 9) return 0;
    auto code = read_hex(raw.substr(at + 3, close - at - 3));
    if (!code || *code > 0x10FFFF || is_surrogate(*code)) return 0;
    append_code_point(out, *code);
    return close + 1 - at;
  }
  auto code = read_four(raw, at + 2);
  if (!code) return 0;
  if (!is_surrogate(*code)) {
    append_code_point(out, *code);
    return 6;
  }
  auto low =
      raw.substr(std::min(at + 6, raw.size()), 2) == "\\u" ? read_four(raw, at + 8) : std::nullopt;
  if (*code >= 0xDC00 || !low || *low < 0xDC00 || *low > 0xDFFF) return 0;
  append_code_point(out, 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00));
  return 12;
}

/// What a one-letter escape stands for, or '\0'.
char decode_letter(char letter, EscapeRules rules) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '\\':
    case '"':
    case '\'': return letter;
    case '`':
    case '{': return rules == EscapeRules::Template ? letter : '\0';
    default: return '\0';
  }
}

}  // namespace

size_t find_unicode_escape(std::string_view raw, size_t at) {
  if (raw.substr(at, 2) != "\\u") return 0;
  std::string unused;
  return decode_unicode(raw, at, unused);
}

std::string decode_escapes(std::string_view raw, EscapeRules rules) {
  std::string out;
  out.reserve(raw.size());
  for (size_t i = 0; i < raw.size();) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      out += raw[i++];
      continue;
    }
    if (raw[i + 1] == 'u') {
      size_t length = decode_unicode(raw, i, out);
      if (length != 0) {
        i += length;
        continue;
      }
    }
    char letter = decode_letter(raw[i + 1], rules);
    if (letter != '\0') {
      out += letter;
    } else {
      out += raw.substr(i, 2);
    }
    i += 2;
  }
  return out;
}

}  // namespace syn
