// SHA-2 and Keccak-256.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/hash_functions.h"

#include <array>
#include <bit>
#include <cstddef>

namespace syn {
namespace {

/// Fractional parts of the cube roots of the first primes, and of the square roots.
constexpr std::array<uint32_t, 64> kRounds256 = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};
constexpr std::array<uint32_t, 8> kStart256 = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};
constexpr std::array<uint64_t, 80> kRounds512 = {
    0x428A2F98D728AE22, 0x7137449123EF65CD, 0xB5C0FBCFEC4D3B2F, 0xE9B5DBA58189DBBC,
    0x3956C25BF348B538, 0x59F111F1B605D019, 0x923F82A4AF194F9B, 0xAB1C5ED5DA6D8118,
    0xD807AA98A3030242, 0x12835B0145706FBE, 0x243185BE4EE4B28C, 0x550C7DC3D5FFB4E2,
    0x72BE5D74F27B896F, 0x80DEB1FE3B1696B1, 0x9BDC06A725C71235, 0xC19BF174CF692694,
    0xE49B69C19EF14AD2, 0xEFBE4786384F25E3, 0x0FC19DC68B8CD5B5, 0x240CA1CC77AC9C65,
    0x2DE92C6F592B0275, 0x4A7484AA6EA6E483, 0x5CB0A9DCBD41FBD4, 0x76F988DA831153B5,
    0x983E5152EE66DFAB, 0xA831C66D2DB43210, 0xB00327C898FB213F, 0xBF597FC7BEEF0EE4,
    0xC6E00BF33DA88FC2, 0xD5A79147930AA725, 0x06CA6351E003826F, 0x142929670A0E6E70,
    0x27B70A8546D22FFC, 0x2E1B21385C26C926, 0x4D2C6DFC5AC42AED, 0x53380D139D95B3DF,
    0x650A73548BAF63DE, 0x766A0ABB3C77B2A8, 0x81C2C92E47EDAEE6, 0x92722C851482353B,
    0xA2BFE8A14CF10364, 0xA81A664BBC423001, 0xC24B8B70D0F89791, 0xC76C51A30654BE30,
    0xD192E819D6EF5218, 0xD69906245565A910, 0xF40E35855771202A, 0x106AA07032BBD1B8,
    0x19A4C116B8D2D0C8, 0x1E376C085141AB53, 0x2748774CDF8EEB99, 0x34B0BCB5E19B48A8,
    0x391C0CB3C5C95A63, 0x4ED8AA4AE3418ACB, 0x5B9CCA4F7763E373, 0x682E6FF3D6B2B8A3,
    0x748F82EE5DEFB2FC, 0x78A5636F43172F60, 0x84C87814A1F0AB72, 0x8CC702081A6439EC,
    0x90BEFFFA23631E28, 0xA4506CEBDE82BDE9, 0xBEF9A3F7B2C67915, 0xC67178F2E372532B,
    0xCA273ECEEA26619C, 0xD186B8C721C0C207, 0xEADA7DD6CDE0EB1E, 0xF57D4F7FEE6ED178,
    0x06F067AA72176FBA, 0x0A637DC5A2C898A6, 0x113F9804BEF90DAE, 0x1B710B35131C471B,
    0x28DB77F523047D84, 0x32CAAB7B40C72493, 0x3C9EBE0A15C9BEBC, 0x431D67C49C100D4C,
    0x4CC5D4BECB3E42B6, 0x597F299CFC657E2A, 0x5FCB6FAB3AD6FAEC, 0x6C44198C4A475817,
};
constexpr std::array<uint64_t, 8> kStart512 = {
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
};
constexpr std::array<uint64_t, 8> kStart512_256 = {
    0x22312194FC2BF72C, 0x9F555FA3C84C64C2, 0x2393B86B6F53B151, 0x963877195940EABD,
    0x96283EE2A88EFFE3, 0xBE5E1E2553863992, 0x2B0199FC2C85B8AA, 0x0EB72DDC81C52CA2,
};

/// What differs between the two word sizes of SHA-2.
struct Sha256 {
  using Word = uint32_t;
  static constexpr size_t kNumRounds = 64;
  static constexpr const auto& kRounds = kRounds256;
  static Word big0(Word x) { return std::rotr(x, 2) ^ std::rotr(x, 13) ^ std::rotr(x, 22); }
  static Word big1(Word x) { return std::rotr(x, 6) ^ std::rotr(x, 11) ^ std::rotr(x, 25); }
  static Word small0(Word x) { return std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3; }
  static Word small1(Word x) { return std::rotr(x, 17) ^ std::rotr(x, 19) ^ x >> 10; }
};
struct Sha512 {
  using Word = uint64_t;
  static constexpr size_t kNumRounds = 80;
  static constexpr const auto& kRounds = kRounds512;
  static Word big0(Word x) { return std::rotr(x, 28) ^ std::rotr(x, 34) ^ std::rotr(x, 39); }
  static Word big1(Word x) { return std::rotr(x, 14) ^ std::rotr(x, 18) ^ std::rotr(x, 41); }
  static Word small0(Word x) { return std::rotr(x, 1) ^ std::rotr(x, 8) ^ x >> 7; }
  static Word small1(Word x) { return std::rotr(x, 19) ^ std::rotr(x, 61) ^ x >> 6; }
};

template <typename Sha>
void compress(std::array<typename Sha::Word, 8>& state, const unsigned char* block) {
  using Word = typename Sha::Word;
  Word schedule[Sha::kNumRounds];
  for (size_t i = 0; i < 16; ++i) {
    Word word = 0;
    for (size_t b = 0; b < sizeof(Word); ++b) word = word << 8 | *block++;
    schedule[i] = word;
  }
  for (size_t i = 16; i < Sha::kNumRounds; ++i) {
    schedule[i] = Sha::small1(schedule[i - 2]) + schedule[i - 7] + Sha::small0(schedule[i - 15]) +
                  schedule[i - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < Sha::kNumRounds; ++i) {
    Word first = h + Sha::big1(e) + ((e & f) ^ (~e & g)) + Sha::kRounds[i] + schedule[i];
    Word second = Sha::big0(a) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const Word ends[] = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < 8; ++i) state[i] += ends[i];
}

template <typename Sha>
std::string sha2(std::array<typename Sha::Word, 8> state, std::string_view data, size_t size) {
  constexpr size_t kWord = sizeof(typename Sha::Word);
  constexpr size_t kBlock = 16 * kWord;
  const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
  size_t whole = data.size() / kBlock * kBlock;
  for (size_t i = 0; i < whole; i += kBlock) compress<Sha>(state, bytes + i);
  // The rest, a one bit, zeros, and the length in bits at the end of a block.
  std::string rest(data.substr(whole));
  rest += '\x80';
  while (rest.size() % kBlock != kBlock - 2 * kWord) rest += '\0';
  rest.append(2 * kWord - sizeof(uint64_t), '\0');
  uint64_t bits = uint64_t{data.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(bits >> shift);
  for (size_t i = 0; i < rest.size(); i += kBlock) {
    compress<Sha>(state, reinterpret_cast<const unsigned char*>(rest.data()) + i);
  }
  std::string out;
  for (size_t i = 0; i < size; ++i) {
    size_t shift = (kWord - 1 - i % kWord) * 8;
    out += static_cast<char>(state[i / kWord] >> shift);
  }
  return out;
}

constexpr std::array<uint64_t, 24> kKeccakRounds = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
    0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
    0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};
constexpr std::array<int, 24> kKeccakTurns = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                              27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
constexpr std::array<size_t, 24> kKeccakLanes = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                                 15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};

void keccak(std::array<uint64_t, 25>& state) {
  for (uint64_t round : kKeccakRounds) {
    std::array<uint64_t, 5> columns;
    for (size_t x = 0; x < 5; ++x) {
      columns[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
    }
    for (size_t x = 0; x < 5; ++x) {
      uint64_t mix = columns[(x + 4) % 5] ^ std::rotl(columns[(x + 1) % 5], 1);
      for (size_t y = 0; y < 25; y += 5) state[y + x] ^= mix;
    }
    uint64_t carried = state[1];
    for (size_t i = 0; i < 24; ++i) {
      uint64_t next = state[kKeccakLanes[i]];
      state[kKeccakLanes[i]] = std::rotl(carried, kKeccakTurns[i]);
      carried = next;
    }
    for (size_t y = 0; y < 25; y += 5) {
      const uint64_t row[] = {state[y], state[y + 1], state[y + 2], state[y + 3], state[y + 4]};
      for (size_t x = 0; x < 5; ++x) state[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
    }
    state[0] ^= round;
  }
}

std::string keccak_256(std::string_view data) {
  constexpr size_t kRate = 136;
  std::array<uint64_t, 25> state{};
  std::string rest(data.substr(data.size() / kRate * kRate));
  rest.resize(kRate, '\0');
  rest[data.size() % kRate] = '\x01';
  rest[kRate - 1] = static_cast<char>(static_cast<unsigned char>(rest[kRate - 1]) | 0x80);
  auto absorb = [&state](std::string_view block) {
    for (size_t i = 0; i < kRate; ++i) {
      state[i / 8] ^= uint64_t{static_cast<unsigned char>(block[i])} << (i % 8 * 8);
    }
    keccak(state);
  };
  for (size_t i = 0; i + kRate <= data.size(); i += kRate) absorb(data.substr(i, kRate));
  absorb(rest);
  std::string out;
  for (size_t i = 0; i < 32; ++i) out += static_cast<char>(state[i / 8] >> (i % 8 * 8));
  return out;
}

}  // namespace

std::string hash_digest(HashKind kind, std::string_view data) {
  switch (kind) {
    case HashKind::Sha256: return sha2<Sha256>(kStart256, data, 32);
    case HashKind::Sha512: return sha2<Sha512>(kStart512, data, 64);
    case HashKind::Sha512_256: return sha2<Sha512>(kStart512_256, data, 32);
    case HashKind::Keccak256: return keccak_256(data);
  }
  return {};
}

std::string hmac_digest(HashKind kind, std::string_view key, std::string_view data) {
  size_t block = kind == HashKind::Sha256 ? 64 : kind == HashKind::Keccak256 ? 136 : 128;
  std::string padded = key.size() > block ? hash_digest(kind, key) : std::string(key);
  padded.resize(block, '\0');
  std::string inner;
  std::string outer;
  for (char c : padded) {
    inner += static_cast<char>(c ^ 0x36);
    outer += static_cast<char>(c ^ 0x5C);
  }
  inner += data;
  return hash_digest(kind, outer + hash_digest(kind, inner));
}

}  // namespace syn
