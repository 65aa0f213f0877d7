// Statements that begin with a word of another language: `if`, `for`, `def`, `return`, `import`, ….
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "syntax/habit_blocks.h"
#include "syntax/habit_reader.h"
#include "syntax/habit_sentences.h"
#include "syntax/habits.h"

namespace syn {
namespace {

enum class Foreign : uint8_t {
  Assert,
  Async,
  Break,
  Case,
  Catch,
  Class,
  Continue,
  Declaration,
  Default,
  Delete,
  Do,
  Echo,
  Elif,
  Else,
  End,
  Finally,
  For,
  Function,
  Global,
  If,
  Import,
  Loop,
  Pass,
  Return,
  Sql,
  Switch,
  Throw,
  Unless,
  Until,
  Yield,
};

struct ForeignRow {
  std::string_view word;
  Foreign what;
  bool alone;    ///< also when nothing follows on its line
  bool as_call;  ///< also before `(`, `[` or `-`
};

/// Sorted by word.
constexpr ForeignRow kForeignWords[] = {
    {"DELETE", Foreign::Sql, false, false},
    {"INSERT", Foreign::Sql, false, false},
    {"SELECT", Foreign::Sql, false, false},
    {"UPDATE", Foreign::Sql, false, false},
    {"abstract", Foreign::Class, false, false},
    {"assert", Foreign::Assert, false, false},
    {"async", Foreign::Async, false, false},
    {"auto", Foreign::Declaration, false, true},
    {"await", Foreign::Async, false, false},
    {"begin", Foreign::End, true, false},
    {"break", Foreign::Break, true, false},
    {"case", Foreign::Case, false, false},
    {"catch", Foreign::Catch, true, true},
    {"class", Foreign::Class, false, false},
    {"const", Foreign::Declaration, false, true},
    {"continue", Foreign::Continue, true, false},
    {"def", Foreign::Function, false, false},
    {"default", Foreign::Default, true, false},
    {"del", Foreign::Delete, false, false},
    {"delete", Foreign::Delete, false, false},
    {"do", Foreign::Do, true, false},
    {"done", Foreign::End, true, false},
    {"echo", Foreign::Echo, false, false},
    {"elif", Foreign::Elif, true, true},
    {"else", Foreign::Else, true, false},
    {"elseif", Foreign::Elif, true, true},
    {"elsif", Foreign::Elif, true, true},
    {"end", Foreign::End, true, false},
    {"endif", Foreign::End, true, false},
    {"esac", Foreign::End, true, false},
    {"except", Foreign::Catch, true, true},
    {"fi", Foreign::End, true, false},
    {"final", Foreign::Declaration, false, true},
    {"finally", Foreign::Finally, true, false},
    {"fn", Foreign::Function, false, false},
    {"for", Foreign::For, false, true},
    {"foreach", Foreign::For, false, true},
    {"from", Foreign::Import, false, false},
    {"fun", Foreign::Function, false, false},
    {"func", Foreign::Function, false, false},
    {"function", Foreign::Function, false, false},
    {"global", Foreign::Global, false, false},
    {"if", Foreign::If, false, true},
    {"import", Foreign::Import, false, true},
    {"insert", Foreign::Sql, false, false},
    {"interface", Foreign::Class, false, false},
    {"local", Foreign::Declaration, false, true},
    {"loop", Foreign::Loop, true, false},
    {"my", Foreign::Declaration, false, false},
    {"nonlocal", Foreign::Global, false, false},
    {"pass", Foreign::Pass, true, false},
    {"private", Foreign::Declaration, false, false},
    {"proc", Foreign::Function, false, false},
    {"protected", Foreign::Declaration, false, false},
    {"public", Foreign::Declaration, false, false},
    {"puts", Foreign::Echo, false, false},
    {"record", Foreign::Class, false, false},
    {"rescue", Foreign::Catch, true, false},
    {"return", Foreign::Return, true, true},
    {"select", Foreign::Sql, false, false},
    {"static", Foreign::Declaration, false, false},
    {"struct", Foreign::Class, false, false},
    {"sub", Foreign::Function, false, false},
    {"switch", Foreign::Switch, false, true},
    {"throw", Foreign::Throw, true, true},
    {"unless", Foreign::Unless, false, true},
    {"until", Foreign::Until, false, true},
    {"update", Foreign::Sql, false, false},
    {"val", Foreign::Declaration, false, true},
    {"var", Foreign::Declaration, false, true},
    {"void", Foreign::Declaration, false, false},
    {"yield", Foreign::Yield, false, true},
};

const ForeignRow* find_word(std::string_view word) {
  const auto* row = std::lower_bound(
      std::begin(kForeignWords), std::end(kForeignWords), word,
      [](const ForeignRow& foreign, std::string_view wanted) { return foreign.word < wanted; });
  return row != std::end(kForeignWords) && row->word == word ? row : nullptr;
}

/// Whether a name cannot stand before this token in a right program.
bool cannot_follow_name(const HabitReader& reader, size_t index) {
  TokenKind kind = reader.kind(index);
  if (reader.ends_line(index) || is_name_use(kind)) return false;
  if (kind == TokenKind::Not) return reader.kind(index + 1) != TokenKind::In;
  if (kind == TokenKind::In || kind == TokenKind::Is || kind == TokenKind::As) return false;
  return starts_operand(kind) || is_reserved_word(kind) || kind == TokenKind::Colon ||
         kind == TokenKind::Problem;
}

Habit explain_condition(const HabitReader& reader, const ErrorRow& row, std::string_view before,
                        std::string_view after, size_t from) {
  size_t end = find_condition_end(reader, from);
  if (end == from) {
    return reader.foreign_plain(row, reader.at(), std::string(before) + "…" + std::string(after));
  }
  std::string condition = reader.without_parentheses(from, end);
  std::string header = std::string(before) + condition + std::string(after);
  Habit habit = from_rewrite(reader, row, finish_header(reader, header, end), header);
  habit.arguments[1] = header;
  return habit;
}

/// `raise x if c`: what stands before the `if` on its line becomes the body.
Habit explain_trailing_if(const HabitReader& reader) {
  size_t at = reader.at();
  size_t end = reader.line_end(at);
  size_t first = at;
  while (first > 0 && !reader.token(first).has(Token::kFirstOnLine)) --first;
  std::string header = "when " + reader.translate(at + 1, end);
  Habit habit = reader.foreign(
      syntax_errors::kForeignIf, at, end,
      header + "\n" + reader.body_indent(at) + reader.translate_statement(first, at));
  habit.fix->span = reader.span(first, end);
  habit.arguments[1] = header;
  return habit;
}

Habit explain_if(const HabitReader& reader) {
  size_t from = reader.at() + 1;
  bool is_first = reader.token(reader.at()).has(Token::kFirstOnLine);
  bool is_whole = reader.find(from, reader.line_end(from), "else") == reader.line_end(from);
  if (!is_first && is_whole) return explain_trailing_if(reader);
  bool is_guard = reader.is(from, "__name__");
  if (is_guard) {
    size_t end = find_condition_end(reader, from);
    return from_rewrite(reader, syntax_errors::kMainGuard, finish_header(reader, "when true", end),
                        "when true");
  }
  return explain_condition(reader, syntax_errors::kForeignIf, "when ", "", from);
}

Habit explain_else(const HabitReader& reader) {
  size_t next = reader.at() + 1;
  if (reader.is(next, "if") || reader.is(next, "when")) {
    return explain_condition(reader, syntax_errors::kForeignElse, "otherwise when ", "", next + 1);
  }
  Habit habit = from_rewrite(reader, syntax_errors::kForeignElse,
                             finish_header(reader, "otherwise", next), "otherwise");
  habit.arguments[1] = "otherwise";
  return habit;
}

Habit explain_for(const HabitReader& reader) {
  Rewrite rewrite = rewrite_for(reader, reader.at());
  std::string example = rewrite.text.substr(0, rewrite.text.find('\n'));
  Habit habit =
      from_rewrite(reader, syntax_errors::kForeignFor, rewrite, "each item in collection");
  if (rewrite.ok()) habit.arguments[1] = example;
  return habit;
}

Habit explain_function(const HabitReader& reader) {
  Rewrite rewrite = rewrite_function(reader, reader.at() + 1);
  std::string example = rewrite.text.substr(0, rewrite.text.find('\n'));
  Habit habit = from_rewrite(reader, syntax_errors::kForeignFunction, rewrite, "task name(params)");
  if (rewrite.ok()) habit.arguments[1] = example;
  return habit;
}

/// The DEDENT of the block that begins after the line end at `index`, or `index`.
size_t find_block_end(const HabitReader& reader, size_t index) {
  if (reader.kind(index + 1) != TokenKind::Indent) return index;
  int depth = 0;
  for (size_t i = index + 1; reader.kind(i) != TokenKind::EndOfFile; ++i) {
    if (reader.kind(i) == TokenKind::Indent) ++depth;
    if (reader.kind(i) == TokenKind::Dedent && --depth == 0) return i;
  }
  return index;
}

Habit explain_catch(const HabitReader& reader) {
  size_t from = reader.at() + 1;
  size_t end = reader.text_end(reader.at());
  end = std::min(reader.find(from, end, "{"), reader.find(from, end, ":"));
  // The name is after `as`, or the last one: `except E as e`, `catch (e)`, `catch (Error e)`, `=>
  // e`.
  std::string name;
  for (size_t i = from; i < end; ++i) {
    if (reader.is_name(i)) name = reader.source(i, i + 1);
  }
  bool is_type = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
  if (is_type && reader.find(from, end, "as") == end) name.clear();
  std::string header = name.empty() ? "recover" : "recover " + name;
  size_t after = std::max(from, end);
  while (after > from && (reader.is(after - 1, ":") || reader.is(after - 1, "{"))) --after;
  Habit habit = from_rewrite(reader, syntax_errors::kForeignCatch,
                             finish_header(reader, header, after), header);
  habit.arguments[1] = header;
  return habit;
}

/// `case 1:` and `default:` of a `switch`.
Habit explain_case(const HabitReader& reader, bool is_default) {
  size_t from = reader.at() + 1;
  if (is_default || reader.is(from, "_")) {
    size_t at = is_default ? from : from + 1;
    return from_rewrite(reader, syntax_errors::kForeignSwitch,
                        finish_header(reader, "otherwise", at), "otherwise");
  }
  return explain_condition(reader, syntax_errors::kForeignSwitch, "is ", "", from);
}

Habit explain_class(const HabitReader& reader) {
  size_t next = reader.at() + 1;
  size_t name = reader.is_name(next) && reader.is_name(next + 1) ? next + 1 : next;
  Habit habit = reader.foreign_plain(syntax_errors::kForeignClass, reader.at(),
                                     "type " + reader.source(name, name + 1));
  habit.resume = find_block_end(reader, reader.line_end(reader.at()));
  return habit;
}

Habit explain_end(const HabitReader& reader) {
  if (!reader.is(reader.at(), "begin")) {
    return explain_removal(reader, syntax_errors::kForeignEnd);
  }
  return reader.foreign_plain(syntax_errors::kForeignEnd, reader.at(), "");
}

std::optional<Habit> explain_word(const HabitReader& reader, Foreign what) {
  size_t next = reader.at() + 1;
  switch (what) {
    case Foreign::Assert: return explain_call(reader, syntax_errors::kForeignAssert, "assert");
    case Foreign::Async: return explain_async(reader);
    case Foreign::Break:
      return reader.foreign(syntax_errors::kForeignBreak, reader.at(),
                            reader.is(next, ";") ? next + 1 : next, "stop");
    case Foreign::Case: return explain_case(reader, false);
    case Foreign::Catch: return explain_catch(reader);
    case Foreign::Class: return explain_class(reader);
    case Foreign::Continue:
      return reader.foreign_plain(syntax_errors::kForeignContinue, reader.at(), "");
    case Foreign::Declaration: return explain_declaration(reader);
    case Foreign::Default: return explain_case(reader, true);
    case Foreign::Delete: return explain_delete(reader);
    case Foreign::Do:
      return reader.foreign_plain(syntax_errors::kForeignDo, reader.at(), "while <condition>");
    case Foreign::Echo: return explain_call(reader, syntax_errors::kForeignEcho, "print");
    case Foreign::Elif:
      return explain_condition(reader, syntax_errors::kForeignElif, "otherwise when ", "", next);
    case Foreign::Else: return explain_else(reader);
    case Foreign::End: return explain_end(reader);
    case Foreign::Finally:
      return reader.foreign_plain(syntax_errors::kForeignFinally, reader.at(), "");
    case Foreign::For: return explain_for(reader);
    case Foreign::Function: return explain_function(reader);
    case Foreign::Global: return explain_removal(reader, syntax_errors::kForeignGlobal);
    case Foreign::If: return explain_if(reader);
    case Foreign::Import: return explain_import(reader);
    case Foreign::Loop:
      return from_rewrite(reader, syntax_errors::kForeignDo,
                          finish_header(reader, "while true", next), "while true");
    case Foreign::Pass:
      return reader.foreign(syntax_errors::kForeignPass, reader.at(), next, "nothing");
    case Foreign::Return: return explain_return(reader);
    case Foreign::Sql: return explain_sql(reader);
    case Foreign::Switch:
      return explain_condition(reader, syntax_errors::kForeignSwitch, "match ", "", next);
    case Foreign::Throw: return explain_throw(reader);
    case Foreign::Unless:
      return explain_condition(reader, syntax_errors::kForeignUnless, "when not (", ")", next);
    case Foreign::Until:
      return explain_condition(reader, syntax_errors::kForeignUntil, "while not (", ")", next);
    case Foreign::Yield:
      return reader.foreign_plain(syntax_errors::kForeignYield, reader.at(),
                                  "set items to append(items, value)");
  }
  return std::nullopt;
}

/// `x--` alone on a line, `x <- 5`: right programs that do nothing of what they seem to do.
std::optional<Habit> find_silent_habit(const HabitReader& reader) {
  size_t end = reader.line_end(reader.at());
  const Token& last = reader.token(end - 1);
  std::string_view source = reader.site().source;
  std::string_view rest = source.substr(last.end(), 2);
  if (rest == "--" && reader.is_name(end - 1)) {
    size_t after = source.find_first_not_of("- \t\r", last.end() + 2);
    bool is_bare = after == std::string_view::npos || source[after] == '\n';
    std::string place = reader.source(reader.at(), end);
    if (is_bare && source[last.end() + 2 < source.size() ? last.end() + 2 : 0] != '-' &&
        reader.find(reader.at(), end, "=") == end && end - reader.at() <= 3 &&
        (end - reader.at() == 1 || reader.is(end - 2, "."))) {
      Habit habit = reader.foreign_plain(syntax_errors::kSilentDecrement, reader.at(), "");
      std::string set = "set " + place + " to " + place + " - 1";
      habit.arguments = {place, set};
      Span span = reader.span(reader.at(), end);
      span.end_column += 2;
      habit.span = reader.span(reader.at(), end);
      habit.fix = Fix{span, set};
      habit.resume = end;
      return habit;
    }
  }
  size_t less = reader.at() + 1;
  bool is_arrow = reader.is(less, "<") && reader.is(less + 1, "-") && reader.glued(less + 1) &&
                  !reader.glued(less + 2) && !reader.ends_line(less + 2) && !reader.glued(less);
  if (!is_arrow) return std::nullopt;
  std::string name = reader.source(reader.at(), less);
  std::string value = reader.translate(less + 2, end);
  std::string statement =
      (reader.is_bound(name, reader.at()) ? "set " + name + " to " : "let " + name + " be ") +
      value;
  Habit habit = reader.foreign(syntax_errors::kArrowAssignment, reader.at(), end, statement);
  habit.arguments[0] = name;
  return habit;
}

}  // namespace

std::optional<Habit> find_statement_habit(const HabitSite& site) {
  HabitReader reader(site);
  const ForeignRow* row = find_word(reader.text(site.at));
  size_t next = site.at + 1;
  if (row == nullptr) return find_silent_habit(reader);
  if (reader.is(next, "=") || reader.is(next, ",")) return std::nullopt;
  bool fits = cannot_follow_name(reader, next);
  bool is_select = row->what == Foreign::Sql && reader.is(next, "*");
  bool is_relative = row->what == Foreign::Import && reader.is(next, ".") &&
                     reader.find(next, reader.line_end(site.at), "import") <
                         reader.line_end(site.at);  // from . import x
  if (!fits) {
    TokenKind kind = reader.kind(next);
    bool is_alone = reader.ends_line(next);
    bool has_block = is_alone && reader.kind(next + 1) == TokenKind::Indent;
    bool seems_call =
        kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket || kind == TokenKind::Minus;
    bool suspicious = (is_alone && (row->alone || has_block)) || (seems_call && row->as_call) ||
                      is_select || is_relative;
    if (!suspicious || reader.is_declared(row->word)) return std::nullopt;
  }
  return explain_word(reader, row->what);
}

}  // namespace syn
