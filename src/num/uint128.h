// Unsigned 128-bit integers: powers of ten and digits, for decimals that fit the machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace syn {

__extension__ using Uint128 = unsigned __int128;

/// 10^38 is the largest power of ten below 2^128.
inline constexpr size_t kMaxPowerOfTen128 = 38;
/// 10^0 … 10^38.
extern const std::array<Uint128, kMaxPowerOfTen128 + 1> kPowersOfTen128;
/// The most digits of a Uint128.
inline constexpr size_t kMaxDigits128 = 39;

constexpr Uint128 make_uint128(uint64_t high, uint64_t low) { return Uint128{high} << 64 | low; }
constexpr uint64_t high_half(Uint128 value) { return static_cast<uint64_t>(value >> 64); }
constexpr uint64_t low_half(Uint128 value) { return static_cast<uint64_t>(value); }

/// Decimal digits; 1 for 0.
size_t count_digits(Uint128 value);
/// Writes the digits and returns their end; `out` has kMaxDigits128 bytes.
char* write_uint128(char* out, Uint128 value);
/// value / divisor and the remainder; quick when both fit 64 bits. The divisor is not zero.
struct Division128 {
  Uint128 quotient;
  Uint128 remainder;
};
Division128 divide_128(Uint128 value, Uint128 divisor);
/// value / divisor to the nearest, ties to even.
Uint128 round_divide_128(Uint128 value, Uint128 divisor);

}  // namespace syn
