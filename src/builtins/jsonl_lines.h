// Reading JSON Lines, for jsonl_decode and for read_jsonl (data.md §3.12).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "builtins/json_values.h"
#include "vm/call.h"

namespace syn {

struct JsonLinesOptions {
  bool allow_nan = false;
  RepeatedKeys repeated = RepeatedKeys::LastWins;
  /// Before `line N` in errors: empty, or `data.jsonl: `.
  std::string place;
  bool is_file = false;  ///< errors name no fallback
};

/// The values of the lines of a valid UTF-8 text, a byte order mark and blank lines skipped.
/// Errors: builtin_errors::kInvalidJsonLine, kRepeatedKeyLine.
Result<Value> decode_json_lines(Call& call, std::string_view text, const JsonLinesOptions& options);

}  // namespace syn
