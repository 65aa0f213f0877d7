// Texts that say numbers or dates, and stand in another order as texts: "10" before "9",
// "05/01/2024" behind "03/04/2024". Who orders texts asks here whether the order misleads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace syn {

/// Whether both are plain numbers (no leading zeros), or both dates, and their order as texts is
/// not, or may not be, that of what they say. Of `03/04/2024` either part may be the day.
bool order_misleads(std::string_view left, std::string_view right);

/// Digits, a minus, a sign for a currency, or `<` and `>` of measures.
inline bool starts_as_number(std::string_view text) {
  if (text.empty()) return false;
  char c = text[0];
  return (c >= '0' && c <= '9') || c == '-' || c == '$' || c == '<' || c == '>' ||
         ((c == '\xC2' || c == '\xE2') && text.size() > 2);
}

/// At a glance: `YYYY-MM-DD`, perhaps with a time.
inline bool is_like_iso(std::string_view text) {
  return text.size() >= 10 && text[4] == '-' && text[7] == '-';
}
/// Of such texts, a day, a time in UTC, or one of the clock alone: those of one size have one
/// order.
inline bool is_plain_iso(std::string_view text) {
  size_t size = text.size();
  if (size == 10 || text[size - 1] == 'Z') return true;
  if (size < 16) return false;
  char sign = text[size - 6];
  char short_sign = text[size - 5];
  return sign != '+' && sign != '-' && short_sign != '+' && short_sign != '-' &&
         text[size - 1] != ']';
}

/// Whether two texts could be such, at a glance: most texts of files are neither, and a date in ISO
/// 8601 has one order with any other text of that form but a moment of another zone.
inline bool may_mislead(std::string_view left, std::string_view right) {
  if (!starts_as_number(left) || !starts_as_number(right)) return false;
  if (!is_like_iso(left) || !is_like_iso(right)) return true;
  if (left.size() == 10 || right.size() == 10) return false;
  bool same_form = left.size() == right.size() && (left.back() == 'Z') == (right.back() == 'Z');
  return !same_form || !is_plain_iso(left) || !is_plain_iso(right);
}

inline bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

struct MisleadingPair {
  std::string_view first;
  std::string_view second;
};

/// What the texts of a column look like: all numbers or all dates, but for some words such as
/// `unknown`. A text with digits that is neither (`10A`, `007`) makes them names.
class TextLooks {
 public:
  void see(std::string_view text);
  /// They are names, whatever comes.
  bool is_settled() const {
    return num_codes_ != 0 || num_words_ > 64 + 2 * (num_numbers_ + num_dates_);
  }
  bool may_mislead() const;
  /// Whether a part of them could mislead.
  bool may_mislead_in_part() const { return num_numbers_ != 0 || !one_iso_form_; }

 private:
  size_t num_numbers_ = 0;
  size_t num_dates_ = 0;
  size_t num_words_ = 0;
  size_t num_codes_ = 0;
  size_t iso_form_ = 0;    // of dates in ISO 8601, which have one order where all are of one form
  std::string_view unit_;  // behind the first number that has one
  bool one_iso_form_ = true;
};

/// Whether the texts that `at(i)` gives (an empty one for what is no text) may stand in an order
/// that misleads.
template <typename At>
bool look_misleading(size_t count, At at) {
  TextLooks looks;
  for (size_t i = 0; i < count && !looks.is_settled(); ++i) looks.see(at(i));
  return !looks.is_settled() && looks.may_mislead();
}

/// Two neighbours whose order misleads, of texts that look so and were put in order.
template <typename At>
std::optional<MisleadingPair> misleading_neighbours(size_t count, At at) {
  std::string_view before;
  for (size_t i = 0; i < count; ++i) {
    std::string_view text = at(i);
    if (!starts_as_number(text)) continue;
    if (!before.empty() && order_misleads(before, text)) return MisleadingPair{before, text};
    before = text;
  }
  return std::nullopt;
}

/// A text that, by what it says, may be beyond the one found to be the least or the greatest.
template <typename At>
std::optional<MisleadingPair> misleading_extreme(std::string_view best, size_t count, At at) {
  if (!look_misleading(count, at)) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    std::string_view text = at(i);
    if (text.empty() || text == best) continue;
    if (order_misleads(best, text)) return MisleadingPair{best, text};
    // A word at the end of numbers: it is no number, and hides the one that is asked for.
    if (!has_digit(best) && has_digit(text)) return MisleadingPair{text, best};
  }
  return std::nullopt;
}

}  // namespace syn
