// Errors as values. Each module keeps its errors as rows of one table (`<module>/errors.def`); an
// Error is a row plus the texts that fill its template, so it can be told in any language.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace syn {

enum class ErrorCategory : uint8_t { Program, Denied, Limit, Outside, Bug };
enum class Language : uint8_t { English, Spanish };
/// Which of the three phases found it; decides the first word of the printed line.
enum class Phase : uint8_t { Lexer, Parse, Runtime };

/// One row of an error table. Templates hold `{0}`, `{1}`, … for the arguments of the Error.
struct ErrorRow {
  std::string_view code;  ///< stable, for example "E0402"
  ErrorCategory category;
  std::string_view english;
  std::string_view spanish;
  std::string_view hint_english;  ///< empty where there is none
  std::string_view hint_spanish;
};

/// An exact replacement that mends the program: put `text` in place of `span`.
struct Fix {
  Span span;
  std::string text;
};

/// One active call when the error was raised, innermost first.
struct TraceEntry {
  std::string task;
  std::string file;
  Span span;
};

/// What an Error carries; kept apart so that a Result stays two words.
struct ErrorBody {
  const ErrorRow* row = nullptr;
  std::vector<std::string> arguments;
  Phase phase = Phase::Runtime;
  std::string file;   ///< empty until the place is attached
  Span span;          ///< `known()` is false for errors without a place
  Span error_span;    ///< place shown in reports when `span` is not part of the message
  std::string extra;  ///< appended to the message (hints that the message itself carries)
  std::string hint;   ///< replaces the row's hint when not empty
  /// A row whose message, filled with `hint_arguments`, replaces the row's hint; may be null.
  const ErrorRow* hint_row = nullptr;
  std::vector<std::string> hint_arguments;
  std::optional<Fix> fix;
  std::vector<TraceEntry> trace;
  uint64_t data_row = 0;   ///< from 1, of the list or file that was worked on; 0 for none
  std::string data_value;  ///< that row or value, shortened
};

/// A failure. Move-only, one pointer wide. Never holds a secret or a path the program cannot see.
class Error {
 public:
  explicit Error(const ErrorRow& row, std::initializer_list<std::string_view> arguments = {});
  Error(const ErrorRow& row, std::vector<std::string> arguments);
  Error(Error&&) noexcept = default;
  Error& operator=(Error&&) noexcept = default;
  ~Error() = default;

  ErrorBody& body() { return *body_; }
  const ErrorBody& body() const { return *body_; }
  const ErrorRow& row() const { return *body_->row; }
  bool is(const ErrorRow& row) const { return body_->row == &row; }

  /// Sets the place if none is set yet, and gives the error back (for chaining).
  Error&& at(std::string_view file, Span span) &&;
  /// Names the place for reports without making it part of the message.
  Error&& near(std::string_view file, Span span) &&;
  Error&& with_fix(Span span, std::string text) &&;
  Error&& with_hint(std::string text) &&;
  /// The message of `row` as the hint, in whatever language is asked for.
  Error&& with_hint(const ErrorRow& row, std::vector<std::string> arguments) &&;
  Error&& with_phase(Phase phase) &&;
  /// Names the row of the data it is about, unless one is named already.
  Error&& about_row(uint64_t row, std::string value) &&;

  /// The message alone, for example "Division by zero".
  std::string message(Language language = Language::English) const;
  /// `file:line:col: message`, or the message alone where there is no place.
  std::string located_message(Language language = Language::English) const;
  /// The line on standard error: `Runtime error: file:line:col: message`.
  std::string line(Language language = Language::English) const;
  std::string hint(Language language = Language::English) const;

 private:
  std::unique_ptr<ErrorBody> body_;
};

/// `{0}`-style template filling; unknown numbers stay as written.
std::string fill_template(std::string_view text, const std::vector<std::string>& arguments);

}  // namespace syn

/// Defines the rows of an errors.def as `inline constexpr ErrorRow kName`.
#define SYN_ERROR_ROW(name, code, category, english, spanish, hint_english, hint_spanish) \
  inline constexpr ::syn::ErrorRow k##name{                                               \
      code, ::syn::ErrorCategory::category, english, spanish, hint_english, hint_spanish};
