// Expressions of other languages: a if c else b, comprehensions, slices, lambdas.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_finders.h"

namespace syn {
namespace {

/// The value of `a if c else b` from `from`, with the choices that follow its `else`.
struct Choice {
  std::string text;
  size_t end = 0;
};

Choice read_choice(const HabitReader& reader, size_t from, size_t word, int depth) {
  size_t condition_end = reader.expression_end(word + 1);
  if (!reader.is(condition_end, "else") || depth > 20) return {};
  size_t rest = condition_end + 1;
  size_t end = reader.expression_end(rest);
  if (end == rest) return {};
  std::string otherwise = reader.translate(rest, end);
  if (reader.is(end, "if")) {
    Choice next = read_choice(reader, rest, end, depth + 1);
    if (next.end == 0) return {};
    otherwise = next.text;
    end = next.end;
  }
  return {"when " + reader.translate(word + 1, condition_end) + " then " +
              reader.translate(from, word) + " otherwise " + otherwise,
          end};
}

/// `a if c else b`, and `if c then a else b` as a value.
std::optional<Habit> explain_choice(const HabitReader& reader) {
  size_t at = reader.at();
  size_t from = reader.site().expression;
  const ErrorRow& row = syntax_errors::kTernary;
  if (reader.is(at, "if") && reader.has_left()) {
    Choice choice = read_choice(reader, from, at, 0);
    if (choice.end != 0) return reader.advise(row, from, choice.end, choice.text);
    if (reader.find(at, reader.line_end(at), "else") == reader.line_end(at)) return std::nullopt;
    return reader.advise_plain(row, "when c then a otherwise b");
  }
  size_t word = at > 0 && reader.is(at - 1, "if") ? at - 1 : HabitReader::kNone;
  if (word != HabitReader::kNone && from <= word) {
    size_t then = reader.expression_end(at);
    size_t value = reader.is(then, "then") ? reader.expression_end(then + 1) : then;
    if (value > then && reader.is(value, "else")) {
      size_t end = reader.expression_end(value + 1);
      return reader.advise(row, word, end,
                           "when " + reader.translate(at, then) + " then " +
                               reader.translate(then + 1, value) + " otherwise " +
                               reader.translate(value + 1, end));
    }
    return std::nullopt;
  }
  if (!reader.is(at, "else")) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kElseWord, at, at + 1, "otherwise");
  habit.arguments[2] =
      on_one_line("otherwise " + reader.translate(at + 1, reader.expression_end(at + 1)));
  return habit;
}

/// `VALUE for NAME in ITEMS [if CONDITION]` in brackets.
struct Loop {
  std::string name;
  std::string items;
  std::string condition;
  size_t end = 0;
};

Loop read_loop(const HabitReader& reader, size_t word) {
  if (!reader.is_name(word + 1) || !reader.is(word + 2, "in")) return {};
  size_t items_end = reader.expression_end(word + 3);
  if (items_end == word + 3) return {};
  Loop loop{reader.source(word + 1, word + 2), reader.translate(word + 3, items_end), "",
            items_end};
  if (!reader.is(items_end, "if")) return loop;
  loop.end = reader.expression_end(items_end + 1);
  loop.condition = reader.translate(items_end + 1, loop.end);
  return loop;
}

std::optional<Habit> explain_comprehension(const HabitReader& reader) {
  size_t at = reader.at();
  size_t open = reader.opening_before(at);
  if (!reader.is(at, "for") || open == HabitReader::kNone) return std::nullopt;
  const ErrorRow& row = syntax_errors::kComprehension;
  Loop loop = read_loop(reader, at);
  size_t close = reader.token(open).extra;
  if (loop.end == 0 || loop.end != close) {
    return reader.advise_plain(row, "apply(items, (x) => …)");
  }
  std::string lambda = "(" + loop.name + ") => ";
  std::string items = loop.items;
  if (!loop.condition.empty()) items = "where(" + items + ", " + lambda + loop.condition + ")";
  size_t value = reader.site().expression;
  bool is_map = reader.is(open, "{") && reader.find(open + 1, at, ":") < at;
  if (is_map) {
    std::string result = reader.unused_name("result");
    std::string entry = reader.source(open + 1, at);
    return reader.advise(row, open, close + 1,
                         "reduce(" + items + ", (" + result + ", " + loop.name + ") => merge(" +
                             result + ", {" + entry + "}), {})");
  }
  if (value != open + 1) return reader.advise_plain(row, "apply(items, (x) => …)");
  bool is_same = at == value + 1 && reader.is(value, loop.name);
  std::string list =
      is_same ? items : "apply(" + items + ", " + lambda + reader.translate(value, at) + ")";
  if (reader.is(open, "{")) list = "unique(" + list + ")";
  bool is_argument = reader.is_call(open);
  bool asks = is_argument && (reader.is(open - 1, "any") || reader.is(open - 1, "all"));
  if (asks && loop.condition.empty()) {
    std::string builtin = reader.is(open - 1, "any") ? "some(" : "every(";
    return reader.advise(row, open - 1, close + 1,
                         builtin + items + ", " + lambda + reader.translate(value, at) + ")");
  }
  return is_argument ? reader.advise(row, open + 1, close, list)
                     : reader.advise(row, open, close + 1, list);
}

/// `xs[a:b]`, `xs[:b]`, `xs[a:]`, `xs[::-1]`.
std::optional<Habit> explain_slice(const HabitReader& reader) {
  size_t at = reader.at();
  size_t open = reader.opening_before(at);
  if (!reader.is(at, ":") || open == HabitReader::kNone || !reader.is(open, "[")) {
    return std::nullopt;
  }
  size_t close = reader.token(open).extra;
  size_t from = reader.operand_start(open);
  if (from == open || close == 0) return std::nullopt;
  const ErrorRow& row = syntax_errors::kSlice;
  std::string items = reader.source(from, open);
  bool is_reversed = reader.is(open + 1, ":") && reader.is(open + 2, ":") &&
                     reader.is(open + 3, "-") && reader.is(open + 4, "1") && close == open + 5;
  if (is_reversed) return reader.advise(row, from, close + 1, "reverse(" + items + ")");
  size_t first_end = reader.find(open + 1, close, ":");
  if (reader.find(first_end + 1, close, ":") < close) {
    return reader.advise_plain(row, "slice(" + items + ", start, end)");
  }
  std::string first = reader.translate(open + 1, first_end);
  std::string last = reader.translate(first_end + 1, close);
  if (first.empty()) first = "0";
  if (!last.empty()) last = ", " + last;
  return reader.advise(row, from, close + 1, "slice(" + items + ", " + first + last + ")");
}

}  // namespace

std::optional<Habit> find_expression_habit(const HabitReader& reader) {
  if (auto habit = explain_choice(reader)) return habit;
  if (auto habit = explain_comprehension(reader)) return habit;
  return explain_slice(reader);
}

}  // namespace syn
