// `for` and function headers of other languages, put into Synsema.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "syntax/habit_blocks.h"

namespace syn {
namespace {

bool is_declaring_word(const HabitReader& reader, size_t index) {
  constexpr std::array<std::string_view, 7> kWords = {"let", "const", "var", "auto",
                                                      "int", "each",  "my"};
  return std::find(kWords.begin(), kWords.end(), reader.text(index)) != kWords.end() &&
         !reader.is(index + 1, "in");
}

/// `i = A; i < B; i++` in [from, to) as `each i in range(A, B)`.
std::string rewrite_counting(const HabitReader& reader, size_t from, size_t to) {
  size_t first = reader.find(from, to, ";");
  size_t second = reader.find(first + 1, to, ";");
  if (second >= to || !reader.is_name(from)) return {};
  size_t start = from + 1;
  if (reader.is(start, ":")) ++start;
  if (!reader.is(start, "=") || reader.text(first + 1) != reader.text(from)) return {};
  bool steps_by_one = (reader.is(second + 2, "+") && reader.is(second + 3, "+")) ||
                      (reader.is(second + 1, "+") && reader.is(second + 2, "+"));
  bool is_below = reader.is(first + 2, "<");
  if (!steps_by_one || (!is_below && !reader.is(first + 2, "<="))) return {};
  std::string name = reader.source(from, from + 1);
  std::string end = is_below ? reader.translate(first + 3, second)
                             : reader.as_operand(first + 3, second) + " + 1";
  return "each " + name + " in range(" + reader.translate(start + 1, first) + ", " + end + ")";
}

/// `i = A to B`, `i = A, B`, `i in A..B` in [from, to) as a range that includes B.
std::string rewrite_bounds(const HabitReader& reader, size_t from, size_t to) {
  if (!reader.is_name(from)) return {};
  bool has_bounds = reader.is(from + 1, "=") || reader.is(from + 1, "in");
  if (!has_bounds) return {};
  size_t start = from + 2;
  size_t middle = reader.expression_end(start);
  size_t next = middle + 1;
  bool is_open = false;
  size_t dot = start;
  while (dot < to && !(reader.is(dot, ".") && reader.is(dot + 1, "."))) ++dot;
  if (dot < to) middle = dot;
  if (reader.is(middle, ".") && reader.is(middle + 1, ".")) {  // 1..9, 1..<9
    next = middle + 2;
    is_open = reader.is(next, "<");
    next += is_open || reader.is(next, "=") ? 1 : 0;
  } else if (!reader.is(middle, "to") && !reader.is(middle, ",")) {
    if (!reader.is(middle, "...")) return {};
  }
  if (middle == start || reader.expression_end(next) != to) return {};
  std::string end = is_open ? reader.translate(next, to) : reader.as_operand(next, to) + " + 1";
  if (!is_open && to == next + 1 && reader.kind(next) == TokenKind::Number &&
      reader.text(next).size() < 9 &&
      reader.text(next).find_first_not_of("0123456789") == std::string_view::npos) {
    end = std::to_string(std::stoi(std::string(reader.text(next))) + 1);
  }
  return "each " + reader.source(from, from + 1) + " in range(" + reader.translate(start, middle) +
         ", " + end + ")";
}

/// What stands in [from, to) between `for` and the body.
std::string rewrite_for_head(const HabitReader& reader, size_t from, size_t to) {
  while (is_declaring_word(reader, from)) ++from;
  if (reader.find(from, to, ";") < to) return rewrite_counting(reader, from, to);
  std::string bounds = rewrite_bounds(reader, from, to);
  if (!bounds.empty()) return bounds;
  bool has_in = reader.is(from + 1, "in") || reader.is(from + 1, "of") ||
                reader.is(from + 1, ":") || reader.is(from + 1, "from");
  if (!reader.is_name(from) || !has_in || from + 2 >= to) return {};
  return "each " + reader.source(from, from + 1) + " in " +
         reader.without_parentheses(from + 2, to);
}

}  // namespace

Rewrite rewrite_for(const HabitReader& reader, size_t word) {
  size_t from = word + 1;
  while (is_declaring_word(reader, from)) ++from;
  bool has_two = reader.is_name(from) && reader.is(from + 1, ",") && reader.is_name(from + 2);
  if (has_two && reader.is(from + 3, "in")) {
    Rewrite two = rewrite_two_names(reader, from);
    if (two.ok()) return {"each " + two.text, two.end};
  }
  size_t close = reader.token(from).extra;
  if (reader.is(from, "(") && close > from && reader.line_end(from) > close) {
    std::string head = rewrite_for_head(reader, from + 1, close);
    return head.empty() ? Rewrite{} : finish_header(reader, head, close + 1);
  }
  size_t end = from;
  while (!reader.ends_line(end) && !reader.is(end, "{") && !reader.is(end, "do") &&
         !(reader.is(end, ":") && end > from + 1)) {
    size_t inner = reader.token(end).extra;
    bool skips = reader.is(end, "(") || reader.is(end, "[");
    end = skips && inner > end ? inner + 1 : end + 1;
  }
  std::string head = rewrite_for_head(reader, from, end);
  return head.empty() ? Rewrite{} : finish_header(reader, head, end);
}

std::string rewrite_parameters(const HabitReader& reader, size_t open) {
  size_t close = reader.token(open).extra;
  if (close <= open) return "()";
  std::string out = "(";
  for (size_t i = open + 1; i < close;) {
    size_t comma = reader.find(i, close, ",");
    size_t equals = reader.find(i, comma, "=");
    size_t colon = reader.find(i, equals, ":");
    // `*args`, `int x`, `x: int`, `x` — the name is the last word before a colon.
    size_t name = colon;
    while (name > i && !reader.is_name(name - 1)) --name;
    bool name_first = reader.is(reader.site().statement, "func");  // Go: `a int`
    if (name_first && name > i + 1 && reader.is_name(i)) name = i + 1;
    bool is_self = name > i && (reader.is(name - 1, "self") || reader.is(name - 1, "this"));
    if (name > i && !is_self) {
      out += (out.size() > 1 ? ", " : "") + reader.source(name - 1, name);
      if (equals < comma) out += " = " + reader.translate(equals + 1, comma);
    }
    i = comma + 1;
  }
  return out + ")";
}

Rewrite rewrite_function(const HabitReader& reader, size_t name) {
  if (!reader.is_name(name)) return {};
  std::string header = "task " + reader.source(name, name + 1);
  size_t at = name + 1;
  if (reader.is(at, "(") && reader.token(at).extra > at) {
    header += rewrite_parameters(reader, at);
    at = reader.token(at).extra + 1;
  } else {
    header += "()";
  }
  while (reader.is_name(at) && !reader.ends_line(at) && reader.is(reader.line_end(at) - 1, "{")) {
    ++at;  // Go: the type of the result
  }
  bool has_type_colon =
      reader.is(at, ":") && !reader.ends_line(at + 1) && reader.is(reader.line_end(at) - 1, "{");
  if (reader.is(at, "->") || has_type_colon) {
    ++at;
    while (!reader.ends_line(at) && !reader.is(at, ":") && !reader.is(at, "{")) ++at;
  }
  bool is_short = reader.is(at, "=") || reader.is(at, "=>");
  if (is_short && !reader.is(at + 1, "{")) {
    size_t end = reader.line_end(at);
    return {header + "\n" + reader.body_indent(name) + "give " + reader.translate(at + 1, end),
            end};
  }
  return finish_header(reader, header, is_short ? at + 1 : at);
}

Rewrite rewrite_two_names(const HabitReader& reader, size_t first) {
  if (!reader.is_name(first + 2) || !reader.is(first + 3, "in")) return {};
  std::string a = reader.source(first, first + 1);
  std::string b = reader.source(first + 2, first + 3);
  size_t from = first + 4;
  size_t end = reader.expression_end(from);
  if (end == from) return {};
  size_t after = reader.is(end, ":") ? end + 1 : end;
  if (!reader.ends_line(after)) return {};
  size_t body = after + 1;
  std::string indent =
      reader.kind(body) == TokenKind::Indent ? reader.indent(body + 1) : reader.body_indent(first);
  auto lets = [&](const std::string& x, const std::string& y) {
    return "\n" + indent + "let " + a + " be " + x + "\n" + indent + "let " + b + " be " + y;
  };
  // d.items(), items(d): keys and values of d.
  bool is_method = end > from + 4 && reader.is(end - 3, "items") && reader.is(end - 4, ".");
  bool is_items = reader.is(from, "items") && reader.is(from + 1, "(");
  bool is_enumerate = reader.is(from, "enumerate") && reader.is(from + 1, "(");
  if (is_method || is_items) {
    std::string map = is_method ? reader.source(from, end - 4) : reader.source(from + 2, end - 1);
    bool is_name = is_method ? end == from + 5 : end == from + 4;
    if (is_name) {
      return {a + " in keys(" + map + ")\n" + indent + "let " + b + " be " + map + "[" + a + "]",
              after};
    }
    std::string entry = reader.unused_name("entry");
    return {entry + " in items(" + map + ")" + lets(entry + ".key", entry + ".value"), after};
  }
  std::string collection = reader.translate(from, end);
  if (is_enumerate) {
    std::string entry = reader.unused_name("entry");
    return {entry + " in " + collection + lets(entry + ".index", entry + ".item"), after};
  }
  if (end == from + 1 && !reader.is_name(from)) return {};
  bool is_map = reader.is(from, "{");
  if (is_map) {
    std::string entry = reader.unused_name("entry");
    return {entry + " in items(" + collection + ")" + lets(entry + ".key", entry + ".value"),
            after};
  }
  std::string pair = reader.unused_name("pair");
  return {pair + " in " + collection + lets(pair + "[0]", pair + "[1]"), after};
}

}  // namespace syn
