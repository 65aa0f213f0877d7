// Checks and small steps that many builtins share.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"

#include <algorithm>
#include <cmath>

#include "builtins/errors_a.h"
#include "num/integer.h"
#include "value/display.h"
#include "value/list_columns.h"

namespace syn {

std::string kind_of(const Value& value) { return std::string(type_name(value)); }

std::string count_text(uint64_t count) { return std::to_string(count); }

Result<void> check_list(const Call& call, const Value& value) {
  if (value.is_list()) return {};
  return Error(builtin_errors::kExpectsList, {call.name(), type_name(value)});
}

bool is_real_number(const Value& value) {
  return value.is_integer() || value.is_float() || value.is(Tag::Decimal);
}

Result<int64_t> whole_argument(const Call& call, const Value& value, std::string_view what) {
  if (value.is_int()) return value.as_int();
  if (value.is(Tag::BigInt)) return value.big_int().value.sign() < 0 ? INT64_MIN : INT64_MAX;
  if (!is_real_number(value)) {
    return Error(builtin_errors::kExpectedNumber, {call.name(), type_name(value), what});
  }
  if (value.is_float()) {
    if (std::optional<int64_t> exact = exact_int64(value.as_float())) return *exact;
    double number = value.as_float();
    if (std::isfinite(number) && std::abs(number) >= 0x1p63)
      return number < 0 ? INT64_MIN : INT64_MAX;
  }
  return Error(builtin_errors::kMustBeInteger, {call.name(), what, short_display(value)});
}

Result<bool> flag_argument(const Call& call, size_t index, size_t name_index,
                           std::string_view what) {
  const Value* given = call.optional(index);
  if (given == nullptr) given = call.named(name_index);
  if (given == nullptr) return false;
  if (given->is(Tag::Bool)) return given->as_bool();
  return Error(builtin_errors::kMustBeBool, {call.name(), what, type_name(*given)});
}

Result<void> reserve_list(Call& call, uint64_t count) {
  if (count > UINT32_MAX) {
    return Error(builtin_errors::kListTooLong, {call.name(), count_text(count)});
  }
  TRY(call.reserve(count * sizeof(Value)));
  return call.tick(count);
}

Result<void> reserve_push(Call& call, const Value& value) {
  const List& list = value.list();
  if (list.columns != nullptr && list.data == nullptr) TRY(call.reserve(items_byte_size(list)));
  if (list.count < list.capacity) return {};
  uint64_t capacity = std::max<uint64_t>(4, uint64_t{list.capacity} * 2);
  if (capacity > UINT32_MAX) {
    return Error(builtin_errors::kListTooLong, {call.name(), count_text(capacity)});
  }
  return call.reserve(capacity * sizeof(Value));
}

Result<void> ScratchCharge::add(Call& call, uint64_t bytes) {
  TRY(call.reserve(bytes));
  heap_.charge(bytes);
  bytes_ += bytes;
  return {};
}

Error mixed_in(std::string_view name) { return Error(builtin_errors::kMixedInBuiltin, {name}); }

std::span<Value> writable_items(List& list) {
  if (list.columns != nullptr) drop_columns(list);
  return {list.data, list.count};
}

void keep_range(List& list, size_t start, size_t end) {
  std::span<Value> items = writable_items(list);
  if (start != 0) std::move(items.begin() + start, items.begin() + end, items.begin());
  size_t count = end - start;
  for (size_t i = count; i < items.size(); ++i) items[i].~Value();
  list.count = static_cast<uint32_t>(count);
}

}  // namespace syn
