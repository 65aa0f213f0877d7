// Bytes of files as UTF-8: what a byte order mark or the bytes themselves say, and decoding.
// Nothing is replaced in silence: bytes that do not fit are reported. SPDX-License-Identifier:
// Apache-2.0
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace syn::tableio {

enum class Encoding : uint8_t { Utf8, Utf16Le, Utf16Be, Latin1, Windows1252 };

/// By a name of the option `encoding`, in any case: "utf-8", "latin1", "windows-1252", …
std::optional<Encoding> encoding_named(std::string_view name);
/// The names, for messages.
extern const std::string_view kEncodingNames;

/// UTF-16 by its byte order mark or by zeros in every second byte, else UTF-8.
Encoding guess_encoding(std::string_view bytes);

/// Appends the text as UTF-8, without its byte order mark. Gives the offset of the first byte that
/// does not fit, if any; `out` then holds what comes before. For UTF-8 use find_invalid_utf8 and no
/// copy.
std::optional<size_t> decode_text(std::string_view bytes, Encoding encoding, std::string& out);

}  // namespace syn::tableio
