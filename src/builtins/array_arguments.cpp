// Reading array arguments.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/array_arguments.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"

namespace syn {

Result<void> check_array(const Call& call, const Value& value) {
  if (value.is(Tag::Array)) return {};
  return Error(builtin_errors::kExpectsArray, {call.name(), type_name(value)});
}

Result<void> check_matrix(const Call& call, const Value& value) {
  TRY(check_array(call, value));
  size_t dimensions = value.array().shape.size();
  if (dimensions == 2) return {};
  return Error(builtin_errors::kExpectsMatrix, {call.name(), count_text(dimensions)});
}

Result<void> check_square(const Call& call, const Value& value) {
  TRY(check_matrix(call, value));
  const std::vector<size_t>& shape = value.array().shape;
  if (shape[0] == shape[1]) return {};
  return Error(builtin_errors::kExpectsSquare, {call.name(), shape_text(shape)});
}

Result<std::vector<size_t>> shape_argument(Call& call, const Value& value) {
  std::vector<size_t> shape;
  std::span<const Value> sizes = value.is_list() ? value.list().items() : std::span(&value, 1);
  if (sizes.size() > kMaxDimensions)
    return Error(builtin_errors::kTooManyDimensions, {call.name()});
  for (const Value& size : sizes) {
    TRY_ASSIGN(int64_t length, whole_argument(call, size, "a dimension"));
    if (length < 0) return Error(builtin_errors::kNegativeDimension, {call.name()});
    shape.push_back(static_cast<size_t>(length));
  }
  return shape;
}

Result<size_t> reserve_elements(Call& call, const std::vector<size_t>& shape) {
  constexpr size_t kMost = size_t{1} << 40;
  size_t count = 1;
  for (size_t length : shape) {
    if (length != 0 && count > kMost / length)
      return Error(builtin_errors::kArrayTooLarge, {call.name()});
    count *= length;
  }
  TRY(call.reserve(count * sizeof(double)));
  TRY(call.tick(1 + count / 8));
  return count;
}

std::string shape_text(const std::vector<size_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

size_t stride_of(const std::vector<size_t>& shape, size_t axis) {
  size_t stride = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i) stride *= shape[i];
  return stride;
}

}  // namespace syn
