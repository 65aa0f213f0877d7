// Doubts about a table as a whole.
// SPDX-License-Identifier: Apache-2.0
#include "run/table_doubts.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "json/writer.h"
#include "tableio/column_guess.h"

namespace syn {
namespace {

bool is_number(table::Kind kind) {
  return kind == table::Kind::Int || kind == table::Kind::Float || kind == table::Kind::Decimal;
}

/// A word that begins rows of totals in reports.
bool says_total(std::string_view text) {
  std::string lower;
  for (char c : tableio::without_blanks(text).substr(0, 16)) {
    lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  constexpr std::string_view kWords[] = {"total", "grand total", "subtotal",
                                         "sum",   "suma",        "summe"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&lower](std::string_view word) {
    if (!lower.starts_with(word)) return false;
    std::string_view rest = std::string_view(lower).substr(word.size());
    if (rest.starts_with('s')) rest.remove_prefix(1);
    return rest.empty() || rest[0] == ' ' || rest[0] == ':';
  });
}

/// The first text of the last row where it says that the row holds totals.
std::optional<std::string_view> total_at_end(const table::Table& table) {
  if (table.num_rows < 2) return std::nullopt;
  for (size_t i = 0; i < table.num_columns(); ++i) {
    const table::Column& column = *table.column(i);
    if (column.kind != table::Kind::Text || !column.is_present(table.num_rows - 1)) continue;
    std::string_view text = column.text(table.num_rows - 1).view();
    return says_total(text) ? std::optional(text) : std::nullopt;
  }
  return std::nullopt;
}

bool may_be_year(std::string_view name) {
  return name.size() == 4 && (name.starts_with("19") || name.starts_with("20"));
}

/// Whether each column of numbers has a number as its name, and no year: data on the first line.
/// Names that count the columns (0, 1, 2) are names.
bool is_header_like_data(const table::Table& table) {
  size_t num_numbers = 0;
  bool counts = true;
  bool years = true;
  for (size_t i = 0; i < table.num_columns(); ++i) {
    if (!is_number(table.column(i)->kind)) continue;
    const std::string& name = table.names[i];
    if (tableio::number_form(name) == tableio::NumberForm::None) return false;
    ++num_numbers;
    counts = counts && (name == std::to_string(i) || name == std::to_string(i + 1));
    years = years && may_be_year(name);
  }
  return num_numbers != 0 && !counts && !years;
}

}  // namespace

void add_table_doubts(const table::Table& table, std::vector<std::string>& notes) {
  if (auto total = total_at_end(table)) {
    std::string note = "the last row looks like a total: it begins with ";
    json::append_text(note, *total, json::Escapes::Needed);
    notes.push_back(std::move(note));
  }
  if (is_header_like_data(table)) {
    notes.emplace_back(
        "the header looks like data, numbers over columns of numbers: if the file has none, say "
        "{\"headers\": false}");
  }
}

}  // namespace syn
