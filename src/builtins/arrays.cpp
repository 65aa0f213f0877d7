// Making and looking at arrays of doubles (data.md §3.19).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/array_arguments.h"
#include "builtins/array_reduction.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

/// The shape of nested lists, from the first item of each.
Result<std::vector<size_t>> shape_of_lists(Call& call, const Value& nested) {
  std::vector<size_t> shape;
  const Value* level = &nested;
  while (level->is_list()) {
    if (shape.size() == kMaxDimensions)
      return Error(builtin_errors::kTooManyDimensions, {call.name()});
    shape.push_back(level->list().size());
    if (level->list().empty()) break;
    level = &level->list().at(0);
  }
  return shape;
}

/// Appends the numbers of nested lists. Recursion ends at kMaxDimensions.
Result<void> append_numbers(Call& call, const Value& nested, std::span<const size_t> shape,
                            std::vector<double>& data) {
  if (shape.empty()) {
    if (nested.is_list()) return Error(builtin_errors::kRaggedLists);
    if (!is_real_number(nested))
      return Error(builtin_errors::kArrayOf, {type_name(nested), short_display(nested)});
    data.push_back(to_double(nested));
    return {};
  }
  if (!nested.is_list()) {
    if (is_real_number(nested)) return Error(builtin_errors::kRaggedLists);
    return Error(builtin_errors::kArrayOf, {type_name(nested), short_display(nested)});
  }
  if (nested.list().size() != shape[0]) return Error(builtin_errors::kRaggedLists);
  for (const Value& item : nested.list().items()) {
    TRY(call.tick());
    TRY(append_numbers(call, item, shape.subspan(1), data));
  }
  return {};
}

Result<Value> array(Call& call) {
  if (call[0].is(Tag::Array)) return call[0];
  TRY_ASSIGN(std::vector<size_t> shape, shape_of_lists(call, call[0]));
  TRY_ASSIGN(size_t count, reserve_elements(call, shape));
  std::vector<double> data;
  data.reserve(count);
  TRY(append_numbers(call, call[0], shape, data));
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> filled(Call& call, double value) {
  TRY_ASSIGN(std::vector<size_t> shape, shape_argument(call, call[0]));
  TRY_ASSIGN(size_t count, reserve_elements(call, shape));
  return make_array(call.heap(), std::move(shape), std::vector<double>(count, value));
}

Result<double> real_argument(Call& call, size_t index, std::string_view what) {
  if (is_real_number(call[index])) return to_double(call[index]);
  return Error(builtin_errors::kMustBeNumber, {call.name(), what, type_name(call[index])});
}

Result<Value> zeros(Call& call) { return filled(call, 0.0); }
Result<Value> ones(Call& call) { return filled(call, 1.0); }
Result<Value> full(Call& call) {
  TRY_ASSIGN(double value, real_argument(call, 1, "value"));
  return filled(call, value);
}

Result<Value> arange(Call& call) {
  if (call.size() < 2) return Error(builtin_errors::kArangeArguments);
  TRY_ASSIGN(double start, real_argument(call, 0, "start"));
  TRY_ASSIGN(double stop, real_argument(call, 1, "stop"));
  double step = 1.0;
  if (call.size() > 2) {
    TRY_ASSIGN(step, real_argument(call, 2, "step"));
  }
  if (step == 0.0) return Error(builtin_errors::kArangeStep);
  double count = std::ceil((stop - start) / step);
  if (!(count > 0.0)) count = 0.0;
  if (!(count < 0x1p40)) return Error(builtin_errors::kArrayTooLarge, {call.name()});
  auto size = static_cast<size_t>(count);
  TRY_ASSIGN(size_t reserved, reserve_elements(call, {size}));
  std::vector<double> data(reserved);
  for (size_t i = 0; i < size; ++i) data[i] = start + static_cast<double>(i) * step;
  return make_array(call.heap(), {size}, std::move(data));
}

Result<Value> linspace(Call& call) {
  TRY_ASSIGN(double first, real_argument(call, 0, "start"));
  TRY_ASSIGN(double last, real_argument(call, 1, "stop"));
  TRY_ASSIGN(std::vector<size_t> shape, shape_argument(call, call[2]));
  if (shape.size() != 1)
    return Error(builtin_errors::kMustBeNumber, {call.name(), "n", type_name(call[2])});
  TRY_ASSIGN(size_t count, reserve_elements(call, shape));
  std::vector<double> data(count, first);
  double step = count > 1 ? (last - first) / static_cast<double>(count - 1) : 0.0;
  for (size_t i = 1; i < count; ++i) data[i] = static_cast<double>(i) * step + first;
  if (count > 1) data.back() = last;
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> identity(Call& call) {
  TRY_ASSIGN(int64_t wanted, whole_argument(call, call[0], "n"));
  if (wanted < 0) return Error(builtin_errors::kNegativeDimension, {call.name()});
  auto size = static_cast<size_t>(wanted);
  TRY_ASSIGN(size_t count, reserve_elements(call, {size, size}));
  std::vector<double> data(count, 0.0);
  for (size_t i = 0; i < size; ++i) data[i * size + i] = 1.0;
  return make_array(call.heap(), {size, size}, std::move(data));
}

Result<Value> shape(Call& call) {
  TRY(check_array(call, call[0]));
  Value result = make_list(call.heap());
  for (size_t length : call[0].array().shape)
    push(result, Value::integer(static_cast<int64_t>(length)));
  return result;
}

Result<Value> ndim(Call& call) {
  TRY(check_array(call, call[0]));
  return Value::integer(static_cast<int64_t>(call[0].array().shape.size()));
}

Result<Value> size(Call& call) {
  TRY(check_array(call, call[0]));
  return Value::integer(static_cast<int64_t>(call[0].array().data.size()));
}

/// Nested lists of the elements from `offset` on. Recursion ends at kMaxDimensions.
Value nested_list(Heap& heap, const ArrayObject& array, size_t axis, size_t offset) {
  if (axis == array.shape.size()) return Value::number(array.data[offset]);
  size_t stride = stride_of(array.shape, axis);
  Value result = make_list(heap, array.shape[axis]);
  for (size_t i = 0; i < array.shape[axis]; ++i) {
    push(result, nested_list(heap, array, axis + 1, offset + i * stride));
  }
  return result;
}

Result<Value> to_list(Call& call) {
  TRY(check_array(call, call[0]));
  const ArrayObject& array = call[0].array();
  TRY(reserve_list(call, array.data.size() * 2));
  return nested_list(call.heap(), array, 0, 0);
}

Result<Value> reshape(Call& call) {
  TRY(check_array(call, call[0]));
  const ArrayObject& array = call[0].array();
  TRY_ASSIGN(std::vector<size_t> shape, shape_argument(call, call[1]));
  TRY_ASSIGN(size_t count, reserve_elements(call, shape));
  if (count != array.data.size()) {
    return Error(builtin_errors::kReshape, {count_text(array.data.size()), shape_text(shape)});
  }
  return make_array(call.heap(), std::move(shape), array.data);
}

Result<Value> transpose(Call& call) {
  TRY(check_array(call, call[0]));
  const ArrayObject& array = call[0].array();
  TRY_ASSIGN(size_t count, reserve_elements(call, array.shape));
  std::vector<size_t> shape(array.shape.rbegin(), array.shape.rend());
  std::vector<double> data(count);
  std::vector<size_t> position(shape.size(), 0);  // in the result
  for (size_t i = 0; i < count; ++i) {
    size_t from = 0;
    for (size_t axis = 0; axis < position.size(); ++axis) {
      from += position[axis] * stride_of(array.shape, shape.size() - 1 - axis);
    }
    data[i] = array.data[from];
    for (size_t axis = position.size(); axis-- > 0;) {
      if (++position[axis] < shape[axis]) break;
      position[axis] = 0;
    }
  }
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> at(Call& call) {
  TRY(check_array(call, call[0]));
  const ArrayObject& array = call[0].array();
  if (!call[1].is_list()) return Error(builtin_errors::kAtIndices, {type_name(call[1])});
  const List& indices = call[1].list();
  if (indices.size() != array.shape.size()) {
    return Error(builtin_errors::kAtCount,
                 {count_text(array.shape.size()), count_text(indices.size())});
  }
  size_t offset = 0;
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    TRY_ASSIGN(int64_t wanted, whole_argument(call, indices.at(axis), "an index"));
    auto length = static_cast<int64_t>(array.shape[axis]);
    int64_t index = wanted < 0 ? wanted + length : wanted;
    if (index < 0 || index >= length) {
      return Error(builtin_errors::kAtOutOfBounds,
                   {std::to_string(wanted), count_text(axis), std::to_string(length)});
    }
    offset += static_cast<size_t>(index) * stride_of(array.shape, axis);
  }
  return Value::number(array.data[offset]);
}

/// The arrays of a list, of shapes that agree but along `axis` (npos: everywhere).
Result<void> check_parts(Call& call, std::span<const Value> parts, size_t axis) {
  if (parts.empty()) return Error(builtin_errors::kNoArrays, {call.name()});
  for (const Value& part : parts) {
    TRY(check_array(call, part));
    const std::vector<size_t>& first = parts[0].array().shape;
    const std::vector<size_t>& own = part.array().shape;
    bool same = own.size() == first.size();
    for (size_t i = 0; same && i < own.size(); ++i) same = i == axis || own[i] == first[i];
    if (!same)
      return Error(builtin_errors::kShapesDiffer,
                   {call.name(), shape_text(first), shape_text(own)});
  }
  return {};
}

/// Puts arrays one after another along an axis of `shape`; each is a block of `lengths[i]` rows
/// there.
Result<Value> joined(Call& call, std::span<const Value> parts, std::vector<size_t> shape,
                     size_t axis, const std::vector<size_t>& lengths) {
  TRY_ASSIGN(size_t count, reserve_elements(call, shape));
  size_t stride = stride_of(shape, axis);
  size_t outer = shape[axis] * stride == 0 ? 0 : count / (shape[axis] * stride);
  std::vector<double> data;
  data.reserve(count);
  for (size_t block = 0; block < outer; ++block) {
    for (size_t i = 0; i < parts.size(); ++i) {
      size_t size = lengths[i] * stride;
      auto from = parts[i].array().data.begin() + static_cast<ptrdiff_t>(block * size);
      data.insert(data.end(), from, from + static_cast<ptrdiff_t>(size));
    }
  }
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> concat(Call& call) {
  TRY(check_list(call, call[0]));
  std::span<const Value> parts = call[0].list().items();
  TRY(check_parts(call, parts.first(parts.empty() ? 0 : 1), 0));
  const Value* given = call.optional(1) != nullptr ? call.optional(1) : call.named(0);
  Value zero = Value::integer(0);
  TRY_ASSIGN(size_t axis, axis_position(call, parts[0].array(), given == nullptr ? zero : *given));
  TRY(check_parts(call, parts, axis));
  std::vector<size_t> shape = parts[0].array().shape;
  std::vector<size_t> lengths;
  shape[axis] = 0;
  for (const Value& part : parts) {
    lengths.push_back(part.array().shape[axis]);
    shape[axis] += lengths.back();
  }
  return joined(call, parts, std::move(shape), axis, lengths);
}

Result<Value> stack(Call& call) {
  TRY(check_list(call, call[0]));
  std::span<const Value> parts = call[0].list().items();
  TRY(check_parts(call, parts, SIZE_MAX));
  const Value* given = call.optional(1) != nullptr ? call.optional(1) : call.named(0);
  int64_t axis = 0;
  if (given != nullptr) {
    TRY_ASSIGN(axis, whole_argument(call, *given, "axis"));
  }
  std::vector<size_t> shape = parts[0].array().shape;
  auto dimensions = static_cast<int64_t>(shape.size()) + 1;
  int64_t position = axis < 0 ? axis + dimensions : axis;
  if (position < 0 || position >= dimensions) {
    return Error(builtin_errors::kAxisOutOfRange,
                 {call.name(), std::to_string(axis), std::to_string(dimensions)});
  }
  shape.insert(shape.begin() + position, parts.size());
  if (shape.size() > kMaxDimensions)
    return Error(builtin_errors::kTooManyDimensions, {call.name()});
  return joined(call, parts, std::move(shape), static_cast<size_t>(position),
                std::vector<size_t>(parts.size(), 1));
}

constexpr BuiltinSpec kRows[] = {
    {"array", "nested", 1, 1, "", Purity::Pure, "", "An array of the numbers in nested lists.",
     "array([[1, 2], [3, 4]]) → [[1, 2], [3, 4]]", "", array},
    {"zeros", "shape", 1, 1, "", Purity::Pure, "", "An array of zeros.",
     "zeros([2, 2]) → [[0, 0], [0, 0]]", "", zeros},
    {"ones", "shape", 1, 1, "", Purity::Pure, "", "An array of ones.", "ones(2) → [1, 1]", "",
     ones},
    {"full", "shape, value", 2, 2, "", Purity::Pure, "", "An array of one value.",
     "full([2], 7) → [7, 7]", "", full},
    {"arange", "start, stop, step?", 1, 3, "", Purity::Pure, "",
     "An array of numbers from start up to, not including, stop.",
     "arange(0, 1, 0.25) → [0, 0.25, 0.5, 0.75]", "", arange},
    {"linspace", "start, stop, n", 3, 3, "", Purity::Pure, "",
     "An array of n numbers from start to stop, both included.", "linspace(0, 1, 3) → [0, 0.5, 1]",
     "", linspace},
    {"identity", "n", 1, 1, "", Purity::Pure, "", "The identity matrix.",
     "identity(2) → [[1, 0], [0, 1]]", "", identity},
    {"eye", "n", 1, 1, "", Purity::Pure, "", "The old name of identity.", "eye(1) → [[1]]", "",
     identity},
    {"shape", "a", 1, 1, "", Purity::Pure, "", "The lengths of an array's dimensions.",
     "shape(zeros([2, 3])) → [2, 3]", "", shape},
    {"ndim", "a", 1, 1, "", Purity::Pure, "", "The number of an array's dimensions.",
     "ndim(zeros([2, 3])) → 2", "", ndim},
    {"size", "a", 1, 1, "", Purity::Pure, "", "The number of an array's elements.",
     "size(zeros([2, 3])) → 6", "", size},
    {"to_list", "a", 1, 1, "", Purity::Pure, "", "An array as nested lists.",
     "to_list(array([1, 2])) → [1.0, 2.0]", "", to_list},
    {"reshape", "a, shape", 2, 2, "", Purity::Pure, "",
     "The elements of an array in another shape.",
     "reshape(array([1, 2, 3, 4]), [2, 2]) → [[1, 2], [3, 4]]", "", reshape},
    {"transpose", "a", 1, 1, "", Purity::Pure, "", "An array with its dimensions in reverse order.",
     "transpose(array([[1, 2], [3, 4]])) → [[1, 3], [2, 4]]", "", transpose},
    {"at", "a, indices", 2, 2, "", Purity::Pure, "", "One element of an array.",
     "at(array([[1, 2], [3, 4]]), [1, 0]) → 3.0", "", at},
    {"concat", "arrays, axis = 0", 1, 2, "axis", Purity::Pure, "",
     "Arrays one after another along an axis.", "concat([array([1, 2]), array([3])]) → [1, 2, 3]",
     "to join lists: xs + ys", concat},
    {"stack", "arrays, axis = 0", 1, 2, "axis", Purity::Pure, "",
     "Arrays of one shape along a new axis.",
     "stack([array([1, 2]), array([3, 4])]) → [[1, 2], [3, 4]]", "", stack},
};

}  // namespace

const BuiltinTable kArrayBuiltins(kRows);

}  // namespace syn
