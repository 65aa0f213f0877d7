// Values as JSON text, without recursion (data.md §3.11).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "json/writer.h"
#include "table/table.h"
#include "vm/call.h"

namespace syn {

/// Appends a value. Fails for a task, naming its place in the value.
Result<void> write_json(Call& call, const Value& value, json::Style style, std::string& out);
/// Appends the canonical form of RFC 8785.
Result<void> write_canonical_json(Call& call, const Value& value, std::string& out);

/// Appends the rows of a table, each as an object on a line of its own, without making them.
Result<void> write_json_lines(Call& call, const table::Table& table, std::string& out);

/// The standard base64 text of bytes.
std::string base64_text(std::string_view bytes);

}  // namespace syn
