// Reads one JSON document (RFC 8259) and tells a builder what it finds. Knows nothing of values.
// Iterative, so that nesting costs no C++ stack; reasons and places of errors are those of data.md
// §3.11.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syn::json {

/// Receives a document, in order. Each function returns false to stop the reader. Texts are valid
/// until the next event.
class Builder {
 public:
  virtual ~Builder() = default;
  virtual bool null() = 0;
  virtual bool boolean(bool value) = 0;
  virtual bool integer(int64_t value) = 0;
  /// Beyond int64: an optional minus and at most Limits::max_digits digits.
  virtual bool big_integer(std::string_view digits) = 0;
  /// Finite, unless Limits::allow_nan.
  virtual bool number(double value) = 0;
  virtual bool text(std::string_view value) = 0;
  virtual bool begin_array() = 0;
  virtual bool end_array() = 0;
  virtual bool begin_object() = 0;
  virtual bool key(std::string_view name) = 0;
  virtual bool end_object() = 0;
};

struct Limits {
  uint32_t max_depth = 128;
  uint32_t max_digits = 4300;  ///< of an integer
  bool allow_nan = false;      ///< NaN, Infinity and -Infinity are numbers
};

enum class Reason : uint8_t {
  EndInValue,
  EndInList,
  EndInObject,
  EndInText,
  ExpectedValue,
  ExpectedIdent,
  ExpectedKey,
  ExpectedColon,
  ExpectedCommaInList,
  ExpectedCommaInObject,
  TrailingComma,
  TrailingCharacters,
  InvalidNumber,
  NumberOutOfRange,
  TooManyDigits,
  InvalidEscape,
  EndInHexEscape,
  LoneSurrogate,
  ControlCharacter,
  TooDeep,
  NotANumber,
};

/// What is wrong with a document and where. Columns count bytes from 1; column 0 is before the
/// first byte of a line.
struct Problem {
  Reason reason = Reason::ExpectedValue;
  size_t line = 1;
  size_t column = 0;
  std::string detail;  ///< the number or word in question, for reasons that name it

  /// `expected value at line 1 column 2`, in English.
  std::string message() const;
  /// `expected value`.
  std::string reason_message() const;
};

/// The lines and columns of a text: the place after `offset` bytes.
struct Place {
  size_t line;
  size_t column;
};
Place place_at(std::string_view text, size_t offset);

class Reader {
 public:
  enum class Outcome : uint8_t { Read, Stopped, Wrong };

  /// `builder` outlives the reader.
  explicit Reader(Builder& builder, Limits limits = {}) : builder_(builder), limits_(limits) {}

  /// Reads a whole document of valid UTF-8. `Stopped` when the builder said so. May be used again.
  Outcome read(std::string_view text);
  /// After `Wrong`.
  const Problem& problem() const { return problem_; }
  /// Bytes read so far: where the builder stopped it.
  size_t offset() const { return static_cast<size_t>(next_ - begin_); }

 private:
  bool read_value();
  bool read_word(std::string_view word);
  bool read_special(std::string_view word, double value);
  bool read_number();
  bool read_exponent();
  bool finish_integer(const char* start, const char* digits);
  bool finish_float(const char* start);
  bool read_text(std::string_view& text);
  bool read_text_slow(const char* start, std::string_view& text);
  bool read_escape();
  bool read_hex(uint32_t& unit);
  bool read_surrogates(uint32_t& code_point);
  bool begin(char open);
  bool continue_list();
  bool continue_object();
  bool read_member();
  bool end_container();
  void skip_space();

  /// Fails at the byte that was taken last, or at the one that comes next.
  bool fail(Reason reason, std::string detail = {});
  bool fail_at_next(Reason reason, std::string detail = {});
  bool stop();

  Builder& builder_;
  Limits limits_;
  Problem problem_;
  bool stopped_ = false;
  bool needs_value_ = false;  // a value comes next
  const char* begin_ = nullptr;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
  std::string scratch_;     // of a text with escapes
  std::vector<char> open_;  // '[' or '{' of each container that is open
};

}  // namespace syn::json
