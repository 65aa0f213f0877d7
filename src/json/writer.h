// Writes JSON into a string: separators, indentation and escapes. The caller says what; `Writer`
// keeps no values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syn::json {

enum class Spacing : uint8_t {
  Compact,  ///< `{"a":1,"b":2}`
  Spaced    ///< `{"a": 1, "b": 2}`
};

/// What is written as `\uXXXX` besides control characters.
enum class Escapes : uint8_t {
  Needed,  ///< nothing: raw UTF-8
  Ascii,   ///< everything outside ASCII, and 0x7f
  Script   ///< as Ascii, and `<` `>` `&`
};

struct Style {
  Spacing spacing = Spacing::Spaced;
  Escapes escapes = Escapes::Ascii;
  uint32_t indent = 0;  ///< spaces a level; 0 keeps everything on one line
};

/// Appends `text` (valid UTF-8) in double quotes.
void append_text(std::string& out, std::string_view text, Escapes escapes);

class Writer {
 public:
  /// `out` outlives the writer.
  Writer(std::string& out, Style style) : out_(out), style_(style) {}

  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void key(std::string_view name);
  void text(std::string_view value);
  /// A number or word, written as it is.
  void raw(std::string_view token);
  /// A key and its value.
  void text_field(std::string_view name, std::string_view value);
  void number_field(std::string_view name, uint64_t value);
  /// The output so far, for writers that append a token themselves right after `before_value`.
  std::string& out() { return out_; }
  void before_value();

 private:
  void open(char bracket);
  void close(char bracket);
  void new_line();

  std::string& out_;
  Style style_;
  std::vector<uint32_t> counts_;  // of the values in each open container
  bool after_key_ = false;
};

}  // namespace syn::json
