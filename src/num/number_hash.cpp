// Hashes of numbers: residues modulo 2^61 - 1. Multiplying by 2 there is a rotation of 61 bits, so
// the exponent of a double costs a shift.
// SPDX-License-Identifier: Apache-2.0
#include "num/number_hash.h"

#include <cmath>

namespace syn {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint64_t kHashOfInfinity = 0x1f3a5c7e9b2d4f60;
constexpr uint64_t kHashOfNan = 0x05c1e7a3b9d2f684;

uint64_t reduce(uint64_t value) {
  uint64_t residue = (value & kHashPrime) + (value >> 61);
  return residue >= kHashPrime ? residue - kHashPrime : residue;
}

/// The finalizer of MurmurHash3: spreads every bit of the residue over the word.
uint64_t mix(uint64_t bits) {
  bits ^= bits >> 33;
  bits *= 0xff51afd7ed558ccd;
  bits ^= bits >> 33;
  bits *= 0xc4ceb9fe1a85ec53;
  return bits ^ (bits >> 33);
}

}  // namespace

uint64_t multiply_residues(uint64_t value, uint64_t factor) {
  Wide product = static_cast<Wide>(value) * factor;
  uint64_t low = static_cast<uint64_t>(product) & kHashPrime;
  uint64_t high = static_cast<uint64_t>(product >> 61);
  return reduce(low + high);
}

uint64_t power_residue(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = multiply_residues(result, base);
    base = multiply_residues(base, base);
  }
  return result;
}

uint64_t hash_of_residue(uint64_t residue, bool negative) {
  return mix(negative && residue != 0 ? kHashPrime - residue : residue);
}

uint64_t hash_int64(int64_t value) {
  uint64_t bits = static_cast<uint64_t>(value);
  return hash_of_residue(reduce(value < 0 ? 0 - bits : bits), value < 0);
}

uint64_t hash_double(double value) {
  if (std::isnan(value)) return kHashOfNan;
  if (std::isinf(value)) return mix(kHashOfInfinity + (value < 0 ? 1 : 0));
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value), &exponent);
  uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
  int rotation = ((exponent - 53) % 61 + 61) % 61;
  uint64_t rotated =
      ((mantissa << rotation) & kHashPrime) | (rotation == 0 ? 0 : mantissa >> (61 - rotation));
  return hash_of_residue(reduce(rotated), value < 0);
}

}  // namespace syn
