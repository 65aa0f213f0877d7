// Rounding and the size of numbers: floor, ceil, round, trunc, round_to, abs, sign, clamp (data.md
// §3.10, §3.17).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/math_numbers.h"
#include "num/float_ops.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "value/equality.h"

namespace syn {
namespace {

template <Rounding kRounding>
double round_element(double value) {
  return round_whole(value, kRounding);
}

template <Rounding kRounding>
Result<Value> round_with(Call& call) {
  const Value& value = call[0];
  if (value.is_integer()) return value;
  if (value.is_float()) {
    double number = value.as_float();
    if (!std::isfinite(number)) {
      return Error(builtin_errors::kNotFinite, {call.name(), short_display(value)});
    }
    return integer_value(call.heap(), round_to_integer(number, kRounding));
  }
  if (value.is(Tag::Array)) return map_array(call, value.array(), round_element<kRounding>);
  TRY(check_number(call, value));
  return integer_value(call.heap(), value.decimal().value.to_integer(kRounding));
}

Result<int64_t> places_argument(const Value& places) {
  std::optional<int64_t> wanted;
  if (places.is_int()) wanted = places.as_int();
  if (places.is_float()) wanted = exact_int64(places.as_float());
  if (!wanted) return Error(builtin_errors::kRoundDecimals);
  if (*wanted < 0) return Error(builtin_errors::kRoundNegative);
  return *wanted;
}

Result<Value> round_to_places(Call& call) {
  const Value& value = call[0];
  if (!value.is(Tag::Array)) TRY(check_number(call, value));
  TRY_ASSIGN(int64_t places, places_argument(call[1]));
  if (value.is_integer()) return value;
  if (value.is_float()) return Value::number(round_to(value.as_float(), places));
  if (value.is(Tag::Decimal)) {
    return make_decimal(call.heap(), value.decimal().value.round_to(static_cast<uint64_t>(places)));
  }
  const ArrayObject& array = value.array();
  TRY(call.reserve(array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  std::vector<double> data = array.data;
  for (double& element : data) element = round_to(element, places);
  return make_array(call.heap(), array.shape, std::move(data));
}

double absolute(double value) { return std::abs(value); }

Result<Value> abs_of(Call& call) {
  const Value& value = call[0];
  if (value.is_int()) {
    if (value.as_int() >= 0) return value;
    return integer_value(call.heap(), negate_integer(value.as_int()));
  }
  if (value.is_float()) return Value::number(std::abs(value.as_float()));
  if (value.is(Tag::BigInt)) return make_big_int(call.heap(), value.big_int().value.abs());
  if (value.is(Tag::Decimal)) return make_decimal(call.heap(), value.decimal().value.abs());
  if (value.is(Tag::Complex)) return Value::number(std::abs(value.complex().value));
  if (value.is(Tag::Array)) return map_array(call, value.array(), absolute);
  return check_number(call, value).error();
}

Result<Value> sign(Call& call) {
  const Value& value = call[0];
  TRY(check_number(call, value));
  if (value.is_float() && std::isnan(value.as_float())) return value;
  int64_t sign = 0;
  if (value.is_int()) sign = (value.as_int() > 0) - (value.as_int() < 0);
  if (value.is_float()) sign = (value.as_float() > 0) - (value.as_float() < 0);
  if (value.is(Tag::BigInt)) sign = value.big_int().value.sign();
  if (value.is(Tag::Decimal)) sign = value.decimal().value.sign();
  return Value::integer(sign);
}

Result<Value> clamp(Call& call) {
  bool decimals = false;
  bool floats = false;
  for (const Value& value : call.args()) {
    TRY(check_number(call, value));
    decimals = decimals || value.is(Tag::Decimal);
    floats = floats || value.is_float();
  }
  if (decimals && floats) return Error(builtin_errors::kClampMixed);
  size_t kept = 0;
  TRY_ASSIGN(std::partial_ordering to_high, compare(call[2], call[kept], "<"));
  if (to_high == std::partial_ordering::less) kept = 2;
  TRY_ASSIGN(std::partial_ordering to_low, compare(call[kept], call[1], "<"));
  if (to_low == std::partial_ordering::less) kept = 1;
  return call[kept];
}

constexpr BuiltinSpec kRows[] = {
    {"round", "x", 1, 1, "", Purity::Pure, "", "The nearest integer, ties to even.",
     "round(2.5) → 2", "to round to n decimals: round_to(x, n)", round_with<Rounding::HalfEven>},
    {"round_to", "x, n", 2, 2, "", Purity::Pure, "", "A number rounded to n decimals.",
     "round_to(3.14159, 2) → 3.14", "", round_to_places},
    {"floor", "x", 1, 1, "", Purity::Pure, "", "The largest integer that is not above x.",
     "floor(-3.7) → -4", "", round_with<Rounding::Floor>},
    {"ceil", "x", 1, 1, "", Purity::Pure, "", "The smallest integer that is not below x.",
     "ceil(3.2) → 4", "", round_with<Rounding::Ceiling>},
    {"trunc", "x", 1, 1, "", Purity::Pure, "", "The integer part.", "trunc(-3.7) → -3", "",
     round_with<Rounding::Truncate>},
    {"abs", "x", 1, 1, "", Purity::Pure, "", "The size of a number without its sign.",
     "abs(-2.5) → 2.5", "the distance of two numbers: abs(a - b)", abs_of},
    {"sign", "x", 1, 1, "", Purity::Pure, "", "-1, 0 or 1.", "sign(-3) → -1", "", sign},
    {"clamp", "x, low, high", 3, 3, "", Purity::Pure, "", "x, or the bound that it passes.",
     "clamp(15, 0, 10) → 10", "", clamp},
};

}  // namespace

const BuiltinTable kMathRoundingBuiltins(kRows);

}  // namespace syn
