// Words and signs of other languages with one Synsema spelling.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habit_words.h"

#include "syntax/habit_reader.h"

namespace syn {
namespace {

struct Pair {
  std::string_view foreign;
  std::string_view ours;
};

constexpr Pair kSigns[] = {
    {"&&", "and"}, {"||", "or"}, {"!", "not "}, {"^", "**"}, {";", ""},
};

constexpr Pair kNames[] = {
    {"None", "nothing"}, {"null", "nothing"}, {"nil", "nothing"}, {"undefined", "nothing"},
    {"NULL", "nothing"}, {"True", "true"},    {"False", "false"}, {"TRUE", "true"},
    {"FALSE", "false"},  {"len", "length"},   {"str", "text"},
};

constexpr Pair kStatements[] = {
    {"return", "give"},  {"break", "stop"}, {"throw", "raise"},
    {"pass", "nothing"}, {"var", "let"},    {"const", "let"},
};

}  // namespace

ForeignWord find_foreign_operator(const HabitReader& reader, size_t index) {
  TokenKind kind = reader.kind(index);
  std::string_view text = reader.text(index);
  TokenKind next = reader.kind(index + 1);
  bool next_glued = reader.glued(index + 1);
  if (kind == TokenKind::Problem) {
    for (const Pair& sign : kSigns) {
      if (text == sign.foreign) return {1, sign.ours};
    }
    return {0, {}};
  }
  if (kind == TokenKind::Equal && next == TokenKind::Assign && next_glued) return {2, "=="};
  if (kind == TokenKind::NotEqual && next == TokenKind::Assign && next_glued) return {2, "!="};
  if (kind == TokenKind::Less && next == TokenKind::Greater && next_glued) return {2, "!="};
  if (kind == TokenKind::Assign && next == TokenKind::Less && next_glued) return {2, "<="};
  if (kind == TokenKind::Is) {
    return next == TokenKind::Not ? ForeignWord{2, "!="} : ForeignWord{1, "=="};
  }
  if (kind != TokenKind::Identifier) return {0, {}};
  bool is_member = index > 0 && reader.kind(index - 1) == TokenKind::Dot;
  if (is_member) return {0, {}};
  if (text == "console" && next == TokenKind::Dot && reader.is(index + 2, "log")) {
    return {3, "print"};
  }
  for (const Pair& name : kNames) {
    if (text == name.foreign && !reader.is_declared(text)) return {1, name.ours};
  }
  return {0, {}};
}

std::string_view find_foreign_statement(std::string_view word) {
  for (const Pair& statement : kStatements) {
    if (word == statement.foreign) return statement.ours;
  }
  return {};
}

}  // namespace syn
