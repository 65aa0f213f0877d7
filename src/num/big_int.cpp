// BigInt: conversions, comparison and arithmetic over GMP.
// SPDX-License-Identifier: Apache-2.0
#include "num/big_int.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "num/errors.h"
#include "num/number_hash.h"

namespace syn {
namespace {

constexpr int kLimbBits = 64;
static_assert(GMP_NUMB_BITS == kLimbBits && sizeof(long) == sizeof(int64_t));

std::strong_ordering ordering(int comparison) { return comparison <=> 0; }

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}

bool all_digits(std::string_view text, int base) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [&](char c) { return digit_value(c) < base; });
}

BigInt import_bytes(std::span<const uint8_t> bytes, int order) {
  BigInt result;
  if (!bytes.empty()) mpz_import(result.raw(), bytes.size(), order, 1, 0, 0, bytes.data());
  return result;
}

std::string export_bytes(const BigInt& value, int order) {
  std::string bytes(std::max<uint64_t>(1, (value.bit_length() + 7) / 8), '\0');
  mpz_export(bytes.data(), nullptr, order, 1, 0, 0, value.raw());
  return bytes;
}

/// The double nearest to mantissa * 2^exponent, where a bit below it is set when `sticky`. The
/// mantissa has its top bit set unless it is exact.
double round_to_double(uint64_t mantissa, bool sticky, int64_t exponent) {
  // Below the smallest normal number there are fewer than 53 bits: shift them out here, so that
  // rounding is once.
  int64_t top = exponent + std::bit_width(mantissa);  // value < 2^top
  if (top < -1021 && mantissa != 0) {
    int64_t shift = -1074 - exponent - 2;  // two bits stay below the last one
    if (shift >= 64) return 0.0;
    if (shift > 0) {
      sticky = sticky || (mantissa & ((uint64_t{1} << shift) - 1)) != 0;
      mantissa >>= shift;
      exponent += shift;
    }
    uint64_t kept = mantissa >> 2;
    uint64_t tail = (mantissa & 3) * 2 + (sticky ? 1 : 0);
    if (tail > 4 || (tail == 4 && (kept & 1))) ++kept;
    return std::ldexp(static_cast<double>(kept), static_cast<int>(exponent + 2));
  }
  if (exponent > 2000) return HUGE_VAL;
  double rounded = static_cast<double>(mantissa | (sticky ? 1 : 0));
  return std::ldexp(rounded, static_cast<int>(exponent));
}

}  // namespace

BigInt::BigInt() { mpz_init(value_); }
BigInt::BigInt(int64_t value) { mpz_init_set_si(value_, value); }
BigInt::BigInt(uint64_t value) { mpz_init_set_ui(value_, value); }
BigInt::BigInt(const BigInt& other) { mpz_init_set(value_, other.value_); }
BigInt::~BigInt() { mpz_clear(value_); }

BigInt::BigInt(BigInt&& other) noexcept {
  mpz_init(value_);  // allocates nothing
  mpz_swap(value_, other.value_);
}

BigInt& BigInt::operator=(const BigInt& other) {
  mpz_set(value_, other.value_);
  return *this;
}

BigInt& BigInt::operator=(BigInt&& other) noexcept {
  mpz_swap(value_, other.value_);
  return *this;
}

BigInt BigInt::from_double(double value) {
  CHECK(std::isfinite(value));
  BigInt result;
  mpz_set_d(result.value_, value);
  return result;
}

BigInt BigInt::from_uint128(uint64_t high, uint64_t low) {
  BigInt result(high);
  mpz_mul_2exp(result.value_, result.value_, 64);
  mpz_add_ui(result.value_, result.value_, low);
  return result;
}

std::optional<BigInt> BigInt::parse(std::string_view digits, int base) {
  CHECK(base >= 2 && base <= 36);
  bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  if (!all_digits(digits, base)) return std::nullopt;
  BigInt result;
  std::string terminated(digits);
  CHECK(mpz_set_str(result.value_, terminated.c_str(), base) == 0);
  if (negative) result.negate();
  return result;
}

BigInt BigInt::from_little_endian(std::span<const uint8_t> bytes) {
  return import_bytes(bytes, -1);
}
BigInt BigInt::from_big_endian(std::span<const uint8_t> bytes) { return import_bytes(bytes, 1); }
std::string BigInt::to_little_endian() const { return export_bytes(*this, -1); }
std::string BigInt::to_big_endian() const { return export_bytes(*this, 1); }

BigInt BigInt::power_of_ten(uint64_t exponent) {
  BigInt result;
  mpz_ui_pow_ui(result.value_, 10, exponent);
  return result;
}

bool BigInt::fits_int64() const { return mpz_fits_slong_p(value_) != 0; }
bool BigInt::fits_uint64() const { return mpz_fits_ulong_p(value_) != 0; }

int64_t BigInt::to_int64() const {
  DCHECK(fits_int64());
  return mpz_get_si(value_);
}

uint64_t BigInt::to_uint64() const {
  DCHECK(fits_uint64());
  return mpz_get_ui(value_);
}

double BigInt::to_double() const {
  uint64_t bits = bit_length();
  if (bits > 1024) return sign() < 0 ? -HUGE_VAL : HUGE_VAL;
  double magnitude = 0.0;
  if (bits <= 64) {
    magnitude = static_cast<double>(mpz_get_ui(value_));  // the magnitude of a negative value
  } else {
    uint64_t shift = bits - 64;
    BigInt top;
    mpz_tdiv_q_2exp(top.value_, value_, shift);
    bool sticky = mpz_scan1(value_, 0) < shift;
    magnitude = round_to_double(mpz_get_ui(top.value_), sticky, static_cast<int64_t>(shift));
  }
  return sign() < 0 ? -magnitude : magnitude;
}

std::string BigInt::to_text(int base) const {
  std::string text(mpz_sizeinbase(value_, base) + 2, '\0');
  mpz_get_str(text.data(), base, value_);
  text.resize(text.find('\0'));
  return text;
}

int BigInt::sign() const { return mpz_sgn(value_); }
bool BigInt::is_odd() const { return mpz_odd_p(value_) != 0; }

uint64_t BigInt::bit_length() const { return sign() == 0 ? 0 : mpz_sizeinbase(value_, 2); }
uint64_t BigInt::digit_estimate() const { return mpz_sizeinbase(value_, 10); }

size_t BigInt::byte_size() const {
  return static_cast<size_t>(value_->_mp_alloc) * sizeof(mp_limb_t);
}

uint64_t BigInt::hash_residue() const { return mpz_tdiv_ui(value_, kHashPrime); }
uint64_t BigInt::hash() const { return hash_of_residue(hash_residue(), sign() < 0); }

BigInt& BigInt::operator+=(const BigInt& other) {
  mpz_add(value_, value_, other.value_);
  return *this;
}

BigInt& BigInt::operator-=(const BigInt& other) {
  mpz_sub(value_, value_, other.value_);
  return *this;
}

BigInt& BigInt::operator*=(const BigInt& other) {
  mpz_mul(value_, value_, other.value_);
  return *this;
}

BigInt& BigInt::operator+=(int64_t other) {
  uint64_t bits = static_cast<uint64_t>(other);
  if (other >= 0) {
    mpz_add_ui(value_, value_, bits);
  } else {
    mpz_sub_ui(value_, value_, 0 - bits);
  }
  return *this;
}

BigInt& BigInt::operator*=(int64_t other) {
  mpz_mul_si(value_, value_, other);
  return *this;
}

void BigInt::negate() { mpz_neg(value_, value_); }

BigInt BigInt::operator-() const {
  BigInt result(*this);
  result.negate();
  return result;
}

BigInt BigInt::abs() const { return sign() < 0 ? -*this : *this; }

BigInt operator+(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_add(result.raw(), left.raw(), right.raw());
  return result;
}

BigInt operator-(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_sub(result.raw(), left.raw(), right.raw());
  return result;
}

BigInt operator*(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_mul(result.raw(), left.raw(), right.raw());
  return result;
}

bool operator==(const BigInt& left, const BigInt& right) {
  return mpz_cmp(left.raw(), right.raw()) == 0;
}

std::strong_ordering operator<=>(const BigInt& left, const BigInt& right) {
  return ordering(mpz_cmp(left.raw(), right.raw()));
}

bool operator==(const BigInt& left, int64_t right) { return mpz_cmp_si(left.raw(), right) == 0; }

std::strong_ordering operator<=>(const BigInt& left, int64_t right) {
  return ordering(mpz_cmp_si(left.raw(), right));
}

std::partial_ordering compare(const BigInt& left, double right) {
  if (std::isnan(right)) return std::partial_ordering::unordered;
  return ordering(mpz_cmp_d(left.raw(), right));
}

double divide_to_double(const BigInt& left, const BigInt& right) {
  if (left.sign() == 0) return 0.0;
  // Scale so that the quotient has 64 or 65 bits, then round once.
  int64_t shift =
      static_cast<int64_t>(right.bit_length()) + 65 - static_cast<int64_t>(left.bit_length());
  BigInt numerator = left.abs();
  BigInt denominator = right.abs();
  if (shift > 0) numerator = shift_left(numerator, static_cast<uint64_t>(shift));
  if (shift < 0) denominator = shift_left(denominator, static_cast<uint64_t>(-shift));
  BigDivision division = truncate_divide(numerator, denominator);
  bool sticky = division.remainder.sign() != 0;
  int64_t exponent = -shift;
  uint64_t extra = division.quotient.bit_length() - 64;
  if (extra > 0) {
    sticky = sticky || mpz_scan1(division.quotient.raw(), 0) < extra;
    division.quotient = shift_right(division.quotient, extra);
    exponent += static_cast<int64_t>(extra);
  }
  double magnitude = round_to_double(division.quotient.to_uint64(), sticky, exponent);
  return (left.sign() < 0) != (right.sign() < 0) ? -magnitude : magnitude;
}

}  // namespace syn
