// What a file holds that is said to be a table in text, and is not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace syn::tableio {

/// "a ZIP archive", "a PNG image", … by the first bytes; empty where nothing else is known.
std::string_view foreign_content(std::string_view bytes);
/// What could be done with such a file.
std::string_view foreign_advice(std::string_view content);
/// What an HTML page is called by these; empty for other text.
std::string_view page_content(std::string_view text);
/// Whether the text is one JSON value or lines of them, by how it begins and ends.
bool looks_like_json(std::string_view text);

}  // namespace syn::tableio
