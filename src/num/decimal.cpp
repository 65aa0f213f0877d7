// Decimal: making, comparing, rounding. Text is in decimal_text.cpp, arithmetic in
// decimal_arithmetic.cpp and decimal_division.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "num/decimal.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "num/decimal_parts.h"
#include "num/number_hash.h"

namespace syn {
namespace {

/// 1/10 modulo kHashPrime.
constexpr uint64_t kInverseOfTen = 2075258708292324556;

uint64_t magnitude_of(int64_t value) {
  uint64_t bits = static_cast<uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

/// Orders magnitudes / 10^scale by bringing both to one scale.
std::strong_ordering compare_aligned(const Decimal& left, const Decimal& right) {
  AlignedPair pair = align(left, right);
  if (pair.is_small) return pair.small_left <=> pair.small_right;
  return pair.big_left <=> pair.big_right;
}

std::strong_ordering compare_magnitudes(const Decimal& left, const Decimal& right) {
  if (left.scale() == right.scale() && left.is_small() && right.is_small()) {
    return left.small_magnitude() <=> right.small_magnitude();
  }
  if (left.is_zero() || right.is_zero()) return !left.is_zero() <=> !right.is_zero();
  // Where the first digits stand decides, unless they stand almost alike: `digits` may be one too
  // many.
  int64_t left_point = static_cast<int64_t>(estimate_digits(left)) - left.scale();
  int64_t right_point = static_cast<int64_t>(estimate_digits(right)) - right.scale();
  if (std::abs(left_point - right_point) > 1) return left_point <=> right_point;
  return compare_aligned(left, right);
}

/// Magnitude without its last `places` digits.
BigInt drop_digits(const BigInt& magnitude, uint64_t places, bool negative, Rounding rounding) {
  BigInt power = BigInt::power_of_ten(places);
  switch (rounding) {
    case Rounding::HalfEven: return round_divide(magnitude, power);
    case Rounding::Truncate: return floor_div(magnitude, power);
    case Rounding::Floor:
    case Rounding::Ceiling:
      if (negative == (rounding == Rounding::Ceiling)) return floor_div(magnitude, power);
      return -floor_div(-magnitude, power);
  }
  CHECK(false);
}

Uint128 drop_small_digits(Uint128 magnitude, uint64_t places, bool negative, Rounding rounding) {
  if (places > kMaxPowerOfTen128) {  // the value is below 1/2
    bool away = rounding == (negative ? Rounding::Floor : Rounding::Ceiling);
    return away && magnitude != 0 ? 1 : 0;
  }
  Uint128 power = kPowersOfTen128[places];
  if (rounding == Rounding::HalfEven) return round_divide_128(magnitude, power);
  Division128 division = divide_128(magnitude, power);
  bool away = rounding == (negative ? Rounding::Floor : Rounding::Ceiling);
  return division.quotient + (away && division.remainder != 0 ? 1 : 0);
}

}  // namespace

Decimal::Decimal(int64_t value) : low_(magnitude_of(value)), negative_(value < 0) {}

Decimal::Decimal(const BigInt& value) : Decimal(value.sign() < 0, value.abs(), 0) {}

Decimal::Decimal(bool negative, Uint128 magnitude, uint32_t scale)
    : low_(low_half(magnitude)), high_(high_half(magnitude)), scale_(scale), negative_(negative) {}

Decimal::Decimal(bool negative, BigInt magnitude, uint32_t scale)
    : scale_(scale), negative_(negative) {
  DCHECK(magnitude.sign() >= 0);
  if (magnitude.bit_length() > 128) {
    big_ = std::make_unique<BigInt>(std::move(magnitude));
    return;
  }
  low_ = mpz_getlimbn(magnitude.raw(), 0);
  high_ = mpz_getlimbn(magnitude.raw(), 1);
}

Decimal::Decimal(const Decimal& other)
    : low_(other.low_),
      high_(other.high_),
      big_(other.big_ ? std::make_unique<BigInt>(*other.big_) : nullptr),
      scale_(other.scale_),
      negative_(other.negative_) {}

Decimal& Decimal::operator=(const Decimal& other) { return *this = Decimal(other); }

Decimal Decimal::from_integer(const AnyInteger& value) {
  if (const int64_t* small = std::get_if<int64_t>(&value)) return Decimal(*small);
  return Decimal(std::get<BigInt>(value));
}

Decimal Decimal::from_float_exact(double value) {
  CHECK(std::isfinite(value));
  if (value == std::trunc(value)) {
    Decimal whole = from_integer(integer_from_whole_double(std::fabs(value)));
    return std::signbit(value) ? -whole : whole;
  }
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value), &exponent);
  BigInt magnitude(static_cast<uint64_t>(std::ldexp(fraction, 53)));
  uint64_t zeros = mpz_scan1(magnitude.raw(), 0);
  uint64_t fraction_bits = static_cast<uint64_t>(53 - exponent) - zeros;  // > 0: not whole
  magnitude = shift_right(magnitude, zeros) * power(BigInt(int64_t{5}), fraction_bits);
  return Decimal(value < 0, std::move(magnitude), static_cast<uint32_t>(fraction_bits));
}

int Decimal::sign() const {
  if (is_zero()) return 0;
  return negative_ ? -1 : 1;
}

Uint128 Decimal::small_magnitude() const {
  DCHECK(!big_);
  return make_uint128(high_, low_);
}

BigInt Decimal::magnitude() const { return big_ ? *big_ : BigInt::from_uint128(high_, low_); }

uint64_t Decimal::digits() const {
  if (!big_) return count_digits(small_magnitude());
  uint64_t estimate = big_->digit_estimate();
  return *big_ < BigInt::power_of_ten(estimate - 1) ? estimate - 1 : estimate;
}

bool Decimal::is_integer() const {
  if (scale_ == 0 || is_zero()) return true;
  if (big_) {
    if (mpz_scan1(big_->raw(), 0) < scale_) return false;  // 2^scale does not divide it
    return floor_mod(*big_, BigInt::power_of_ten(scale_)).sign() == 0;
  }
  if (scale_ > kMaxPowerOfTen128) return false;
  return divide_128(small_magnitude(), kPowersOfTen128[scale_]).remainder == 0;
}

AnyInteger Decimal::to_integer(Rounding rounding) const {
  if (!big_) {
    Uint128 whole = drop_small_digits(small_magnitude(), scale_, negative_, rounding);
    if (whole <= static_cast<uint64_t>(INT64_MAX)) {
      int64_t small = static_cast<int64_t>(low_half(whole));
      return negative_ ? -small : small;
    }
    BigInt value = BigInt::from_uint128(high_half(whole), low_half(whole));
    return syn::to_integer(negative_ ? -value : std::move(value));
  }
  BigInt value = scale_ == 0 ? *big_ : drop_digits(*big_, scale_, negative_, rounding);
  if (negative_) value.negate();
  return syn::to_integer(std::move(value));
}

size_t Decimal::byte_size() const { return big_ ? sizeof(BigInt) + big_->byte_size() : 0; }

uint64_t Decimal::hash() const {
  uint64_t residue = magnitude_residue(*this);
  if (scale_ != 0) {
    residue = multiply_residues(residue, power_residue(kInverseOfTen, scale_));
  }
  return hash_of_residue(residue, negative_);
}

Decimal Decimal::operator-() const {
  Decimal result(*this);
  result.negative_ = !negative_;
  return result;
}

Decimal Decimal::abs() const {
  Decimal result(*this);
  result.negative_ = false;
  return result;
}

Decimal Decimal::round_to(uint64_t places) const {
  return places >= scale_ ? *this : with_scale(static_cast<uint32_t>(places));
}

Decimal Decimal::with_scale(uint32_t places) const {
  CHECK(places <= kMaxDecimalScale);
  if (places == scale_) return *this;
  if (places > scale_) {
    Magnitude raised = times_power_of_ten(*this, places - scale_);
    return std::move(raised).to_decimal(negative_, places);
  }
  uint32_t dropped = scale_ - places;
  if (!big_) {
    Uint128 kept = drop_small_digits(small_magnitude(), dropped, negative_, Rounding::HalfEven);
    return Decimal(negative_ && kept != 0, kept, places);
  }
  BigInt kept = drop_digits(*big_, dropped, negative_, Rounding::HalfEven);
  bool negative = negative_ && kept.sign() != 0;
  return Decimal(negative, std::move(kept), places);
}

Decimal Decimal::trimmed(uint32_t min_scale) const {
  if (scale_ <= min_scale) return *this;
  if (is_zero()) return Decimal(negative_, Uint128{0}, min_scale);
  if (big_) {
    BigInt kept = *big_;
    uint32_t dropped = remove_zeros(kept, scale_ - min_scale);
    return Decimal(negative_, std::move(kept), scale_ - dropped);
  }
  Uint128 kept = small_magnitude();
  uint32_t scale = scale_;
  while (scale > min_scale && (kept & 1) == 0) {
    Division128 division = divide_128(kept, 10);
    if (division.remainder != 0) break;
    kept = division.quotient;
    --scale;
  }
  return Decimal(negative_, kept, scale);
}

bool operator==(const Decimal& left, const Decimal& right) {
  return (left <=> right) == std::strong_ordering::equal;
}

std::strong_ordering operator<=>(const Decimal& left, const Decimal& right) {
  if (left.sign() != right.sign()) return left.sign() <=> right.sign();
  return left.sign() < 0 ? compare_magnitudes(right, left) : compare_magnitudes(left, right);
}

std::strong_ordering compare(const Decimal& left, int64_t right) { return left <=> Decimal(right); }

std::strong_ordering compare(const Decimal& left, const BigInt& right) {
  return left <=> Decimal(right);
}

std::partial_ordering compare(const Decimal& left, double right) {
  if (std::isnan(right)) return std::partial_ordering::unordered;
  if (std::isinf(right)) return 0.0 <=> right;
  return left <=> Decimal::from_float_exact(right);
}

}  // namespace syn
