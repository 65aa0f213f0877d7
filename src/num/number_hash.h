// Hashes of numbers that agree across kinds: 1, 1.0, 1d and a big integer of the same value hash
// alike, and so do 1.5 and 1.5d. The hash is the exact value, a fraction, modulo the prime
// 2^61 - 1, then mixed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn {

/// The prime of the residues below.
inline constexpr uint64_t kHashPrime = (uint64_t{1} << 61) - 1;

uint64_t hash_int64(int64_t value);
/// All NaNs hash alike; -0.0 as 0.
uint64_t hash_double(double value);

/// `value * factor` modulo the prime; both below it.
uint64_t multiply_residues(uint64_t value, uint64_t factor);
/// `base ** exponent` modulo the prime.
uint64_t power_residue(uint64_t base, uint64_t exponent);
/// The hash of `residue` (below the prime), of a negative number where `negative`.
uint64_t hash_of_residue(uint64_t residue, bool negative);

}  // namespace syn
