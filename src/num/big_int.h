// BigInt: an integer of any size, owner of one GMP number. What the VM uses where int64 ends. Holds
// small values too and never normalises to int64 itself: see `to_integer` in num/integer.h.
//
// GMP can neither be interrupted nor report that memory ran out. Callers therefore ask for the size
// of a result first (`product_bits`, `power_bits`, …) or use the `checked_` forms, which refuse
// results above kMaxIntegerBits. At that size a product takes 0.7 s, a division, root or common
// divisor 1 to 2 s, a decimal text 14 s.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmp.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace syn {

/// Integers above this many bits (16 MiB) are refused with num_errors::kNumberTooLarge.
inline constexpr uint64_t kMaxIntegerBits = uint64_t{16} * 1024 * 1024 * 8;
/// Texts with more digits are not read as numbers (base 10; hexadecimal and such are bounded by
/// kMaxIntegerBits).
inline constexpr size_t kMaxTextDigits = 4300;

class BigInt {
 public:
  BigInt();
  explicit BigInt(int64_t value);
  explicit BigInt(uint64_t value);
  BigInt(const BigInt& other);
  BigInt(BigInt&& other) noexcept;
  BigInt& operator=(const BigInt& other);
  BigInt& operator=(BigInt&& other) noexcept;
  ~BigInt();

  /// The integer part of a finite double, exactly.
  static BigInt from_double(double value);
  static BigInt from_uint128(uint64_t high, uint64_t low);
  /// Digits of base 2..36 in either case, with an optional sign; nothing else (no `_`, prefix or
  /// space). Any length: callers bound it.
  static std::optional<BigInt> parse(std::string_view digits, int base = 10);
  /// Unsigned, least significant byte first or last. `from_…` of no bytes is 0; `to_…` of 0 is one
  /// zero byte and gives the magnitude of a negative number.
  static BigInt from_little_endian(std::span<const uint8_t> bytes);
  static BigInt from_big_endian(std::span<const uint8_t> bytes);
  std::string to_little_endian() const;
  std::string to_big_endian() const;
  /// 10 ** exponent.
  static BigInt power_of_ten(uint64_t exponent);

  bool fits_int64() const;
  /// Only where `fits_int64()`.
  int64_t to_int64() const;
  /// Only where the value is not negative and below 2^64.
  uint64_t to_uint64() const;
  bool fits_uint64() const;
  /// The nearest double, ties to even; infinite when too large.
  double to_double() const;
  /// Digits with `-`; letters are lower case.
  std::string to_text(int base = 10) const;

  /// -1, 0 or 1.
  int sign() const;
  bool is_odd() const;
  /// Bits of the magnitude; 0 for 0.
  uint64_t bit_length() const;
  /// Decimal digits of the magnitude: exact or one too many. Costs nothing.
  uint64_t digit_estimate() const;
  /// Heap bytes, for accounting; not counting the object itself.
  size_t byte_size() const;
  uint64_t hash() const;
  /// The magnitude modulo kHashPrime.
  uint64_t hash_residue() const;

  BigInt& operator+=(const BigInt& other);
  BigInt& operator-=(const BigInt& other);
  BigInt& operator*=(const BigInt& other);
  BigInt& operator+=(int64_t other);
  BigInt& operator*=(int64_t other);
  BigInt operator-() const;
  BigInt abs() const;
  void negate();

  const __mpz_struct* raw() const { return value_; }
  __mpz_struct* raw() { return value_; }

 private:
  mpz_t value_;
};

BigInt operator+(const BigInt& left, const BigInt& right);
BigInt operator-(const BigInt& left, const BigInt& right);
BigInt operator*(const BigInt& left, const BigInt& right);
bool operator==(const BigInt& left, const BigInt& right);
std::strong_ordering operator<=>(const BigInt& left, const BigInt& right);
bool operator==(const BigInt& left, int64_t right);
std::strong_ordering operator<=>(const BigInt& left, int64_t right);
/// Exact; unordered with NaN.
std::partial_ordering compare(const BigInt& left, double right);

/// Quotient and remainder; the remainder has the sign of the divisor (floor) or of the dividend
/// (truncate).
struct BigDivision {
  BigInt quotient;
  BigInt remainder;
};
/// The divisor is not zero in all of these.
BigInt floor_div(const BigInt& left, const BigInt& right);
BigInt floor_mod(const BigInt& left, const BigInt& right);
BigDivision floor_divide(const BigInt& left, const BigInt& right);
BigDivision truncate_divide(const BigInt& left, const BigInt& right);
/// The nearest integer to left / right, ties to even.
BigInt round_divide(const BigInt& left, const BigInt& right);
/// The double nearest to left / right.
double divide_to_double(const BigInt& left, const BigInt& right);

/// base ** exponent of any size: ask `power_bits` first.
BigInt power(const BigInt& base, uint64_t exponent);
BigInt shift_left(const BigInt& value, uint64_t bits);
/// Floors.
BigInt shift_right(const BigInt& value, uint64_t bits);
/// Never negative.
BigInt gcd(const BigInt& left, const BigInt& right);
BigInt lcm(const BigInt& left, const BigInt& right);
/// Floor of the root; the value is not negative.
BigInt integer_sqrt(const BigInt& value);
bool is_perfect_square(const BigInt& value);
BigInt factorial(uint64_t value);

/// Upper bounds of the size of a result, UINT64_MAX where it does not fit.
uint64_t product_bits(const BigInt& left, const BigInt& right);
uint64_t power_bits(const BigInt& base, uint64_t exponent);
uint64_t factorial_bits(uint64_t value);
/// `ok` when an integer of so many bits may be made, else num_errors::kNumberTooLarge.
Result<void> check_integer_bits(uint64_t bits);

/// As the operations above, refused with num_errors::kNumberTooLarge above kMaxIntegerBits.
Result<BigInt> checked_multiply(const BigInt& left, const BigInt& right);
Result<BigInt> checked_power(const BigInt& base, uint64_t exponent);
Result<BigInt> checked_shift_left(const BigInt& value, uint64_t bits);
Result<BigInt> checked_factorial(uint64_t value);

}  // namespace syn
