// Between numbers of the language and those of num/.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/math_numbers.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "value/arithmetic.h"

namespace syn {

Value integer_value(Heap& heap, AnyInteger value) {
  if (const auto* small = std::get_if<int64_t>(&value)) return Value::integer(*small);
  return make_big_int(heap, std::get<BigInt>(std::move(value)));
}

AnyInteger integer_of(const Value& value) {
  if (value.is_int()) return value.as_int();
  return value.big_int().value;
}

Result<void> check_number(const Call& call, const Value& value) {
  if (is_real_number(value)) return {};
  return Error(builtin_errors::kExpectsNumberArgument, {call.name(), type_name(value)});
}

Result<double> real_argument(const Call& call, const Value& value) {
  if (value.is_float()) return value.as_float();
  if (value.is_int()) return static_cast<double>(value.as_int());
  TRY(check_number(call, value));
  return to_double(value);
}

Result<Value> map_array(Call& call, const ArrayObject& array, double (*map)(double)) {
  TRY(call.reserve(array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  std::vector<double> data(array.data.size());
  for (size_t i = 0; i < data.size(); ++i) data[i] = map(array.data[i]);
  return make_array(call.heap(), array.shape, std::move(data));
}

}  // namespace syn
