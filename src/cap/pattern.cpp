// Patterns as sequences of tokens, and the one matcher for texts and for patterns within patterns.
// SPDX-License-Identifier: Apache-2.0
#include "cap/pattern.h"

#include <algorithm>

#include "base/utf8.h"

namespace syn::cap {

namespace {

constexpr char32_t kAnyRun = 0x7FFF'FFFF;
constexpr char32_t kOneCharacter = 0x7FFF'FFFE;
constexpr char32_t kFirstBadByte = 0x0011'0000;

bool is_wildcard(char32_t token) { return token >= kOneCharacter; }

/// Code points, and a number above them for each byte that is no part of one.
void append_literal(std::vector<char32_t>& out, std::string_view text) {
  while (!text.empty()) {
    size_t valid = find_invalid_utf8(text).value_or(text.size());
    size_t offset = 0;
    std::string_view part = text.substr(0, valid);
    while (offset < part.size()) out.push_back(next_code_point(part, offset));
    if (valid == text.size()) return;
    out.push_back(kFirstBadByte + static_cast<unsigned char>(text[valid]));
    text.remove_prefix(valid + 1);
  }
}

void append_bytes(std::string& out, char32_t token) {
  if (token >= kFirstBadByte) {
    out += static_cast<char>(token - kFirstBadByte);
  } else {
    append_code_point(out, token);
  }
}

/// Whether one token of the outer pattern, no AnyRun, stands for all that one token of the inner
/// pattern stands for.
bool covers_token(char32_t outer, char32_t inner) {
  if (outer == kOneCharacter) return inner != kAnyRun;
  return outer == inner;
}

}  // namespace

Pattern Pattern::literal(std::string_view text) {
  Pattern result;
  append_literal(result.tokens_, text);
  return result;
}

Pattern Pattern::glob(std::string_view text) {
  Pattern result;
  while (!text.empty()) {
    size_t stop = std::min(text.find_first_of("*?"), text.size());
    append_literal(result.tokens_, text.substr(0, stop));
    if (stop == text.size()) break;
    result.push_wildcard(text[stop] == '*' ? kAnyRun : kOneCharacter);
    text.remove_prefix(stop + 1);
  }
  return result;
}

/// A run of wildcards with a `*` in it and n `?` is "n or more characters". It is kept as `*?*?*`,
/// a star on every side, whatever its order was: so equal runs are equal, and a `?` can be matched
/// with whatever stands anywhere in an inner run.
void Pattern::push_wildcard(char32_t token) {
  bool after_run = !tokens_.empty() && tokens_.back() == kAnyRun;
  if (token == kOneCharacter) {
    tokens_.push_back(token);
    if (after_run) tokens_.push_back(kAnyRun);
    return;
  }
  if (after_run) return;
  size_t num_single = 0;
  while (!tokens_.empty() && tokens_.back() == kOneCharacter) {
    tokens_.pop_back();
    ++num_single;
  }
  tokens_.push_back(kAnyRun);
  for (size_t i = 0; i < num_single; ++i) {
    tokens_.push_back(kOneCharacter);
    tokens_.push_back(kAnyRun);
  }
}

void Pattern::append(const Pattern& other) {
  for (char32_t token : other.tokens_) {
    if (is_wildcard(token)) {
      push_wildcard(token);
    } else {
      tokens_.push_back(token);
    }
  }
}

/// Ordinary glob matching, with the tokens of `other` as the text: an AnyRun of ours takes any run
/// of tokens, and only it takes an AnyRun of theirs. Trying just the latest AnyRun again is enough,
/// because what stands between two of them is best matched as early as it can be. So the time is at
/// most the product of the lengths, and there is no recursion.
bool Pattern::includes(const Pattern& other) const {
  const std::vector<char32_t>& inner = other.tokens_;
  constexpr size_t kNone = static_cast<size_t>(-1);
  size_t at = 0;
  size_t position = 0;
  size_t run = kNone;
  size_t run_end = 0;
  while (position < inner.size()) {
    if (at < tokens_.size() && tokens_[at] == kAnyRun) {
      run = at++;
      run_end = position;
    } else if (at < tokens_.size() && covers_token(tokens_[at], inner[position])) {
      ++at;
      ++position;
    } else if (run != kNone) {
      at = run + 1;
      position = ++run_end;
    } else {
      return false;
    }
  }
  while (at < tokens_.size() && tokens_[at] == kAnyRun) ++at;
  return at == tokens_.size();
}

bool Pattern::has_wildcards() const {
  return std::any_of(tokens_.begin(), tokens_.end(), is_wildcard);
}

size_t Pattern::num_stars() const {
  size_t count = 0;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    bool starts_run = i == 0 || !is_wildcard(tokens_[i - 1]);
    if (tokens_[i] == kAnyRun && starts_run) ++count;
  }
  return count;
}

std::string Pattern::literal_prefix() const {
  std::string out;
  for (char32_t token : tokens_) {
    if (is_wildcard(token)) break;
    append_bytes(out, token);
  }
  return out;
}

std::string Pattern::encode() const {
  std::string out;
  for (char32_t token : tokens_) {
    if (is_wildcard(token)) {
      out += '\0';
      out += token == kAnyRun ? '*' : '?';
    } else {
      if (token == 0) out += '\0';
      append_bytes(out, token);
    }
  }
  return out;
}

Pattern Pattern::decode(std::string_view bytes) {
  Pattern result;
  while (!bytes.empty()) {
    size_t stop = std::min(bytes.find('\0'), bytes.size());
    append_literal(result.tokens_, bytes.substr(0, stop));
    if (stop + 1 >= bytes.size()) break;
    char mark = bytes[stop + 1];
    if (mark == '\0') {
      result.tokens_.push_back(0);
    } else {
      result.push_wildcard(mark == '*' ? kAnyRun : kOneCharacter);
    }
    bytes.remove_prefix(stop + 2);
  }
  return result;
}

}  // namespace syn::cap
