// Characters that no token begins with: ;, &&, !, ?, ^, @, $, \, |, curly quotes, invisible ones.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>

#include "base/utf8.h"
#include "syntax/habit_blocks.h"
#include "syntax/habit_finders.h"

namespace syn {
namespace {

struct SignRow {
  std::string_view foreign;
  std::string_view ours;
};

constexpr SignRow kLookalikes[] = {
    {"×", "*"},   {"÷", "/"},  {"−", "-"},   {"–", "-"},  {"≤", "<="}, {"≥", ">="},  {"≠", "!="},
    {"∧", "and"}, {"∨", "or"}, {"¬", "not"}, {"→", "=>"}, {"⇒", "=>"}, {"…", "..."}, {"，", ","},
    {"（", "("},  {"）", ")"}, {"：", ":"},  {"；", ""},  {"·", "*"},
};

/// `a && b`: the operator alone is replaced.
std::optional<Habit> explain_logic(const HabitReader& reader) {
  size_t at = reader.at();
  std::string_view sign = reader.text(at);
  if (sign == "&&") return reader.replace_sign(syntax_errors::kAndSign, at, at + 1, "and");
  if (sign == "||") return reader.replace_sign(syntax_errors::kOrSign, at, at + 1, "or");
  if (sign == "&") return reader.replace_sign(syntax_errors::kAmpersand, at, at + 1, "+");
  if (sign == "^") return reader.replace_sign(syntax_errors::kPowerSign, at, at + 1, "**");
  bool is_conversion =
      sign == "!" && reader.glued(at + 1) && reader.text(at + 1).size() == 1 &&
      (reader.kind(at + 2) == TokenKind::HoleEnd || reader.kind(at + 2) == TokenKind::HoleFormat);
  if (is_conversion && reader.has_left()) {  // {x!r}
    return reader.advise(syntax_errors::kHoleConversion, at, at + 2, "");
  }
  if (sign == "!" && reader.glued(at) && reader.has_left()) {  // x!
    size_t end = at + 1;
    while (reader.is(end, "!")) ++end;
    Habit habit = reader.advise(syntax_errors::kPrefixWord, at, end, "");
    habit.arguments[2] = on_one_line(reader.source(reader.site().expression, at));
    return habit;
  }
  if (sign == "!") {
    // `!!x` is a bool already.
    size_t next = reader.is(at + 1, "!") ? at + 2 : at + 1;
    std::string word = next == at + 2 ? "not not " : "not ";
    Habit habit = reader.advise(syntax_errors::kNotSign, at, next, word);
    habit.arguments[2] =
        on_one_line(word + reader.translate(next, std::max(reader.expression_end(next), next + 1)));
    return habit;
  }
  return std::nullopt;
}

std::optional<Habit> explain_semicolon(const HabitReader& reader) {
  size_t at = reader.at();
  if (!reader.is(at, ";")) return std::nullopt;
  if (reader.ends_line(at + 1)) return reader.advise(syntax_errors::kSemicolon, at, at + 1, "");
  // What follows becomes a line of its own.
  Habit habit = reader.advise(syntax_errors::kSemicolon, at, at + 1, "");
  Span next = reader.span(at + 1, at + 2);
  habit.fix =
      Fix{{habit.span.line, habit.span.column, next.line, next.column}, "\n" + reader.indent(at)};
  return habit;
}

/// `c ? a : b`, `a ?? b`, `m?.k`.
std::optional<Habit> explain_question(const HabitReader& reader) {
  size_t at = reader.at();
  size_t from = reader.site().expression;
  bool has_left = reader.has_left();
  if (reader.is(at, "?.")) {
    size_t start = reader.operand_start(at);
    if (!reader.is_name(at + 1) || start == at) {
      return reader.advise_plain(syntax_errors::kOptionalMember, "get(m, \"key\")");
    }
    std::string call =
        "get(" + reader.source(start, at) + ", \"" + reader.source(at + 1, at + 2) + "\")";
    return reader.advise(syntax_errors::kOptionalMember, start, at + 2, call);
  }
  if (reader.is(at, "??")) {
    size_t end = reader.expression_end(at + 1);
    if (!has_left || end == at + 1) {
      return reader.advise_plain(syntax_errors::kNullishSign,
                                 "when x == nothing then y otherwise x");
    }
    std::string left = reader.translate(from, at);
    return reader.advise(syntax_errors::kNullishSign, from, end,
                         "when " + reader.as_operand(from, at) + " == nothing then " +
                             reader.translate(at + 1, end) + " otherwise " + left);
  }
  if (!reader.is(at, "?")) return std::nullopt;
  size_t then_end = reader.expression_end(at + 1);
  if (!reader.is(then_end, ":") || !has_left) {
    return reader.advise_plain(syntax_errors::kTernary, "when c then a otherwise b");
  }
  size_t end = reader.expression_end(then_end + 1);
  bool is_nested = reader.is(end, "?");
  if (end == then_end + 1 || is_nested) {
    return reader.advise_plain(syntax_errors::kTernary, "when c then a otherwise b");
  }
  return reader.advise(syntax_errors::kTernary, from, end,
                       "when " + reader.without_parentheses(from, at) + " then " +
                           reader.translate(at + 1, then_end) + " otherwise " +
                           reader.translate(then_end + 1, end));
}

/// `@decorator`, `$name`, `\` at the end of a line.
std::optional<Habit> explain_mark(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.is(at, "$") && reader.glued(at + 1)) {
    if (reader.kind(at + 1) == TokenKind::Text) {  // C# $"…{x}…"
      std::string_view text = reader.text(at + 1);
      return reader.advise(syntax_errors::kPrefixedText, at, at + 2,
                           "`" + std::string(text.substr(1, text.size() - 2)) + "`");
    }
    return reader.advise(syntax_errors::kDollarName, at, at + 2, reader.source(at + 1, at + 2));
  }
  if (reader.is(at, "@")) {
    size_t next = reader.line_end(at);
    while (reader.kind(next) == TokenKind::Newline) ++next;
    bool is_decorator =
        at == reader.site().statement &&
        (reader.kind(next) == TokenKind::Task || reader.is(next, "def") ||
         reader.is(next, "class") || reader.is(next, "@") || reader.is(next, "async"));
    size_t first = at + 1;
    while (reader.is(first, "@")) ++first;
    size_t end = is_decorator ? reader.line_end(at) : std::min(first + 1, reader.line_end(at));
    std::string text = reader.source(std::min(first, end), end);
    if (is_decorator) text = "-- " + text;
    return reader.advise(syntax_errors::kDecorator, at, end, text);
  }
  if (!reader.is(at, "\\") || !reader.ends_line(at + 1)) return std::nullopt;
  // `let x be a + \` and the next line: the value in parentheses.
  size_t value = reader.site().expression;
  size_t statement = reader.site().statement;
  if (reader.is(statement, "let") && reader.is(statement + 2, "be")) value = statement + 3;
  size_t next = at + 1;
  while (reader.kind(next) == TokenKind::Newline || reader.kind(next) == TokenKind::Indent) ++next;
  size_t end = reader.line_end(next);
  if (value >= at || (value != statement + 3 && !reader.has_left()) || reader.is(end - 1, "\\")) {
    return reader.advise_plain(syntax_errors::kBackslash, "(…)");
  }
  return reader.advise(syntax_errors::kBackslash, value, end,
                       "(" + reader.source(value, at) + "\n" + reader.body_indent(at) +
                           reader.source(next, end) + ")");
}

/// `|x| x + 1`, `xs | f`.
std::optional<Habit> explain_bar(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.is(at, "||") && at + 1 < reader.line_end(at) && !reader.has_left()) {
    size_t end = reader.expression_end(at + 1);
    if (end > at + 1) {
      return reader.advise(syntax_errors::kLambdaArrow, at, end,
                           "() => " + reader.translate(at + 1, end));
    }
  }
  if (!reader.is(at, "|")) return std::nullopt;
  size_t close = at + 1;
  while (!reader.ends_line(close) && !reader.is(close, "|")) ++close;
  bool has_left = reader.has_left();
  if (reader.is(close, "|") && !has_left) {
    size_t end = reader.expression_end(close + 1);
    if (end == close + 1) return reader.advise_plain(syntax_errors::kLambdaArrow, "(x) => …");
    return reader.advise(
        syntax_errors::kLambdaArrow, at, end,
        "(" + reader.source(at + 1, close) + ") => " + reader.translate(close + 1, end));
  }
  return reader.replace_sign(syntax_errors::kVerticalBar, at, at + 1, "|>");
}

std::optional<Habit> explain_lookalike(const HabitReader& reader) {
  size_t at = reader.at();
  std::string_view text = reader.text(at);
  for (const SignRow& sign : kLookalikes) {
    if (text == sign.foreign) {
      return reader.advise(syntax_errors::kForeignSign, at, at + 1, std::string(sign.ours));
    }
  }
  constexpr std::array<std::string_view, 8> kQuotes = {"“", "”", "„", "«", "»", "‘", "’", "‚"};
  for (std::string_view quote : kQuotes) {
    if (text != quote) continue;
    std::string_view line = reader.site().source.substr(reader.token(at).end());
    line = line.substr(0, line.find('\n'));
    size_t close = std::string_view::npos;
    size_t width = 0;
    for (std::string_view other : kQuotes) {
      size_t found = line.find(other);
      if (found < close) {
        close = found;
        width = other.size();
      }
    }
    if (close == std::string_view::npos) {
      return reader.advise_plain(syntax_errors::kCurlyQuotes, "\"…\"");
    }
    std::string inside(line.substr(0, close));
    Habit habit = reader.advise_plain(syntax_errors::kCurlyQuotes, "\"" + inside + "\"");
    Span span = habit.span;
    span.end_column += static_cast<uint32_t>(count_code_points(inside)) + 1;
    habit.fix = Fix{span, "\"" + inside + "\""};
    while (reader.token(habit.resume).end() < reader.token(at).end() + close + width &&
           !reader.ends_line(habit.resume + 1)) {
      ++habit.resume;
    }
    return habit;
  }
  size_t offset = 0;
  uint32_t code = next_code_point(text, offset);
  bool is_invisible = code < 0x20 || (code >= 0x7F && code <= 0xA0) ||
                      (code >= 0x2000 && code <= 0x200F) || (code >= 0x2028 && code <= 0x202F) ||
                      code == 0x2060 || code == 0x3000 || code == 0xFEFF;
  if (!is_invisible) return std::nullopt;
  std::array<char, 16> name{};
  std::snprintf(name.data(), name.size(), "U+%04X", static_cast<unsigned>(code));
  bool is_space = code == 0xA0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200A) ||
                  code == 0x202F || code < 0x20;
  Habit habit = reader.advise(syntax_errors::kInvisibleCharacter, at, at + 1, is_space ? " " : "");
  habit.arguments[2] = name.data();
  return habit;
}

}  // namespace

std::optional<Habit> find_character_habit(const HabitReader& reader) {
  if (reader.kind(reader.at()) != TokenKind::Problem) return std::nullopt;
  const ErrorRow* row = reader.site().list.problems[reader.token(reader.at()).extra].row;
  if (row == &syntax_errors::kGluedComment || row == &syntax_errors::kCommentInParenthesis) {
    Habit habit = reader.advise(*row, reader.at(), reader.at() + 1,
                                reader.glued(reader.at()) ? " - -" : "- -");
    habit.arguments.clear();
    return habit;
  }
  if (row != &syntax_errors::kUnexpectedCharacter) return std::nullopt;
  if (auto habit = explain_bar(reader)) return habit;
  if (auto habit = explain_logic(reader)) return habit;
  if (auto habit = explain_semicolon(reader)) return habit;
  if (auto habit = explain_question(reader)) return habit;
  if (auto habit = explain_mark(reader)) return habit;
  return explain_lookalike(reader);
}

}  // namespace syn
