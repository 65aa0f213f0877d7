// UTF-8: validation, counting, stepping.
// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <cstring>

namespace syn {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/// Length of the valid sequence at `p`, or 0. `left` bytes can be read.
size_t sequence_length(const unsigned char* p, size_t left) {
  if (p[0] < 0x80) return 1;
  if (p[0] < 0xC2) return 0;
  if (p[0] < 0xE0) return left >= 2 && is_continuation(p[1]) ? 2 : 0;
  if (p[0] < 0xF0) {
    if (left < 3 || !is_continuation(p[1]) || !is_continuation(p[2])) return 0;
    if (p[0] == 0xE0 && p[1] < 0xA0) return 0;
    if (p[0] == 0xED && p[1] > 0x9F) return 0;
    return 3;
  }
  if (p[0] > 0xF4 || left < 4) return 0;
  if (!is_continuation(p[1]) || !is_continuation(p[2]) || !is_continuation(p[3])) return 0;
  if (p[0] == 0xF0 && p[1] < 0x90) return 0;
  if (p[0] == 0xF4 && p[1] > 0x8F) return 0;
  return 4;
}

constexpr uint64_t kHighBits = 0x8080808080808080ULL;

uint64_t load8(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof(word));
  return word;
}

}  // namespace

std::optional<size_t> find_invalid_utf8(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    if (i + 8 <= text.size() && (load8(text.data() + i) & kHighBits) == 0) {
      i += 8;
      continue;
    }
    const auto* p = reinterpret_cast<const unsigned char*>(text.data() + i);
    size_t length = sequence_length(p, text.size() - i);
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

size_t count_code_points(std::string_view text) {
  size_t count = 0;
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word = load8(text.data() + i);
    // A continuation byte has bit 7 set and bit 6 clear.
    uint64_t continuation = (word >> 7) & ~(word >> 6) & 0x0101010101010101ULL;
    count += 8 - static_cast<size_t>((continuation * 0x0101010101010101ULL) >> 56);
  }
  for (; i < text.size(); ++i) count += !is_continuation(static_cast<unsigned char>(text[i]));
  return count;
}

bool is_ascii(std::string_view text) {
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    if ((load8(text.data() + i) & kHighBits) != 0) return false;
  }
  for (; i < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) >= 0x80) return false;
  }
  return true;
}

size_t code_point_offset(std::string_view text, size_t index) {
  size_t offset = 0;
  while (index > 0 && offset < text.size()) {
    ++offset;
    while (offset < text.size() && is_continuation(static_cast<unsigned char>(text[offset]))) {
      ++offset;
    }
    --index;
  }
  return offset;
}

uint32_t next_code_point(std::string_view text, size_t& offset) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  uint32_t first = byte(0);
  if (first < 0x80) {
    offset += 1;
    return first;
  }
  if (first < 0xE0) {
    uint32_t code = ((first & 0x1Fu) << 6) | (byte(1) & 0x3Fu);
    offset += 2;
    return code;
  }
  if (first < 0xF0) {
    uint32_t code = ((first & 0x0Fu) << 12) | ((byte(1) & 0x3Fu) << 6) | (byte(2) & 0x3Fu);
    offset += 3;
    return code;
  }
  uint32_t code = ((first & 0x07u) << 18) | ((byte(1) & 0x3Fu) << 12) | ((byte(2) & 0x3Fu) << 6) |
                  (byte(3) & 0x3Fu);
  offset += 4;
  return code;
}

void append_code_point(std::string& out, uint32_t code) {
  auto put = [&](uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

std::string to_valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  size_t i = 0;
  while (i < bytes.size()) {
    const auto* p = reinterpret_cast<const unsigned char*>(bytes.data() + i);
    size_t length = sequence_length(p, bytes.size() - i);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++i;
    } else {
      out.append(bytes.substr(i, length));
      i += length;
    }
  }
  return out;
}

}  // namespace syn
