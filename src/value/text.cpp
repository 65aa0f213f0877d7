// Texts: making, joining, cutting.
// SPDX-License-Identifier: Apache-2.0
#include "value/text.h"

#include <cstring>

#include "base/check.h"
#include "base/int128.h"
#include "base/utf8.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr size_t kMaxInline = Heap::kMaxSmall - sizeof(Text);

uint64_t mix(uint64_t a, uint64_t b) {
  auto product = static_cast<uint128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t load(const char* p, size_t n) {
  uint64_t word = 0;
  std::memcpy(&word, p, n);
  return word;
}

/// Where a code point of a long text begins, counted from the nearest of the text's start and the
/// place where the last one was. Texts only grow at their end, so places stay right.
size_t find_code_point(Heap& heap, const Text& text, size_t wanted) {
  std::string_view bytes = text.view();
  Heap::TextPlace& place = heap.text_place();
  if (place.text != &text) place = {&text, 0, 0};
  if (wanted >= place.code_point) {
    place.offset += code_point_offset(bytes.substr(place.offset), wanted - place.code_point);
  } else if (wanted < place.code_point / 2) {
    place.offset = code_point_offset(bytes, wanted);
  } else {
    for (size_t left = place.code_point - wanted; left > 0; --left) {
      do {
        --place.offset;
      } while ((static_cast<unsigned char>(bytes[place.offset]) & 0xC0) == 0x80);
    }
  }
  place.code_point = wanted;
  return place.offset;
}

}  // namespace

uint64_t hash_bytes(std::string_view bytes) {
  // Multiply-and-fold over 8-byte words: a few cycles for a short key, good spread in all bits.
  constexpr uint64_t kFirst = 0x9E3779B97F4A7C15ULL;
  constexpr uint64_t kSecond = 0xD6E8FEB86659FD93ULL;
  uint64_t hash = bytes.size() * kFirst + 0x2545F4914F6CDD1DULL;
  const char* p = bytes.data();
  size_t left = bytes.size();
  while (left > 8) {
    hash = mix(hash ^ load(p, 8), kFirst);
    p += 8;
    left -= 8;
  }
  hash = mix(hash ^ (left == 0 ? 0 : load(p, left)), kSecond);
  hash ^= hash >> 32;
  return hash == 0 ? 1 : hash;
}

void Text::count() { code_points = static_cast<uint32_t>(count_code_points(view())); }

void Text::compute_hash() { hash = hash_bytes(view()); }

Value make_text_buffer(Heap& heap, size_t size) {
  CHECK(size <= Text::kMaxBytes);
  bool fits = size <= kMaxInline;
  size_t object_bytes = sizeof(Text) + (fits ? size : 0);
  auto* text = static_cast<Text*>(heap.allocate_object(object_bytes));
  text->references = 1;
  text->tag = Tag::Text;
  text->flags = 0;
  text->size_class = Heap::size_class_of(object_bytes);
  text->size = static_cast<uint32_t>(size);
  text->code_points = Text::kUnknown;
  text->hash = 0;
  text->capacity = fits ? 0 : static_cast<uint32_t>(size);
  text->data =
      fits ? reinterpret_cast<char*>(text + 1) : static_cast<char*>(heap.allocate_buffer(size));
  return Value::adopt(text);
}

Value make_text(Heap& heap, std::string_view bytes) {
  Value value = make_text_buffer(heap, bytes.size());
  if (!bytes.empty()) std::memcpy(value.text().data, bytes.data(), bytes.size());
  return value;
}

Value concat_texts(Heap& heap, Value left, std::string_view right) {
  if (right.empty()) return left;
  Text& head = left.text();
  size_t size = size_t{head.size} + right.size();
  bool in_place = left.is_unique() && (head.flags & Text::kInterned) == 0;
  if (in_place && head.capacity >= size) {
    std::memmove(head.data + head.size, right.data(), right.size());
    head.size = static_cast<uint32_t>(size);
    head.hash = 0;
    head.code_points = Text::kUnknown;
    return left;
  }
  if (!in_place || size < 64) {
    Value joined = make_text_buffer(heap, size);
    std::memcpy(joined.text().data, head.data, head.size);
    std::memcpy(joined.text().data + head.size, right.data(), right.size());
    return joined;
  }
  // Unique and growing: double the buffer, so that n appends copy O(n) bytes.
  CHECK(size <= Text::kMaxBytes);
  size_t capacity = size * 2 < Text::kMaxBytes ? size * 2 : size;
  char* buffer = static_cast<char*>(heap.allocate_buffer(capacity));
  std::memcpy(buffer, head.data, head.size);
  std::memcpy(buffer + head.size, right.data(), right.size());
  if (head.capacity != 0) heap.free_buffer(head.data, head.capacity);
  head.data = buffer;
  head.capacity = static_cast<uint32_t>(capacity);
  head.size = static_cast<uint32_t>(size);
  head.hash = 0;
  head.code_points = Text::kUnknown;
  return left;
}

Value slice_text(Heap& heap, const Value& text, size_t start, size_t end) {
  std::string_view bytes = text.view();
  if (text.text().is_ascii()) return make_text(heap, bytes.substr(start, end - start));
  // Texts within their object may be freed without notice (Heap::release_contents).
  size_t first = text.text().capacity != 0 ? find_code_point(heap, text.text(), start)
                                           : code_point_offset(bytes, start);
  std::string_view rest = bytes.substr(first);
  return make_text(heap, rest.substr(0, code_point_offset(rest, end - start)));
}

}  // namespace syn
