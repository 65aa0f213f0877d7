// Operators on values: the order of rules of language.md §10.4 and §10.5. Pairs of integers and of
// floats come first, since these run in hot loops; each family of kinds has its own file.
// SPDX-License-Identifier: Apache-2.0
#include "value/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "num/errors.h"
#include "num/float_ops.h"
#include "num/integer.h"
#include "value/display.h"
#include "value/errors.h"
#include "value/numbers.h"
#include "value/operators.h"
#include "value/room.h"

namespace syn {
namespace {

/// Work units of copying so many bytes (base/budget.h).
constexpr uint64_t kBytesPerStep = 64;

/// Kinds that `+` joins to a text by their text form.
bool joins_text(Tag tag) {
  return tag == Tag::Text || tag == Tag::Bool || tag == Tag::Array || is_number_tag(tag) ||
         is_time_tag(tag);
}

/// 64-bit words of the digits of a number; 0 where they fit into one machine number.
uint64_t words_of(const Value& value) {
  constexpr uint64_t kWordBits = 64;
  if (value.is(Tag::BigInt)) return value.big_int().value.bit_length() / kWordBits + 1;
  if (!value.is(Tag::Decimal)) return 0;
  const Decimal& decimal = value.decimal().value;
  return decimal.is_small() ? 1 : decimal.big_magnitude().bit_length() / kWordBits + 1;
}

/// Words of a power, before it is made; what is refused as too large makes none.
uint64_t words_of_power(const Value& base, const Value& exponent) {
  constexpr double kWordBits = 64;
  if (!exponent.is_int()) return 0;
  double bits = 0;
  if (base.is_int()) bits = std::log2(std::abs(static_cast<double>(base.as_int())) + 1);
  if (words_of(base) != 0) bits = static_cast<double>(words_of(base)) * kWordBits;
  bits *= std::abs(static_cast<double>(exponent.as_int()));
  return bits < static_cast<double>(kMaxIntegerBits) ? static_cast<uint64_t>(bits / kWordBits) : 0;
}

/// Work units of an operation on long numbers: products and quotients cost more than their length.
void charge_long(Budget& budget, Operator op, const Value& left, const Value& right) {
  constexpr uint64_t kMostPerWord = 16;
  if (op == Operator::Power) {
    budget.steps += words_of_power(left, right) * kMostPerWord;
    return;
  }
  uint64_t longer = std::max(words_of(left), words_of(right));
  if (longer == 0) return;
  bool is_sum = op == Operator::Add || op == Operator::Subtract;
  budget.steps += is_sum ? longer / kMostPerWord : longer * std::min(longer, kMostPerWord);
}

/// Everything but `+` on texts, lists, bytes and secrets.
Result<Value> operate(Heap& heap, Operator op, const Value& left, const Value& right) {
  Tag first = left.tag();
  Tag second = right.tag();
  charge_long(heap.budget(), op, left, right);
  if (is_real_tag(first) && is_real_tag(second)) return operate_reals(heap, op, left, right);
  if (first == Tag::Array || second == Tag::Array) return operate_arrays(heap, op, left, right);
  if (is_number_tag(first) && is_number_tag(second)) {
    return operate_complex(heap, op, left, right);
  }
  if (is_time_tag(first) || is_time_tag(second)) return operate_times(heap, op, left, right);
  return unsupported(left, operator_text(op), right);
}

bool is_float_or_int(const Value& value) { return value.is_float() || value.is_int(); }
/// One is a float and the other a float or small integer.
bool are_floats(const Value& left, const Value& right) {
  return (left.is_float() && is_float_or_int(right)) || (left.is_int() && right.is_float());
}
double small_double(const Value& value) {
  return value.is_float() ? value.as_float() : static_cast<double>(value.as_int());
}

Result<Value> join_texts(Heap& heap, Value left, std::string_view right) {
  TRY(check_text_room(heap, uint64_t{left.text().size} + right.size()));
  heap.budget().steps += right.size() / kBytesPerStep;
  return concat_texts(heap, std::move(left), right);
}

Result<Value> add_to_text(Heap& heap, Value left, const Value& right) {
  if (right.is_text()) return join_texts(heap, std::move(left), right.view());
  if (!joins_text(right.tag())) {
    return Error(value_errors::kCannotAddText, {type_name(right)});
  }
  return join_texts(heap, std::move(left), display(right));
}

Result<Value> add_text_to(Heap& heap, const Value& left, const Value& right) {
  if (!joins_text(left.tag())) return Error(value_errors::kCannotAddText, {type_name(left)});
  return join_texts(heap, make_text(heap, display(left)), right.view());
}

Result<Value> add_lists(Heap& heap, Value left, const Value& right) {
  const List& more = right.list();
  size_t count = left.list().size() + more.size();
  TRY(check_list_room(heap, count));
  heap.budget().steps += more.size();
  if (!left.is_unique()) {
    Value joined = make_list(heap, count);
    heap.budget().steps += left.list().size();
    for (const Value& item : left.list().items()) push(joined, item);
    for (const Value& item : more.items()) push(joined, item);
    return joined;
  }
  for (const Value& item : more.items()) push(left, item);
  return left;
}

Result<Value> add_bytes(Heap& heap, const Value& left, const Value& right) {
  uint64_t size = uint64_t{left.bytes().size} + right.bytes().size;
  TRY(check_room(heap, size * 2));
  std::string joined;
  joined.reserve(size);
  joined += bytes_view(left);
  joined += bytes_view(right);
  return make_bytes(heap, joined);
}

/// Text or bytes behind a secret operand, the operand itself otherwise.
const Value& revealed(const Value& value) {
  return value.is(Tag::Secret) ? value.secret().value : value;
}

/// A secret with anything that joins a text is a secret with the same label (security.md §19). The
/// hidden text reaches no message: the kinds named are those of the operands as they were.
Result<Value> add_secret(Heap& heap, const Value& left, const Value& right) {
  const Value& first = revealed(left);
  const Value& second = revealed(right);
  const Value& label = left.is(Tag::Secret) ? left.secret().label : right.secret().label;
  if (first.is(Tag::Bytes) && second.is(Tag::Bytes)) {
    TRY_ASSIGN(Value joined, add_bytes(heap, first, second));
    return make_secret(heap, std::move(joined), label);
  }
  bool text = first.is_text() || second.is_text();
  if (!text || !joins_text(first.tag()) || !joins_text(second.tag())) {
    return unsupported(left, "+", right);
  }
  Value head = first.is_text() ? first : make_text(heap, display(first));
  TRY_ASSIGN(Value joined, add_to_text(heap, std::move(head), second));
  return make_secret(heap, std::move(joined), label);
}

}  // namespace

std::string_view operator_text(Operator op) {
  switch (op) {
    case Operator::Add: return "+";
    case Operator::Subtract: return "-";
    case Operator::Multiply: return "*";
    case Operator::Divide: return "/";
    case Operator::FloorDivide: return "//";
    case Operator::Modulo: return "%";
    case Operator::Power: return "**";
  }
  return {};
}

Error unsupported(const Value& left, std::string_view op, const Value& right) {
  auto either = [&](Tag tag) { return left.is(tag) || right.is(tag); };
  const ErrorRow* row = &value_errors::kUnsupportedOperation;
  if (either(Tag::Nothing)) {
    row = &value_errors::kUnsupportedWithNothing;
  } else if (is_real_tag(left.tag()) || is_real_tag(right.tag())) {
    if (either(Tag::Text)) row = &value_errors::kUnsupportedWithText;
    if (either(Tag::Bool)) row = &value_errors::kUnsupportedWithBool;
  }
  return Error(*row, {type_name(left), op, type_name(right)});
}

Result<Value> add(Heap& heap, Value left, const Value& right) {
  if (left.is_text() && right.is_text()) return join_texts(heap, std::move(left), right.view());
  if (are_floats(left, right)) return Value::number(small_double(left) + small_double(right));
  if (left.is(Tag::Secret) || right.is(Tag::Secret)) return add_secret(heap, left, right);
  if (left.is_text()) return add_to_text(heap, std::move(left), right);
  if (right.is_text()) return add_text_to(heap, left, right);
  if (left.is_list() && right.is_list()) return add_lists(heap, std::move(left), right);
  if (left.is(Tag::Bytes) && right.is(Tag::Bytes)) return add_bytes(heap, left, right);
  return operate(heap, Operator::Add, left, right);
}

Result<Value> subtract(Heap& heap, const Value& left, const Value& right) {
  if (are_floats(left, right)) return Value::number(small_double(left) - small_double(right));
  return operate(heap, Operator::Subtract, left, right);
}

Result<Value> multiply(Heap& heap, const Value& left, const Value& right) {
  if (are_floats(left, right)) return Value::number(small_double(left) * small_double(right));
  return operate(heap, Operator::Multiply, left, right);
}

Result<Value> divide(Heap& heap, const Value& left, const Value& right) {
  if (is_float_or_int(left) && is_float_or_int(right)) {
    double divisor = small_double(right);
    if (divisor == 0.0) return Error(num_errors::kDivisionByZero);
    return Value::number(small_double(left) / divisor);
  }
  return operate(heap, Operator::Divide, left, right);
}

Result<Value> floor_divide(Heap& heap, const Value& left, const Value& right) {
  return operate(heap, Operator::FloorDivide, left, right);
}

Result<Value> modulo(Heap& heap, const Value& left, const Value& right) {
  return operate(heap, Operator::Modulo, left, right);
}

Result<Value> power(Heap& heap, const Value& left, const Value& right) {
  return operate(heap, Operator::Power, left, right);
}

Result<Value> negate(Heap& heap, const Value& operand) {
  switch (operand.tag()) {
    case Tag::Int: return make_integer(heap, negate_integer(operand.as_int()));
    case Tag::Float: return Value::number(-operand.as_float());
    case Tag::BigInt: return make_big_int(heap, -operand.big_int().value);
    case Tag::Decimal: return make_decimal(heap, -operand.decimal().value);
    case Tag::Complex: return make_complex(heap, -complex_of(operand));
    case Tag::Duration: return negate_duration(heap, operand);
    case Tag::Array: return operate_arrays(heap, Operator::Multiply, operand, Value::integer(-1));
    case Tag::Unbound:
    case Tag::Nothing:
    case Tag::Bool:
    case Tag::Builtin:
    case Tag::Text:
    case Tag::List:
    case Tag::Map:
    case Tag::Bytes:
    case Tag::Task:
    case Tag::Native:
    case Tag::Secret:
    case Tag::Date:
    case Tag::DateTime:
    case Tag::Cell: break;
  }
  return Error(value_errors::kCannotNegate, {type_name(operand)});
}

}  // namespace syn
