// Headers, blocks and lines: braces, `otherwise if`, parameter types, `each k, v`, `except`,
// `case`, values that go on over lines, statements without parentheses.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "syntax/habit_blocks.h"
#include "syntax/habit_finders.h"

namespace syn {
namespace {

/// Blanks before the token, so that what replaces it stands directly after the header.
Span from_end_of_previous(const HabitReader& reader, size_t from, size_t to) {
  Span before = reader.span(from - 1, from);
  Span rest = reader.span(from, to);
  return {before.end_line, before.end_column, rest.end_line, rest.end_column};
}

std::optional<Habit> explain_braces(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_place = reader.failed_with(syntax_errors::kExpectedBlock) ||
                  reader.failed_with(syntax_errors::kAfterStatement) || reader.expected("INDENT");
  if (!reader.is(at, "{") || !is_place) return std::nullopt;
  TokenKind first = reader.kind(reader.site().statement);
  if (first == TokenKind::Type || reader.is(reader.site().statement, "enum")) {
    Rewrite entries = rewrite_entries(reader, at);
    if (!entries.ok()) return reader.advise_plain(syntax_errors::kTypeBraces);
    Habit habit = reader.advise(syntax_errors::kTypeBraces, at, entries.end, entries.text);
    habit.fix->span = from_end_of_previous(reader, at, entries.end);
    return habit;
  }
  if (first == TokenKind::Match) {
    size_t close = reader.token(at).extra;
    if (close <= at + 1) return reader.advise_plain(syntax_errors::kBraceBlock);
    Span inside = reader.span(at + 1, close);
    Habit habit = reader.advise(syntax_errors::kBraceBlock, at, close + 1, "");
    habit.fix->span = from_end_of_previous(reader, at, close + 1);
    bool has_lines = reader.token(at + 1).has(Token::kFirstOnLine);
    if (!has_lines || inside.line == 0) return reader.advise_plain(syntax_errors::kBraceBlock);
    habit.fix->text = "\n" + reader.indent(at + 1) + reader.source(at + 1, close);
    return habit;
  }
  if (reader.failed_with(syntax_errors::kAfterStatement)) return std::nullopt;
  Rewrite body = rewrite_braces(reader, at);
  if (!body.ok()) return reader.advise_plain(syntax_errors::kBraceBlock);
  Habit habit = reader.advise(syntax_errors::kBraceBlock, at, body.end, body.text);
  habit.fix->span = from_end_of_previous(reader, at, body.end);
  return habit;
}

/// A word or a statement on the line of a header.
std::optional<Habit> explain_header_rest(const HabitReader& reader) {
  size_t at = reader.at();
  if (!reader.failed_with(syntax_errors::kExpectedBlock) || reader.ends_line(at)) {
    return std::nullopt;
  }
  bool after_otherwise = reader.kind(at - 1) == TokenKind::Otherwise;
  if (after_otherwise && reader.is(at, "if")) {
    size_t end = find_condition_end(reader, at + 1);
    std::string header = "when " + reader.without_parentheses(at + 1, end);
    Rewrite rest = finish_header(reader, header, end);
    Habit habit = reader.advise(syntax_errors::kOtherwiseIf, at, rest.end, rest.text);
    habit.arguments[2] = "otherwise " + header;
    return habit;
  }
  bool is_last_word = (reader.is(at, "do") || reader.is(at, "then")) && reader.ends_line(at + 1);
  if (is_last_word) {
    Habit habit = reader.advise(syntax_errors::kHeaderWord, at, at + 1, "");
    habit.fix->span = from_end_of_previous(reader, at, at + 1);
    habit.arguments[2] = reader.source(reader.site().statement, at);
    return habit;
  }
  bool is_body = starts_operand(reader.kind(at)) || is_reserved_word(reader.kind(at));
  if (!is_body || reader.kind(reader.site().statement) == TokenKind::Task) return std::nullopt;
  size_t end = reader.line_end(at);
  std::string text =
      "\n" + reader.body_indent(reader.site().statement) + rewrite_statement(reader, at, end);
  Habit habit = reader.advise(syntax_errors::kStatementOnHeaderLine, at, end, text);
  habit.fix->span = from_end_of_previous(reader, at, end);
  return habit;
}

/// `when c then …` as a statement.
std::optional<Habit> explain_inline_when(const HabitReader& reader) {
  if (!reader.failed_with(syntax_errors::kInlineWhen)) return std::nullopt;
  size_t at = reader.at();
  size_t end = reader.line_end(at);
  if (end == at + 1) {
    Habit habit = reader.advise(syntax_errors::kInlineWhen, at, end, "");
    habit.fix->span = from_end_of_previous(reader, at, end);
    return habit;
  }
  std::string indent = reader.indent(at);
  size_t otherwise = reader.find(at + 1, end, "otherwise");
  if (otherwise == end) otherwise = reader.find(at + 1, end, "else");
  std::string text = "\n" + indent + "    " + rewrite_statement(reader, at + 1, otherwise);
  if (otherwise < end) {
    text += "\n" + indent + "otherwise\n" + indent + "    " +
            rewrite_statement(reader, otherwise + 1, end);
  }
  Habit habit = reader.advise(syntax_errors::kInlineWhen, at, end, text);
  habit.fix->span = from_end_of_previous(reader, at, end);
  habit.arguments[2] = on_one_line(reader.source(reader.site().statement, at) + text);
  return habit;
}

/// The head of a `task`: types, stars, missing parentheses, a body on its line.
std::optional<Habit> explain_task(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  size_t task = reader.kind(statement) == TokenKind::Task ? statement : statement + 1;
  if (reader.kind(task) != TokenKind::Task) return std::nullopt;
  size_t name = task + 1;
  bool has_parentheses = reader.is(name + 1, "(") && reader.token(name + 1).extra > 0;
  if (reader.failed_with(syntax_errors::kExpectedParameter) && reader.is(at, ")") &&
      reader.is(at - 1, ",")) {
    Habit habit = reader.advise(syntax_errors::kTrailingComma, at - 1, at, "");
    habit.arguments[2] = "task " + reader.source(name, at - 1) + ")";
    return habit;
  }
  bool is_parameter = reader.failed_with(syntax_errors::kExpectedParameter) ||
                      (reader.expected("RPAREN") && has_parentheses);
  if (is_parameter && has_parentheses) {
    size_t close = reader.token(name + 1).extra;
    bool is_star = reader.is(at, "*") || reader.is(at, "**") || reader.is(at, "...");
    size_t comma = at;
    while (comma > name + 1 && !reader.is(comma, ",")) --comma;
    bool has_default = reader.find(comma + 1, at, "=") < at;
    bool is_type = !has_default && (reader.is(at, ":") || reader.is_name(at));
    if (!is_star && !is_type) return std::nullopt;
    const ErrorRow& row = is_star ? syntax_errors::kStarParameter : syntax_errors::kParameterType;
    Rewrite rewrite = rewrite_function(reader, name);
    if (!rewrite.ok()) return std::nullopt;
    Habit habit = reader.advise(row, task, rewrite.end, rewrite.text);
    habit.resume = std::max(close + 1, rewrite.end);
    habit.arguments[2] = rewrite.text.substr(0, rewrite.text.find('\n'));
    return habit;
  }
  if (!reader.failed_with(syntax_errors::kExpectedBlock) || reader.ends_line(at)) {
    return std::nullopt;
  }
  bool is_arrow = reader.is(at, "->");
  bool is_short = reader.is(at, "=") || reader.is(at, "=>");
  if (is_arrow || is_short) {
    Rewrite rewrite = rewrite_function(reader, name);
    const ErrorRow& row = is_arrow ? syntax_errors::kResultType : syntax_errors::kShortTask;
    if (!rewrite.ok()) return reader.advise_plain(row, "task name(params)");
    return reader.advise(row, task, rewrite.end, rewrite.text);
  }
  if (!reader.is_name(at) || at != name + 1) return std::nullopt;
  size_t end = at;
  std::string names;
  while (reader.is_name(end)) {
    names += (names.empty() ? "" : ", ") + reader.source(end, end + 1);
    ++end;
    if (reader.is(end, ",")) ++end;
  }
  size_t after = reader.is(end, ":") ? end + 1 : end;
  if (!reader.ends_line(after)) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kTaskNoParentheses, at, after, "(" + names + ")");
  habit.fix->span = from_end_of_previous(reader, at, after);
  habit.arguments[2] = "task " + reader.source(name, name + 1) + "(" + names + ")";
  return habit;
}

std::optional<Habit> explain_each(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  if (reader.kind(statement) != TokenKind::Each) return std::nullopt;
  if (reader.failed_with(syntax_errors::kExpectedLoopVariable)) {
    if (!reader.is(at, "(") && !reader.is(at, "let")) return std::nullopt;
    Rewrite rewrite = rewrite_for(reader, statement);
    if (!rewrite.ok()) return std::nullopt;
    return reader.advise(syntax_errors::kEachOf, statement, rewrite.end, rewrite.text);
  }
  if (!reader.failed_with(syntax_errors::kExpectedIn)) return std::nullopt;
  if (reader.is(at, ",")) {
    Rewrite two = rewrite_two_names(reader, statement + 1);
    if (!two.ok()) {
      return reader.advise_plain(syntax_errors::kEachTwoNames, "each pair in collection");
    }
    return reader.advise(syntax_errors::kEachTwoNames, statement, two.end, "each " + two.text);
  }
  bool is_word = reader.is(at, "of") || reader.is(at, "from") || reader.is(at, ":") ||
                 reader.is(at, "=") || reader.is(at, "<-");
  if (!is_word || reader.ends_line(at + 1)) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kEachOf, at, at + 1, reader.glued(at) ? " in" : "in");
  habit.arguments[2] = on_one_line(reader.source(statement, at) + " in " +
                                   reader.translate(at + 1, reader.text_end(statement)));
  return habit;
}

/// `except E as e:` where `recover` must stand.
std::optional<Habit> explain_recover(const HabitReader& reader) {
  size_t at = reader.at();
  if (!reader.failed_with(syntax_errors::kExpectedRecover)) return std::nullopt;
  bool is_catch = reader.is(at, "except") || reader.is(at, "catch") || reader.is(at, "rescue");
  if (!is_catch) {
    if (!reader.is(at, "finally")) return std::nullopt;
    return reader.advise_plain(syntax_errors::kCatchClause, "recover err");
  }
  HabitSite site{reader.site().list,
                 reader.site().source,
                 reader.site().scanner,
                 reader.site().declared,
                 at,
                 at,
                 at,
                 nullptr,
                 {}};
  std::optional<Habit> clause = find_statement_habit(site);
  if (!clause || !clause->fix) {
    return reader.advise_plain(syntax_errors::kCatchClause, "recover err");
  }
  Habit habit = reader.advise(syntax_errors::kCatchClause, at, clause->resume, clause->fix->text);
  habit.fix->span = clause->fix->span;
  habit.arguments[2] = clause->arguments[1];
  return habit;
}

/// `is 1, 2` and `is 1 | 2`: an arm for each, with the same body.
Habit explain_several_patterns(const HabitReader& reader) {
  constexpr size_t kMaxTokens = 200;
  const ErrorRow& row = syntax_errors::kSeveralPatterns;
  size_t from = reader.site().statement;
  size_t end = reader.line_end(from);
  std::string_view separator = reader.text(reader.at());
  size_t last = end;
  int depth = 0;
  for (size_t i = end; reader.kind(i) != TokenKind::EndOfFile && i < end + kMaxTokens; ++i) {
    if (reader.kind(i) == TokenKind::Indent) ++depth;
    if (reader.kind(i) == TokenKind::Dedent && --depth == 0) break;
    if (reader.token(i).length > 0 && reader.kind(i) != TokenKind::Newline) last = i + 1;
  }
  if (last == end || depth != 0) return reader.advise_plain(row);
  std::string body = reader.source(end, last);
  std::string text;
  for (size_t i = from + 1; i < end;) {
    size_t next = reader.find(i, end, separator);
    if (next == i || (next < end && reader.expression_end(i) != next)) {
      return reader.advise_plain(row);
    }
    if (!text.empty()) text += "\n" + reader.indent(from);
    text += "is " + reader.translate(i, next) + body;
    i = next + 1;
  }
  Habit habit = reader.advise(row, from, last, text);
  habit.resume = end;
  return habit;
}

/// `case 1:`, `default:` and `is 1, 2` in a `match`.
std::optional<Habit> explain_arm(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.failed_with(syntax_errors::kExpectedBlock) &&
      reader.kind(reader.site().statement) == TokenKind::Is) {
    if (reader.is(at, ",") || reader.is(at, "|")) return explain_several_patterns(reader);
    bool is_arrow = reader.is(at, "=>") || reader.is(at, "->") || reader.is(at, "then");
    if (!is_arrow) return std::nullopt;
    size_t end = reader.line_end(at);
    std::string text =
        end == at + 1 ? "" : "\n" + reader.body_indent(at) + rewrite_statement(reader, at + 1, end);
    Habit habit = reader.advise(syntax_errors::kArmWord, at, end, text);
    habit.fix->span = from_end_of_previous(reader, at, end);
    habit.arguments[2] = reader.source(reader.site().statement, at);
    return habit;
  }
  bool is_match = reader.kind(reader.site().statement) == TokenKind::Match &&
                  reader.failed_with(syntax_errors::kAfterStatement);
  if (!is_match) return std::nullopt;
  if (!reader.is(at, "case") && !reader.is(at, "default")) {
    size_t end = reader.line_end(at);
    size_t arrow = std::min(reader.find(at, end, "=>"), reader.find(at, end, "->"));
    if (arrow + 1 >= end) return std::nullopt;
    Habit habit =
        reader.advise(syntax_errors::kArmWord, at, end,
                      "is " + reader.translate(at, arrow) + "\n" + reader.body_indent(at) +
                          rewrite_statement(reader, arrow + 1, end));
    habit.arguments[2] = "is " + reader.translate(at, arrow);
    return habit;
  }
  if (reader.is(at, "case") && !reader.is(at + 1, "_")) {
    size_t end = find_condition_end(reader, at + 1);
    std::string header = "is " + reader.translate(at + 1, end);
    Rewrite rest = finish_header(reader, header, end);
    Habit habit = reader.advise(syntax_errors::kArmWord, at, rest.end, rest.text);
    habit.arguments[2] = header;
    return habit;
  }
  size_t after = reader.is(at, "case") ? at + 2 : at + 1;
  Rewrite rest = finish_header(reader, "otherwise", after);
  return reader.advise(syntax_errors::kArmWord, at, rest.end, rest.text);
}

/// `x number` in a type, `use "x.syn"`, `require "x"`.
std::optional<Habit> explain_declaration(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  if (reader.expected("COLON") && reader.kind(statement) == TokenKind::Type && reader.is_name(at)) {
    Habit habit = reader.advise(syntax_errors::kFieldColon, at, at, "");
    Span end = reader.span(at - 1, at);
    habit.fix = Fix{{end.end_line, end.end_column, end.end_line, end.end_column}, ":"};
    habit.arguments[2] = reader.source(at - 1, at) + ": " + reader.source(at, at + 1);
    return habit;
  }
  if (reader.failed_with(syntax_errors::kExpectedAs) && reader.ends_line(at)) {
    Habit habit = reader.advise(syntax_errors::kUseAs, at, at, " as " + reader.site().arguments[1]);
    habit.arguments[2] = "use " + reader.site().arguments[0] + " as " + reader.site().arguments[1];
    return habit;
  }
  bool is_require = reader.expected("IDENTIFIER") && at == statement + 1 &&
                    reader.kind(statement) == TokenKind::Require;
  if (is_require && reader.kind(at) == TokenKind::Text) {
    std::string lines = "require file.read(" + reader.source(at, at + 1) + ")";
    size_t end = at + 1;
    while (reader.is(end, ",") && reader.kind(end + 1) == TokenKind::Text) {
      lines +=
          "\n" + reader.indent(at) + "require file.read(" + reader.source(end + 1, end + 2) + ")";
      end += 2;
    }
    return reader.advise(syntax_errors::kRequireFile, statement, end, lines);
  }
  return std::nullopt;
}

/// `export function f(x)`, `export const x = 5`: what follows `export`.
std::optional<Habit> explain_export(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_export = reader.is(reader.site().statement, "export") &&
                   at == reader.site().statement + 1 && reader.is_name(at) &&
                   reader.failed_with(syntax_errors::kAfterStatement);
  if (!is_export) return std::nullopt;
  HabitSite site{reader.site().list,
                 reader.site().source,
                 reader.site().scanner,
                 reader.site().declared,
                 at,
                 at,
                 at,
                 nullptr,
                 {}};
  return find_statement_habit(site);
}

/// `stop if c` after a statement.
std::optional<Habit> explain_modifier(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  if (!reader.failed_with(syntax_errors::kAfterStatement)) return std::nullopt;
  // `stop if c`: the `if` was read as the operand.
  bool is_operand = at == statement + 2 &&
                    (reader.is(at - 1, "if") || reader.is(at - 1, "unless")) &&
                    (reader.is(statement, "stop") || reader.is(statement, "give"));
  if (is_operand) --at;
  bool is_unless = reader.is(at, "unless");
  if (!reader.is(at, "if") && !is_unless) return std::nullopt;
  size_t end = reader.line_end(at);
  if (at + 1 == end || reader.find(at, end, "else") < end || reader.expression_end(at + 1) != end) {
    return std::nullopt;
  }
  std::string condition = reader.translate(at + 1, end);
  if (is_unless) condition = "not (" + condition + ")";
  return reader.advise(syntax_errors::kStatementModifier, statement, end,
                       "when " + condition + "\n" + reader.body_indent(statement) +
                           reader.translate_statement(statement, at));
}

/// A value that goes on in the next line: the operator at its end, or at the start of that line.
std::optional<Habit> explain_continuation(const HabitReader& reader) {
  size_t at = reader.at();
  if (!reader.failed_with(syntax_errors::kUnexpectedToken)) return std::nullopt;
  size_t last = at;
  bool at_newline = reader.kind(at) == TokenKind::Newline;
  if (at_newline) {
    if (at == 0 || reader.kind(at + 1) != TokenKind::Indent) return std::nullopt;
    if (reader.is(at - 1, "=>")) return std::nullopt;
  } else {
    TokenKind next = reader.kind(at + 1);
    bool is_operator = next == TokenKind::Plus || next == TokenKind::Pipe ||
                       next == TokenKind::And || next == TokenKind::Or || next == TokenKind::Dot ||
                       next == TokenKind::Star || next == TokenKind::Slash ||
                       next == TokenKind::Minus;
    if (reader.kind(at) != TokenKind::Indent || !is_operator || at < 2) return std::nullopt;
    last = at - 1;  // the NEWLINE
  }
  // The first line of the statement that goes on, and the first token of its value.
  size_t first = last - 1;
  while (first > 0 && !reader.token(first).has(Token::kFirstOnLine)) --first;
  size_t value = first;
  if (reader.is(first, "let") && reader.is(first + 2, "be")) value = first + 3;
  if (reader.is(first, "give")) value = first + 1;
  if (reader.is(first, "set")) value = reader.find(first, last, "to") + 1;
  if (value >= last) return std::nullopt;
  size_t block = at_newline ? at + 1 : at;
  size_t end = block;
  int depth = 0;
  for (size_t i = block; reader.kind(i) != TokenKind::EndOfFile; ++i) {
    if (reader.kind(i) == TokenKind::Indent) ++depth;
    if (reader.kind(i) == TokenKind::Dedent && --depth == 0) break;
    if (reader.token(i).length > 0 && reader.kind(i) != TokenKind::Newline) end = i + 1;
  }
  const ErrorRow& row = at_newline ? syntax_errors::kLineEndsEarly : syntax_errors::kLinesGoOn;
  Habit habit = reader.advise(row, value, end, "(" + reader.source(value, end) + ")");
  habit.resume = at;
  return habit;
}

/// `print "x"`: a name and, with a blank between, its arguments.
std::optional<Habit> explain_call(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  bool is_name = at == statement + 1 && reader.is_name(statement) && !reader.glued(at);
  if (!reader.failed_with(syntax_errors::kAfterStatement) || !is_name) return std::nullopt;
  size_t end = reader.text_end(statement);
  for (size_t i = at; i < end;) {
    size_t next = reader.expression_end(i);
    if (next == i || next > end) return std::nullopt;
    if (next == end) {
      return reader.advise(syntax_errors::kCallWithoutParentheses, statement,
                           reader.line_end(statement),
                           reader.source(statement, at) + "(" + reader.translate(at, end) + ")");
    }
    if (!reader.is(next, ",")) return std::nullopt;
    i = next + 1;
  }
  return std::nullopt;
}

/// `let x be 1 print(x)`: the second begins like a statement.
std::optional<Habit> explain_two_statements(const HabitReader& reader) {
  size_t at = reader.at();
  if (!reader.failed_with(syntax_errors::kAfterStatement) || at == 0 || reader.glued(at)) {
    return std::nullopt;
  }
  TokenKind kind = reader.kind(at);
  bool is_word = kind == TokenKind::Let || kind == TokenKind::Set || kind == TokenKind::Give ||
                 kind == TokenKind::When || kind == TokenKind::Each || kind == TokenKind::Stop;
  bool is_call = reader.is_name(at) && reader.is(at + 1, "(") && reader.has_left() &&
                 reader.token(at + 1).extra + 1 == reader.line_end(at);
  if (!is_word && !is_call) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kTwoStatements, at, at, "");
  Span gap = from_end_of_previous(reader, at, at);
  Span start = reader.span(at, at);
  gap.end_line = start.line;
  gap.end_column = start.column;
  habit.fix = Fix{gap, "\n" + reader.indent(at)};
  return habit;
}

}  // namespace

Habit explain_block_colon(const HabitSite& site) {
  HabitReader reader(site);
  size_t at = reader.at();
  Habit habit = reader.foreign(syntax_errors::kBlockColon, at, at + 1, "");
  habit.fix->span = from_end_of_previous(reader, at, at + 1);
  if (!reader.ends_line(at + 1)) {
    Span body = reader.span(at + 1, at + 2);
    habit.fix->span.end_line = body.line;
    habit.fix->span.end_column = body.column;
    habit.fix->text = "\n" + reader.body_indent(at);
  }
  return habit;
}

std::optional<Habit> find_header_habit(const HabitReader& reader) {
  if (auto habit = explain_task(reader)) return habit;
  if (auto habit = explain_arm(reader)) return habit;
  if (auto habit = explain_braces(reader)) return habit;
  if (auto habit = explain_inline_when(reader)) return habit;
  if (auto habit = explain_each(reader)) return habit;
  if (auto habit = explain_recover(reader)) return habit;
  if (auto habit = explain_export(reader)) return habit;
  if (auto habit = explain_declaration(reader)) return habit;
  return std::nullopt;
}

std::optional<Habit> find_line_habit(const HabitReader& reader) {
  if (auto habit = explain_modifier(reader)) return habit;
  if (auto habit = explain_continuation(reader)) return habit;
  if (auto habit = explain_header_rest(reader)) return habit;
  if (auto habit = explain_call(reader)) return habit;
  return explain_two_statements(reader);
}

}  // namespace syn
