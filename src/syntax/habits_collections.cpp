// Collections of other languages: tuples, spreads, set literals, {a, b}; keys with blanks.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "syntax/habit_finders.h"

namespace syn {
namespace {

/// `(1, 2)` as a value; `()`.
std::optional<Habit> explain_tuple(const HabitReader& reader) {
  size_t at = reader.at();
  size_t open = reader.opening_before(at);
  if (open == HabitReader::kNone || !reader.is(open, "(") || reader.is_call(open)) {
    return std::nullopt;
  }
  size_t close = reader.token(open).extra;
  bool is_empty = reader.is(at, ")") && at == open + 1;
  bool is_pair = reader.expected("RPAREN") && reader.is(at, ",");
  bool in_require = reader.kind(reader.site().statement) == TokenKind::Require ||
                    reader.kind(reader.site().statement) == TokenKind::Task;
  if ((!is_pair && !is_empty) || close == 0 || in_require) return std::nullopt;
  return reader.advise(syntax_errors::kTuple, open, close + 1,
                       "[" + reader.translate(open + 1, close) + "]");
}

/// The items of a list or map in [from, to), and which of them are spread.
struct Item {
  size_t from;
  size_t to;
  bool is_spread;
};

std::vector<Item> read_items(const HabitReader& reader, size_t from, size_t to) {
  std::vector<Item> items;
  while (from < to) {
    size_t comma = reader.find(from, to, ",");
    bool is_spread = reader.is(from, "...") || reader.is(from, "**") || reader.is(from, "*");
    items.push_back({from + (is_spread ? 1 : 0), comma, is_spread});
    from = comma + 1;
  }
  return items;
}

/// Runs of plain items in brackets and the spread ones between them, as `parts`.
std::vector<std::string> join_items(const HabitReader& reader, const std::vector<Item>& items,
                                    char open, char close) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < items.size();) {
    if (items[i].is_spread) {
      parts.push_back(reader.translate(items[i].from, items[i].to));
      ++i;
      continue;
    }
    size_t first = i;
    while (i < items.size() && !items[i].is_spread) ++i;
    parts.push_back(open + reader.translate(items[first].from, items[i - 1].to) + close);
  }
  return parts;
}

/// `{**a, "k": 1}`, `{...a}`, `[...xs, 1]`, `[*xs]`, `f(*args)`.
std::optional<Habit> explain_spread(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_spread = reader.is(at, "...") || reader.is(at, "**") || reader.is(at, "*");
  size_t open = reader.opening_before(at);
  if (!is_spread || open == HabitReader::kNone) return std::nullopt;
  if (!reader.is(at - 1, ",") && at != open + 1) return std::nullopt;
  size_t close = reader.token(open).extra;
  bool is_map = reader.is(open, "{");
  if (!is_map && !reader.is(open, "[")) return reader.advise_plain(syntax_errors::kCallSpread);
  const ErrorRow& row = is_map ? syntax_errors::kMapSpread : syntax_errors::kListSpread;
  if (close == 0) return reader.advise_plain(row, is_map ? "merge(a, b)" : "xs + [x]");
  std::vector<Item> items = read_items(reader, open + 1, close);
  std::vector<std::string> parts =
      is_map ? join_items(reader, items, '{', '}') : join_items(reader, items, '[', ']');
  std::string joined;
  for (const std::string& part : parts) {
    joined += (joined.empty() ? "" : is_map ? ", " : " + ") + part;
  }
  if (is_map && parts.size() > 1) joined = "merge(" + joined + ")";
  return reader.advise(row, open, close + 1, joined);
}

/// `{a, b}` for `{"a": a, "b": b}`, `{1, 2}` for a set.
std::optional<Habit> explain_brace_list(const HabitReader& reader) {
  size_t at = reader.at();
  size_t open = reader.opening_before(at);
  bool is_place = reader.expected("COLON") && (reader.is(at, ",") || reader.is(at, "}"));
  if (!is_place || open == HabitReader::kNone || !reader.is(open, "{")) return std::nullopt;
  size_t close = reader.token(open).extra;
  if (close == 0 || reader.is(open - 1, "=>")) return std::nullopt;
  std::vector<Item> items = read_items(reader, open + 1, close);
  bool all_names = true;
  bool any_pair = false;
  std::string entries;
  for (const Item& item : items) {
    bool is_name = item.to == item.from + 1 && reader.is_name(item.from);
    bool is_pair = reader.find(item.from, item.to, ":") < item.to;
    all_names &= is_name || is_pair;
    any_pair |= is_pair;
    std::string text = reader.translate(item.from, item.to);
    std::string entry = text;
    if (is_name) entry = "\"" + text + "\": " + text;
    entries += (entries.empty() ? "" : ", ") + entry;
  }
  if (all_names && !items.empty()) {
    return reader.advise(syntax_errors::kMapShorthand, open, close + 1, "{" + entries + "}");
  }
  if (any_pair) return std::nullopt;
  return reader.advise(syntax_errors::kSetLiteral, open, close + 1,
                       "unique([" + reader.translate(open + 1, close) + "])");
}

/// `row.unit price`: names in a row after a dot.
std::optional<Habit> explain_key(const HabitReader& reader) {
  size_t at = reader.at();
  bool follows_member = at > 2 && reader.is_name(at) && reader.is_name(at - 1) &&
                        reader.is(at - 2, ".") && !reader.glued(at) && !reader.is(at, "if") &&
                        !reader.is(at, "for") && !reader.is(at, "else");
  if (!follows_member) return std::nullopt;
  size_t end = at;
  while (reader.is_name(end) && !reader.ends_line(end)) ++end;
  return reader.advise(syntax_errors::kKeyWithBlank, at - 2, end,
                       "[\"" + reader.source(at - 1, end) + "\"]");
}

}  // namespace

std::optional<Habit> find_collection_habit(const HabitReader& reader) {
  if (auto habit = explain_tuple(reader)) return habit;
  if (auto habit = explain_spread(reader)) return habit;
  if (auto habit = explain_brace_list(reader)) return habit;
  return explain_key(reader);
}

/// `f(a b)`, `[1 2]`, `{"a": 1 "b": 2}`, also over lines.
std::optional<Habit> find_missing_comma(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_place =
      reader.expected("RPAREN") || reader.expected("RBRACKET") || reader.expected("RBRACE");
  size_t open = reader.opening_before(at);
  if (!is_place || open == HabitReader::kNone || reader.glued(at)) return std::nullopt;
  bool is_list = reader.is(open, "[") || reader.is(open, "{") || reader.is_call(open);
  size_t close = reader.token(open).extra;
  TokenKind kind = reader.kind(at);
  bool is_item = starts_operand(kind) && kind != TokenKind::When && kind != TokenKind::Not;
  size_t end = reader.expression_end(at);
  if (!is_list || close == 0 || !is_item || end == at || end > close) return std::nullopt;
  if (reader.kind(reader.site().statement) == TokenKind::Task) return std::nullopt;
  Habit habit = reader.advise(syntax_errors::kMissingComma, at, at, "");
  Span before = reader.span(at - 1, at);
  habit.fix = Fix{{before.end_line, before.end_column, before.end_line, before.end_column}, ","};
  size_t from = reader.site().expression < at ? reader.site().expression : at - 1;
  habit.arguments[2] = on_one_line(reader.source(from, at) + ", " + reader.translate(at, end));
  return habit;
}

}  // namespace syn
