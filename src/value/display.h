// The text form of values (language.md §8), and the forms that messages use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "value/value.h"

namespace syn {

/// What `print` and `text` show: top-level text bare, text inside containers quoted. Never recurses
/// deeper than a fixed amount of C++ stack, whatever the nesting.
void append_display(std::string& out, const Value& value);
std::string display(const Value& value);
/// A text as it shows inside a container: double quotes, JSON escapes.
void append_quoted(std::string& out, std::string_view text);
/// display(), cut to `max_code_points` with "…", control characters escaped: for messages.
std::string short_display(const Value& value, size_t max_code_points = 80);
/// The same of a text that is no value of the program.
std::string short_text(std::string_view text, size_t max_code_points = 80);

}  // namespace syn
