// A bracket that is never closed: where parsing failed says little, where it was opened says all.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_finders.h"

namespace syn {
namespace {

std::string_view closing_of(TokenKind opening) {
  if (opening == TokenKind::LeftParen) return ")";
  return opening == TokenKind::LeftBracket ? "]" : "}";
}

bool is_bracket(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
         kind == TokenKind::LeftBrace;
}

/// Whether a value may end with this token, so that closing after it makes sense.
bool ends_value(TokenKind kind) {
  return kind == TokenKind::Identifier || kind == TokenKind::Number || kind == TokenKind::Text ||
         kind == TokenKind::TemplateEnd || kind == TokenKind::True || kind == TokenKind::False ||
         kind == TokenKind::Nothing || kind == TokenKind::RightParen ||
         kind == TokenKind::RightBracket || kind == TokenKind::RightBrace;
}

}  // namespace

std::optional<Habit> find_unclosed(const HabitReader& reader) {
  size_t at = reader.at();
  bool line_over = reader.kind(at) == TokenKind::Newline ||
                   reader.kind(at) == TokenKind::EndOfFile ||
                   reader.token(at).has(Token::kFirstOnLine);
  size_t open = reader.opening_before(at);
  if (!line_over || open == HabitReader::kNone || open + 1 > at) return std::nullopt;
  if (!is_bracket(reader.kind(open)) || reader.token(open).extra != 0) return std::nullopt;
  std::string closers;
  size_t num_open = 0;
  for (size_t i = open; i != HabitReader::kNone; i = reader.opening_before(i)) {
    if (!is_bracket(reader.kind(i)) || reader.token(i).extra != 0) return std::nullopt;
    closers += closing_of(reader.kind(i));
    ++num_open;
  }
  const Token& bracket = reader.token(open);
  std::string place = std::to_string(bracket.line) + ":" + std::to_string(bracket.column);
  Habit habit = reader.advise_plain(syntax_errors::kUnclosed, std::string(reader.text(open)));
  habit.arguments.push_back(place);
  habit.arguments.push_back(closers);
  size_t last = at - 1;
  bool empty_call = last == open && reader.kind(open) != TokenKind::LeftBrace;
  if (ends_value(reader.kind(last)) || (empty_call && num_open > 0)) {
    Span end = reader.span(last, last + 1);
    habit.fix = Fix{{end.end_line, end.end_column, end.end_line, end.end_column}, closers};
  }
  return habit;
}

}  // namespace syn
