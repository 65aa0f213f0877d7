// Values of different kinds that are written alike.
// SPDX-License-Identifier: Apache-2.0
#include "value/twins.h"

#include <algorithm>
#include <array>

#include "base/plain_number.h"
#include "value/display.h"
#include "value/errors.h"
#include "value/numbers.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr size_t kLongestWord = 5;
constexpr size_t kLongestNumber = 400;

template <size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  if (text.empty() || text.size() > kLongestWord) return false;
  char lower[kLongestWord];
  for (size_t i = 0; i < text.size(); ++i) {
    lower[i] = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] | 0x20) : text[i];
  }
  std::string_view word(lower, text.size());
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool says_number(std::string_view text, const Value& number) {
  if (text.size() > kLongestNumber) return false;
  std::optional<PlainNumber> said = plain_number(text);
  if (!said) return false;
  std::string shown = display(number);
  return said == plain_number(shown);
}

bool says(const Value& text, const Value& other) {
  switch (other.tag()) {
    case Tag::Int:
    case Tag::Float:
    case Tag::BigInt:
    case Tag::Decimal: return says_number(text.view(), other);
    case Tag::Bool: return is_truth_word(text.view());
    case Tag::Date:
    case Tag::DateTime: return text.view() == display(other);
    case Tag::Unbound:
    case Tag::Nothing:
    case Tag::Text:
    case Tag::Bytes:
    case Tag::List:
    case Tag::Map:
    case Tag::Complex:
    case Tag::Array:
    case Tag::Duration:
    case Tag::Builtin:
    case Tag::Task:
    case Tag::Native:
    case Tag::Secret:
    case Tag::Cell: break;
  }
  return false;
}

}  // namespace

bool is_truth_word(std::string_view text) {
  constexpr std::array<std::string_view, 5> kYes{"yes", "true", "y", "t", "on"};
  return is_one_of(text, kYes) || is_word_for_false(text);
}

bool is_word_for_false(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNo{"no", "false", "n", "f", "off"};
  return is_one_of(text, kNo);
}

bool are_twins(const Value& left, const Value& right) {
  if (left.is_text() == right.is_text()) return false;
  return left.is_text() ? says(left, right) : says(right, left);
}

const Value* find_twin(const Value& wanted, std::span<const Value> items) {
  if (items.size() < 2 || items.front().is_text() == wanted.is_text()) return nullptr;
  for (const Value& item : items) {
    if (are_twins(wanted, item)) return &item;
  }
  return nullptr;
}

std::string number_form_of(const Value& value) {
  bool is_number = value.is_integer() || value.is_float() || value.is(Tag::Decimal);
  if (!is_number && !value.is_text()) return {};
  if (value.is_text() && value.view().size() > kLongestNumber) return {};
  std::string shown;
  std::string_view text = value.is_text() ? value.view() : std::string_view(shown = display(value));
  std::optional<PlainNumber> number = plain_number(text);
  if (!number) return {};
  std::string form(number->is_negative ? "-" : "");
  form += number->whole;
  form += '.';
  form += number->fraction;
  return form;
}

Error twin_error(const Value& wanted, const Value& twin) {
  auto shown = [](const Value& value) {
    return value.is_text() ? "\"" + short_display(value, 40) + "\"" : short_display(value, 40);
  };
  return Error(value_errors::kTwinInList,
               {type_name(twin), shown(twin), type_name(wanted), shown(wanted)});
}

}  // namespace syn
