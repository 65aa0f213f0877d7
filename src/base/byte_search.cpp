// Places where the first and the last byte of the piece are both right are found many at a time,
// and compared. That could take the product of both sizes, so long texts are left to memmem.
// SPDX-License-Identifier: Apache-2.0
#include "base/byte_search.h"

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace syn {
namespace {

bool has_piece_anywhere(std::string_view text, std::string_view piece) {
  return memmem(text.data(), text.size(), piece.data(), piece.size()) != nullptr;
}

#if defined(__SSE2__)
class PieceSearch {
 public:
  explicit PieceSearch(std::string_view piece)
      : piece_(piece), first_(_mm_set1_epi8(piece.front())), last_(_mm_set1_epi8(piece.back())) {}

  /// Whether the piece starts at one of 16 places from `start` on; all of them are in the text.
  bool is_at_16(const char* start) const {
    __m128i heads = _mm_loadu_si128(reinterpret_cast<const __m128i*>(start));
    __m128i tails = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end_from(start)));
    return is_at_one(start, heads, tails);
  }
  bool is_at_8(const char* start) const {
    // The upper halves are zeros, at which nothing is looked for.
    __m128i heads = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(start));
    __m128i tails = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(end_from(start)));
    return is_at_one(start, heads, tails, 0xFF);
  }
  bool is_at(const char* start) const {
    return *start == piece_.front() && std::memcmp(start, piece_.data(), piece_.size()) == 0;
  }

 private:
  const char* end_from(const char* start) const { return start + piece_.size() - 1; }

  bool is_at_one(const char* start, __m128i heads, __m128i tails, uint32_t places = 0xFFFF) const {
    __m128i both = _mm_and_si128(_mm_cmpeq_epi8(heads, first_), _mm_cmpeq_epi8(tails, last_));
    auto found = static_cast<uint32_t>(_mm_movemask_epi8(both)) & places;
    for (; found != 0; found &= found - 1) {
      const char* at = start + std::countr_zero(found);
      if (std::memcmp(at, piece_.data(), piece_.size()) == 0) return true;
    }
    return false;
  }

  std::string_view piece_;
  __m128i first_;
  __m128i last_;
};

bool has_piece_nearby(std::string_view text, std::string_view piece) {
  PieceSearch search(piece);
  const char* start = text.data();
  size_t num_places = text.size() - piece.size() + 1;
  if (num_places >= 16) {
    for (size_t i = 0; i + 16 <= num_places; i += 16) {
      if (search.is_at_16(start + i)) return true;
    }
    // The rest, with some that were looked at.
    return num_places % 16 != 0 && search.is_at_16(start + num_places - 16);
  }
  if (num_places >= 8) return search.is_at_8(start) || search.is_at_8(start + num_places - 8);
  for (size_t i = 0; i < num_places; ++i) {
    if (search.is_at(start + i)) return true;
  }
  return false;
}
#endif

}  // namespace

bool has_piece(std::string_view text, std::string_view piece) {
  if (piece.size() > text.size()) return false;
#if defined(__SSE2__)
  constexpr size_t kLongText = 4096;
  constexpr size_t kLongPiece = 64;
  if (text.size() <= kLongText && piece.size() <= kLongPiece) return has_piece_nearby(text, piece);
#endif
  return has_piece_anywhere(text, piece);
}

}  // namespace syn
