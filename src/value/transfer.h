// Values as bytes, between processes of one program (`parallel_map`). Not a format for files: both
// ends are the same binary.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "value/value.h"

namespace syn {

/// Appends `value`. False for what only has a meaning in its process (tasks, secrets, modules), for
/// nesting deeper than a fixed limit and when `out` grows beyond `max_bytes` (what values share is
/// written each time); `out` is then of no use.
bool encode_value(std::string& out, const Value& value, size_t max_bytes);

/// Takes one value off the front of `bytes`, made by `encode_value`.
Value decode_value(Heap& heap, std::string_view& bytes);

/// Numbers and texts of a message.
void encode_number(std::string& out, uint64_t number);
uint64_t decode_number(std::string_view& bytes);
void encode_text(std::string& out, std::string_view text);
std::string_view decode_text(std::string_view& bytes);

}  // namespace syn
