// Words of queries.
// SPDX-License-Identifier: Apache-2.0
#include "sema/query_tables.h"

#include <algorithm>

namespace syn {
namespace {

constexpr std::string_view kBuiltin = "sql";
constexpr std::string_view kTablesName = "tables";
constexpr size_t kTablesPosition = 2;

bool is_word_byte(char c) {
  auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         byte >= 0x80;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

void add_words(std::string_view text, std::vector<std::string_view>& words) {
  for (size_t start = 0; start < text.size();) {
    size_t stop = start;
    while (stop < text.size() && is_word_byte(text[stop])) ++stop;
    if (stop > start) words.push_back(text.substr(start, stop - start));
    start = stop + 1;
  }
}

}  // namespace

bool QueryNames::may_name(std::string_view name) const {
  if (!words) return true;
  return std::any_of(words->begin(), words->end(),
                     [&](std::string_view word) { return same_word(word, name); });
}

std::optional<QueryNames> query_names(const ast::CallExpr& call) {
  if (call.callee->kind != ast::ExprKind::Name) return std::nullopt;
  if (static_cast<const ast::NameExpr*>(call.callee)->name != kBuiltin) return std::nullopt;
  if (call.arguments.empty()) return std::nullopt;
  size_t num_positional = 0;
  for (const ast::Argument& argument : call.arguments) {
    if (argument.name == kTablesName) return std::nullopt;
    if (argument.name.empty()) ++num_positional;
  }
  if (num_positional == 0 || num_positional > kTablesPosition) return std::nullopt;
  QueryNames names;
  const ast::Expr* query = call.arguments[0].value;
  if (query->kind == ast::ExprKind::Text) {
    names.words.emplace();
    add_words(static_cast<const ast::TextExpr*>(query)->text, *names.words);
  }
  return names;
}

}  // namespace syn
