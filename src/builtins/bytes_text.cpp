// Bytes as text and back.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/bytes_text.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "builtins/errors_b.h"
#include "builtins/json_encoding.h"

namespace syn {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBase58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

struct FormName {
  std::string_view name;
  ByteText form;
};
constexpr FormName kForms[] = {
    {"hex", ByteText::Hex},       {"base64", ByteText::Base64}, {"base64url", ByteText::Base64Url},
    {"base58", ByteText::Base58}, {"base32", ByteText::Base32},
};

std::string encode_hex(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() * 2);
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

/// `bits` bits a letter; padded with `=` to a multiple of `group` letters (0: not padded).
std::string encode_bits(std::string_view bytes, std::string_view alphabet, int bits, size_t group) {
  std::string out;
  out.reserve(bytes.size() * 8 / static_cast<size_t>(bits) + 8);
  uint32_t pending = 0;
  int have = 0;
  for (char c : bytes) {
    pending = pending << 8 | static_cast<unsigned char>(c);
    have += 8;
    while (have >= bits) {
      have -= bits;
      out += alphabet[pending >> have & ((1u << bits) - 1)];
    }
    pending &= (1u << have) - 1;
  }
  if (have > 0) out += alphabet[pending << (bits - have) & ((1u << bits) - 1)];
  while (group != 0 && out.size() % group != 0) out += '=';
  return out;
}

std::string character_at(std::string_view text, size_t offset) {
  size_t end = offset;
  next_code_point(text, end);
  return std::string(text.substr(offset, end - offset));
}

Result<std::string> decode_bits(std::string_view text, std::string_view alphabet, int bits,
                                std::string_view name) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string out;
  uint32_t pending = 0;
  int have = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t digit = alphabet.find(text[i]);
    if (digit == std::string_view::npos) {
      return Error(builtin_errors::kBaseCharacter, {name, character_at(text, i)});
    }
    pending = pending << bits | static_cast<uint32_t>(digit);
    have += bits;
    if (have >= 8) {
      have -= 8;
      out += static_cast<char>(pending >> have & 0xFF);
    }
    pending &= (1u << have) - 1;
  }
  if (have >= bits || pending != 0) return Error(builtin_errors::kBaseLength, {name});
  return out;
}

Result<std::string> decode_hex(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i] >= 'A' && text[i] <= 'F' ? static_cast<char>(text[i] + 32) : text[i];
    size_t digit = kHex.find(c);
    if (digit == std::string_view::npos) {
      return Error(builtin_errors::kHexCharacter, {character_at(text, i)});
    }
    if (i % 2 == 0) {
      out += static_cast<char>(digit << 4);
    } else {
      out.back() = static_cast<char>(static_cast<unsigned char>(out.back()) | digit);
    }
  }
  if (text.size() % 2 != 0) return Error(builtin_errors::kHexLength);
  return out;
}

/// One big number in base 58; each zero byte at the front is a `1`.
std::string encode_base58(std::string_view bytes) {
  std::vector<uint8_t> digits;
  for (char c : bytes) {
    uint32_t carry = static_cast<unsigned char>(c);
    for (uint8_t& digit : digits) {
      carry += uint32_t{digit} << 8;
      digit = static_cast<uint8_t>(carry % 58);
      carry /= 58;
    }
    for (; carry > 0; carry /= 58) digits.push_back(static_cast<uint8_t>(carry % 58));
  }
  std::string out;
  for (size_t i = 0; i < bytes.size() && bytes[i] == '\0'; ++i) out += '1';
  for (size_t i = digits.size(); i-- > 0;) out += kBase58[digits[i]];
  return out;
}

Result<std::string> decode_base58(std::string_view text) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t found = kBase58.find(text[i]);
    if (found == std::string_view::npos) {
      return Error(builtin_errors::kBaseCharacter, {"base58", character_at(text, i)});
    }
    auto carry = static_cast<uint32_t>(found);
    for (uint8_t& byte : bytes) {
      carry += uint32_t{byte} * 58;
      byte = static_cast<uint8_t>(carry);
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push_back(static_cast<uint8_t>(carry));
  }
  std::string out;
  for (size_t i = 0; i < text.size() && text[i] == '1'; ++i) out += '\0';
  for (size_t i = bytes.size(); i-- > 0;) out += static_cast<char>(bytes[i]);
  return out;
}

}  // namespace

std::optional<ByteText> byte_text_named(std::string_view name) {
  for (const FormName& row : kForms) {
    if (row.name == name) return row.form;
  }
  return std::nullopt;
}

std::string encode_bytes(std::string_view bytes, ByteText form) {
  switch (form) {
    case ByteText::Hex: return encode_hex(bytes);
    case ByteText::Base64: return encode_bits(bytes, kBase64, 6, 4);
    case ByteText::Base64Url: return encode_bits(bytes, kBase64Url, 6, 0);
    case ByteText::Base58: return encode_base58(bytes);
    case ByteText::Base32: return encode_bits(bytes, kBase32, 5, 8);
  }
  return {};
}

Result<std::string> decode_byte_text(std::string_view text, ByteText form) {
  switch (form) {
    case ByteText::Hex: return decode_hex(text);
    case ByteText::Base64:
      if (text.size() % 4 != 0) return Error(builtin_errors::kBase64Length);
      return decode_bits(text, kBase64, 6, "base64");
    case ByteText::Base64Url: return decode_bits(text, kBase64Url, 6, "base64url");
    case ByteText::Base58: return decode_base58(text);
    case ByteText::Base32: return decode_bits(text, kBase32, 5, "base32");
  }
  return std::string();
}

std::string base64_text(std::string_view bytes) { return encode_bits(bytes, kBase64, 6, 4); }

}  // namespace syn
