// Printing what programs and files hold: as it is into a file or pipe, and harmless to a terminal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string_view>

namespace syn::cli {

/// Writes the text; where the stream is a terminal, its control characters are shown as escapes.
void show(std::FILE* stream, std::string_view text);

}  // namespace syn::cli
