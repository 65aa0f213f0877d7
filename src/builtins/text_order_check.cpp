// Texts in an order that is not that of the numbers or dates they say.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/text_order_check.h"

#include "builtins/errors_a.h"
#include "value/display.h"
#include "value/objects.h"

namespace syn {
namespace {

std::string shown(std::string_view text) {
  constexpr size_t kMaxShown = 30;
  std::string result(text.substr(0, kMaxShown));
  if (text.size() > kMaxShown) result += "…";
  return result;
}

/// The text of a row, empty where there is none.
auto texts_of(const table::Column& column) {
  return [&column](size_t row) {
    return column.is_present(row) ? column.text(row).view() : std::string_view();
  };
}

}  // namespace

Error text_order_error(std::string_view name, const MisleadingPair& pair) {
  return Error(builtin_errors::kTextOrder, {name, shown(pair.first), shown(pair.second)});
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
