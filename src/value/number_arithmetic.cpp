// Operators on numbers (language.md §9.2): integers stay integers, a float makes the result a
// float, a decimal stays exact and refuses floats, a complex number takes all.
// SPDX-License-Identifier: Apache-2.0
#include "num/errors.h"
#include "num/float_ops.h"
#include "num/integer.h"
#include "value/arithmetic.h"
#include "value/numbers.h"
#include "value/operators.h"
#include "value/room.h"

namespace syn {
namespace {

/// Exponents of exact powers; beyond it `**` of integers is a float (§9.1).
constexpr int64_t kMaxExactExponent = UINT32_MAX;

Result<Value> value_of(Heap& heap, Result<Decimal> result) {
  if (!result.ok()) return std::move(result).error();
  return make_decimal(heap, std::move(result).value());
}

Result<Value> value_of(Heap& heap, Result<Complex> result) {
  if (!result.ok()) return std::move(result).error();
  return make_complex(heap, result.value());
}

Result<Value> value_of(Result<double> result) {
  if (!result.ok()) return std::move(result).error();
  return Value::number(result.value());
}

Result<Value> operate_floats(Operator op, double left, double right) {
  switch (op) {
    case Operator::Add: return Value::number(left + right);
    case Operator::Subtract: return Value::number(left - right);
    case Operator::Multiply: return Value::number(left * right);
    case Operator::Divide:
      if (right == 0.0) return Error(num_errors::kDivisionByZero);
      return Value::number(left / right);
    case Operator::FloorDivide:
      if (right == 0.0) return Error(num_errors::kDivisionByZero);
      return Value::number(float_floor_div(left, right));
    case Operator::Modulo:
      if (right == 0.0) return Error(num_errors::kModuloByZero);
      return Value::number(float_mod(left, right));
    case Operator::Power: return value_of(float_power(left, right));
  }
  return Value();
}

Result<Value> operate_decimals(Heap& heap, Operator op, const Decimal& left, const Decimal& right) {
  switch (op) {
    case Operator::Add: return value_of(heap, add(left, right));
    case Operator::Subtract: return value_of(heap, subtract(left, right));
    case Operator::Multiply: return value_of(heap, multiply(left, right));
    case Operator::Divide: return value_of(heap, divide(left, right));
    case Operator::FloorDivide: return value_of(heap, floor_div(left, right));
    case Operator::Modulo: return value_of(heap, floor_mod(left, right));
    case Operator::Power: return value_of(heap, power(left, right));
  }
  return Value();
}

bool is_zero_integer(const Value& value) { return value.is_int() && value.as_int() == 0; }

/// Room for an integer of so many bits, and within what an integer may have.
Result<void> check_integer_room(Heap& heap, uint64_t bits) {
  TRY(check_integer_bits(bits));
  return check_room(heap, bits / 8);
}

Result<Value> power_of_integers(Heap& heap, const Value& left, const Value& right) {
  bool exact = right.is_int() && right.as_int() >= 0 && right.as_int() <= kMaxExactExponent;
  if (!exact) return value_of(float_power(to_double(left), to_double(right)));
  auto exponent = static_cast<uint64_t>(right.as_int());
  if (left.is_int()) {
    if (auto small = pow_int64(left.as_int(), exponent)) return Value::integer(*small);
  }
  BigOperand base(left);
  TRY(check_integer_room(heap, power_bits(base.get(), exponent)));
  return make_big_int(heap, power(base.get(), exponent));
}

Result<Value> operate_big_integers(Heap& heap, Operator op, const Value& left, const Value& right) {
  BigOperand first(left);
  BigOperand second(right);
  switch (op) {
    case Operator::Add: return make_big_int(heap, first.get() + second.get());
    case Operator::Subtract: return make_big_int(heap, first.get() - second.get());
    case Operator::Multiply: {
      TRY(check_integer_room(heap, product_bits(first.get(), second.get())));
      return make_big_int(heap, first.get() * second.get());
    }
    case Operator::Divide: return Value::number(to_double(left) / to_double(right));
    case Operator::FloorDivide: return make_big_int(heap, floor_div(first.get(), second.get()));
    case Operator::Modulo: return make_big_int(heap, floor_mod(first.get(), second.get()));
    case Operator::Power: return power_of_integers(heap, left, right);
  }
  return Value();
}

/// Nothing where the result does not fit; the divisor is not zero.
std::optional<int64_t> operate_small(Operator op, int64_t left, int64_t right) {
  switch (op) {
    case Operator::Add: return add_int64(left, right);
    case Operator::Subtract: return subtract_int64(left, right);
    case Operator::Multiply: return multiply_int64(left, right);
    case Operator::FloorDivide: return floor_div_int64(left, right);
    case Operator::Modulo: return floor_mod_int64(left, right);
    case Operator::Divide:
    case Operator::Power: break;
  }
  return std::nullopt;
}

Result<Value> operate_integers(Heap& heap, Operator op, const Value& left, const Value& right) {
  if (is_zero_integer(right)) {
    if (op == Operator::Divide || op == Operator::FloorDivide) {
      return Error(num_errors::kDivisionByZero);
    }
    if (op == Operator::Modulo) return Error(num_errors::kModuloByZero);
  }
  if (op == Operator::Power) return power_of_integers(heap, left, right);
  if (left.is_int() && right.is_int()) {
    if (auto small = operate_small(op, left.as_int(), right.as_int())) {
      return Value::integer(*small);
    }
  }
  return operate_big_integers(heap, op, left, right);
}

Complex complex_operand(const Value& number) {
  return number.is(Tag::Complex) ? complex_of(number) : Complex{to_double(number), 0.0};
}

}  // namespace

Result<Value> operate_reals(Heap& heap, Operator op, const Value& left, const Value& right) {
  if (left.is(Tag::Decimal) || right.is(Tag::Decimal)) {
    if (is_mixed(left, right)) return Error(num_errors::kMixedDecimalAndFloat);
    DecimalOperand first(left);
    DecimalOperand second(right);
    return operate_decimals(heap, op, first.get(), second.get());
  }
  if (left.is_float() || right.is_float()) {
    return operate_floats(op, to_double(left), to_double(right));
  }
  return operate_integers(heap, op, left, right);
}

Result<Value> operate_complex(Heap& heap, Operator op, const Value& left, const Value& right) {
  Complex first = complex_operand(left);
  Complex second = complex_operand(right);
  switch (op) {
    case Operator::Add: return make_complex(heap, first + second);
    case Operator::Subtract: return make_complex(heap, first - second);
    case Operator::Multiply: return make_complex(heap, first * second);
    case Operator::Divide: return value_of(heap, divide(first, second));
    case Operator::Power: return value_of(heap, power(first, second));
    case Operator::FloorDivide:
    case Operator::Modulo: break;
  }
  return unsupported(left, operator_text(op), right);
}

}  // namespace syn
