// bytes, decode, and integers as bytes (data.md §3.21).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/bytes_text.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/math_numbers.h"
#include "builtins/text_arguments.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kEncodings = "utf8, hex, base64, base64url, base58, base32";
constexpr std::string_view kDecodings = "utf8, hex, base64, base64url, base58, base32, utf8_lossy";
constexpr size_t kMaxBase58 = 64 * 1024;

std::string_view view_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data), bytes.size};
}

Result<Value> bytes_of_list(Call& call, std::span<const Value> items) {
  TRY(call.reserve(items.size()));
  TRY(call.tick(items.size()));
  std::string out;
  out.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    bool fits = items[i].is_int() && items[i].as_int() >= 0 && items[i].as_int() <= 255;
    if (!fits) return Error(builtin_errors::kByteElement, {count_text(i)});
    out += static_cast<char>(items[i].as_int());
  }
  return make_bytes(call.heap(), out);
}

/// Refuses what would take the square of a large size.
Result<void> check_base58(Call& call, ByteText form, size_t size) {
  if (form != ByteText::Base58) return {};
  if (size > kMaxBase58) return Error(builtin_errors::kBase58Size, {count_text(kMaxBase58)});
  return call.tick(size * size / 4096);
}

Result<Value> to_bytes(Call& call) {
  if (call[0].is_list()) return bytes_of_list(call, call[0].list().items());
  if (call[0].is(Tag::Bytes)) return std::move(call[0]);
  if (!call[0].is_text()) return Error(builtin_errors::kNotBytes, {type_name(call[0])});
  std::string_view text = call[0].view();
  TRY(tick_bytes(call, text.size()));
  TRY(call.reserve(text.size()));
  std::string_view encoding = "utf8";
  if (call.size() > 1) {
    TRY_ASSIGN(encoding, text_argument(call, call[1], "encoding"));
  }
  if (encoding == "utf8" || encoding == "utf-8") return make_bytes(call.heap(), text);
  std::optional<ByteText> form = byte_text_named(encoding);
  if (!form) {
    return Error(builtin_errors::kByteEncoding, {encoding, call.name(), kEncodings});
  }
  TRY(check_base58(call, *form, text.size()));
  TRY_ASSIGN(std::string decoded, decode_byte_text(text, *form));
  return make_bytes(call.heap(), decoded);
}

Result<Value> decode(Call& call) {
  if (!call[0].is(Tag::Bytes)) return Error(builtin_errors::kDecodeKind, {type_name(call[0])});
  std::string_view bytes = view_of(call[0].bytes());
  TRY(tick_bytes(call, bytes.size()));
  std::string_view encoding = "utf8";
  if (call.size() > 1) {
    TRY_ASSIGN(encoding, text_argument(call, call[1], "encoding"));
  }
  if (encoding == "utf8" || encoding == "utf-8") {
    if (std::optional<size_t> bad = find_invalid_utf8(bytes)) {
      return Error(builtin_errors::kDecodeUtf8, {count_text(*bad)});
    }
    return finish_text(call, bytes);
  }
  TRY(reserve_text(call, bytes.size() * 3));
  if (encoding == "utf8_lossy") return finish_text(call, to_valid_utf8(bytes));
  std::optional<ByteText> form = byte_text_named(encoding);
  if (!form) {
    return Error(builtin_errors::kByteEncoding, {encoding, call.name(), kDecodings});
  }
  TRY(check_base58(call, *form, bytes.size()));
  return finish_text(call, encode_bytes(bytes, *form));
}

Result<Value> bytes_to_int(Call& call) {
  if (!call[0].is(Tag::Bytes)) {
    return Error(builtin_errors::kExpectsBytes, {call.name(), type_name(call[0])});
  }
  TRY(check_integer_bits(uint64_t{call[0].bytes().size} * 8));
  TRY(tick_bytes(call, call[0].bytes().size));
  TRY(call.reserve(call[0].bytes().size));
  return integer_value(call.heap(), to_integer(BigInt::from_big_endian(call[0].bytes().view())));
}

/// Big-endian bytes of an integer of 0 or more, `size` of them where it is given.
Result<std::string> big_endian(Call& call, const Value* size) {
  const Value& number = call[0];
  bool negative = number.is_int() ? number.as_int() < 0
                                  : number.is(Tag::BigInt) && number.big_int().value.sign() < 0;
  if (!number.is_integer() || negative) {
    std::string got = number.is_integer() ? short_display(number) : kind_of(number);
    return Error(builtin_errors::kIntToBytes, {call.name(), got});
  }
  BigInt value = to_big_int(integer_of(number));
  TRY(call.tick(1 + value.bit_length() / 64));
  std::string out = value.to_big_endian();
  if (size == nullptr || size->is_nothing()) return out;
  TRY_ASSIGN(int64_t wanted, whole_argument(call, *size, "size"));
  if (wanted < 0 || static_cast<uint64_t>(wanted) < out.size()) {
    bool is_zero = value.sign() == 0 && wanted == 0;
    if (is_zero) return std::string();
    return Error(builtin_errors::kIntToBytesSize,
                 {call.name(), short_display(number), std::to_string(wanted)});
  }
  TRY(call.reserve(static_cast<uint64_t>(wanted)));
  return std::string(static_cast<size_t>(wanted) - out.size(), '\0') + out;
}

Result<Value> int_to_bytes(Call& call) {
  TRY_ASSIGN(std::string bytes, big_endian(call, call.optional(1)));
  return make_bytes(call.heap(), bytes);
}

Result<Value> int_to_bytes_le(Call& call) {
  TRY_ASSIGN(std::string bytes, big_endian(call, call.optional(1)));
  std::reverse(bytes.begin(), bytes.end());
  return make_bytes(call.heap(), bytes);
}

constexpr BuiltinSpec kRows[] = {
    {"bytes", "text | ints, encoding = \"utf8\"", 1, 2, "", Purity::Pure, "",
     "Bytes of a text (utf8, hex, base64, base64url, base58, base32) or of integers 0..255.",
     "bytes(\"hi\") → bytes(6869)", "", to_bytes},
    {"decode", "b, encoding = \"utf8\"", 1, 2, "", Purity::Pure, "",
     "The text of bytes: utf8, utf8_lossy, hex, base64, base64url, base58, base32.",
     "decode(bytes(\"hi\"), \"hex\") → 6869", "", decode},
    {"bytes_to_int", "b", 1, 1, "", Purity::Pure, "", "The unsigned big-endian integer of bytes.",
     "bytes_to_int(bytes([1, 0])) → 256", "", bytes_to_int},
    {"int_to_bytes", "n, size?", 1, 2, "", Purity::Pure, "",
     "The big-endian bytes of an integer of 0 or more.", "int_to_bytes(256) → bytes(0100)", "",
     int_to_bytes},
    {"int_to_bytes_le", "n, size?", 1, 2, "", Purity::Pure, "",
     "The little-endian bytes of an integer of 0 or more.",
     "int_to_bytes_le(256, 4) → bytes(00010000)", "", int_to_bytes_le},
};

}  // namespace

const BuiltinTable kBytesBuiltins(kRows);

}  // namespace syn
