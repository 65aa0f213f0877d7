// Seeded random numbers, bit for bit those of NumPy's default_rng.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/random_source.h"

#include <bit>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "builtins/ziggurat_tables.h"

namespace syn {
namespace {

constexpr size_t kPoolWords = 4;
using Pool = std::array<uint32_t, kPoolWords>;

/// The running hash of a seed sequence: each word is mixed with a constant that changes with every
/// word.
struct SeedHash {
  uint32_t constant;
  uint32_t multiplier;
  uint32_t mix(uint32_t value) {
    value ^= constant;
    constant *= multiplier;
    value *= constant;
    return value ^ (value >> 16);
  }
};

uint32_t combine(uint32_t left, uint32_t right) {
  uint32_t result = 0xca01f9ddu * left - 0x4973f715u * right;
  return result ^ (result >> 16);
}

Pool fill_pool(std::span<const uint32_t> entropy) {
  SeedHash hash{0x43b0d7e5u, 0x931e8875u};
  Pool pool{};
  for (size_t i = 0; i < kPoolWords; ++i) pool[i] = hash.mix(i < entropy.size() ? entropy[i] : 0);
  for (size_t from = 0; from < kPoolWords; ++from) {
    for (size_t to = 0; to < kPoolWords; ++to) {
      if (to != from) pool[to] = combine(pool[to], hash.mix(pool[from]));
    }
  }
  for (size_t i = kPoolWords; i < entropy.size(); ++i) {
    for (uint32_t& word : pool) word = combine(word, hash.mix(entropy[i]));
  }
  return pool;
}

/// Four 64-bit numbers, low word first.
std::array<uint64_t, 4> generate(const Pool& pool) {
  SeedHash hash{0x8b51f9ddu, 0x58f38dedu};
  std::array<uint64_t, 4> numbers{};
  for (size_t i = 0; i < 8; ++i) {
    uint64_t word = hash.mix(pool[i % kPoolWords]);
    numbers[i / 2] |= word << (i % 2 * 32);
  }
  return numbers;
}

uint128 wide(uint64_t high, uint64_t low) { return uint128{high} << 64 | low; }

void step(Pcg64& generator) {
  constexpr uint64_t kMultiplierHigh = 0x2360ed051fc65da4u;
  constexpr uint64_t kMultiplierLow = 0x4385df649fccf645u;
  generator.state = generator.state * wide(kMultiplierHigh, kMultiplierLow) + generator.increment;
}

/// Up to here a sample of a large population is drawn one by one.
constexpr uint32_t kSmallPopulation = 10'000;
constexpr uint32_t kTailShare = 50;

constexpr double kZigguratRight = 3.6541528853610087963519472518;
constexpr double kInverseRight = 0.27366123732975827203338247596;

}  // namespace

Pcg64 Pcg64::seeded(std::span<const uint32_t> seed, std::span<const uint32_t> spawn_key) {
  std::vector<uint32_t> entropy(seed.begin(), seed.end());
  if (!spawn_key.empty() && entropy.size() < kPoolWords) entropy.resize(kPoolWords, 0);
  entropy.insert(entropy.end(), spawn_key.begin(), spawn_key.end());
  std::array<uint64_t, 4> numbers = generate(fill_pool(entropy));
  Pcg64 generator;
  generator.increment = wide(numbers[2], numbers[3]) << 1 | 1;
  step(generator);
  generator.state += wide(numbers[0], numbers[1]);
  step(generator);
  return generator;
}

uint64_t Pcg64::next64() {
  step(*this);
  auto high = static_cast<uint64_t>(state >> 64);
  auto low = static_cast<uint64_t>(state);
  return std::rotr(high ^ low, static_cast<int>(high >> 58));
}

uint32_t Pcg64::next32() {
  if (has_spare) {
    has_spare = false;
    return spare;
  }
  uint64_t both = next64();
  has_spare = true;
  spare = static_cast<uint32_t>(both >> 32);
  return static_cast<uint32_t>(both);
}

Result<double> PcgSource::next_double() {
  return static_cast<double>(generator_.next64() >> 11) * 0x1p-53;
}

namespace {

Result<uint64_t> bounded32(RandomSource& source, uint32_t range) {
  uint64_t count = uint64_t{range} + 1;
  TRY_ASSIGN(uint32_t draw, source.next32());
  uint64_t product = draw * count;
  if (static_cast<uint32_t>(product) < count) {
    auto threshold = static_cast<uint32_t>((UINT32_MAX - range) % count);
    while (static_cast<uint32_t>(product) < threshold) {
      TRY_ASSIGN(draw, source.next32());
      product = draw * count;
    }
  }
  return product >> 32;
}

Result<uint64_t> bounded64(RandomSource& source, uint64_t range) {
  uint64_t count = range + 1;
  TRY_ASSIGN(uint64_t draw, source.next64());
  uint128 product = uint128{draw} * count;
  if (static_cast<uint64_t>(product) < count) {
    uint64_t threshold = (UINT64_MAX - range) % count;
    while (static_cast<uint64_t>(product) < threshold) {
      TRY_ASSIGN(draw, source.next64());
      product = uint128{draw} * count;
    }
  }
  return static_cast<uint64_t>(product >> 64);
}

}  // namespace

Result<uint64_t> random_bounded(RandomSource& source, uint64_t range) {
  if (range == 0) return uint64_t{0};
  if (range < UINT32_MAX) return bounded32(source, static_cast<uint32_t>(range));
  if (range == UINT32_MAX) {
    TRY_ASSIGN(uint32_t draw, source.next32());
    return uint64_t{draw};
  }
  if (range == UINT64_MAX) return source.next64();
  return bounded64(source, range);
}

Result<uint64_t> random_interval(RandomSource& source, uint64_t range) {
  if (range == 0) return uint64_t{0};
  uint64_t mask = UINT64_MAX >> std::countl_zero(range);
  while (true) {
    uint64_t draw = 0;
    if (range <= UINT32_MAX) {
      TRY_ASSIGN(draw, source.next32());
    } else {
      TRY_ASSIGN(draw, source.next64());
    }
    if ((draw & mask) <= range) return draw & mask;
  }
}

namespace {

/// Beyond the right edge of the lowest strip.
Result<double> normal_tail(RandomSource& source, bool negative) {
  while (true) {
    TRY_ASSIGN(double first, source.next_double());
    TRY_ASSIGN(double second, source.next_double());
    double x = -kInverseRight * std::log1p(-first);
    double y = -std::log1p(-second);
    if (y + y > x * x) return negative ? -(kZigguratRight + x) : kZigguratRight + x;
  }
}

}  // namespace

Result<double> random_standard_normal(RandomSource& source) {
  while (true) {
    TRY_ASSIGN(uint64_t draw, source.next64());
    size_t strip = draw & 0xff;
    draw >>= 8;
    bool negative = (draw & 1) != 0;
    uint64_t magnitude = draw >> 1 & 0x000f'ffff'ffff'ffffu;
    double x = static_cast<double>(magnitude) * kZigguratWidth[strip];
    if (negative) x = -x;
    if (magnitude < kZigguratInside[strip]) return x;
    if (strip == 0) return normal_tail(source, (magnitude >> 8 & 1) != 0);
    TRY_ASSIGN(double place, source.next_double());
    double height =
        (kZigguratHeight[strip - 1] - kZigguratHeight[strip]) * place + kZigguratHeight[strip];
    if (height < std::exp(-0.5 * x * x)) return x;
  }
}

namespace {

std::vector<uint32_t> positions(uint32_t count) {
  std::vector<uint32_t> result(count);
  for (uint32_t i = 0; i < count; ++i) result[i] = i;
  return result;
}

/// Shuffles from the last position down to `first`.
Result<void> shuffle_tail(RandomSource& source, std::vector<uint32_t>& items, uint32_t first) {
  for (size_t i = items.size(); i-- > first;) {
    TRY_ASSIGN(uint64_t other, random_bounded(source, i));
    std::swap(items[i], items[other]);
  }
  return {};
}

}  // namespace

Result<std::vector<uint32_t>> random_permutation(RandomSource& source, uint32_t count) {
  std::vector<uint32_t> result = positions(count);
  for (size_t i = count; i-- > 1;) {
    TRY_ASSIGN(uint64_t other, random_interval(source, i));
    std::swap(result[i], result[other]);
  }
  return result;
}

Result<std::vector<uint32_t>> random_sample(RandomSource& source, uint32_t population,
                                            uint32_t count) {
  if (population > kSmallPopulation && count > population / kTailShare) {
    std::vector<uint32_t> all = positions(population);
    TRY(shuffle_tail(source, all, std::max(population - count, uint32_t{1})));
    return std::vector<uint32_t>(all.end() - count, all.end());
  }
  std::vector<uint32_t> result;
  std::unordered_set<uint32_t> taken;
  for (uint32_t last = population - count; last < population; ++last) {
    TRY_ASSIGN(uint64_t draw, random_bounded(source, last));
    auto position = static_cast<uint32_t>(draw);
    if (!taken.insert(position).second) {
      position = last;
      taken.insert(last);
    }
    result.push_back(position);
  }
  TRY(shuffle_tail(source, result, 1));
  return result;
}

}  // namespace syn
