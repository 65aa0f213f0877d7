// Arguments that must be texts, and making texts within the Budget.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/text_arguments.h"

#include <string>

#include "builtins/errors_b.h"
#include "value/display.h"

namespace syn {

Result<std::string_view> only_text(Call& call, Value& value) {
  if (value.is_text()) return value.view();
  bool one_way = value.is_integer() || value.is(Tag::Decimal) || value.is(Tag::Date) ||
                 value.is(Tag::DateTime);
  if (one_way) {
    value = make_text(call.heap(), display(value));
    return value.view();
  }
  return Error(builtin_errors::kExpectsText, {call.name(), type_name(value)});
}

Result<std::string_view> text_argument(const Call& call, const Value& value,
                                       std::string_view what) {
  if (value.is_text()) return value.view();
  return Error(builtin_errors::kExpectsTextAs, {call.name(), type_name(value), what});
}

Result<void> tick_bytes(Call& call, size_t bytes) { return call.tick(1 + bytes / 64); }

Result<void> reserve_text(Call& call, uint64_t bytes) {
  if (bytes > Text::kMaxBytes) {
    return Error(builtin_errors::kTextTooLong, {call.name(), std::to_string(bytes)});
  }
  return call.reserve(bytes);
}

Result<Value> finish_text(Call& call, std::string_view bytes) {
  TRY(reserve_text(call, bytes.size()));
  return make_text(call.heap(), bytes);
}

}  // namespace syn
