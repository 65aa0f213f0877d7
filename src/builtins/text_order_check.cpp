// Texts in an order that is not that of the numbers or dates they say.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/text_order_check.h"

#include <algorithm>
#include <vector>

#include "builtins/errors_a.h"
#include "value/display.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr size_t kMaxShown = 30;

/// The text of a row, empty where there is none.
auto texts_of(const table::Column& column) {
  return [&column](size_t row) {
    return column.is_present(row) ? column.text(row).view() : std::string_view();
  };
}

/// The texts of one part, which stand in order only within equal parts before them.
Result<void> check_sorted(std::string_view name, std::vector<std::string_view> texts) {
  auto at = [&texts](size_t i) { return texts[i]; };
  if (!look_misleading(texts.size(), at)) return {};
  std::sort(texts.begin(), texts.end());
  auto pair = misleading_neighbours(texts.size(), at);
  if (pair) return text_order_error(name, *pair);
  return {};
}

}  // namespace

Error text_order_error(std::string_view name, const MisleadingPair& pair) {
  return Error(builtin_errors::kTextOrder,
               {name, short_text(pair.first, kMaxShown), short_text(pair.second, kMaxShown)});
}

Result<void> check_text_order(std::string_view name, std::span<const Value> keys,
                              std::span<const uint32_t> positions) {
  auto text = [keys, positions](size_t i) { return keys[positions[i]].view(); };
  if (!look_misleading(positions.size(), text)) return {};
  auto pair = misleading_neighbours(positions.size(), text);
  if (pair) return text_order_error(name, *pair);
  return {};
}

Result<void> check_text_order(std::string_view name, const table::Column& column,
                              std::span<const uint32_t> positions) {
  auto text = texts_of(column);
  if (!look_misleading(column.size, text)) return {};
  auto pair = misleading_neighbours(positions.size(), [&](size_t i) { return text(positions[i]); });
  if (pair) return text_order_error(name, *pair);
  return {};
}

Result<void> check_text_parts(std::string_view name, std::span<const Value> keys,
                              std::span<const uint32_t> positions, size_t num_parts) {
  for (size_t part = 0; part < num_parts; ++part) {
    std::vector<std::string_view> texts;
    for (uint32_t position : positions) {
      const Value& key = keys[position];
      if (!key.is_list() || key.list().size() <= part) continue;
      const Value& item = key.list().items()[part];
      if (item.is_text()) texts.push_back(item.view());
    }
    TRY(check_sorted(name, std::move(texts)));
  }
  return {};
}

Result<void> check_text_part(std::string_view name, const table::Column& column) {
  auto text = texts_of(column);
  if (!look_misleading(column.size, text)) return {};
  std::vector<std::string_view> texts;
  for (size_t row = 0; row < column.size; ++row) texts.push_back(text(row));
  return check_sorted(name, std::move(texts));
}

Result<void> check_text_extreme(std::string_view name, const table::Column& column, size_t best) {
  auto text = texts_of(column);
  auto pair = misleading_extreme(text(best), column.size, text);
  if (pair) return text_order_error(name, *pair);
  return {};
}

bool may_mislead_in_part(const table::Column& column) {
  TextLooks looks;
  auto text = texts_of(column);
  for (size_t row = 0; row < column.size; ++row) {
    if (!starts_as_number(text(row))) continue;
    looks.see(text(row));
    if (looks.may_mislead_in_part()) return true;
  }
  return false;
}

}  // namespace syn
