// Writing JSON.
// SPDX-License-Identifier: Apache-2.0
#include "json/writer.h"

#include "base/utf8.h"

namespace syn::json {
namespace {

constexpr char kHex[] = "0123456789abcdef";

void append_unit(std::string& out, uint32_t unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[(unit >> shift) & 15];
}

void append_escaped(std::string& out, uint32_t code_point) {
  if (code_point < 0x10000) return append_unit(out, code_point);
  append_unit(out, 0xD800 + ((code_point - 0x10000) >> 10));
  append_unit(out, 0xDC00 + ((code_point - 0x10000) & 0x3FF));
}

/// The letter after the backslash, or 0.
char short_escape(char c) {
  switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\n': return 'n';
    case '\t': return 't';
    case '\r': return 'r';
    case '\b': return 'b';
    case '\f': return 'f';
    default: return 0;
  }
}

bool is_plain(unsigned char c, Escapes escapes) {
  if (c < 0x20 || c == '"' || c == '\\') return false;
  if (escapes == Escapes::Needed) return true;
  if (c >= 0x7F) return false;
  return escapes == Escapes::Ascii || (c != '<' && c != '>' && c != '&');
}

}  // namespace

void append_text(std::string& out, std::string_view text, Escapes escapes) {
  out += '"';
  size_t plain = 0;
  size_t i = 0;
  while (i < text.size()) {
    auto c = static_cast<unsigned char>(text[i]);
    if (is_plain(c, escapes)) {
      ++i;
      continue;
    }
    out.append(text, plain, i - plain);
    if (char letter = short_escape(text[i]); letter != 0) {
      out += '\\';
      out += letter;
      ++i;
    } else {
      append_escaped(out, next_code_point(text, i));
    }
    plain = i;
  }
  out.append(text, plain, text.size() - plain);
  out += '"';
}

void Writer::new_line() {
  out_ += '\n';
  out_.append(counts_.size() * style_.indent, ' ');
}

void Writer::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (counts_.empty()) return;
  if (counts_.back()++ != 0) {
    out_ += ',';
    if (style_.indent == 0 && style_.spacing == Spacing::Spaced) out_ += ' ';
  }
  if (style_.indent != 0) new_line();
}

void Writer::open(char bracket) {
  before_value();
  out_ += bracket;
  counts_.push_back(0);
}

void Writer::close(char bracket) {
  bool empty = counts_.back() == 0;
  counts_.pop_back();
  if (!empty && style_.indent != 0) new_line();
  out_ += bracket;
}

void Writer::key(std::string_view name) {
  before_value();
  append_text(out_, name, style_.escapes);
  out_ += ':';
  if (style_.spacing == Spacing::Spaced || style_.indent != 0) out_ += ' ';
  after_key_ = true;
}

void Writer::text(std::string_view value) {
  before_value();
  append_text(out_, value, style_.escapes);
}

void Writer::raw(std::string_view token) {
  before_value();
  out_ += token;
}

void Writer::text_field(std::string_view name, std::string_view value) {
  key(name);
  text(value);
}

void Writer::number_field(std::string_view name, uint64_t value) {
  key(name);
  raw(std::to_string(value));
}

}  // namespace syn::json
