// What files hold, written into a prompt: as JSON, so that it stays what it is, data; without
// characters that a person who looks at the prompt would not see; and no longer than it is useful.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace syn {

class Value;

/// In double quotes, as JSON. Control characters, those that turn the direction of text and those
/// that cannot be seen are escapes. A longer text ends with `…` after `max_code_points`.
void append_prompt_text(std::string& out, std::string_view text, size_t max_code_points);
/// A text of ours that may quote data: the same escapes, no quotes around it.
void append_prompt_note(std::string& out, std::string_view text);
/// A name as it is where it looks like one, else as `append_prompt_text`, cut after 500 code
/// points.
void append_prompt_name(std::string& out, std::string_view name);
/// A cell as JSON: long texts, lists and maps are cut.
void append_prompt_value(std::string& out, const Value& value);

}  // namespace syn
