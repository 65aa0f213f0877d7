// The escapes of quoted texts and templates (language.md §4.2, §4.3).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace syn {

enum class EscapeRules : uint8_t { Quoted, Template };

/// Resolves the escapes of `raw`; unknown or incomplete ones stay as written.
std::string decode_escapes(std::string_view raw, EscapeRules rules);

/// Length of the valid `\uXXXX` or `\u{X…}` at `at`, or 0.
size_t find_unicode_escape(std::string_view raw, size_t at);

}  // namespace syn
