// Elementwise operators on arrays with broadcasting: shapes are aligned at the right, and an axis
// of size 1 is repeated. Dividing by zero gives inf or nan, never an error.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "num/float_ops.h"
#include "value/arithmetic.h"
#include "value/errors.h"
#include "value/numbers.h"
#include "value/operators.h"
#include "value/room.h"

namespace syn {
namespace {

/// An operand read with a stride for each axis of the result; 0 repeats.
struct Side {
  const double* data = nullptr;
  std::vector<size_t> shape;
  std::vector<size_t> strides;
};

std::string shape_text(const std::vector<size_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

/// Size of the axis that stands `from_right` places from the right end.
size_t size_from_right(const std::vector<size_t>& shape, size_t from_right) {
  return from_right < shape.size() ? shape[shape.size() - 1 - from_right] : 1;
}

Result<std::vector<size_t>> broadcast_shape(const std::vector<size_t>& left,
                                            const std::vector<size_t>& right) {
  size_t axes = left.size() > right.size() ? left.size() : right.size();
  std::vector<size_t> shape(axes);
  for (size_t i = 0; i < axes; ++i) {
    size_t first = size_from_right(left, i);
    size_t second = size_from_right(right, i);
    if (first != second && first != 1 && second != 1) {
      return Error(value_errors::kNotBroadcastable, {shape_text(left), shape_text(right)});
    }
    shape[axes - 1 - i] = first == 1 ? second : first;
  }
  return shape;
}

void set_strides(Side& side, size_t axes) {
  side.strides.assign(axes, 0);
  size_t stride = 1;
  for (size_t i = 0; i < side.shape.size(); ++i) {
    size_t size = size_from_right(side.shape, i);
    if (size != 1) side.strides[axes - 1 - i] = stride;
    stride *= size;
  }
}

Result<size_t> count_elements(Heap& heap, const std::vector<size_t>& shape) {
  size_t count = 1;
  bool overflow = false;
  for (size_t size : shape) {
    if (size == 0) return size_t{0};
    overflow = overflow || __builtin_mul_overflow(count, size, &count);
  }
  if (overflow || count > SIZE_MAX / sizeof(double)) return memory_error(heap.budget());
  TRY(check_room(heap, count * sizeof(double)));
  return count;
}

/// Walks all axes but the last as an odometer and runs along the last.
template <typename Function>
void fill(std::vector<double>& out, const std::vector<size_t>& shape, const Side& left,
          const Side& right, Function function) {
  size_t axes = shape.size();
  size_t run = axes == 0 ? 1 : shape[axes - 1];
  size_t left_step = axes == 0 ? 0 : left.strides[axes - 1];
  size_t right_step = axes == 0 ? 0 : right.strides[axes - 1];
  std::vector<size_t> place(axes, 0);
  size_t left_at = 0;
  size_t right_at = 0;
  for (size_t start = 0; start < out.size(); start += run) {
    for (size_t i = 0; i < run; ++i) {
      out[start + i] =
          function(left.data[left_at + i * left_step], right.data[right_at + i * right_step]);
    }
    for (size_t axis = axes < 2 ? 0 : axes - 1; axis-- > 0;) {
      left_at += left.strides[axis];
      right_at += right.strides[axis];
      if (++place[axis] < shape[axis]) break;
      place[axis] = 0;
      left_at -= left.strides[axis] * shape[axis];
      right_at -= right.strides[axis] * shape[axis];
    }
  }
}

double divide_element(double left, double right) { return left / right; }

double floor_divide_element(double left, double right) {
  return right == 0.0 ? left / right : float_floor_div(left, right);
}

double modulo_element(double left, double right) {
  return right == 0.0 ? std::nan("") : float_mod(left, right);
}

double power_element(double left, double right) { return std::pow(left, right); }

void fill_by_operator(Operator op, std::vector<double>& out, const std::vector<size_t>& shape,
                      const Side& left, const Side& right) {
  switch (op) {
    case Operator::Add: return fill(out, shape, left, right, std::plus<double>());
    case Operator::Subtract: return fill(out, shape, left, right, std::minus<double>());
    case Operator::Multiply: return fill(out, shape, left, right, std::multiplies<double>());
    case Operator::Divide: return fill(out, shape, left, right, divide_element);
    case Operator::FloorDivide: return fill(out, shape, left, right, floor_divide_element);
    case Operator::Modulo: return fill(out, shape, left, right, modulo_element);
    case Operator::Power: return fill(out, shape, left, right, power_element);
  }
}

bool is_operand(const Value& value) { return value.is(Tag::Array) || is_real_tag(value.tag()); }

/// `scalar` holds the number that is not an array, and outlives the Side.
Side make_side(const Value& value, double& scalar) {
  Side side;
  if (value.is(Tag::Array)) {
    side.data = value.array().data.data();
    side.shape = value.array().shape;
  } else {
    scalar = to_double(value);
    side.data = &scalar;
  }
  return side;
}

}  // namespace

Result<Value> operate_arrays(Heap& heap, Operator op, const Value& left, const Value& right) {
  if (!is_operand(left) || !is_operand(right)) {
    return Error(value_errors::kArrayPartner,
                 {operator_text(op), type_name(left), type_name(right)});
  }
  double left_scalar = 0.0;
  double right_scalar = 0.0;
  Side first = make_side(left, left_scalar);
  Side second = make_side(right, right_scalar);
  TRY_ASSIGN(std::vector<size_t> shape, broadcast_shape(first.shape, second.shape));
  TRY_ASSIGN(size_t count, count_elements(heap, shape));
  set_strides(first, shape.size());
  set_strides(second, shape.size());
  std::vector<double> out(count);
  heap.budget().steps += count;
  fill_by_operator(op, out, shape, first, second);
  return make_array(heap, std::move(shape), std::move(out));
}

}  // namespace syn
