// `=` and its kin: x = 5, x += 1, x++, x := 5, let x = 5, set x = 5, let a, b = …, when x = 5.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_blocks.h"
#include "syntax/habit_finders.h"

namespace syn {
namespace {

bool is_arithmetic(TokenKind kind) {
  return kind == TokenKind::Plus || kind == TokenKind::Minus || kind == TokenKind::Star ||
         kind == TokenKind::Slash || kind == TokenKind::Percent || kind == TokenKind::Power ||
         kind == TokenKind::FloorDivide;
}

/// Whether [from, to) is a name with members and indexes.
bool is_place(const HabitReader& reader, size_t from, size_t to) {
  if (from >= to || !reader.is_name(from)) return false;
  for (size_t i = from + 1; i < to; ++i) {
    size_t close = reader.token(i).extra;
    if (reader.is(i, "[") && close > i) {
      i = close;
    } else if (!reader.is(i, ".") && !reader.is_name(i)) {
      return false;
    }
  }
  return true;
}

/// The whole statement as an assignment, in own words.
std::optional<Habit> explain_plain(const HabitReader& reader) {
  size_t statement = reader.site().statement;
  size_t at = reader.at();
  if (!reader.failed_with(syntax_errors::kAfterStatement)) return std::nullopt;
  bool is_walrus = reader.is(at, ":") && reader.is(at + 1, "=") && reader.glued(at + 1);
  size_t end = reader.line_end(statement);
  bool is_annotated = reader.is(at, ":") && at == statement + 1 && reader.find(at, end, "=") < end;
  if (!reader.is(at, "=") && !is_walrus && !is_annotated) return std::nullopt;
  if (!is_place(reader, statement, at) && reader.is(at, "=")) {  // f(x) = 5
    return reader.replace_sign(syntax_errors::kEqualsInCondition, at, at + 1, "==");
  }
  std::string place = reader.source(statement, at);
  std::string text = rewrite_statement(reader, statement, end);
  bool is_name = at == statement + 1 && reader.is_name(statement);
  const ErrorRow& row = is_name ? syntax_errors::kAssignment : syntax_errors::kPlaceAssignment;
  bool is_changed = text.rfind("let ", 0) == 0 || text.rfind("set ", 0) == 0;
  bool is_chain = reader.find(at + (is_walrus ? 2 : 1), end, "=") < end && !is_annotated;
  Habit habit = is_changed && !is_chain
                    ? reader.foreign(row, statement, end, text)
                    : reader.foreign_plain(row, statement, "let " + place + " be …");
  habit.arguments[0] = place;
  habit.span = reader.span(at, at + 1);
  habit.resume = end;
  return habit;
}

/// Typed and other declarations: `int x = 5`, `x, y = 1, 2`.
std::optional<Habit> explain_declaration(const HabitReader& reader) {
  size_t statement = reader.site().statement;
  size_t at = reader.at();
  if (!reader.failed_with(syntax_errors::kAfterStatement)) return std::nullopt;
  size_t end = reader.text_end(statement);
  size_t equals = reader.find(at, end, "=");
  bool is_typed = reader.is_name(at) && at == statement + 1 && equals == at + 1;
  if (is_typed) {
    std::string name = reader.source(at, at + 1);
    return reader.foreign(syntax_errors::kForeignDeclaration, statement, reader.line_end(statement),
                          "let " + name + " be " + reader.translate(equals + 1, end));
  }
  if (!reader.is(at, ",") || equals == end) return std::nullopt;
  std::string lets = rewrite_destructuring(reader, statement, equals, equals + 1, end);
  if (lets.empty()) return std::nullopt;
  return reader.advise(syntax_errors::kLetSeveral, statement, end, lets);
}

/// `x += 1`, `set x += 1`, `x++`: the second sign did not fit.
std::optional<Habit> explain_compound(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  if (!reader.failed_with(syntax_errors::kUnexpectedToken) || at < statement + 2) {
    return std::nullopt;
  }
  size_t place = reader.kind(statement) == TokenKind::Set ? statement + 1 : statement;
  size_t end = reader.line_end(statement);
  bool is_step = reader.is(at, "+") && reader.is(at - 1, "+") && reader.glued(at);
  if (is_step && is_place(reader, place, at - 1)) {
    std::string name = reader.source(place, at - 1);
    return reader.advise(syntax_errors::kIncrement, statement, at + 1,
                         "set " + name + " to " + name + " + 1");
  }
  bool is_prefix_step = reader.is(at, "+") && at == statement && reader.is(at + 1, "+");
  if (is_prefix_step) return std::nullopt;
  if (!reader.is(at, "=") || !reader.glued(at) || !is_arithmetic(reader.kind(at - 1))) {
    return std::nullopt;
  }
  if (!is_place(reader, place, at - 1)) return std::nullopt;
  std::string set = rewrite_assignment(reader, place, reader.text_end(statement));
  if (set.empty()) return std::nullopt;
  return reader.advise(syntax_errors::kCompoundAssignment, statement, end, set);
}

/// `++x` at the start of a statement.
std::optional<Habit> explain_prefix_step(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_step = at == reader.site().statement && reader.is(at, "+") && reader.is(at + 1, "+") &&
                 reader.glued(at + 1) && reader.is_name(at + 2);
  if (!is_step) return std::nullopt;
  size_t end = reader.text_end(at);
  std::string name = reader.source(at + 2, end);
  return reader.advise(syntax_errors::kIncrement, at, reader.line_end(at),
                       "set " + name + " to " + name + " + 1");
}

/// `let a = 1, b = 2`, a line each; empty if it is none.
std::string rewrite_several_lets(const HabitReader& reader, size_t let, size_t end) {
  std::string out;
  size_t num_lets = 0;
  for (size_t i = let + 1; i < end; ++num_lets) {
    size_t comma = reader.find(i, end, ",");
    if (!reader.is_name(i) || !reader.is(i + 1, "=") || i + 2 >= comma) return {};
    if (num_lets > 0) out += "\n" + reader.indent(let);
    out += "let " + reader.source(i, i + 1) + " be " + rewrite_value(reader, i + 2, comma);
    i = comma + 1;
  }
  return num_lets > 1 ? out : "";
}

/// `let mut x = 5`, `let a, b = …`.
std::optional<Habit> explain_let_names(const HabitReader& reader, const std::string& name) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  size_t end = reader.text_end(statement);
  if (name == "mut" && reader.is_name(at)) {
    size_t be = at + 1;
    if (!reader.is(be, "=") && !reader.is(be, "be")) return std::nullopt;
    Habit habit = reader.advise(syntax_errors::kLetEquals, statement + 1, be + 1,
                                reader.source(at, at + 1) + " be");
    habit.arguments[2] =
        on_one_line("let " + reader.source(at, at + 1) + " be " + reader.translate(be + 1, end));
    return habit;
  }
  size_t be = reader.find(at, end, "be");
  if (be == end) be = reader.find(at, end, "=");
  std::string lets =
      be < end ? rewrite_destructuring(reader, statement + 1, be, be + 1, end) : std::string();
  if (lets.empty()) return reader.advise_plain(syntax_errors::kLetSeveral, "let a be …");
  return reader.advise(syntax_errors::kLetSeveral, statement, end, lets);
}

std::optional<Habit> explain_let(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  if (reader.kind(statement) != TokenKind::Let) return std::nullopt;
  size_t end = reader.text_end(statement);
  if (reader.failed_with(syntax_errors::kExpectedVariable)) {
    if (reader.is(at, "[") || reader.is(at, "{") || reader.is(at, "(")) {
      size_t close = reader.token(at).extra;
      bool has_value = close > at && (reader.is(close + 1, "be") || reader.is(close + 1, "="));
      std::string lets =
          has_value ? rewrite_destructuring(reader, at, close + 1, close + 2, end) : std::string();
      if (lets.empty()) {
        return reader.advise_plain(syntax_errors::kLetDestructure, "let a be pair[0]");
      }
      return reader.advise(syntax_errors::kLetDestructure, statement, end, lets);
    }
    return std::nullopt;
  }
  if (reader.is(at, "=") && reader.failed_with(syntax_errors::kUnexpectedToken) &&
      reader.is(at - 1, "be")) {  // let x be = 5
    Habit habit = reader.advise(syntax_errors::kLetEquals, at - 1, at + 1, "be");
    habit.arguments[2] =
        on_one_line(reader.source(statement, at) + " " + reader.translate(at + 1, end));
    return habit;
  }
  if (!reader.failed_with(syntax_errors::kExpectedBe)) return std::nullopt;
  std::string name = reader.source(statement + 1, statement + 2);
  if ((name == "mut" && reader.is_name(at)) || reader.is(at, ",")) {
    return explain_let_names(reader, name);
  }
  size_t equals = reader.find(at, end, "=");
  std::string lets = rewrite_several_lets(reader, statement, end);
  if (reader.is(at, "=") && !lets.empty()) {
    return reader.advise(syntax_errors::kLetEquals, statement, end, lets);
  }
  bool has_type = reader.is(at, ":") && equals < end;
  if (reader.is(at, "=") || has_type) {
    Habit habit =
        reader.advise(syntax_errors::kLetEquals, at, equals + 1, reader.glued(at) ? " be" : "be");
    if (reader.glued(equals + 1)) habit.fix->text += " ";
    habit.arguments[2] = on_one_line("let " + name + " be " + reader.translate(equals + 1, end));
    return habit;
  }
  if (reader.is(at, "to") || reader.is(at, "is") || reader.is(at, "as")) {
    Habit habit = reader.advise(syntax_errors::kLetMissingBe, at, at + 1, "be");
    habit.arguments[2] = on_one_line("let " + name + " be " + reader.translate(at + 1, end));
    return habit;
  }
  if (reader.ends_line(at)) {
    Habit habit = reader.advise(syntax_errors::kLetMissingBe, at, at, " be nothing");
    habit.arguments[2] = "let " + name + " be nothing";
    return habit;
  }
  if (!starts_operand(reader.kind(at)) && reader.kind(at) != TokenKind::Problem) {
    return std::nullopt;
  }
  Habit habit = reader.advise(syntax_errors::kLetMissingBe, at, at, "be ");
  habit.arguments[2] = on_one_line("let " + name + " be " + reader.translate(at, end));
  return habit;
}

std::optional<Habit> explain_set(const HabitReader& reader) {
  size_t at = reader.at();
  size_t statement = reader.site().statement;
  if (!reader.failed_with(syntax_errors::kExpectedTo)) return std::nullopt;
  size_t end = reader.text_end(statement);
  std::string head = reader.source(statement, at) + " to ";
  bool is_word = reader.is(at, "=") || reader.is(at, "be") || reader.is(at, "as");
  if (is_word) {
    const ErrorRow& row =
        reader.is(at, "=") ? syntax_errors::kSetEquals : syntax_errors::kSetMissingTo;
    Habit habit = reader.advise(row, at, at + 1, reader.glued(at) ? " to" : "to");
    if (reader.glued(at + 1)) habit.fix->text += " ";
    habit.arguments[2] = on_one_line(head + reader.translate(at + 1, end));
    return habit;
  }
  if (reader.ends_line(at) || !starts_operand(reader.kind(at))) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kSetMissingTo, at, at, "to ");
  habit.arguments[2] = on_one_line(head + reader.translate(at, end));
  return habit;
}

/// `=` where two values are compared; `(y := f(x))`.
std::optional<Habit> explain_comparison(const HabitReader& reader) {
  size_t at = reader.at();
  TokenKind first = reader.kind(reader.site().statement);
  if (reader.is(at, ":") && reader.is(at + 1, "=") && reader.glued(at + 1)) {
    std::string name = reader.source(at - 1, at);
    size_t end = reader.expression_end(at + 2);
    return reader.advise_plain(syntax_errors::kWalrus,
                               "let " + name + " be " + reader.translate(at + 2, end));
  }
  if (!reader.is(at, "=")) return std::nullopt;
  bool is_header = reader.failed_with(syntax_errors::kExpectedBlock) &&
                   (first == TokenKind::When || first == TokenKind::While ||
                    first == TokenKind::Otherwise || first == TokenKind::Is);
  bool in_group = reader.expected("RPAREN") && first != TokenKind::Task &&
                  !(reader.opening_before(at) != HabitReader::kNone &&
                    reader.token(reader.opening_before(at)).has(Token::kOpensLambda));
  bool after_condition = reader.failed_with(syntax_errors::kAfterStatement) &&
                         (first == TokenKind::Give || first == TokenKind::Let);
  if (!is_header && !in_group && !after_condition) return std::nullopt;
  if (reader.is(at + 1, "<")) return std::nullopt;  // =<
  return reader.replace_sign(syntax_errors::kEqualsInCondition, at, at + 1, "==");
}

}  // namespace

std::optional<Habit> find_assignment_habit(const HabitReader& reader) {
  TokenKind first = reader.kind(reader.site().statement);
  if (first == TokenKind::Identifier) {
    if (auto habit = explain_plain(reader)) return habit;
    if (auto habit = explain_declaration(reader)) return habit;
  }
  if (auto habit = explain_prefix_step(reader)) return habit;
  if (auto habit = explain_compound(reader)) return habit;
  if (auto habit = explain_let(reader)) return habit;
  if (auto habit = explain_set(reader)) return habit;
  return explain_comparison(reader);
}

}  // namespace syn
