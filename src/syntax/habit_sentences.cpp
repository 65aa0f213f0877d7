// Statements of other languages that stand on one line, put into Synsema.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_sentences.h"

#include <algorithm>
#include <iterator>

namespace syn {
namespace {

/// What other languages import for things that are builtins here.
constexpr std::string_view kLibraries[] = {
    "collections", "csv",        "datetime", "decimal", "functools", "itertools",
    "json",        "math",       "numpy",    "os",      "pandas",    "random",
    "re",          "statistics", "string",   "sys",     "time",      "typing",
};

}  // namespace

Habit from_rewrite(const HabitReader& reader, const ErrorRow& row, Rewrite rewrite,
                   std::string example) {
  if (!rewrite.ok()) return reader.foreign_plain(row, reader.at(), std::move(example));
  return reader.foreign(row, reader.at(), rewrite.end, std::move(rewrite.text));
}

/// `return x`; also `return x if c` without an `else`.
Habit explain_return(const HabitReader& reader) {
  size_t from = reader.at() + 1;
  const ErrorRow& row = syntax_errors::kForeignReturn;
  if (reader.ends_line(from) || reader.is(from, ";")) {
    return reader.foreign(row, reader.at(), reader.ends_line(from) ? from : from + 1, "give");
  }
  size_t end = reader.line_end(reader.at());
  size_t condition = reader.find(from, end, "if");
  bool is_modifier = condition < end && reader.find(condition, end, "else") == end;
  std::string give =
      "give " + (is_modifier ? reader.translate(from, condition)
                             : rewrite_value(reader, from, reader.text_end(reader.at())));
  if (condition == from) give = "give";
  if (is_modifier) {
    give = "when " + reader.translate(condition + 1, end) + "\n" + reader.body_indent(from) + give;
  }
  return reader.foreign(row, reader.at(), end, give);
}

/// `throw x`, `throw new Error(x)`.
Habit explain_throw(const HabitReader& reader) {
  const ErrorRow& row = syntax_errors::kForeignThrow;
  size_t from = reader.at() + 1;
  if (reader.ends_line(from)) return reader.foreign_plain(row, reader.at(), "raise \"message\"");
  if (reader.is(from, "new")) ++from;
  size_t end = reader.line_end(reader.at());
  size_t last = reader.text_end(reader.at());
  bool is_error = reader.is_name(from) && reader.is(from + 1, "(") &&
                  reader.token(from + 1).extra == last - 1 && last - 1 > from + 2;
  std::string message =
      is_error ? reader.translate(from + 2, last - 1) : reader.translate(from, last);
  return reader.foreign(row, reader.at(), end, "raise " + message);
}

/// `var x = 5`, `const x: T = 5`, `var x`, `const [a, b] = xs`.
Habit explain_declaration(const HabitReader& reader) {
  const ErrorRow& row = syntax_errors::kForeignDeclaration;
  size_t name = reader.at() + 1;
  while ((reader.is_name(name) && reader.is_name(name + 1)) || reader.is(name, "$")) ++name;
  if (reader.is_name(name) && reader.is(name + 1, "(")) {  // static int f(…) {
    Rewrite rewrite = rewrite_function(reader, name);
    std::string header = rewrite.text.substr(0, rewrite.text.find('\n'));
    Habit habit = from_rewrite(reader, syntax_errors::kForeignFunction, rewrite, header);
    habit.arguments[1] = header;
    return habit;
  }
  size_t end = reader.text_end(reader.at());
  size_t equals = reader.find(name, end, "=");
  if (reader.is(name, "[") || reader.is(name, "{") || reader.is(name + 1, ",")) {
    std::string lets =
        equals < end ? rewrite_destructuring(reader, name, equals, equals + 1, end) : std::string();
    if (lets.empty()) return reader.foreign_plain(row, reader.at(), "let name be value");
    return reader.foreign(row, reader.at(), reader.line_end(reader.at()), lets);
  }
  if (!reader.is_name(name)) return reader.foreign_plain(row, reader.at(), "let name be value");
  std::string value = equals < end ? rewrite_value(reader, equals + 1, end) : "nothing";
  return reader.foreign(row, reader.at(), reader.line_end(reader.at()),
                        "let " + reader.source(name, name + 1) + " be " + value);
}

/// A line that goes: `end`, `global x`. `nothing` where it is the only one of its block.
Habit explain_removal(const HabitReader& reader, const ErrorRow& row) {
  size_t end = reader.line_end(reader.at());
  bool is_alone = reader.at() > 0 && reader.kind(reader.at() - 1) == TokenKind::Indent &&
                  reader.kind(end + 1) == TokenKind::Dedent;
  Habit habit = reader.foreign(row, reader.at(), end, is_alone ? "nothing" : "");
  habit.arguments[1] = "nothing";
  return habit;
}

/// `import "./x.syn" as y` gets a `use`; libraries of other languages need no import.
Habit explain_import(const HabitReader& reader) {
  const ErrorRow& row = syntax_errors::kForeignImport;
  size_t from = reader.at() + 1;
  if (reader.is(from, "(")) ++from;
  size_t path_at = from;
  while (!reader.ends_line(path_at) && reader.kind(path_at) != TokenKind::Text) ++path_at;
  bool has_path = reader.kind(path_at) == TokenKind::Text && path_at > from;
  if (has_path) {  // import { x } from "./y.js"
    std::string stem = reader.source(path_at, path_at + 1);
    stem = stem.substr(1, stem.size() - 2);
    stem = stem.substr(stem.rfind('/') + 1);
    stem = stem.substr(0, stem.find('.'));
    return reader.foreign_plain(row, reader.at(), "use \"./" + stem + ".syn\" as " + stem);
  }
  if (reader.kind(from) != TokenKind::Text) {
    std::string name = reader.is_name(from) ? reader.source(from, from + 1) : "name";
    bool is_library =
        std::find(std::begin(kLibraries), std::end(kLibraries), name) != std::end(kLibraries);
    if (is_library) {
      Habit habit = explain_removal(reader, row);
      habit.arguments[1] = "use \"./file.syn\" as name";
      return habit;
    }
    return reader.foreign_plain(row, reader.at(), "use \"./" + name + ".syn\" as " + name);
  }
  std::string path = reader.source(from, from + 1);
  std::string inner = path.substr(1, path.size() - 2);
  if (inner.find(".syn") == std::string::npos) inner += ".syn";
  if (inner.find('/') == std::string::npos) inner = "./" + inner;
  std::string stem = inner.substr(inner.rfind('/') + 1);
  stem = stem.substr(0, stem.find('.'));
  std::string alias = reader.is(from + 1, "as") && reader.is_name(from + 2)
                          ? reader.source(from + 2, from + 3)
                          : stem;
  return reader.foreign(row, reader.at(), reader.line_end(reader.at()),
                        "use \"" + inner + "\" as " + alias);
}

/// `del m["k"]`, `delete m.k`.
Habit explain_delete(const HabitReader& reader) {
  const ErrorRow& row = syntax_errors::kForeignDelete;
  size_t from = reader.at() + 1;
  size_t end = reader.text_end(reader.at());
  if (!reader.is_name(from) || end < from + 3) {
    return reader.foreign_plain(row, reader.at(), "set m to remove(m, \"key\")");
  }
  size_t open = end - 1;
  std::string key;
  if (reader.is(end - 1, "]")) {
    while (open > from && reader.token(open).extra != end - 1) --open;
    key = reader.translate(open + 1, end - 1);
  } else if (reader.is(end - 2, ".")) {
    open = end - 2;
    key = "\"" + reader.source(end - 1, end) + "\"";
  }
  if (key.empty() || open == from || reader.kind(open + 1) == TokenKind::Number) {
    return reader.foreign_plain(row, reader.at(), "set m to remove(m, \"key\")");
  }
  std::string map = reader.source(from, open);
  return reader.foreign(row, reader.at(), reader.line_end(reader.at()),
                        "set " + map + " to remove(" + map + ", " + key + ")");
}

/// SQL up to the last line that begins with a word of SQL, as one text.
std::optional<Habit> explain_sql(const HabitReader& reader) {
  size_t end = reader.line_end(reader.at());
  constexpr std::string_view kClauses[] = {
      "from",  "where", "group", "order", "having", "limit", "join", "left",
      "inner", "on",    "and",   "or",    "union",  "set",   "into", "values",
      "FROM",  "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "JOIN", "LEFT",
      "INNER", "ON",    "AND",   "OR",    "UNION",  "SET",   "INTO", "VALUES"};
  auto is_clause = [&](size_t i) {
    return std::find(std::begin(kClauses), std::end(kClauses), reader.text(i)) !=
           std::end(kClauses);
  };
  bool has_clause = false;
  for (size_t i = reader.at() + 1; i < end; ++i) has_clause |= is_clause(i);
  auto next_line = [&](size_t from) {
    while (reader.kind(from) == TokenKind::Newline || reader.kind(from) == TokenKind::Indent)
      ++from;
    return from;
  };
  while (is_clause(next_line(end))) {
    has_clause = true;
    end = reader.line_end(next_line(end));
  }
  if (!has_clause) return std::nullopt;
  std::string sql = on_one_line(reader.source(reader.at(), end));
  for (size_t i = sql.find(" ⏎ "); i != std::string::npos; i = sql.find(" ⏎ ")) {
    sql.replace(i, std::string_view(" ⏎ ").size(), " ");
  }
  if (!sql.empty() && sql.back() == ';') sql.pop_back();
  std::string quoted;
  for (char c : sql) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return reader.foreign(syntax_errors::kForeignSql, reader.at(), end, "sql(\"" + quoted + "\")");
}

/// `async def f`, `await x`: the statement without the word.
Habit explain_async(const HabitReader& reader) {
  size_t from = reader.at() + 1;
  size_t end = reader.line_end(reader.at());
  if (reader.is(from, "def") || reader.is(from, "function") || reader.is(from, "fn")) {
    Rewrite rewrite = rewrite_function(reader, from + 1);
    if (rewrite.ok()) {
      std::string example = rewrite.text.substr(0, rewrite.text.find('\n'));
      Habit habit = from_rewrite(reader, syntax_errors::kForeignAsync, rewrite, example);
      habit.arguments[1] = example;
      return habit;
    }
  }
  return reader.foreign(syntax_errors::kForeignAsync, reader.at(), end,
                        rewrite_statement(reader, from, end));
}

/// A call written without parentheses: `print x, y`.
Habit explain_call(const HabitReader& reader, const ErrorRow& row, std::string name) {
  size_t end = reader.line_end(reader.at());
  std::string call = name + "(" + reader.translate(reader.at() + 1, end) + ")";
  return reader.foreign(row, reader.at(), end, call);
}

}  // namespace syn
