// Text: immutable to programs, valid UTF-8, with cached length and hash. The one writer that may
// change it in place is `append_in_place`, when nobody else holds it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "value/value.h"

namespace syn {

struct Text : Object {
  static constexpr uint32_t kUnknown = UINT32_MAX;
  static constexpr size_t kMaxBytes = 0xFFFF'FF00;
  static constexpr uint8_t kInterned = 1;  ///< flag: the one shared copy

  uint32_t size;         ///< bytes
  uint32_t code_points;  ///< kUnknown until asked
  uint64_t hash;         ///< 0 until asked
  uint32_t capacity;     ///< bytes at `data` when it is a buffer of its own; 0 when inline
  char* data;            ///< inline bytes or a buffer

  std::string_view view() const { return {data, size}; }
  /// Code points.
  uint32_t length() {
    if (code_points == kUnknown) count();
    return code_points;
  }
  uint64_t hashed() {
    if (hash == 0) compute_hash();
    return hash;
  }
  bool is_ascii() { return length() == size; }

 private:
  void count();
  void compute_hash();
};

/// Hash of bytes, never 0.
uint64_t hash_bytes(std::string_view bytes);

Value make_text(Heap& heap, std::string_view bytes);
/// A text of `size` bytes for the caller to fill at `text().data` before anyone sees it.
Value make_text_buffer(Heap& heap, size_t size);
/// left + right; reuses `left` when it is unique (amortised: building a text is linear).
Value concat_texts(Heap& heap, Value left, std::string_view right);
/// Code points [start, end) of a text, both within its length.
Value slice_text(Heap& heap, const Value& text, size_t start, size_t end);

}  // namespace syn
