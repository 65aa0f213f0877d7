// Comparing and reading numbers of any kind.
// SPDX-License-Identifier: Apache-2.0
#include "value/numbers.h"

#include "base/check.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

std::partial_ordering reversed(std::partial_ordering order) { return 0 <=> order; }

std::partial_ordering compare_int(int64_t left, const Value& right) {
  if (right.is_int()) return left <=> right.as_int();
  if (right.is_float()) return compare(left, right.as_float());
  if (right.is(Tag::BigInt)) return reversed(right.big_int().value <=> left);
  return reversed(compare(right.decimal().value, left));
}

std::partial_ordering compare_big_int(const BigInt& left, const Value& right) {
  if (right.is_float()) return compare(left, right.as_float());
  if (right.is(Tag::BigInt)) return left <=> right.big_int().value;
  return reversed(compare(right.decimal().value, left));
}

std::partial_ordering compare_decimal(const Decimal& left, const Value& right) {
  if (right.is_float()) return compare(left, right.as_float());
  return left <=> right.decimal().value;
}

}  // namespace

std::partial_ordering compare_reals(const Value& left, const Value& right) {
  DCHECK(is_real_tag(left.tag()) && is_real_tag(right.tag()));
  if (left.is_int()) return compare_int(left.as_int(), right);
  if (right.is_int()) return reversed(compare_int(right.as_int(), left));
  if (left.is_float() && right.is_float()) return left.as_float() <=> right.as_float();
  if (left.is(Tag::BigInt)) return compare_big_int(left.big_int().value, right);
  if (right.is(Tag::BigInt)) return reversed(compare_big_int(right.big_int().value, left));
  if (left.is(Tag::Decimal)) return compare_decimal(left.decimal().value, right);
  return reversed(compare_decimal(right.decimal().value, left));
}

Value make_complex(Heap& heap, const Complex& value) {
  return make_complex(heap, std::complex<double>(value.re, value.im));
}

Value make_integer(Heap& heap, AnyInteger value) {
  if (const int64_t* small = std::get_if<int64_t>(&value)) return Value::integer(*small);
  return make_big_int(heap, std::get<BigInt>(std::move(value)));
}

BigOperand::BigOperand(const Value& integer) {
  if (integer.is_int()) {
    made_.emplace(integer.as_int());
  } else {
    held_ = &integer.big_int().value;
  }
}

DecimalOperand::DecimalOperand(const Value& exact) {
  if (exact.is(Tag::Decimal)) {
    held_ = &exact.decimal().value;
  } else if (exact.is_int()) {
    made_.emplace(exact.as_int());
  } else {
    made_.emplace(exact.big_int().value);
  }
}

double to_double(const Value& number) {
  if (number.is_float()) return number.as_float();
  if (number.is_int()) return static_cast<double>(number.as_int());
  if (number.is(Tag::BigInt)) return number.big_int().value.to_double();
  CHECK(number.is(Tag::Decimal));
  return number.decimal().value.to_double();
}

}  // namespace syn
