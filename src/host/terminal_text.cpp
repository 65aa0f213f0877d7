// Escaping what a terminal would obey.
// SPDX-License-Identifier: Apache-2.0
#include "host/terminal_text.h"

#include "base/unsafe_characters.h"
#include "base/utf8.h"

namespace syn::host {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool is_obeyed(uint32_t c) {
  if (c == '\n' || c == '\t') return false;
  return is_control_or_turning(c) || c == 0x200E || c == 0x200F;
}

void append_hex(std::string& out, uint32_t value, int num_digits) {
  for (int shift = 4 * (num_digits - 1); shift >= 0; shift -= 4) {
    out += kDigits[(value >> shift) & 15];
  }
}

void append_escaped(std::string& out, std::string_view valid) {
  size_t offset = 0;
  while (offset < valid.size()) {
    size_t start = offset;
    uint32_t c = next_code_point(valid, offset);
    if (is_obeyed(c)) {
      out += "\\u";
      append_hex(out, c, 4);
    } else {
      out += valid.substr(start, offset - start);
    }
  }
}

}  // namespace

std::string escape_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    size_t valid = find_invalid_utf8(text).value_or(text.size());
    append_escaped(out, text.substr(0, valid));
    if (valid == text.size()) return out;
    out += "\\x";
    append_hex(out, static_cast<unsigned char>(text[valid]), 2);
    text.remove_prefix(valid + 1);
  }
}

}  // namespace syn::host
