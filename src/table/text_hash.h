// The hash of short texts that dictionaries and groups share: eight bytes at a time, all of them
// counted, so that texts which differ only in the middle spread too. It is not kept anywhere and
// may change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace syn::table {

__extension__ using uint128 = unsigned __int128;

template <typename T>
uint64_t load_word(const char* from) {
  T word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

/// Both halves of the product, so that every bit of the word reaches every bit of the hash.
inline uint64_t mix_hash(uint64_t hash, uint64_t word) {
  auto product = static_cast<uint128>(hash ^ word) * 0x9E37'79B9'7F4A'7C15;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t hash_text(std::string_view text) {
  const char* p = text.data();
  size_t size = text.size();
  uint64_t hash = size * 0x9E37'79B9'7F4A'7C15;
  if (size >= 8) {
    for (; size > 8; size -= 8, p += 8) hash = mix_hash(hash, load_word<uint64_t>(p));
    return mix_hash(hash, load_word<uint64_t>(text.data() + text.size() - 8));
  }
  if (size >= 4) {
    return mix_hash(hash, load_word<uint32_t>(p) | load_word<uint32_t>(p + size - 4) << 32);
  }
  if (size >= 2) {
    return mix_hash(hash, load_word<uint16_t>(p) | load_word<uint16_t>(p + size - 2) << 16);
  }
  return mix_hash(hash, size == 0 ? 0 : load_word<uint8_t>(p));
}

}  // namespace syn::table
