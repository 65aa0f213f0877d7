// Where the operand of a sum comes from is seen in the instruction that made it, just before: this
// runs only when a text and a number meet, so that the sums of numbers cost nothing more.
// SPDX-License-Identifier: Apache-2.0
#include "vm/field_text.h"

#include "base/text_order.h"
#include "value/display.h"
#include "value/numbers.h"
#include "value/objects.h"
#include "value/twins.h"
#include "vm/name_hints_errors.h"

namespace syn {
namespace {

constexpr ptrdiff_t kFarthest = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Digits with a sign and one point or comma at most, as cells of files have them.
bool reads_as_number(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty() || !is_digit(text.front()) || !is_digit(text.back())) return false;
  size_t marks = 0;
  for (char c : text) {
    if (c == '.' || c == ',')
      ++marks;
    else if (!is_digit(c))
      return false;
  }
  return marks <= 1;
}

bool is_from_field(const Code& code, const Instruction& at, uint16_t reg) {
  if (reg < code.num_locals) return false;
  const Instruction* first = code.instructions.data();
  for (const Instruction* each = &at; each != first && &at - each < kFarthest;) {
    --each;
    if (each->a != reg) continue;
    return each->op == Op::GetMember || each->op == Op::GetIndex || each->op == Op::GetKey;
  }
  return false;
}

bool is_plain_number(const Value& value) {
  return value.is_integer() || value.is_float() || value.is(Tag::Decimal);
}

}  // namespace

std::optional<Error> field_text_error(const Code& code, const Instruction& at, const Value& left,
                                      const Value& right) {
  bool text_first = left.is_text() && is_plain_number(right);
  bool number_first = right.is_text() && is_plain_number(left);
  if (!text_first && !number_first) return std::nullopt;
  const Value& text = text_first ? left : right;
  if (!reads_as_number(text.view())) return std::nullopt;
  if (!is_from_field(code, at, text_first ? at.b : at.c)) return std::nullopt;
  std::string joined = short_display(left, 30) + short_display(right, 30);
  return Error(hint_errors::kFieldText, {short_display(text, 30), joined});
}

std::optional<Error> field_twin_error(const Code& code, const Instruction& at, uint16_t first,
                                      uint16_t second, const Value& left, const Value& right) {
  const Value& odd = left.is_text() ? right : left;
  // Of dates, every comparison with a text is an error already.
  if (is_time_tag(odd.tag()) || !are_twins(left, right)) return std::nullopt;
  if (!is_from_field(code, at, first) && !is_from_field(code, at, second)) return std::nullopt;
  const Value& text = left.is_text() ? left : right;
  const Value& other = left.is_text() ? right : left;
  return Error(hint_errors::kFieldTwin,
               {short_display(text, 30), type_name(other), short_display(other, 30)});
}

std::optional<Error> field_order_error(const Code& code, const Instruction& at, uint16_t first,
                                       uint16_t second, const Value& left, const Value& right) {
  if (!may_mislead(left.view(), right.view())) return std::nullopt;
  if (!order_misleads(left.view(), right.view())) return std::nullopt;
  if (!is_from_field(code, at, first) && !is_from_field(code, at, second)) return std::nullopt;
  return Error(hint_errors::kFieldOrder, {short_display(left, 30), short_display(right, 30)});
}

std::optional<Error> field_truth_error(const Code& code, const Instruction& at, uint16_t reg,
                                       const Value& value) {
  if (!is_word_for_false(value.view()) || !is_from_field(code, at, reg)) return std::nullopt;
  return Error(hint_errors::kFieldTruth, {short_display(value, 30)});
}

}  // namespace syn
