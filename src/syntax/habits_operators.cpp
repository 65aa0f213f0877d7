// Operators of other languages, words in their place, reserved words called like functions.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_finders.h"

namespace syn {
namespace {

struct WordRow {
  std::string_view foreign;
  std::string_view ours;
};

constexpr WordRow kWordOperators[] = {
    {"equals", "=="}, {"eq", "=="}, {"ne", "!="},  {"isnt", "!="}, {"mod", "%"},
    {"div", "//"},    {"gt", ">"},  {"lt", "<"},   {"ge", ">="},   {"le", "<="},
    {"AND", "and"},   {"OR", "or"}, {"plus", "+"}, {"IN", "in"},
};

/// `x is None`, `x is not 5`.
std::optional<Habit> explain_is(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.kind(at) != TokenKind::Is || reader.ends_line(at)) return std::nullopt;
  bool is_not = reader.kind(at + 1) == TokenKind::Not;
  size_t value = is_not ? at + 2 : at + 1;
  size_t end = reader.expression_end(value);
  std::string right = value < end ? reader.translate(value, value + 1) : "…";
  bool is_one = end > value;
  const ErrorRow& row = syntax_errors::kIsComparison;
  std::string op = is_not ? "!=" : "==";
  if (!is_one) return reader.advise_plain(row, "x " + op + " nothing");
  Habit habit = reader.advise(row, at, value + 1, op + " " + right);
  size_t from = reader.site().expression;
  if (reader.has_left())
    habit.arguments[2] = on_one_line(reader.source(from, at) + " " + op + " " + right);
  return habit;
}

/// `===`, `!==`, `<>`, `=<`, `=>` as ≥.
std::optional<Habit> explain_signs(const HabitReader& reader) {
  size_t at = reader.at();
  if (at == 0 || !reader.glued(at)) return std::nullopt;
  bool after_equal =
      reader.kind(at - 1) == TokenKind::Equal || reader.kind(at - 1) == TokenKind::NotEqual;
  if (reader.is(at, "=") && after_equal) {
    return reader.replace_sign(syntax_errors::kTripleEqual, at - 1, at + 1, reader.text(at - 1));
  }
  if (reader.is(at, ">") && reader.is(at - 1, "<")) {
    return reader.replace_sign(syntax_errors::kNotEqualSign, at - 1, at + 1, "!=");
  }
  return std::nullopt;
}

std::optional<Habit> explain_less_equal(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_reversed = reader.is(at, "=") && reader.is(at + 1, "<") && reader.glued(at + 1);
  if (!is_reversed) return std::nullopt;
  return reader.replace_sign(syntax_errors::kCompareSign, at, at + 2, "<=");
}

/// `.5`, `5.`, `1..3`, `"a" .. "b"`.
std::optional<Habit> explain_dots(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.is(at, ".") && reader.failed_with(syntax_errors::kUnexpectedToken) &&
      reader.kind(at + 1) == TokenKind::Number && reader.glued(at + 1)) {
    return reader.advise(syntax_errors::kNumberPoint, at, at + 2, "0" + reader.source(at, at + 2));
  }
  bool after_dot = reader.failed_with(syntax_errors::kExpectedMember) && at > 1;
  if (after_dot && reader.is(at, ".")) {
    size_t left = at - 2;
    size_t next = at + 1;
    bool is_open = reader.is(next, "<");
    if (is_open || reader.is(next, "=")) ++next;
    size_t end = reader.expression_end(next);
    if (reader.kind(left) != TokenKind::Number || end == next) {
      return reader.replace_sign(syntax_errors::kTextDots, at - 1, at + 1, "+");
    }
    std::string last = reader.as_operand(next, end) + (is_open ? "" : " + 1");
    bool is_small = !is_open && end == next + 1 && reader.kind(next) == TokenKind::Number &&
                    reader.text(next).size() < 9 &&
                    reader.text(next).find_first_not_of("0123456789") == std::string_view::npos;
    if (is_small) last = std::to_string(std::stoi(reader.source(next, end)) + 1);
    return reader.advise(syntax_errors::kRangeDots, left, end,
                         "range(" + reader.source(left, left + 1) + ", " + last + ")");
  }
  bool is_number = after_dot && reader.kind(at - 2) == TokenKind::Number && reader.glued(at - 1) &&
                   reader.kind(at) != TokenKind::Number && !reader.token(at - 2).has(Token::kFloat);
  if (!is_number) {
    bool is_text = after_dot && reader.kind(at) == TokenKind::Text;
    if (!is_text) return std::nullopt;
    return reader.replace_sign(syntax_errors::kTextDots, at - 1, at, "+");
  }
  return reader.advise(syntax_errors::kNumberPoint, at - 2, at, reader.source(at - 2, at) + "0");
}

/// `set(xs)`, `type(x)`, `repeat(s, n)`, `match(…)` as calls; `with open(p) as f`.
std::optional<Habit> explain_reserved_call(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.kind(at) == TokenKind::With && at == reader.site().statement) {
    Habit habit = reader.advise_plain(syntax_errors::kForeignWith);
    habit.arguments = {"with"};
    return habit;
  }
  if (!reader.is(at + 1, "(")) {
    // `repeat 3` as a loop.
    bool is_loop = reader.kind(at) == TokenKind::Repeat && at == reader.site().statement;
    size_t end = is_loop ? reader.expression_end(at + 1) : at;
    if (!is_loop || end == at + 1) return std::nullopt;
    size_t after = reader.is(end, "times") ? end + 1 : end;
    std::string name = reader.unused_name("i");
    Habit habit =
        reader.advise(syntax_errors::kWordAsFunction, at, after,
                      "each " + name + " in range(" + reader.translate(at + 1, end) + ")");
    habit.arguments.push_back(habit.arguments[2]);
    habit.arguments[2] = "repeat";
    return habit;
  }
  size_t close = reader.token(at + 1).extra;
  std::string inside = close > at ? reader.translate(at + 2, close) : "x";
  std::string call;
  if (reader.kind(at) == TokenKind::Set) call = "unique(" + inside + ")";
  if (reader.kind(at) == TokenKind::Type) {
    Habit habit = reader.advise(syntax_errors::kTypeOf, at, at + 1, "type_of");
    habit.arguments[2] = "type_of(" + inside + ")";
    return habit;
  }
  if (reader.kind(at) == TokenKind::Repeat && close > at) {
    size_t comma = reader.find(at + 2, close, ",");
    std::string name = reader.unused_name("i");
    if (comma < close) {
      call = "join(apply(range(" + reader.translate(comma + 1, close) + "), (" + name + ") => " +
             reader.translate(at + 2, comma) + "), \"\")";
    }
  }
  if (call.empty() || close == 0) return std::nullopt;
  if (inside.empty()) call = "[]";
  Habit habit = reader.advise(syntax_errors::kWordAsFunction, at, close + 1, call);
  habit.arguments = {habit.arguments[0], habit.arguments[1], reader.source(at, at + 1), call};
  return habit;
}

/// `new Foo()`, `typeof x`, `await f()`: a word before an operand; the failure is at the operand.
std::optional<Habit> explain_prefix_word(const HabitReader& reader) {
  size_t at = reader.at();
  if (at == 0 || !reader.is_name(at - 1) || !starts_operand(reader.kind(at))) return std::nullopt;
  std::string_view word = reader.text(at - 1);
  if (word == "typeof") {
    size_t end = reader.expression_end(at);
    size_t operand = std::min(end, at + 1);
    return reader.advise(syntax_errors::kTypeOf, at - 1, operand,
                         "type_of(" + reader.translate(at, operand) + ")");
  }
  if (word != "new" && word != "await" && word != "async" && word != "yield") return std::nullopt;
  Habit habit =
      reader.advise(syntax_errors::kPrefixWord, at - 1, at + 1, reader.source(at, at + 1));
  return habit;
}

/// `x equals y`, `a mod b`, `a AND b`.
std::optional<Habit> explain_word_operator(const HabitReader& reader) {
  size_t at = reader.at();
  if (!reader.is_name(at) || !reader.has_left() || reader.ends_line(at + 1)) {
    return std::nullopt;
  }
  if (reader.is(at, "instanceof")) {
    size_t from = reader.site().expression;
    return reader.advise_plain(syntax_errors::kTypeOf,
                               "type_of(" + reader.source(from, at) + ") == \"map\"");
  }
  for (const WordRow& row : kWordOperators) {
    if (!reader.is(at, row.foreign)) continue;
    return reader.replace_sign(syntax_errors::kWordOperator, at, at + 1, row.ours);
  }
  return std::nullopt;
}

std::optional<Habit> explain_of(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_text = reader.failed_with(syntax_errors::kOfNeedsName) && at > 0 &&
                 reader.kind(at - 1) == TokenKind::Text;
  if (!is_text) return std::nullopt;
  // The operand after `of`: one name or bracketed value with its postfixes.
  size_t end = at + 1;
  if (reader.token(end).extra > end) end = reader.token(end).extra;
  ++end;
  while (reader.is(end, ".") && reader.is_name(end + 1)) end += 2;
  return reader.advise(syntax_errors::kOfText, at - 1, end,
                       reader.source(at + 1, end) + "[" + reader.source(at - 1, at) + "]");
}

/// `"a" "b"`; `0...n`.
std::optional<Habit> explain_neighbours(const HabitReader& reader) {
  size_t at = reader.at();
  if (at == 0) return std::nullopt;
  bool are_texts = reader.kind(at) == TokenKind::Text && reader.kind(at - 1) == TokenKind::Text &&
                   reader.failed_with(syntax_errors::kAfterStatement);
  if (are_texts) {
    Habit habit = reader.advise(syntax_errors::kAdjacentTexts, at, at, "+ ");
    habit.arguments[2] = on_one_line(reader.source(at - 1, at) + " + " + reader.source(at, at + 1));
    return habit;
  }
  if (reader.is(at, "...") && reader.has_left()) {
    return reader.advise_plain(syntax_errors::kRangeDots,
                               "range(" + reader.source(reader.site().expression, at) + ", …)");
  }
  return std::nullopt;
}

std::optional<Habit> explain_plus(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_sign = reader.is(at, "+") && reader.failed_with(syntax_errors::kUnexpectedToken) &&
                 reader.glued(at + 1) && reader.kind(at + 1) == TokenKind::Number;
  if (!is_sign) return std::nullopt;
  return reader.advise(syntax_errors::kUnaryPlus, at, at + 2, reader.source(at + 1, at + 2));
}

}  // namespace

std::optional<Habit> find_operator_habit(const HabitReader& reader) {
  if (auto habit = explain_is(reader)) return habit;
  if (auto habit = explain_signs(reader)) return habit;
  if (auto habit = explain_less_equal(reader)) return habit;
  if (auto habit = explain_dots(reader)) return habit;
  if (auto habit = explain_reserved_call(reader)) return habit;
  if (auto habit = explain_prefix_word(reader)) return habit;
  if (auto habit = explain_word_operator(reader)) return habit;
  if (auto habit = explain_of(reader)) return habit;
  if (auto habit = explain_neighbours(reader)) return habit;
  return explain_plus(reader);
}

}  // namespace syn
