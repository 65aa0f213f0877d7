// Reading the program around a failure: tokens, source, and findings.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_reader.h"

#include <algorithm>

#include "base/utf8.h"
#include "syntax/habit_words.h"

namespace syn {
namespace {

bool is_opening(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
         kind == TokenKind::LeftBrace || kind == TokenKind::HoleStart;
}

bool is_closing(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBracket ||
         kind == TokenKind::RightBrace || kind == TokenKind::HoleEnd;
}

bool is_layout(TokenKind kind) {
  return kind == TokenKind::Newline || kind == TokenKind::Indent || kind == TokenKind::Dedent ||
         kind == TokenKind::EndOfFile;
}

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

bool HabitReader::expected(std::string_view name) const {
  return failed_with(syntax_errors::kExpectedToken) && site_.arguments[0] == name;
}

const Token& HabitReader::token(size_t index) const {
  return site_.list.tokens[std::min(index, site_.list.tokens.size() - 1)];
}

std::string_view HabitReader::text(size_t index) const {
  const Token& t = token(index);
  return site_.source.substr(t.offset, t.length);
}

bool HabitReader::glued(size_t index) const {
  return index > 0 && token(index - 1).end() == token(index).offset;
}

bool HabitReader::ends_line(size_t index) const {
  if (index >= site_.list.tokens.size() || is_layout(kind(index))) return true;
  return index > 0 && token(index).has(Token::kFirstOnLine);
}

size_t HabitReader::line_end(size_t from) const {
  size_t end = from + 1;
  while (!ends_line(end)) ++end;
  return end;
}

size_t HabitReader::text_end(size_t from) const {
  size_t end = line_end(from);
  while (end > from + 1 && (is(end - 1, ";") || is(end - 1, ":") || is(end - 1, "{"))) --end;
  return end;
}

size_t HabitReader::find(size_t from, size_t end, std::string_view wanted) const {
  int depth = 0;
  for (size_t i = from; i < end; ++i) {
    if (depth == 0 && is(i, wanted)) return i;
    if (is_opening(kind(i))) ++depth;
    if (is_closing(kind(i))) --depth;
    if (depth < 0) return end;
  }
  return end;
}

size_t HabitReader::opening_before(size_t index) const {
  int depth = 0;
  for (size_t i = index; i > site_.statement; --i) {
    if (is_closing(kind(i - 1))) ++depth;
    if (is_opening(kind(i - 1)) && --depth < 0) return i - 1;
  }
  return kNone;
}

size_t HabitReader::operand_start(size_t end) const {
  size_t from = end;
  while (from > site_.statement) {
    TokenKind before = kind(from - 1);
    if (is_closing(before)) {
      size_t open = opening_before(from - 1);
      if (open == kNone) return end;
      from = open;
      bool has_more =
          from > 0 && (kind(from - 1) == TokenKind::Identifier || is_closing(kind(from - 1)));
      if (!has_more || kind(from) == TokenKind::LeftBrace) return from;
    } else if (before == TokenKind::Dot) {
      --from;
    } else if (before == TokenKind::Identifier || before == TokenKind::Text ||
               before == TokenKind::Number || before == TokenKind::True ||
               before == TokenKind::False || before == TokenKind::Nothing) {
      --from;
      if (from == 0 || kind(from - 1) != TokenKind::Dot) return from;
    } else {
      return from;
    }
  }
  return from;
}

std::string HabitReader::around(size_t from, size_t to, std::string_view op) const {
  size_t operand = is(to, "!") ? to + 1 : to;
  size_t end = std::max(expression_end(operand), std::min(to + 1, line_end(to - 1)));
  std::string left = translate(operand_start(from), from);
  std::string right = translate(to, end);
  return on_one_line(left + (left.empty() ? "" : " ") + std::string(op) + " " + right);
}

bool HabitReader::is_call(size_t open) const {
  if (open == 0 || kind(open) != TokenKind::LeftParen) return false;
  TokenKind before = kind(open - 1);
  return before == TokenKind::Identifier || before == TokenKind::RightParen ||
         before == TokenKind::RightBracket;
}

bool HabitReader::has_left() const {
  return site_.expression < at() && expression_end(site_.expression) == at();
}

std::string HabitReader::source(size_t from, size_t to) const {
  if (from >= to) return {};
  uint32_t start = token(from).offset;
  return std::string(site_.source.substr(start, token(to - 1).end() - start));
}

std::string HabitReader::translate(size_t from, size_t to) const {
  std::string out;
  for (size_t i = from; i < to; ++i) {
    if (i > from) {
      uint32_t start = token(i - 1).end();
      out += site_.source.substr(start, token(i).offset - start);
    }
    ForeignWord word = find_foreign_operator(*this, i);
    if (word.length == 0) {
      out += text(i);
      continue;
    }
    bool glue = !word.text.empty() && is_word_byte(word.text.front());
    if (glue && !out.empty() && is_word_byte(out.back())) out += ' ';
    out += word.text;
    i += word.length - 1;
    bool next_glued = i + 1 < to && glued(i + 1) && is_word_byte(text(i + 1).front());
    if (next_glued && !word.text.empty() && is_word_byte(word.text.back())) out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string HabitReader::translate_statement(size_t from, size_t to) const {
  while (to > from && is(to - 1, ";")) --to;
  std::string_view word = find_foreign_statement(text(from));
  if (word.empty() || !is_name(from)) return translate(from, to);
  std::string rest = translate(from + 1, to);
  return std::string(word) + (rest.empty() ? "" : " ") + rest;
}

std::string HabitReader::as_operand(size_t from, size_t to) const {
  std::string text = translate(from, to);
  bool is_operand = to == from + 1;
  for (size_t i = from; i < to && !is_operand; ++i) {
    // A name with its postfixes, or one bracketed group.
    if (is_opening(kind(i)) && token(i).extra != 0) i = token(i).extra;
    bool is_part = kind(i) == TokenKind::Identifier || kind(i) == TokenKind::Dot ||
                   is_closing(kind(i)) || i == from;
    if (!is_part) break;
    is_operand = i + 1 == to;
  }
  return is_operand ? text : "(" + text + ")";
}

std::string HabitReader::without_parentheses(size_t from, size_t to) const {
  bool enclosed =
      to > from + 2 && kind(from) == TokenKind::LeftParen && token(from).extra == to - 1;
  return enclosed ? translate(from + 1, to - 1) : translate(from, to);
}

Span HabitReader::span(size_t from, size_t to) const {
  const Token& first = token(from);
  if (from >= to) return {first.line, first.column, first.line, first.column};
  const Token& last = token(to - 1);
  std::string_view last_text = text(to - 1);
  Span result{first.line, first.column, last.line, last.column};
  size_t newline = last_text.rfind('\n');
  if (newline != std::string_view::npos) {
    result.end_line += static_cast<uint32_t>(std::count(last_text.begin(), last_text.end(), '\n'));
    result.end_column = static_cast<uint32_t>(count_code_points(last_text.substr(newline)));
  } else {
    result.end_column += static_cast<uint32_t>(count_code_points(last_text));
  }
  return result;
}

std::string HabitReader::indent(size_t index) const {
  size_t offset = token(index).offset;
  size_t start = offset == 0 ? std::string_view::npos : site_.source.rfind('\n', offset - 1);
  start = start == std::string_view::npos ? 0 : start + 1;
  size_t end = start;
  while (end < offset && (site_.source[end] == ' ' || site_.source[end] == '\t')) ++end;
  return std::string(site_.source.substr(start, end - start));
}

bool HabitReader::is_declared(std::string_view name) const { return site_.declared.contains(name); }

/// Looks back from the token: a `let` of a block that is still open, a parameter or loop variable
/// of a header around it, or a plain assignment (which its own finding turns into a `let`).
bool HabitReader::is_bound(std::string_view name, size_t index) const {
  constexpr size_t kMaxTokens = 20'000;
  size_t line = index;
  while (line > 0 && !token(line).has(Token::kFirstOnLine)) --line;
  uint32_t lowest = token(line).column;
  for (size_t i = line; i-- > 0 && line - i < kMaxTokens;) {
    size_t first = i;
    while (first > 0 && !token(first).has(Token::kFirstOnLine)) --first;
    uint32_t column = token(first).column;
    for (size_t k = first; k <= i; ++k) {
      if (kind(k) != TokenKind::Identifier || text(k) != name || k == 0) continue;
      TokenKind before = kind(k - 1);
      bool is_let = before == TokenKind::Let || is(k - 1, "var") || is(k - 1, "const");
      bool is_assigned = k == first && is(k + 1, "=");
      if ((is_let || is_assigned) && column <= lowest) return true;
      bool is_header = kind(first) == TokenKind::Task || kind(first) == TokenKind::Each ||
                       kind(first) == TokenKind::Recover || is(first, "def") || is(first, "for") ||
                       is(first, "function") || is(first, "fn") || is(first, "func");
      bool is_parameter = before == TokenKind::LeftParen || before == TokenKind::Comma ||
                          before == TokenKind::Each || before == TokenKind::Recover ||
                          is(k - 1, "for");
      if (is_header && is_parameter && column < lowest) return true;
    }
    lowest = std::min(lowest, column);
    i = first;
  }
  return false;
}

std::string HabitReader::unused_name(std::string_view wish) const {
  std::string name(wish);
  for (int number = 2;; ++number) {
    bool used = find_reserved_word(name) != TokenKind::Identifier;
    for (size_t i = 0; i < site_.list.tokens.size() && !used; ++i) used = is(i, name);
    if (!used) return name;
    name = std::string(wish) + std::to_string(number);
  }
}

Habit HabitReader::foreign(const ErrorRow& row, size_t word, size_t to, std::string text) const {
  Habit habit = foreign_plain(row, word, text);
  habit.fix = Fix{span(word, to), std::move(text)};
  habit.resume = to;
  return habit;
}

Habit HabitReader::foreign_plain(const ErrorRow& row, size_t word, std::string example) const {
  Habit habit;
  habit.row = &row;
  habit.arguments = {std::string(text(word)), on_one_line(example)};
  habit.span = span(word, word + 1);
  habit.resume = word;
  return habit;
}

Habit HabitReader::advise(const ErrorRow& row, size_t from, size_t to, std::string text) const {
  Habit habit = advise_plain(row, text);
  habit.fix = Fix{span(from, to), std::move(text)};
  habit.resume = std::max(to, at());
  return habit;
}

Habit HabitReader::replace_sign(const ErrorRow& row, size_t from, size_t to,
                                std::string_view op) const {
  std::string text = glued(from) ? " " : "";
  text += op;
  if (glued(to)) text += ' ';
  Habit habit = advise(row, from, to, text);
  habit.arguments[2] = around(from, to, op);
  return habit;
}

Habit HabitReader::advise_plain(const ErrorRow& row, std::string example) const {
  Habit habit;
  habit.row = &row;
  habit.arguments = {plain_error(Language::English), plain_error(Language::Spanish),
                     on_one_line(example)};
  bool shows_all = row.english == std::string_view("{0}");
  bool is_long =
      failed_with(syntax_errors::kAfterStatement) || failed_with(syntax_errors::kLeftoverInHole);
  if (is_long && !shows_all && kind(at()) != TokenKind::Problem) {
    habit.arguments[0] = "unexpected " + site_.arguments[0];
    habit.arguments[1] = site_.arguments[0] + " inesperado";
  }
  habit.span = span(at(), at() + 1);
  habit.resume = at();
  if (kind(at()) == TokenKind::Problem) {
    const ErrorRow* problem = site_.list.problems[token(at()).extra].row;
    if (problem->code < syntax_errors::kUnexpectedToken.code) habit.phase = Phase::Lexer;
  }
  return habit;
}

std::string HabitReader::plain_error(Language language) const {
  const ErrorRow* row = site_.row;
  if (kind(at()) == TokenKind::Problem) {
    const LexProblem& problem = site_.list.problems[token(at()).extra];
    return fill_template(
        language == Language::Spanish ? problem.row->spanish : problem.row->english,
        problem.arguments);
  }
  return fill_template(language == Language::Spanish ? row->spanish : row->english,
                       site_.arguments);
}

bool DeclaredNames::contains(std::string_view name) const {
  if (names_) return names_->contains(name);
  names_.emplace();
  for (size_t i = 1; i + 1 < list_.tokens.size(); ++i) {
    if (list_.tokens[i].kind != TokenKind::Identifier) continue;
    TokenKind before = list_.tokens[i - 1].kind;
    TokenKind after = list_.tokens[i + 1].kind;
    bool follows = before == TokenKind::Let || before == TokenKind::Task ||
                   before == TokenKind::Each || before == TokenKind::As ||
                   before == TokenKind::Recover || before == TokenKind::Spread ||
                   before == TokenKind::Type;
    bool in_list = before == TokenKind::LeftParen || before == TokenKind::Comma ||
                   before == TokenKind::LeftBracket || before == TokenKind::LeftBrace;
    bool ends_item = after == TokenKind::Comma || after == TokenKind::RightParen ||
                     after == TokenKind::Assign || after == TokenKind::RightBracket ||
                     after == TokenKind::RightBrace;
    if (!follows && !(in_list && ends_item)) continue;
    names_->insert(source_.substr(list_.tokens[i].offset, list_.tokens[i].length));
  }
  return names_->contains(name);
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') {
      out += text[i];
      continue;
    }
    out += " ⏎ ";
    while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
  }
  return out;
}

}  // namespace syn
