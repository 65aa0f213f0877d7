// Reductions of arrays, whole or along one axis.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/array_reduction.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "value/display.h"

namespace syn {
namespace {

Result<double> reduce_values(Call& call, const ArrayReduction& reduction,
                             std::span<double> values) {
  if (!values.empty()) return reduction.kernel(values, reduction.parameter);
  switch (reduction.empty) {
    case EmptyArray::Zero: return 0.0;
    case EmptyArray::One: return 1.0;
    case EmptyArray::Fails: break;
  }
  return Error(builtin_errors::kEmptyKind, {call.name(), "array"});
}

}  // namespace

Result<const Value*> axis_argument(Call& call, size_t index, size_t name_index) {
  const Value* by_position = call.optional(index);
  const Value* axis = by_position != nullptr ? by_position : call.named(name_index);
  if (axis == nullptr || call[0].is(Tag::Array)) return axis;
  if (!call[0].is_list()) {
    return Error(builtin_errors::kExpectsNumberList, {call.name(), type_name(call[0])});
  }
  if (axis->is_text() || axis->is_callable() || axis->is_list()) {
    return Error(builtin_errors::kAxisNotColumn, {call.name(), type_name(*axis)});
  }
  return Error(builtin_errors::kAxisOnList, {call.name()});
}

Result<size_t> axis_position(Call& call, const ArrayObject& array, const Value& axis) {
  TRY_ASSIGN(int64_t wanted, whole_argument(call, axis, "axis"));
  auto dimensions = static_cast<int64_t>(array.shape.size());
  int64_t position = wanted < 0 ? wanted + dimensions : wanted;
  if (position >= 0 && position < dimensions) return static_cast<size_t>(position);
  return Error(builtin_errors::kAxisOutOfRange,
               {call.name(), std::to_string(wanted), std::to_string(dimensions)});
}

Result<Value> reduce_array(Call& call, const ArrayReduction& reduction, const Value* axis) {
  const ArrayObject& array = call[0].array();
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  if (axis == nullptr) {
    std::vector<double> values = array.data;
    TRY_ASSIGN(double result, reduce_values(call, reduction, values));
    return Value::number(result);
  }
  TRY_ASSIGN(size_t position, axis_position(call, array, *axis));
  size_t length = array.shape[position];
  size_t stride = 1;
  for (size_t i = position + 1; i < array.shape.size(); ++i) stride *= array.shape[i];
  std::vector<size_t> shape = array.shape;
  shape.erase(shape.begin() + static_cast<ptrdiff_t>(position));
  size_t count = 1;
  for (size_t size : shape) count *= size;
  std::vector<double> results;
  results.reserve(count);
  std::vector<double> values(length);
  for (size_t i = 0; i < count; ++i) {
    size_t base = i / stride * stride * length + i % stride;
    for (size_t k = 0; k < length; ++k) values[k] = array.data[base + k * stride];
    TRY_ASSIGN(double result, reduce_values(call, reduction, values));
    results.push_back(result);
  }
  if (shape.empty()) return Value::number(results[0]);
  return make_array(call.heap(), std::move(shape), std::move(results));
}

}  // namespace syn
