// Whole numbers of any size: gcd, lcm, factorial (data.md §3.17).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/math_numbers.h"
#include "value/display.h"

namespace syn {
namespace {

/// GMP cannot be interrupted; this factorial takes it about 0.15 s.
constexpr int64_t kMaxFactorial = 1'000'000;

Result<void> check_integer(const Call& call, const Value& value) {
  if (value.is_integer()) return {};
  std::string got = value.is_float() ? "float" : kind_of(value);
  return Error(builtin_errors::kExpectsInteger, {call.name(), got});
}

/// Combines all arguments from left to right.
Result<Value> fold_integers(Call& call, BigInt (*combine)(const BigInt&, const BigInt&)) {
  for (const Value& value : call.args()) TRY(check_integer(call, value));
  BigInt result = to_big_int(integer_of(call[0])).abs();
  for (size_t i = 1; i < call.size(); ++i) {
    BigInt next = to_big_int(integer_of(call[i]));
    TRY(check_integer_bits(product_bits(result, next)));
    TRY(call.tick(1 + (result.bit_length() + next.bit_length()) / 64));
    result = combine(result, next);
  }
  return integer_value(call.heap(), to_integer(std::move(result)));
}

Result<Value> gcd_of(Call& call) { return fold_integers(call, gcd); }
Result<Value> lcm_of(Call& call) { return fold_integers(call, lcm); }

Result<Value> factorial_of(Call& call) {
  const Value& value = call[0];
  bool negative = value.is_int() ? value.as_int() < 0
                                 : value.is(Tag::BigInt) && value.big_int().value.sign() < 0;
  if (!value.is_integer() || negative) {
    return Error(builtin_errors::kFactorialNegative, {short_display(value)});
  }
  if (!value.is_int() || value.as_int() > kMaxFactorial) {
    return Error(builtin_errors::kFactorialTooLarge, {short_display(value)});
  }
  auto n = static_cast<uint64_t>(value.as_int());
  TRY(call.reserve(factorial_bits(n) / 8));
  TRY(call.tick(1 + factorial_bits(n) / 8));
  TRY_ASSIGN(BigInt result, checked_factorial(n));
  return integer_value(call.heap(), to_integer(std::move(result)));
}

constexpr BuiltinSpec kRows[] = {
    {"gcd", "a, b…", 2, kAnyCount, "", Purity::Pure, "", "The greatest common divisor.",
     "gcd(12, 18) → 6", "", gcd_of},
    {"lcm", "a, b…", 2, kAnyCount, "", Purity::Pure, "", "The least common multiple.",
     "lcm(4, 6) → 12", "", lcm_of},
    {"factorial", "n", 1, 1, "", Purity::Pure, "", "The product of the integers from 1 to n.",
     "factorial(5) → 120", "", factorial_of},
};

}  // namespace

const BuiltinTable kMathIntegerBuiltins(kRows);

}  // namespace syn
