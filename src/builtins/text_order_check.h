// The error for texts in an order that is not that of the numbers or dates they say
// (base/text_order.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "base/text_order.h"
#include "table/column.h"
#include "value/value.h"
#include "vm/call.h"

namespace syn {

/// `name` is what the message begins with.
Error text_order_error(std::string_view name, const MisleadingPair& pair);

/// Of keys that were sorted: those at `positions` are texts.
Result<void> check_text_order(std::string_view name, std::span<const Value> keys,
                              std::span<const uint32_t> positions);
/// The same of a column of texts.
Result<void> check_text_order(std::string_view name, const table::Column& column,
                              std::span<const uint32_t> positions);
/// Of keys of several parts: lists at `positions`, of `num_parts` items or more.
Result<void> check_text_parts(std::string_view name, std::span<const Value> keys,
                              std::span<const uint32_t> positions, size_t num_parts);
/// Of a column that is one of several keys.
Result<void> check_text_part(std::string_view name, const table::Column& column);
/// Of the least or the greatest of some values; `at(i)` gives a value or null.
template <typename At>
Result<void> check_text_extreme(std::string_view name, const Value& best, size_t count, At at) {
  if (!best.is_text()) return {};
  auto pair = misleading_extreme(best.view(), count, [&at](size_t i) {
    const Value* value = at(i);
    return value != nullptr && value->is_text() ? value->view() : std::string_view();
  });
  if (pair) return text_order_error(name, *pair);
  return {};
}
Result<void> check_text_extreme(std::string_view name, const table::Column& column, size_t best);

/// Whether some of the texts of a column could mislead.
bool may_mislead_in_part(const table::Column& column);

}  // namespace syn
