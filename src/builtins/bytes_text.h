// Bytes as text and back: hex, base64, base64url, base58, base32.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace syn {

enum class ByteText : uint8_t { Hex, Base64, Base64Url, Base58, Base32 };
std::optional<ByteText> byte_text_named(std::string_view name);

/// Base58 costs the square of the size: callers bound it.
std::string encode_bytes(std::string_view bytes, ByteText form);
/// Errors: builtin_errors::kHexCharacter, kHexLength, kBase64Length, kBaseCharacter, ….
Result<std::string> decode_byte_text(std::string_view text, ByteText form);

}  // namespace syn
