// Text of floats and integers, and back: the shortest digits that read back as the same double,
// laid out as Python's repr (language.md §9.3). Formatting with marks is in num/number_text.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace syn {

/// Room that `write_float` and `write_int64` may use; neither writes a final zero byte.
inline constexpr size_t kFloatTextRoom = 32;

/// Writes the text form of §9.3 and returns its end. `out` has kFloatTextRoom bytes.
char* write_float(char* out, double value);
char* write_int64(char* out, int64_t value);
std::string float_text(double value);
std::string int64_text(int64_t value);
void append_float(std::string& out, double value);
void append_int64(std::string& out, int64_t value);

/// What text besides plain numbers is read as a float.
struct FloatSyntax {
  bool special = false;      ///< `nan`, `inf`, `infinity`, signed, in any case
  bool underscores = false;  ///< `_` between two digits
  bool spaces = false;       ///< ASCII white space around
};

/// Python's float(): sign, digits with at most one point (`.5` and `5.` too), exponent. Correctly
/// rounded; overflow is infinite, underflow zero. Nothing when the text is anything else.
std::optional<double> parse_float(std::string_view text, FloatSyntax syntax = {});

}  // namespace syn
