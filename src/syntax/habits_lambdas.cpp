// Lambdas of other languages: lambda x: …, x => …, (x) -> …, (x) => { return … }, function (x) { …
// }.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_blocks.h"
#include "syntax/habit_finders.h"

namespace syn {
namespace {

/// `lambda a, b: body` and `lambda: body`; the failure is right after the word, or at the colon.
std::optional<Habit> explain_word(const HabitReader& reader) {
  size_t at = reader.at();
  size_t word = at;
  while (word > reader.site().statement && !reader.is(word, "lambda")) --word;
  if (!reader.is(word, "lambda") || word == at || at > word + 20) return std::nullopt;
  size_t colon = reader.find(word + 1, reader.line_end(word), ":");
  if (!reader.is(colon, ":") || colon < at) return std::nullopt;
  const ErrorRow& row = syntax_errors::kLambdaWord;
  size_t end = reader.expression_end(colon + 1);
  if (end == colon + 1) return reader.advise_plain(row, "(x) => …");
  return reader.advise(
      row, word, end,
      "(" + reader.source(word + 1, colon) + ") => " + reader.translate(colon + 1, end));
}

/// `x => …`, `x -> …`, `(a, b) -> …`.
std::optional<Habit> explain_arrow(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_fat = reader.is(at, "=>");
  if (!is_fat && !reader.is(at, "->")) return std::nullopt;
  if (reader.kind(reader.site().statement) == TokenKind::Task &&
      reader.failed_with(syntax_errors::kExpectedBlock)) {
    return std::nullopt;
  }
  size_t end = reader.expression_end(at + 1);
  std::string body = reader.translate(at + 1, end);
  bool is_block = reader.is(at + 1, "{") && reader.is(at + 2, "return");
  if (is_block && reader.token(at + 1).extra > at) {
    end = reader.token(at + 1).extra + 1;
    size_t last = reader.is(end - 2, ";") ? end - 2 : end - 1;
    body = reader.translate(at + 3, last);
  }
  if (end == at + 1) body = "…";
  size_t name = at - 1;
  bool has_group = reader.kind(name) == TokenKind::RightParen;
  if (has_group) {
    size_t open = reader.opening_before(name);
    if (open == HabitReader::kNone || is_fat) return std::nullopt;
    for (size_t i = open + 1; i < name; ++i) {
      if (!reader.is_name(i) && !reader.is(i, ",")) return std::nullopt;
    }
    Habit habit = reader.advise(syntax_errors::kLambdaArrow, at, at + 1, "=>");
    habit.arguments[2] = reader.source(open, at) + " => " + body;
    return habit;
  }
  if (!reader.is_name(name)) {
    if (!is_fat || !reader.has_left()) return std::nullopt;
    return reader.replace_sign(syntax_errors::kCompareSign, at, at + 1, ">=");
  }
  const ErrorRow& row = is_fat ? syntax_errors::kLambdaParentheses : syntax_errors::kLambdaArrow;
  std::string lambda = "(" + reader.source(name, at) + ") => " + body;
  if (end == at + 1) return reader.advise_plain(row, lambda);
  return reader.advise(row, name, end, lambda);
}

/// `(a, b) -> …`: the comma did not fit, the arrow comes later. `(x: T) => …` likewise.
std::optional<Habit> explain_parameters(const HabitReader& reader) {
  size_t at = reader.at();
  size_t open = reader.opening_before(at);
  if (open == HabitReader::kNone || !reader.is(open, "(") || reader.is_call(open)) {
    return std::nullopt;
  }
  size_t close = reader.token(open).extra;
  if (close == 0) return std::nullopt;
  bool is_thin = reader.is(close + 1, "->");
  bool is_lambda = reader.token(open).has(Token::kOpensLambda);
  if (is_lambda && reader.is(at, "=")) {
    return reader.advise_plain(syntax_errors::kLambdaDefault);
  }
  bool is_typed = is_lambda && reader.is(at, ":");
  if (is_lambda && reader.failed_with(syntax_errors::kExpectedLambdaParameter) &&
      reader.is(at, ")") && reader.is(at - 1, ",")) {
    Habit habit = reader.advise(syntax_errors::kTrailingComma, at - 1, at, "");
    habit.arguments[2] = reader.source(open, at - 1) + ") => …";
    return habit;
  }
  if (is_thin && reader.is(at, ",")) {
    size_t end = reader.expression_end(close + 2);
    if (end == close + 2) return std::nullopt;
    return reader.advise(
        syntax_errors::kLambdaArrow, open, end,
        rewrite_parameters(reader, open) + " => " + reader.translate(close + 2, end));
  }
  if (!is_typed) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kParameterType, open, close + 1,
                              rewrite_parameters(reader, open));
  habit.arguments[2] += " => …";
  return habit;
}

/// `(x) => { return x + 1 }`, `function (x) { return x + 1 }`.
std::optional<Habit> explain_braces(const HabitReader& reader) {
  size_t at = reader.at();
  size_t open = reader.is(at, "{") ? at : reader.opening_before(at);
  if (open == HabitReader::kNone || !reader.is(open, "{")) return std::nullopt;
  size_t close = reader.token(open).extra;
  size_t body = open + 1;
  if (close == 0) return std::nullopt;
  bool has_return = reader.is(body, "return") || reader.is(body, "give");
  if (has_return) ++body;
  size_t last = reader.is(close - 1, ";") ? close - 1 : close;
  bool is_one = body < last && reader.expression_end(body) == last;
  const ErrorRow& row = syntax_errors::kLambdaBraces;
  size_t before = open - 1;
  if (reader.is(before, "=>")) {
    if (!has_return && reader.find(open + 1, close, ":") < close) return std::nullopt;
    if (!is_one) return reader.advise_plain(row, "(x) => <expression>");
    return reader.advise(row, open, close + 1, reader.translate(body, last));
  }
  if (reader.kind(before) != TokenKind::RightParen) return std::nullopt;
  size_t params = reader.opening_before(before);
  if (params == HabitReader::kNone || params == 0) return std::nullopt;
  bool is_function = reader.is(params - 1, "function") || reader.is(params - 1, "func") ||
                     reader.is(params - 1, "fn");
  if (!is_function) return std::nullopt;
  if (!is_one) return reader.advise_plain(row, "(x) => <expression>");
  return reader.advise(row, params - 1, close + 1,
                       rewrite_parameters(reader, params) + " => " + reader.translate(body, last));
}

/// `(x) =>` and the body on the next line.
std::optional<Habit> explain_next_line(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.kind(at) != TokenKind::Newline || at == 0 || !reader.is(at - 1, "=>") ||
      reader.kind(at + 1) != TokenKind::Indent) {
    return std::nullopt;
  }
  size_t body = at + 2;
  size_t end = reader.line_end(body);
  bool is_one_line =
      reader.kind(end) == TokenKind::Newline && reader.kind(end + 1) == TokenKind::Dedent;
  const ErrorRow& row = syntax_errors::kLambdaBlock;
  bool gives = reader.is(body, "give") || reader.is(body, "return");
  size_t value = gives ? body + 1 : body;
  if (!is_one_line || reader.expression_end(value) != end) return reader.advise_plain(row);
  Habit habit = reader.advise(row, at, end, " " + reader.translate(value, end));
  Span arrow = reader.span(at - 1, at);
  habit.fix->span.line = arrow.end_line;
  habit.fix->span.column = arrow.end_column;
  habit.resume = at;
  return habit;
}

}  // namespace

std::optional<Habit> find_lambda_habit(const HabitReader& reader) {
  if (auto habit = explain_word(reader)) return habit;
  if (auto habit = explain_arrow(reader)) return habit;
  if (auto habit = explain_parameters(reader)) return habit;
  if (auto habit = explain_braces(reader)) return habit;
  return explain_next_line(reader);
}

}  // namespace syn
