// Bytes of files as UTF-8.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/text_encoding.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace syn::tableio {
namespace {

struct NamedEncoding {
  std::string_view name;
  Encoding encoding;
};
constexpr NamedEncoding kNames[] = {
    {"utf-8", Encoding::Utf8},
    {"utf8", Encoding::Utf8},
    {"utf-16", Encoding::Utf16Le},
    {"utf-16le", Encoding::Utf16Le},
    {"utf-16be", Encoding::Utf16Be},
    {"latin1", Encoding::Latin1},
    {"latin-1", Encoding::Latin1},
    {"iso-8859-1", Encoding::Latin1},
    {"windows-1252", Encoding::Windows1252},
    {"cp1252", Encoding::Windows1252},
};

/// 0x80 … 0x9F of Windows-1252; 0 where a byte stands for nothing.
constexpr std::array<uint16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

std::optional<size_t> decode_single_bytes(std::string_view bytes, bool windows, std::string& out) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    auto byte = static_cast<unsigned char>(bytes[i]);
    uint32_t code_point = byte;
    if (windows && byte >= 0x80 && byte < 0xA0) {
      code_point = kWindows1252[byte - 0x80];
      if (code_point == 0) return i;
    }
    append_code_point(out, code_point);
  }
  return std::nullopt;
}

class Utf16Units {
 public:
  Utf16Units(std::string_view bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}
  uint32_t at(size_t offset) const {
    auto first = static_cast<unsigned char>(bytes_[offset]);
    auto second = static_cast<unsigned char>(bytes_[offset + 1]);
    return static_cast<uint32_t>(big_endian_ ? first << 8 | second : second << 8 | first);
  }

 private:
  std::string_view bytes_;
  bool big_endian_;
};

std::optional<size_t> decode_utf16(std::string_view bytes, bool big_endian, std::string& out) {
  Utf16Units units(bytes, big_endian);
  size_t i = bytes.size() >= 2 && units.at(0) == 0xFEFF ? 2 : 0;
  while (i + 2 <= bytes.size()) {
    uint32_t unit = units.at(i);
    if (unit < 0xD800 || unit > 0xDFFF) {
      append_code_point(out, unit);
      i += 2;
      continue;
    }
    uint32_t low = unit <= 0xDBFF && i + 4 <= bytes.size() ? units.at(i + 2) : 0;
    if (low < 0xDC00 || low > 0xDFFF) return i;
    append_code_point(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
    i += 4;
  }
  return i == bytes.size() ? std::nullopt : std::optional<size_t>(i);
}

}  // namespace

const std::string_view kEncodingNames =
    R"("utf-8", "utf-16le", "utf-16be", "latin1", "windows-1252")";

std::optional<Encoding> encoding_named(std::string_view name) {
  std::string lower;
  for (char c : name)
    lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c == '_' ? '-' : c;
  for (const NamedEncoding& row : kNames) {
    if (row.name == lower) return row.encoding;
  }
  return std::nullopt;
}

Encoding guess_encoding(std::string_view bytes) {
  std::string_view mark = bytes.substr(0, 2);
  if (mark == "\xFF\xFE") return Encoding::Utf16Le;
  if (mark == "\xFE\xFF") return Encoding::Utf16Be;
  // Mostly Latin text in UTF-16 has a zero in every second byte; UTF-8 has none at all.
  std::string_view sample = bytes.substr(0, std::min<size_t>(bytes.size(), 4096) & ~size_t{1});
  size_t even = 0;
  size_t odd = 0;
  for (size_t i = 0; i + 1 < sample.size(); i += 2) {
    even += sample[i] == '\0' ? 1 : 0;
    odd += sample[i + 1] == '\0' ? 1 : 0;
  }
  size_t pairs = sample.size() / 2;
  if (pairs >= 2 && even == 0 && odd * 10 >= pairs * 7) return Encoding::Utf16Le;
  if (pairs >= 2 && odd == 0 && even * 10 >= pairs * 7) return Encoding::Utf16Be;
  return Encoding::Utf8;
}

std::optional<size_t> decode_text(std::string_view bytes, Encoding encoding, std::string& out) {
  switch (encoding) {
    case Encoding::Utf8: {
      std::optional<size_t> bad = find_invalid_utf8(bytes);
      out += bytes.substr(0, bad.value_or(bytes.size()));
      return bad;
    }
    case Encoding::Utf16Le: return decode_utf16(bytes, false, out);
    case Encoding::Utf16Be: return decode_utf16(bytes, true, out);
    case Encoding::Latin1: return decode_single_bytes(bytes, false, out);
    case Encoding::Windows1252: return decode_single_bytes(bytes, true, out);
  }
  return std::nullopt;
}

}  // namespace syn::tableio
