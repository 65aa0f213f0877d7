// Texts of JSON: the plain ones are views into the document, those with escapes are built in a
// buffer.
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "base/utf8.h"
#include "json/reader.h"

namespace syn::json {
namespace {

constexpr uint64_t kOnes = 0x0101'0101'0101'0101;
constexpr uint64_t kHighBits = kOnes * 0x80;

/// Bit 7 of each byte of `word` that is zero. Exact for the lowest such byte, which is what
/// matters.
constexpr uint64_t zero_bytes(uint64_t word) { return (word - kOnes) & ~word & kHighBits; }

bool is_special(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

/// The first quote, backslash or control character. Eight bytes at a time.
const char* find_special(const char* p, const char* end) {
  while (end - p >= 8) {
    uint64_t word;
    std::memcpy(&word, p, sizeof(word));
    uint64_t control = (word - kOnes * 0x20) & ~word & kHighBits;
    uint64_t found = control | zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'));
    if (found != 0) break;
    p += 8;
  }
  while (p != end && !is_special(*p)) ++p;
  return p;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

/// The next byte is the opening quote.
bool Reader::read_text(std::string_view& text) {
  const char* start = ++next_;
  next_ = find_special(next_, end_);
  if (next_ != end_ && *next_ == '"') {
    text = {start, static_cast<size_t>(next_ - start)};
    ++next_;
    return true;
  }
  return read_text_slow(start, text);
}

bool Reader::read_text_slow(const char* start, std::string_view& text) {
  scratch_.assign(start, next_);
  while (true) {
    if (next_ == end_) return fail(Reason::EndInText);
    char c = *next_++;
    if (c == '"') break;
    if (c != '\\') return fail(Reason::ControlCharacter);
    if (!read_escape()) return false;
    const char* plain = next_;
    next_ = find_special(next_, end_);
    scratch_.append(plain, next_);
  }
  text = scratch_;
  return true;
}

/// After the backslash.
bool Reader::read_escape() {
  if (next_ == end_) return fail(Reason::EndInText);
  char c = *next_++;
  switch (c) {
    case '"':
    case '\\':
    case '/': scratch_ += c; return true;
    case 'b': scratch_ += '\b'; return true;
    case 'f': scratch_ += '\f'; return true;
    case 'n': scratch_ += '\n'; return true;
    case 'r': scratch_ += '\r'; return true;
    case 't': scratch_ += '\t'; return true;
    case 'u': break;
    default: return fail(Reason::InvalidEscape);
  }
  uint32_t code_point = 0;
  if (!read_hex(code_point)) return false;
  if (code_point >= 0xDC00 && code_point <= 0xDFFF) return fail(Reason::LoneSurrogate);
  if (code_point >= 0xD800 && code_point <= 0xDBFF && !read_surrogates(code_point)) return false;
  append_code_point(scratch_, code_point);
  return true;
}

bool Reader::read_hex(uint32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i) {
    if (next_ == end_) return fail(Reason::EndInText);
    int digit = hex_digit(*next_++);
    if (digit < 0) return fail(Reason::InvalidEscape);
    unit = unit * 16 + static_cast<uint32_t>(digit);
  }
  return true;
}

/// The second half of a pair, after the first.
bool Reader::read_surrogates(uint32_t& code_point) {
  for (char expected : {'\\', 'u'}) {
    if (next_ == end_) return fail(Reason::EndInText);
    if (*next_++ != expected) return fail(Reason::EndInHexEscape);
  }
  uint32_t low = 0;
  if (!read_hex(low)) return false;
  if (low < 0xDC00 || low > 0xDFFF) return fail(Reason::LoneSurrogate);
  code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
  return true;
}

}  // namespace syn::json
