// Kinds of values that go together, numbers above all: which count as numbers, comparing them
// exactly, and reading the operands of operators as one kind. Not for others than value/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "num/complex.h"
#include "num/decimal.h"
#include "value/objects.h"

namespace syn {

/// Integer, float or decimal.
inline bool is_real_tag(Tag tag) {
  return tag == Tag::Int || tag == Tag::Float || tag == Tag::BigInt || tag == Tag::Decimal;
}
/// As above, or complex.
inline bool is_number_tag(Tag tag) { return is_real_tag(tag) || tag == Tag::Complex; }
/// Date, datetime or duration.
inline bool is_time_tag(Tag tag) {
  return tag == Tag::Date || tag == Tag::DateTime || tag == Tag::Duration;
}
/// A decimal and a float: the pair that the language refuses.
inline bool is_mixed(const Value& left, const Value& right) {
  return (left.is(Tag::Decimal) && right.is_float()) || (left.is_float() && right.is(Tag::Decimal));
}

/// Exact, for real numbers of any two kinds; unordered with NaN. A mixed pair is compared too: who
/// refuses it asks `is_mixed` first.
std::partial_ordering compare_reals(const Value& left, const Value& right);

/// The value that a captured variable of a module holds, or that a secret hides: what comparing and
/// hashing look at.
inline const Value& seen_through(const Value& value) {
  const Value& held = value.is(Tag::Cell) ? value.cell().value : value;
  return held.is(Tag::Secret) ? held.secret().value : held;
}

/// Bytes as the functions on texts take them; never null.
inline std::string_view bytes_view(const Value& value) {
  const Bytes& bytes = value.bytes();
  return bytes.size == 0 ? std::string_view("")
                         : std::string_view(reinterpret_cast<const char*>(bytes.data), bytes.size);
}

inline Complex complex_of(const Value& number) {
  const std::complex<double>& value = number.complex().value;
  return {value.real(), value.imag()};
}
Value make_complex(Heap& heap, const Complex& value);
Value make_integer(Heap& heap, AnyInteger value);

/// An integer operand as a BigInt, copied only where it is small. The value outlives it.
class BigOperand {
 public:
  explicit BigOperand(const Value& integer);
  const BigInt& get() const { return made_ ? *made_ : *held_; }

 private:
  const BigInt* held_ = nullptr;
  std::optional<BigInt> made_;
};

/// An integer or decimal operand as a Decimal, made only where it is an integer. The value outlives
/// it.
class DecimalOperand {
 public:
  explicit DecimalOperand(const Value& exact);
  const Decimal& get() const { return made_ ? *made_ : *held_; }

 private:
  const Decimal* held_ = nullptr;
  std::optional<Decimal> made_;
};

}  // namespace syn
