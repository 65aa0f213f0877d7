// The lexer's literals: numbers, texts, templates with their holes, and foreign text that is no
// token.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "base/utf8.h"
#include "syntax/errors.h"
#include "syntax/escapes.h"
#include "syntax/lexer.h"
#include "syntax/names.h"

namespace syn {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_digit_of(char c, unsigned base) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0') < base;
  char letter = static_cast<char>(c | 0x20);
  return base == 16 && letter >= 'a' && letter <= 'f';
}

constexpr size_t kMaxDecimalDigits = 4300;

/// Whether the decimal `text` (without `_` and `d`), written out, has at most 4300 digits.
bool fits_decimal(std::string_view text) {
  size_t exponent_at = text.find_first_of("eE");
  std::string_view mantissa = text.substr(0, exponent_at);
  size_t num_digits = mantissa.size() - (mantissa.find('.') != std::string_view::npos ? 1 : 0);
  if (num_digits > kMaxDecimalDigits) return false;
  if (exponent_at == std::string_view::npos) return true;
  std::string_view exponent = text.substr(exponent_at + 1);
  if (exponent[0] == '+' || exponent[0] == '-') exponent.remove_prefix(1);
  while (exponent.size() > 1 && exponent[0] == '0') exponent.remove_prefix(1);
  if (exponent.size() > 4) return false;
  return num_digits + static_cast<size_t>(std::stoi(std::string(exponent))) <= kMaxDecimalDigits;
}

std::string without_underscores(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != '_') out += c;
  }
  return out;
}

}  // namespace

/// The end of a run of digits and `_`; `tidy` becomes false where a `_` is not between two digits.
size_t Lexer::scan_digits(size_t from, bool& tidy) const {
  size_t end = from;
  while (end < source_.size() && (is_digit(source_[end]) || source_[end] == '_')) ++end;
  for (size_t i = from; i < end; ++i) {
    if (source_[i] != '_') continue;
    if (i == from || source_[i - 1] == '_' || i + 1 == end) tidy = false;
  }
  return end;
}

/// number = digits [ "." digits ] [ ("e"|"E") ["+"|"-"] digits ] [ "d" ]
void Lexer::lex_number() {
  if (peek() == '0') {
    char letter = static_cast<char>(peek(1) | 0x20);
    if (letter == 'x') return lex_prefixed_number(syntax_errors::kInvalidHex, 16);
    if (letter == 'o') return lex_prefixed_number(syntax_errors::kInvalidOctal, 8);
    if (letter == 'b') return lex_prefixed_number(syntax_errors::kInvalidBinary, 2);
  }
  auto at = [this](size_t i) { return i < source_.size() ? source_[i] : '\0'; };
  bool tidy = true;
  uint8_t flags = 0;
  size_t end = scan_digits(at_, tidy);
  if (at(end) == '.' && is_digit(at(end + 1))) {
    end = scan_digits(end + 1, tidy);
    flags |= Token::kFloat;
  }
  if (at(end) == 'e' || at(end) == 'E') {
    size_t digits = end + 1 + (at(end + 1) == '+' || at(end + 1) == '-' ? 1 : 0);
    if (is_digit(at(digits))) {
      end = scan_digits(digits, tidy);
      flags |= Token::kFloat;
    }
  }
  if (at(end) == 'd') {
    size_t next = end + 1;
    bool glued = next < source_.size() && continues_name(next_code_point(source_, next));
    if (!glued) {
      ++end;
      flags |= Token::kDecimal;
    }
  }
  std::string_view text = source_.substr(at_, end - at_);
  if (!tidy) return add_problem(syntax_errors::kInvalidNumber, {std::string(text)}, end - at_);
  if ((flags & Token::kDecimal) != 0 &&
      !fits_decimal(without_underscores(text.substr(0, text.size() - 1)))) {
    return add_problem(syntax_errors::kInvalidDecimal, {std::string(text)}, end - at_);
  }
  add(TokenKind::Number, end - at_).flags |= flags;
}

/// 0x1f, 0o17, 0b101: any size, `_` between digits and right after the prefix.
void Lexer::lex_prefixed_number(const ErrorRow& row, unsigned base) {
  size_t end = at_ + 2;
  while (end < source_.size()) {
    size_t next = end;
    if (!continues_name(next_code_point(source_, next))) break;
    end = next;
  }
  std::string_view text = source_.substr(at_, end - at_);
  bool valid = text.size() > 2;
  bool tidy = true;
  for (size_t i = 2; i < text.size(); ++i) {
    if (text[i] == '_') {
      if (i + 1 == text.size() || text[i + 1] == '_') tidy = false;
    } else if (!is_digit_of(text[i], base)) {
      valid = false;
    }
  }
  if (text.find_first_not_of("_", 2) == std::string_view::npos) valid = false;
  if (!valid) return add_problem(row, {std::string(text)}, text.size());
  if (!tidy) return add_problem(syntax_errors::kInvalidNumber, {std::string(text)}, text.size());
  add(TokenKind::Number, text.size());
}

void Lexer::lex_string(char quote) {
  size_t end = at_ + 1;
  uint8_t flags = 0;
  while (end < source_.size() && source_[end] != quote && source_[end] != '\n') {
    if (source_[end] == '\\') {
      flags = Token::kHasEscape;
      if (end + 1 < source_.size() && source_[end + 1] != '\n') ++end;
    }
    ++end;
  }
  if (end >= source_.size()) return add_problem(syntax_errors::kStringEnd, {}, end - at_);
  if (source_[end] == '\n') {
    size_t start = at_;
    add_problem(syntax_errors::kStringNewline, {}, find_late_quote(end, quote) - at_);
    return pass_newlines(start, at_);
  }
  add(TokenKind::Text, end + 1 - at_).flags |= flags;
}

/// A text over several lines: the end of it, when the first later line with this quote has an odd
/// number of them and the next lines are not many. Otherwise `newline`, where the text broke off.
size_t Lexer::find_late_quote(size_t newline, char quote) const {
  constexpr size_t kMaxBytes = 4096;
  std::string_view rest = source_.substr(newline, kMaxBytes);
  size_t found = rest.find(quote);
  if (found == std::string_view::npos) return newline;
  std::string_view line = rest.substr(found, rest.find('\n', found) - found);
  bool is_odd = std::count(line.begin(), line.end(), quote) % 2 == 1;
  constexpr std::string_view kAfterText = "),]}+ \r";
  bool ends_well = line.size() == 1 || kAfterText.find(line[1]) != std::string_view::npos;
  return is_odd && ends_well ? newline + found + 1 : newline;
}

void Lexer::lex_template() {
  templates_.push_back(static_cast<uint32_t>(list_.tokens.size()));
  add(TokenKind::TemplateStart, 1);
  lex_template_text();
}

/// The text of a template up to a hole, its end, or the end of the source.
void Lexer::lex_template_text() {
  size_t start = at_;
  size_t end = at_;
  uint8_t flags = 0;
  while (end < source_.size() && source_[end] != '`' && source_[end] != '{') {
    if (source_[end] == '\\') {
      flags = Token::kHasEscape;
      end += std::max(find_unicode_escape(source_, end), size_t{2});
    } else {
      ++end;
    }
  }
  end = end < source_.size() ? end : source_.size();
  if (end > start) {
    add(TokenKind::TemplateText, end - start).flags |= flags;
    pass_newlines(start, end);
  }
  if (end >= source_.size()) return;
  if (source_[end] == '`') {
    list_.tokens[templates_.back()].extra = static_cast<uint32_t>(list_.tokens.size());
    add(TokenKind::TemplateEnd, 1);
    templates_.pop_back();
    return;
  }
  auto num_parens = static_cast<uint32_t>(open_parens_.size());
  holes_.push_back(static_cast<uint32_t>(openings_.size()));
  openings_.push_back({'h', static_cast<uint32_t>(list_.tokens.size()), 0, num_parens});
  add(TokenKind::HoleStart, 1);
}

/// Counts the lines of a token that was added and spans some; none of them is measured.
void Lexer::pass_newlines(size_t start, size_t end) {
  for (size_t i = start; i < end; ++i) {
    const void* newline = std::memchr(source_.data() + i, '\n', end - i);
    if (newline == nullptr) return;
    i = static_cast<size_t>(static_cast<const char*>(newline) - source_.data());
    start_line(i + 1);
    first_on_line_ = false;
    check_indentation_ = false;
  }
}

/// The mark after a top-level `:` of a hole, up to the closing brace.
void Lexer::lex_format() {
  size_t end = at_ + 1;
  while (end < source_.size() && source_[end] != '}' && source_[end] != '\n' &&
         source_[end] != '`') {
    ++end;
  }
  add(TokenKind::HoleFormat, end - at_);
}

void Lexer::close_hole() {
  open_parens_.resize(openings_.back().num_parens);
  openings_.pop_back();
  holes_.pop_back();
  add(TokenKind::HoleEnd, 1);
  first_on_line_ = false;
  check_indentation_ = false;
  lex_template_text();
}

/// Comments and texts of other languages that would be torn into nonsense: `/* … */`, `"""…"""`,
/// `#…`.
bool Lexer::lex_foreign_text() {
  std::string_view rest = source_.substr(at_);
  size_t end = std::string_view::npos;
  const ErrorRow* row = nullptr;
  std::vector<std::string> arguments;
  if (rest[0] == '#' && holes_.empty()) {
    end = rest.find('\n');
    end = end == std::string_view::npos ? rest.size() : end;
    row = &syntax_errors::kUnexpectedCharacter;
    arguments = {"'#'"};
  } else if (rest.substr(0, 2) == "/*" && !no_block_comment_end_) {
    end = rest.find("*/", 2);
    no_block_comment_end_ = end == std::string_view::npos;
    row = &syntax_errors::kUnexpectedToken;
    arguments = {"SLASH", "'/'"};
    end = end == std::string_view::npos ? end : end + 2;
  } else if (rest.substr(0, 3) == "\"\"\"" || rest.substr(0, 3) == "'''") {
    end = rest.find(rest.substr(0, 3), 3);
    row = &syntax_errors::kTripleQuotes;
    end = end == std::string_view::npos ? end : end + 3;
  }
  if (row == nullptr || end == std::string_view::npos) return false;
  size_t start = at_;
  add_problem(*row, std::move(arguments), end);
  pass_newlines(start, start + end);
  return true;
}

/// One character that no token begins with; signs of two characters of other languages stay
/// together.
void Lexer::lex_foreign_character() {
  size_t end = at_;
  uint32_t code_point = next_code_point(source_, end);
  std::string_view character = source_.substr(at_, end - at_);
  std::string_view pair = source_.substr(at_, 2);
  size_t length = character.size();
  if (code_point < 0x80 && (pair == "&&" || pair == "||" || pair == "??" || pair == "?.")) {
    length = 2;
  }
  add_problem(syntax_errors::kUnexpectedCharacter, {quote_value(character)}, length);
}

}  // namespace syn
