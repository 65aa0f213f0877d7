// The lexer's loop: lines and indentation, names, signs, comments. Literals are in
// lexer_literals.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/lexer.h"

#include <array>

#include "base/check.h"
#include "base/utf8.h"
#include "syntax/errors.h"
#include "syntax/names.h"

namespace syn {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// With more problems than are reported anyway, `--` is a comment; keeps one long line of them
/// linear.
constexpr size_t kMaxCommentProblems = 64;

constexpr size_t kMaxProblems = 10'000;
constexpr size_t kMaxOpenings = 10'000;

constexpr auto kNoSign = TokenKind::EndOfFile;

/// For each first character the signs that begin with it, longest first.
using SignTable = std::array<std::array<TokenKind, 4>, 128>;

constexpr SignTable make_sign_table() {
  SignTable table{};
  for (auto& kinds : table) kinds.fill(kNoSign);
  for (size_t length = 3; length > 0; --length) {
#define SYN_TOKEN(kind, name, spelling)
#define SYN_WORD(kind, name, spelling)
#define SYN_SIGN(kind, name, spelling)                                              \
  if (std::string_view(spelling).size() == length) {                                \
    auto& kinds = table[static_cast<unsigned char>(std::string_view(spelling)[0])]; \
    size_t i = 0;                                                                   \
    while (kinds[i] != kNoSign) ++i;                                                \
    kinds[i] = TokenKind::kind;                                                     \
  }
#include "syntax/tokens.def"
#undef SYN_TOKEN
#undef SYN_WORD
#undef SYN_SIGN
  }
  return table;
}

constexpr SignTable kSigns = make_sign_table();

}  // namespace

void Lexer::run() {
  list_.tokens.reserve(source_.size() / 4 + 16);
  lex_all();
}

void Lexer::lex_all() {
  while (true) {
    if (check_indentation_ && openings_.empty()) lex_line_start();
    while (is_blank(peek())) ++at_;
    if (at_ >= source_.size() || gives_up()) break;
    char c = peek();
    if (c == '\n') {
      lex_newline();
    } else if (c == '-' && peek(1) == '-') {
      lex_comment();
    } else if (is_digit(c)) {
      lex_number();
    } else if (is_ascii_name(c) || static_cast<unsigned char>(c) >= 0x80) {
      lex_name();
    } else if (lex_foreign_text()) {
      continue;
    } else if (c == '"' || c == '\'') {
      lex_string(c);
    } else if (c == '`') {
      lex_template();
    } else {
      lex_sign();
    }
  }
  finish();
}

/// Whether the rest can add nothing: the parser stops before it. Keeps memory for nonsense small.
bool Lexer::gives_up() const {
  return list_.problems.size() > kMaxProblems || openings_.size() > kMaxOpenings;
}

/// Measures the indentation of a line (language.md §2.1).
void Lexer::lex_line_start() {
  check_indentation_ = false;
  uint32_t width = 0;
  size_t i = at_;
  for (; i < source_.size() && (source_[i] == ' ' || source_[i] == '\t'); ++i) {
    width += source_[i] == ' ' ? 1 : 4;
  }
  bool is_empty = i >= source_.size() || source_[i] == '\n' || source_[i] == '\r';
  bool is_comment = source_.substr(i, 2) == "--";
  if (!is_empty && !is_comment) change_indentation(width);
  at_ = i;
}

void Lexer::change_indentation(uint32_t width) {
  if (width > levels_.back().width) {
    levels_.push_back({width, false});
    add(TokenKind::Indent, 0).extra = width;
    return;
  }
  while (width < levels_.back().width) {
    bool silent = levels_.back().silent;
    levels_.pop_back();
    if (!silent) add(TokenKind::Dedent, 0).extra = width;
  }
  if (width == levels_.back().width) return;
  add_problem(syntax_errors::kInconsistentIndentation,
              {std::to_string(levels_.back().width), std::to_string(width)}, 0);
  levels_.push_back({width, true});
}

void Lexer::lex_newline() {
  std::vector<Token>& tokens = list_.tokens;
  if (openings_.empty() && !tokens.empty() && tokens.back().kind != TokenKind::Newline) {
    add(TokenKind::Newline, 1);
  } else {
    ++at_;
  }
  start_line(at_);
  check_indentation_ = openings_.empty();
}

void Lexer::start_line(size_t offset) {
  ++line_;
  line_start_ = offset;
  counted_to_ = offset;
  counted_column_ = 1;
  first_on_line_ = true;
  check_indentation_ = true;
}

/// A comment, or one of the two uses of `--` that are refused (language.md §2.3).
void Lexer::lex_comment() {
  if (const ErrorRow* row = find_comment_problem()) {
    add_problem(*row, {}, 2);
    return;
  }
  size_t end = at_;
  uint32_t num_braces = 0;
  for (; end < source_.size() && source_[end] != '\n'; ++end) {
    if (!in_hole()) continue;
    if (source_[end] == '{') ++num_braces;
    if (source_[end] == '}' && num_braces-- == 0) break;
  }
  list_.comments.push_back(
      {static_cast<uint32_t>(at_), static_cast<uint32_t>(end - at_), line_, column_at(at_)});
  at_ = end;
}

const ErrorRow* Lexer::find_comment_problem() const {
  char after = peek(2);
  if (!is_digit(after) && after != '(') return nullptr;
  if (list_.problems.size() > kMaxCommentProblems) return nullptr;
  char before = at_ > line_start_ ? source_[at_ - 1] : ' ';
  constexpr std::string_view kOpeners = "([{,";
  if (!is_blank(before) && kOpeners.find(before) == std::string_view::npos) {
    return &syntax_errors::kGluedComment;
  }
  if (openings_.empty() || openings_.back().sign != '(') return nullptr;
  const Token& last = list_.tokens.back();
  bool after_operand = last.kind == TokenKind::Identifier || last.kind == TokenKind::Number ||
                       last.kind == TokenKind::RightParen || last.kind == TokenKind::RightBracket;
  if (!after_operand || last.line != line_ || !closes_on_this_line(at_ + 2)) return nullptr;
  return &syntax_errors::kCommentInParenthesis;
}

/// Whether the innermost open parenthesis is closed between `from` and the end of the line.
bool Lexer::closes_on_this_line(size_t from) const {
  size_t depth = 1;
  for (size_t i = from; i < source_.size() && source_[i] != '\n'; ++i) {
    if (source_[i] == '(') ++depth;
    if (source_[i] == ')' && --depth == 0) return true;
  }
  return false;
}

void Lexer::lex_name() {
  size_t end = at_;
  while (end < source_.size()) {
    if (is_ascii_name(source_[end])) {
      ++end;
      continue;
    }
    if (static_cast<unsigned char>(source_[end]) < 0x80) break;
    size_t next = end;
    uint32_t code_point = next_code_point(source_, next);
    if (end == at_ ? !starts_name(code_point) : !continues_name(code_point)) break;
    end = next;
  }
  if (end == at_) {
    lex_foreign_character();
    return;
  }
  std::string_view word = source_.substr(at_, end - at_);
  add(find_reserved_word(word), end - at_);
}

void Lexer::lex_sign() {
  std::string_view rest = source_.substr(at_, 3);
  switch (rest[0]) {
    case '(': return open_bracket('(', TokenKind::LeftParen);
    case '[': return open_bracket('[', TokenKind::LeftBracket);
    case '{': return open_bracket('{', TokenKind::LeftBrace);
    case ')': return close_bracket('(', TokenKind::RightParen);
    case ']': return close_bracket('[', TokenKind::RightBracket);
    case '}': return close_bracket('{', TokenKind::RightBrace);
    case ':':
      if (in_hole()) return lex_format();
      break;
    default: break;
  }
  auto first = static_cast<unsigned char>(rest[0]);
  if (first < 128) {
    for (TokenKind kind : kSigns[first]) {
      if (kind == kNoSign) break;
      std::string_view spelling = token_spelling(kind);
      if (rest.substr(0, spelling.size()) != spelling) continue;
      add(kind, spelling.size());
      if (kind == TokenKind::FatArrow) mark_lambda();
      return;
    }
  }
  lex_foreign_character();
}

/// After `=>`: marks the `(` of the parenthesis before it as the start of a lambda.
void Lexer::mark_lambda() {
  if (list_.tokens.size() < 2) return;
  const Token& before = list_.tokens[list_.tokens.size() - 2];
  if (before.kind != TokenKind::RightParen || before.extra == 0) return;
  list_.tokens[before.extra - 1].flags |= Token::kOpensLambda;
}

void Lexer::open_bracket(char sign, TokenKind kind) {
  auto index = static_cast<uint32_t>(list_.tokens.size());
  add(kind, 1);
  if (sign == '(') open_parens_.push_back(index);
  if (sign == '{' && !holes_.empty()) ++openings_[holes_.back()].num_braces;
  openings_.push_back({sign, index, 0, 0});
}

void Lexer::close_bracket(char sign, TokenKind kind) {
  if (sign == '{' && !holes_.empty()) {
    Opening& hole = openings_[holes_.back()];
    if (hole.num_braces == 0) {
      openings_.resize(holes_.back() + 1);
      return close_hole();
    }
    --hole.num_braces;
  }
  auto index = static_cast<uint32_t>(list_.tokens.size());
  Token& token = add(kind, 1);
  size_t num_outer_parens = holes_.empty() ? 0 : openings_[holes_.back()].num_parens;
  if (sign == '(' && open_parens_.size() > num_outer_parens) {
    token.extra = open_parens_.back() + 1;
    open_parens_.pop_back();
  }
  if (openings_.empty() || in_hole()) return;
  if (openings_.back().sign == sign) list_.tokens[openings_.back().token].extra = index;
  openings_.pop_back();
}

/// The end of the source: dedents, a newline, the end token.
void Lexer::finish() {
  if (!templates_.empty()) {
    Token start = list_.tokens[templates_.front()];
    list_.tokens.resize(templates_.front());
    while (!list_.comments.empty() && list_.comments.back().offset > start.offset) {
      list_.comments.pop_back();
    }
    start.kind = TokenKind::Problem;
    start.length = static_cast<uint32_t>(source_.size()) - start.offset;
    start.extra = static_cast<uint32_t>(list_.problems.size());
    list_.problems.push_back({&syntax_errors::kTemplateEnd, {}});
    list_.tokens.push_back(start);
    templates_.clear();
  }
  while (levels_.size() > 1) {
    if (!levels_.back().silent) add(TokenKind::Dedent, 0);
    levels_.pop_back();
  }
  if (list_.tokens.empty() || list_.tokens.back().kind != TokenKind::Newline) {
    add(TokenKind::Newline, 0);
  }
  add(TokenKind::EndOfFile, 0);
}

void Lexer::restart_at(size_t index) {
  Token token = list_.tokens[index];
  DCHECK(token.has(Token::kFirstOnLine));
  list_.tokens.resize(index);
  while (!list_.comments.empty() && list_.comments.back().offset >= token.offset) {
    list_.comments.pop_back();
  }
  levels_.assign(1, {0, false});
  for (const Token& earlier : list_.tokens) {
    if (earlier.kind == TokenKind::Indent) levels_.push_back({earlier.extra, false});
    if (earlier.kind == TokenKind::Dedent && levels_.size() > 1) levels_.pop_back();
  }
  openings_.clear();
  holes_.clear();
  open_parens_.clear();
  no_block_comment_end_ = false;
  templates_.clear();
  at_ = source_.rfind('\n', token.offset);
  line_ = token.line - 1;
  line_start_ = source_.rfind('\n', at_ == 0 ? 0 : at_ - 1);
  line_start_ = line_start_ == std::string_view::npos || line_start_ >= at_ ? 0 : line_start_ + 1;
  counted_to_ = line_start_;
  counted_column_ = 1;
  first_on_line_ = false;
  check_indentation_ = false;
  lex_all();
}

Token& Lexer::add(TokenKind kind, size_t length) {
  Token& token = list_.tokens.emplace_back();
  token.kind = kind;
  token.offset = static_cast<uint32_t>(at_);
  token.length = static_cast<uint32_t>(length);
  token.line = line_;
  token.column = column_at(at_);
  bool is_layout =
      kind == TokenKind::Indent || kind == TokenKind::Dedent || kind == TokenKind::Newline;
  if (first_on_line_ && !is_layout) {
    token.flags = Token::kFirstOnLine;
    first_on_line_ = false;
  }
  at_ += length;
  return token;
}

void Lexer::add_problem(const ErrorRow& row, std::vector<std::string> arguments, size_t length) {
  auto index = static_cast<uint32_t>(list_.problems.size());
  list_.problems.push_back({&row, std::move(arguments)});
  bool was_first = first_on_line_;
  add(TokenKind::Problem, length).extra = index;
  if (length == 0)
    first_on_line_ = was_first;  // The indentation problem: the line's token follows.
}

uint32_t Lexer::column_at(size_t offset) const {
  if (offset < counted_to_) return counted_column_;
  counted_column_ +=
      static_cast<uint32_t>(count_code_points(source_.substr(counted_to_, offset - counted_to_)));
  counted_to_ = offset;
  return counted_column_;
}

}  // namespace syn
