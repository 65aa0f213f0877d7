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

/// The lines of a text, a byte order mark skipped.
class LineSplitter {
 public:
  explicit LineSplitter(std::string_view text);
  bool next();
  std::string_view line() const { return line_; }
  uint64_t number() const { return number_; }  ///< from 1
  size_t bytes_left() const { return text_.size(); }
  /// Moves on as if so many lines, which have so many bytes, had been read.
  void skip(size_t num_bytes, uint64_t num_lines) {
    text_.remove_prefix(num_bytes);
    number_ += num_lines;
  }

 private:
  std::string_view text_;
  std::string_view line_;
  uint64_t number_ = 0;
};
bool is_blank_json_line(std::string_view line);

/// Values of single lines. Errors: builtin_errors::kInvalidJsonLine, kRepeatedKeyLine.
class JsonLineDecoder {
 public:
  /// Both outlive the decoder.
  JsonLineDecoder(Call& call, const JsonLinesOptions& options);
  Result<Value> decode(std::string_view line, uint64_t number);

 private:
  Error invalid_line(uint64_t line) const;

  Call& call_;
  const JsonLinesOptions& options_;
  JsonValueBuilder builder_;
  json::Reader reader_;
};

/// The values of the lines of a valid UTF-8 text, a byte order mark and blank lines skipped.
Result<Value> decode_json_lines(Call& call, std::string_view text, const JsonLinesOptions& options);

}  // namespace syn
