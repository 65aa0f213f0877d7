// What the files of Decimal share.
// SPDX-License-Identifier: Apache-2.0
#include "num/decimal_parts.h"

#include <algorithm>
#include <string>
#include <utility>

#include "num/errors.h"
#include "num/number_hash.h"

namespace syn {
namespace {

Decimal settle_small(bool negative, Uint128 magnitude, uint32_t scale, bool operands_fit_96) {
  uint32_t dropped = scale > kFormScale ? scale - kFormScale : 0;
  if (operands_fit_96) {
    Uint128 kept = dropped > kMaxPowerOfTen128 ? 0 : magnitude / kPowersOfTen128[dropped];
    uint32_t fitting = dropped;
    while (kept >= kFormLimit && fitting < scale) {
      kept /= 10;
      ++fitting;
    }
    bool exact = fitting <= kMaxPowerOfTen128 && kept * kPowersOfTen128[fitting] == magnitude;
    if (exact && kept < kFormLimit) return Decimal(negative, kept, scale - fitting);
  }
  Decimal full(negative, magnitude, scale);
  return dropped > 0 ? full.trimmed(kFormScale) : full;
}

Decimal settle_big(bool negative, BigInt magnitude, uint32_t scale, bool operands_fit_96) {
  uint32_t needed = scale > kFormScale ? scale - kFormScale : 0;
  if (operands_fit_96 && !magnitude.is_odd()) {
    // What fits has at most 29 digits, so all but 29 digits must go, and all of them must be zeros.
    BigInt kept = magnitude;
    uint32_t zeros = remove_zeros(kept, scale);
    if (zeros >= needed && kept.bit_length() <= 96) {
      Uint128 small = Decimal(false, std::move(kept), 0).small_magnitude();
      while (zeros > needed && small * 10 < kFormLimit) {
        small *= 10;
        --zeros;
      }
      return Decimal(negative, small, scale - zeros);
    }
  }
  uint32_t shed = needed > 0 ? remove_zeros(magnitude, needed) : 0;
  return Decimal(negative, std::move(magnitude), scale - shed);
}

}  // namespace

BigInt Magnitude::to_big() const& {
  return big ? *big : BigInt::from_uint128(high_half(small), low_half(small));
}

Decimal Magnitude::to_decimal(bool negative, uint32_t scale) && {
  if (big) return Decimal(negative, std::move(*big), scale);
  return Decimal(negative, small, scale);
}

Magnitude times_power_of_ten(const Decimal& value, uint64_t places) {
  if (value.is_zero()) return {};
  if (value.is_small() && places <= kMaxPowerOfTen128) {
    Uint128 product = 0;
    if (!__builtin_mul_overflow(value.small_magnitude(), kPowersOfTen128[places], &product)) {
      return {product, std::nullopt};
    }
  }
  return {0, value.magnitude() * BigInt::power_of_ten(places)};
}

AlignedPair align(const Decimal& left, const Decimal& right) {
  uint32_t scale = std::max(left.scale(), right.scale());
  Magnitude raised_left = times_power_of_ten(left, scale - left.scale());
  Magnitude raised_right = times_power_of_ten(right, scale - right.scale());
  AlignedPair pair;
  pair.is_small = !raised_left.big && !raised_right.big;
  if (pair.is_small) {
    pair.small_left = raised_left.small;
    pair.small_right = raised_right.small;
  } else {
    pair.big_left = raised_left.big ? std::move(*raised_left.big) : raised_left.to_big();
    pair.big_right = raised_right.big ? std::move(*raised_right.big) : raised_right.to_big();
  }
  return pair;
}

uint64_t estimate_digits(const Decimal& value) {
  return value.is_small() ? count_digits(value.small_magnitude())
                          : value.big_magnitude().digit_estimate();
}

uint64_t bit_length(const Decimal& value) {
  if (!value.is_small()) return value.big_magnitude().bit_length();
  Uint128 magnitude = value.small_magnitude();
  uint64_t high = high_half(magnitude);
  return high != 0 ? 128 - static_cast<uint64_t>(__builtin_clzll(high))
                   : 64 - static_cast<uint64_t>(__builtin_clzll(low_half(magnitude) | 1));
}

uint64_t magnitude_residue(const Decimal& value) {
  if (!value.is_small()) return value.big_magnitude().hash_residue();
  return static_cast<uint64_t>(value.small_magnitude() % kHashPrime);
}

uint32_t remove_zeros(BigInt& magnitude, uint32_t most) {
  if (magnitude.is_odd() || magnitude.sign() == 0 || most == 0) return 0;
  BigInt kept;
  BigInt ten(int64_t{10});
  uint64_t zeros = mpz_remove(kept.raw(), magnitude.raw(), ten.raw());
  uint64_t removed = std::min<uint64_t>(zeros, most);
  if (removed < zeros) kept *= BigInt::power_of_ten(zeros - removed);
  magnitude = std::move(kept);
  return static_cast<uint32_t>(removed);
}

Result<void> check_decimal_size(uint64_t bits, uint64_t scale) {
  if (bits <= kMaxDecimalBits && scale <= kMaxDecimalScale) return {};
  uint64_t digits = std::max(scale, bits / 1000 * 301);
  return Error(num_errors::kNumberTooLarge, {std::to_string(digits)});
}

Result<void> check_alignment(const Decimal& left, const Decimal& right) {
  if (left.is_small() && right.is_small()) return {};  // the scales are in bounds, so is the result
  uint64_t left_bits = bit_length(left);
  uint64_t right_bits = bit_length(right);
  if (left.scale() < right.scale())
    left_bits += (right.scale() - left.scale()) * uint64_t{10} / 3 + 1;
  if (right.scale() < left.scale())
    right_bits += (left.scale() - right.scale()) * uint64_t{10} / 3 + 1;
  return check_decimal_size(std::max(left_bits, right_bits) + 1, 0);
}

Decimal settle(bool negative, Magnitude magnitude, uint32_t scale, bool operands_fit_96) {
  if (magnitude.big) {
    return settle_big(negative, std::move(*magnitude.big), scale, operands_fit_96);
  }
  if (scale <= kFormScale && magnitude.small < kFormLimit) {
    return Decimal(negative, magnitude.small, scale);
  }
  return settle_small(negative, magnitude.small, scale, operands_fit_96);
}

}  // namespace syn
