// SHA-2 and Keccak-256, from their standards (FIPS 180-4; Keccak as Ethereum uses it, before FIPS
// 202).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace syn {

enum class HashKind : uint8_t { Sha256, Sha512, Sha512_256, Keccak256 };

/// The digest, as bytes.
std::string hash_digest(HashKind kind, std::string_view data);
/// RFC 2104.
std::string hmac_digest(HashKind kind, std::string_view key, std::string_view data);

}  // namespace syn
