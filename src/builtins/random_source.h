// Seeded random numbers, bit for bit those of NumPy's default_rng (data.md §3.18): seed sequence,
// PCG64, bounded integers, permutations, normal numbers. Not for secrets.
// SPDX-License-Identifier: Apache-2.0
// Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/int128.h"
#include "base/result.h"

namespace syn {

/// Something that gives random bits; a draw may fail (a task of the program that stands for a
/// generator).
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  virtual Result<uint64_t> next64() = 0;
  virtual Result<uint32_t> next32() = 0;
  /// In [0, 1).
  virtual Result<double> next_double() = 0;
};

/// The generator PCG XSL RR 128/64, with the spare half of a 64-bit draw kept for the next 32-bit
/// draw.
struct Pcg64 {
  uint128 state = 0;
  uint128 increment = 0;
  bool has_spare = false;
  uint32_t spare = 0;

  /// Starts from the entropy words of a seed, and of a spawn key where it is a child.
  static Pcg64 seeded(std::span<const uint32_t> seed, std::span<const uint32_t> spawn_key);
  uint64_t next64();
  uint32_t next32();
};

/// A Pcg64 as a source; never fails.
class PcgSource final : public RandomSource {
 public:
  explicit PcgSource(Pcg64& generator) : generator_(generator) {}
  Result<uint64_t> next64() override { return generator_.next64(); }
  Result<uint32_t> next32() override { return generator_.next32(); }
  Result<double> next_double() override;

 private:
  Pcg64& generator_;  // outlives the source
};

/// 0..range, each equally likely: Lemire's method.
Result<uint64_t> random_bounded(RandomSource& source, uint64_t range);
/// 0..range by masked rejection, as shuffles draw it.
Result<uint64_t> random_interval(RandomSource& source, uint64_t range);
/// A normal number of mean 0 and deviation 1.
Result<double> random_standard_normal(RandomSource& source);
/// Positions 0..count-1 in random order.
Result<std::vector<uint32_t>> random_permutation(RandomSource& source, uint32_t count);
/// `count` different positions of 0..population-1, in random order.
Result<std::vector<uint32_t>> random_sample(RandomSource& source, uint32_t population,
                                            uint32_t count);

}  // namespace syn
