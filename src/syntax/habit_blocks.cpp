// Headers and blocks of other languages, put into Synsema.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_blocks.h"

#include <algorithm>
#include <vector>

namespace syn {
namespace {

/// Longer bodies are not rewritten: a replacement of that size helps nobody.
constexpr size_t kMaxBodyTokens = 2000;

bool ends_condition(const HabitReader& reader, size_t index) {
  return reader.ends_line(index) || reader.is(index, ":") || reader.is(index, "{") ||
         reader.is(index, "then") || reader.is(index, "do");
}

/// Source between two tokens, without blanks at its ends: comments.
std::string comments_between(const HabitReader& reader, size_t before, size_t after) {
  uint32_t start = reader.token(before).end();
  uint32_t end = reader.token(after).offset;
  std::string gap(reader.site().source.substr(start, end - start));
  size_t first = gap.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return gap.substr(first, gap.find_last_not_of(" \t\r\n") - first + 1);
}

/// Where the statement that begins at `from` in braces ends: a `;`, a new line, or `close`.
size_t find_statement_end(const HabitReader& reader, size_t from, size_t close) {
  for (size_t i = from; i < close; ++i) {
    if (i > from && reader.token(i).has(Token::kFirstOnLine)) return i;
    if (reader.is(i, ";")) return i + 1;
    uint32_t inner = reader.token(i).extra;
    bool opens = reader.kind(i) == TokenKind::LeftParen ||
                 reader.kind(i) == TokenKind::LeftBracket || reader.kind(i) == TokenKind::LeftBrace;
    if (opens && inner > i && inner < close) i = inner;
  }
  return close;
}

/// The header of a branch that follows a block: `else if (c) {`, `catch (e) {`. `end` is its brace.
Rewrite read_branch(const HabitReader& reader, size_t at) {
  bool is_else = reader.is(at, "else") || reader.is(at, "otherwise");
  bool is_elif = reader.is(at, "elif") || reader.is(at, "elsif") || reader.is(at, "elseif");
  size_t next = at + 1;
  if (is_else && (reader.is(next, "if") || reader.is(next, "when"))) {
    is_elif = true;
    ++next;
  }
  Rewrite branch;
  if (is_elif) {
    size_t end = find_condition_end(reader, next);
    branch = {"otherwise when " + reader.without_parentheses(next, end), end};
  } else if (is_else) {
    branch = {"otherwise", next};
  } else if (reader.is(at, "catch") || reader.is(at, "recover")) {
    size_t end = reader.find(next, reader.line_end(at), "{");
    std::string name = end > next ? reader.without_parentheses(next, end) : "";
    branch = {name.empty() ? "recover" : "recover " + name, end};
  }
  if (branch.ok() && !reader.is(branch.end, "{")) return {};
  return branch;
}

/// The lines of one block in braces.
Rewrite rewrite_body(const HabitReader& reader, size_t open, const std::string& indent) {
  size_t close = reader.token(open).extra;
  if (close <= open || close - open > kMaxBodyTokens) return {};
  std::string text;
  size_t i = open + 1;
  while (i < close) {
    std::string comment = comments_between(reader, i - 1, i);
    if (!comment.empty()) text += "\n" + indent + comment;
    size_t end = find_statement_end(reader, i, close);
    std::string statement = rewrite_statement(reader, i, end);
    if (!statement.empty()) text += "\n" + indent + statement;
    i = end;
  }
  if (text.empty()) text = "\n" + indent + "nothing";
  return {text, close + 1};
}

}  // namespace

size_t find_condition_end(const HabitReader& reader, size_t from) {
  size_t end = std::max(reader.expression_end(from), from);
  int depth = 0;
  while (!ends_condition(reader, end) || (depth > 0 && !reader.ends_line(end))) {
    if (reader.is(end, "(") || reader.is(end, "[")) ++depth;
    if (reader.is(end, ")") || reader.is(end, "]")) --depth;
    ++end;
  }
  return end;
}

Rewrite rewrite_braces(const HabitReader& reader, size_t open) {
  std::string indent = reader.indent(open);
  Rewrite result = rewrite_body(reader, open, indent + "    ");
  while (result.ok()) {
    Rewrite branch = read_branch(reader, result.end);
    if (!branch.ok()) break;
    Rewrite body = rewrite_body(reader, branch.end, indent + "    ");
    if (!body.ok()) break;
    result.text += "\n" + indent + branch.text + body.text;
    result.end = body.end;
  }
  return result;
}

Rewrite finish_header(const HabitReader& reader, std::string header, size_t at) {
  if (reader.is(at, "then") || reader.is(at, "do")) ++at;
  if (reader.is(at, ":")) ++at;
  if (reader.is(at, "{")) {
    Rewrite body = rewrite_braces(reader, at);
    if (body.ok()) return {header + body.text, body.end};
    return {std::move(header), at + 1};
  }
  if (reader.ends_line(at)) return {std::move(header), at};
  size_t end = reader.line_end(at);
  return {header + "\n" + reader.body_indent(at) + rewrite_statement(reader, at, end), end};
}

std::string rewrite_statement(const HabitReader& reader, size_t from, size_t to) {
  while (to > from && reader.is(to - 1, ";")) --to;
  if (from >= to) return {};
  std::string assignment = rewrite_assignment(reader, from, to);
  return assignment.empty() ? reader.translate_statement(from, to) : assignment;
}

std::string rewrite_value(const HabitReader& reader, size_t from, size_t to) {
  size_t word = reader.find(from, to, "if");
  size_t other = reader.find(word, to, "else");
  if (from < word && word + 1 < other && other + 1 < to) {
    return "when " + reader.translate(word + 1, other) + " then " + reader.translate(from, word) +
           " otherwise " + rewrite_value(reader, other + 1, to);
  }
  if (reader.is_name(from) && reader.is(from + 1, "=>") && to > from + 2) {
    size_t body = from + 2;
    bool is_block =
        reader.is(body, "{") && reader.is(body + 1, "return") && reader.token(body).extra == to - 1;
    size_t last = is_block && reader.is(to - 2, ";") ? to - 2 : to - 1;
    return "(" + reader.source(from, from + 1) + ") => " +
           (is_block ? reader.translate(body + 2, last) : reader.translate(body, to));
  }
  return reader.translate(from, to);
}

Rewrite rewrite_entries(const HabitReader& reader, size_t open) {
  size_t close = reader.token(open).extra;
  if (close <= open || close - open > kMaxBodyTokens) return {};
  std::string text;
  size_t from = open + 1;
  while (from < close) {
    size_t end = from + 1;
    while (end < close && !reader.is(end, ",") && !reader.is(end, ";") &&
           !reader.token(end).has(Token::kFirstOnLine)) {
      size_t inner = reader.token(end).extra;
      end = reader.is(end, "(") && inner > end ? inner + 1 : end + 1;
    }
    text += "\n" + reader.body_indent(open) + reader.translate(from, end);
    from = reader.is(end, ",") || reader.is(end, ";") ? end + 1 : end;
  }
  if (text.empty()) return {};
  return {text, close + 1};
}

std::string rewrite_assignment(const HabitReader& reader, size_t from, size_t to) {
  bool declares = reader.is(from, "let") || reader.is(from, "var") || reader.is(from, "const") ||
                  reader.is(from, "val") || reader.is(from, "auto");
  size_t place = declares ? from + 1 : from;
  size_t equals = reader.find(place, to, "=");
  if (equals == to) {
    bool steps = to == place + 3 && reader.is(to - 1, "+") && reader.is(to - 2, "+");
    if (!steps) return {};
    std::string name = reader.source(place, place + 1);
    return "set " + name + " to " + name + " + 1";
  }
  if (equals == place || equals + 1 >= to) return {};
  std::string value = rewrite_value(reader, equals + 1, to);
  TokenKind op = reader.kind(equals - 1);
  bool is_compound = reader.glued(equals) && equals > place + 1 &&
                     (op == TokenKind::Plus || op == TokenKind::Minus || op == TokenKind::Star ||
                      op == TokenKind::Slash || op == TokenKind::Percent ||
                      op == TokenKind::Power || op == TokenKind::FloorDivide);
  if (is_compound) {
    std::string target = reader.source(place, equals - 1);
    return "set " + target + " to " + target + " " + std::string(reader.text(equals - 1)) + " " +
           reader.as_operand(equals + 1, to);
  }
  if (reader.is(equals - 1, ":") && reader.glued(equals)) {  // x := 5
    return equals == place + 2 ? "let " + reader.source(place, place + 1) + " be " + value : "";
  }
  if (reader.is(place + 1, ":")) {  // x: int = 5
    return reader.is_name(place) ? "let " + reader.source(place, place + 1) + " be " + value : "";
  }
  if (!reader.is_whole_expression(place, equals)) return {};
  std::string target = reader.source(place, equals);
  bool is_new = equals == place + 1 && reader.is_name(place) && !reader.is_bound(target, from);
  return declares || is_new ? "let " + target + " be " + value : "set " + target + " to " + value;
}

std::string rewrite_destructuring(const HabitReader& reader, size_t from, size_t to, size_t value,
                                  size_t end) {
  bool is_map = reader.is(from, "{");
  bool has_brackets = is_map || reader.is(from, "[") || reader.is(from, "(");
  std::vector<std::string> names;
  for (size_t i = from + (has_brackets ? 1 : 0); i < to - (has_brackets ? 1 : 0); ++i) {
    if (reader.is(i, ",")) continue;
    if (!reader.is_name(i)) return {};
    names.push_back(reader.source(i, i + 1));
  }
  std::string separator = "\n" + reader.indent(from);
  std::string whole = reader.translate(value, end);
  // `1, 2` and `[1, 2]` with as many values as names: one `let` for each.
  std::vector<std::string> values;
  bool in_brackets = reader.is(value, "[") && reader.token(value).extra == end - 1;
  size_t i = in_brackets ? value + 1 : value;
  size_t last = in_brackets ? end - 1 : end;
  while (i < last && !is_map) {
    size_t next = reader.expression_end(i);
    if (next == i || next > last || (next < last && !reader.is(next, ","))) break;
    values.push_back(reader.translate(i, next));
    i = next + 1;
  }
  size_t statement = reader.site().statement;
  auto bind = [&](const std::string& name, const std::string& part) {
    bool is_set = from == statement && reader.is_bound(name, from);
    return is_set ? "set " + name + " to " + part : "let " + name + " be " + part;
  };
  // `a, b = b, a`: a value that uses one of the names must be read before.
  bool uses_names = false;
  for (size_t k = value; k < end; ++k) {
    uses_names |= std::find(names.begin(), names.end(), reader.text(k)) != names.end();
  }
  std::string out;
  if (!is_map && values.size() == names.size() && !uses_names) {
    for (size_t k = 0; k < names.size(); ++k) {
      out += (k == 0 ? "" : separator) + bind(names[k], values[k]);
    }
    return out;
  }
  if (values.size() > 1 && !uses_names) return {};
  if (values.size() > 1 && !in_brackets) whole = "[" + whole + "]";
  bool is_plain = end == value + 1 && reader.is_name(value);
  std::string source = is_plain ? whole : reader.unused_name(is_map ? "fields" : "parts");
  if (!is_plain) out = "let " + source + " be " + whole + separator;
  for (size_t k = 0; k < names.size(); ++k) {
    std::string part = is_map ? source + "." + names[k] : source + "[" + std::to_string(k) + "]";
    out += (k == 0 ? "" : separator) + bind(names[k], part);
  }
  return out;
}

}  // namespace syn
