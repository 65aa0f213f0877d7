// JSON of reports: compact, raw UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace syn::cli {

/// Appends `text` in double quotes; only quotes, backslashes and control characters are escaped.
void append_json_text(std::string& out, std::string_view text);

}  // namespace syn::cli
