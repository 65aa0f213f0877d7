// Unsigned 128-bit integers.
// SPDX-License-Identifier: Apache-2.0
#include "num/uint128.h"

#include <charconv>

namespace syn {
namespace {

constexpr std::array<Uint128, kMaxPowerOfTen128 + 1> make_powers() {
  std::array<Uint128, kMaxPowerOfTen128 + 1> powers{};
  Uint128 power = 1;
  for (Uint128& entry : powers) {
    entry = power;
    power *= 10;  // the last product wraps and is not used
  }
  return powers;
}

constexpr uint64_t kTenTo19 = 10'000'000'000'000'000'000u;

char* write_padded_19(char* out, uint64_t value) {
  for (int i = 18; i >= 0; --i) {
    out[i] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
  return out + 19;
}

}  // namespace

constinit const std::array<Uint128, kMaxPowerOfTen128 + 1> kPowersOfTen128 = make_powers();

size_t count_digits(Uint128 value) {
  if (value == 0) return 1;
  uint64_t high = high_half(value);
  int bits = high != 0 ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll(low_half(value));
  size_t estimate = static_cast<size_t>(bits) * 1233 >> 12;  // bits * log10(2), rounded down
  return estimate + (value >= kPowersOfTen128[estimate] ? 1 : 0);
}

char* write_uint128(char* out, Uint128 value) {
  if (high_half(value) == 0) return std::to_chars(out, out + 20, low_half(value)).ptr;
  Uint128 upper = value / kTenTo19;
  out = write_uint128(out, upper);
  return write_padded_19(out, low_half(value - upper * kTenTo19));
}

Division128 divide_128(Uint128 value, Uint128 divisor) {
  if (high_half(value) == 0 && high_half(divisor) == 0) {
    uint64_t small = low_half(value);
    uint64_t small_divisor = low_half(divisor);
    return {small / small_divisor, small % small_divisor};
  }
  Uint128 quotient = value / divisor;
  return {quotient, value - quotient * divisor};
}

Uint128 round_divide_128(Uint128 value, Uint128 divisor) {
  Division128 division = divide_128(value, divisor);
  Uint128 to_next = divisor - division.remainder;
  bool up = division.remainder > to_next ||
            (division.remainder == to_next && (division.quotient & 1) != 0);
  return division.quotient + (up ? 1 : 0);
}

}  // namespace syn
