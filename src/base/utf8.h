// UTF-8: validation, counting, stepping. Texts inside the program are always valid UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace syn {

/// Byte offset of the first invalid sequence (overlong forms and surrogates included), or nothing.
std::optional<size_t> find_invalid_utf8(std::string_view text);
/// Number of code points of a valid text.
size_t count_code_points(std::string_view text);
bool is_ascii(std::string_view text);
/// Byte offset of code point `index` of a valid text; `text.size()` when past the end.
size_t code_point_offset(std::string_view text, size_t index);
/// Decodes the code point at `offset` of a valid text and moves `offset` past it.
uint32_t next_code_point(std::string_view text, size_t& offset);
void append_code_point(std::string& out, uint32_t code_point);
/// Valid UTF-8 with each bad byte replaced by U+FFFD.
std::string to_valid_utf8(std::string_view bytes);

}  // namespace syn
