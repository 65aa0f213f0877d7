// Numbers of JSON: int64 where it fits, digits beyond, doubles with a point or exponent.
// SPDX-License-Identifier: Apache-2.0
#include <fast_float/fast_float.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "json/reader.h"

namespace syn::json {
namespace {

constexpr size_t kShownDigits = 40;
constexpr std::ptrdiff_t kSafeDigits = 18;  // any so many digits fit an int64

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string shortened(std::string_view number) {
  if (number.size() <= kShownDigits) return std::string(number);
  return std::string(number.substr(0, kShownDigits)) + "…";
}

}  // namespace

/// number = "-"? ("0" | digit19 digit*) ("." digit+)? (("e" | "E") ("+" | "-")? digit+)?
bool Reader::read_number() {
  const char* start = next_;
  if (*next_ == '-') {
    ++next_;
    if (next_ != end_ && *next_ == 'I') {
      return read_special("Infinity", -std::numeric_limits<double>::infinity());
    }
    if (next_ == end_) return fail(Reason::EndInValue);
    if (!is_digit(*next_)) return fail_at_next(Reason::InvalidNumber);
  }
  const char* digits = next_;
  if (*next_ == '0') {
    ++next_;
    if (next_ != end_ && is_digit(*next_)) return fail_at_next(Reason::InvalidNumber);
  } else {
    while (next_ != end_ && is_digit(*next_)) ++next_;
  }
  if (next_ == end_ || (*next_ != '.' && *next_ != 'e' && *next_ != 'E')) {
    return finish_integer(start, digits);
  }
  if (*next_ == '.') {
    ++next_;
    if (next_ == end_) return fail_at_next(Reason::EndInValue);
    if (!is_digit(*next_)) return fail_at_next(Reason::InvalidNumber);
    while (next_ != end_ && is_digit(*next_)) ++next_;
  }
  if (next_ != end_ && (*next_ == 'e' || *next_ == 'E') && !read_exponent()) return false;
  return finish_float(start);
}

bool Reader::read_exponent() {
  ++next_;
  if (next_ != end_ && (*next_ == '+' || *next_ == '-')) ++next_;
  if (next_ == end_) return fail(Reason::EndInValue);
  if (!is_digit(*next_)) return fail_at_next(Reason::InvalidNumber);
  while (next_ != end_ && is_digit(*next_)) ++next_;
  return true;
}

bool Reader::finish_integer(const char* start, const char* digits) {
  std::ptrdiff_t count = next_ - digits;
  if (count <= kSafeDigits) {
    int64_t value = 0;
    for (const char* p = digits; p != next_; ++p) value = value * 10 + (*p - '0');
    return builder_.integer(start == digits ? value : -value) || stop();
  }
  int64_t value = 0;
  auto parsed = std::from_chars(start, next_, value);
  if (parsed.ec == std::errc()) return builder_.integer(value) || stop();
  if (static_cast<uint64_t>(count) > limits_.max_digits) {
    return fail(Reason::TooManyDigits, std::to_string(count) + " digits; the limit is " +
                                           std::to_string(limits_.max_digits));
  }
  return builder_.big_integer({start, static_cast<size_t>(next_ - start)}) || stop();
}

bool Reader::finish_float(const char* start) {
  double value = 0;
  fast_float::from_chars(start, next_, value);
  if (!std::isfinite(value)) {
    return fail(Reason::NumberOutOfRange, shortened({start, static_cast<size_t>(next_ - start)}));
  }
  return builder_.number(value) || stop();
}

}  // namespace syn::json
