// Kinds of results, arithmetic and comparisons of column expressions. The rules are those of
// value/arithmetic.h and value/equality.h; what they have beyond these kinds is left to the lambda.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text_order.h"
#include "table/evaluator_node.h"

namespace syn::table {
namespace {

constexpr int64_t kMaxPower = 18;

/// 10^places, which must be at most kMaxPower.
int64_t power_of_ten(uint32_t places) {
  int64_t power = 1;
  for (uint32_t i = 0; i < places; ++i) power *= 10;
  return power;
}

bool is_reached(const uint8_t* active, size_t row) { return active == nullptr || active[row] != 0; }

bool is_moment(Kind kind) { return kind == Kind::Date || kind == Kind::DateTime; }

bool is_order(Operation operation) {
  return operation >= Operation::Less && operation <= Operation::GreaterEqual;
}

/// Whether a comparison holds for an order: -1, 0, 1; 2 for numbers without order.
bool holds(Operation operation, int order) {
  if (operation == Operation::Equal) return order == 0;
  if (operation == Operation::NotEqual) return order != 0;
  if (operation == Operation::Less) return order == -1;
  if (operation == Operation::LessEqual) return order == -1 || order == 0;
  if (operation == Operation::Greater) return order == 1;
  return order == 1 || order == 0;
}

template <typename T, typename Compare>
void compare_loop(const T* a, const T* b, size_t count, int64_t* out, Compare compare) {
  for (size_t i = 0; i < count; ++i) out[i] = compare(a[i], b[i]) ? 1 : 0;
}

/// Comparisons of one machine type; NaN behaves as in the language.
template <typename T>
void compare_plain(Operation operation, const T* a, const T* b, size_t count, int64_t* out) {
  if (operation == Operation::Equal) {
    compare_loop(a, b, count, out, [](T x, T y) { return x == y; });
  } else if (operation == Operation::NotEqual) {
    compare_loop(a, b, count, out, [](T x, T y) { return !(x == y); });
  } else if (operation == Operation::Less) {
    compare_loop(a, b, count, out, [](T x, T y) { return x < y; });
  } else if (operation == Operation::LessEqual) {
    compare_loop(a, b, count, out, [](T x, T y) { return x <= y; });
  } else if (operation == Operation::Greater) {
    compare_loop(a, b, count, out, [](T x, T y) { return x > y; });
  } else {
    compare_loop(a, b, count, out, [](T x, T y) { return x >= y; });
  }
}

int order_of_texts(const TextRef& a, const TextRef& b) {
  int order = a.view().compare(b.view());
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

void as_doubles(const Cells& cells, Kind kind, size_t count, double* out) {
  if (kind == Kind::Float) {
    std::copy_n(cells.floats, count, out);
  } else {
    for (size_t i = 0; i < count; ++i) out[i] = static_cast<double>(cells.ints[i]);
  }
}

/// Units at a larger scale; false on overflow in a row that is reached.
bool rescale(const int64_t* from, size_t count, uint32_t places, const uint8_t* active,
             int64_t* out) {
  if (places > kMaxPower) return false;
  int64_t factor = power_of_ten(places);
  for (size_t i = 0; i < count; ++i) {
    if (__builtin_mul_overflow(from[i], factor, &out[i]) && is_reached(active, i)) return false;
  }
  return true;
}

}  // namespace

int compare_exact(int64_t left, double right) {
  if (std::isnan(right)) return 2;
  if (right >= 9223372036854775808.0) return -1;
  if (right < -9223372036854775808.0) return 1;
  double whole = std::trunc(right);
  auto integer = static_cast<int64_t>(whole);
  if (left != integer) return left < integer ? -1 : 1;
  return right > whole ? -1 : right < whole ? 1 : 0;
}

bool Evaluator::Node::resolve_arithmetic() {
  const Node& a = *operands[0];
  const Node& b = *operands[1];
  if (a.is_nothing || b.is_nothing) return false;
  if (operation == Operation::Add && (a.kind == Kind::Text || b.kind == Kind::Text)) {
    kind = Kind::Text;
    return a.kind == b.kind;  // a number beside a text may be a mistake: the lambda knows
  }
  if (!is_numeric(a.kind) || !is_numeric(b.kind)) return false;
  bool decimal = a.kind == Kind::Decimal || b.kind == Kind::Decimal;
  bool number = a.kind == Kind::Float || b.kind == Kind::Float;
  if (decimal && number) return false;
  if (decimal) {
    kind = Kind::Decimal;
    if (operation == Operation::Multiply) {
      scale = a.scale + b.scale;
    } else {
      scale = std::max(a.scale, b.scale);
    }
    return scale <= kMaxPower && (operation == Operation::Add || operation == Operation::Subtract ||
                                  operation == Operation::Multiply);
  }
  bool whole = operation == Operation::FloorDivide || operation == Operation::Modulo;
  if (number && whole) return false;
  kind = number || operation == Operation::Divide ? Kind::Float : Kind::Int;
  return true;
}

/// One text for all rows is known by now; such as "" and "n/a" say no number, date or truth.
bool Evaluator::Node::may_say_another_kind() const {
  bool is_known = operation == Operation::Constant || operation == Operation::Captured;
  if (!is_known || texts_.empty()) return true;
  std::string_view text = texts_[0].view();
  constexpr size_t kLongestWord = 5;
  auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  bool may_be_word =
      text.size() <= kLongestWord && std::all_of(text.begin(), text.end(), is_letter);
  return !text.empty() && (may_be_word || !is_letter(text[0]));
}

bool Evaluator::Node::resolve_comparison() {
  const Node& a = *operands[0];
  const Node& b = *operands[1];
  kind = Kind::Bool;
  if (!is_order(operation)) {
    if (a.is_nothing || b.is_nothing) return true;
    bool mixed = (a.kind == Kind::Decimal && b.kind == Kind::Float) ||
                 (a.kind == Kind::Float && b.kind == Kind::Decimal);
    bool odd = (a.kind == Kind::Bool) != (b.kind == Kind::Bool);
    bool dates = (a.kind == Kind::Date && b.kind == Kind::DateTime) ||
                 (a.kind == Kind::DateTime && b.kind == Kind::Date);
    if ((a.kind == Kind::Text) != (b.kind == Kind::Text)) {
      // An error of the language: any date or time, and of the others cells that are written alike.
      const Node& text = a.kind == Kind::Text ? a : b;
      Kind other = a.kind == Kind::Text ? b.kind : a.kind;
      return !odd && !is_moment(other) && !text.may_say_another_kind();
    }
    return !mixed && !odd && !dates;
  }
  if (a.is_nothing || b.is_nothing) return false;
  if (is_numeric(a.kind) && is_numeric(b.kind)) {
    bool decimal = a.kind == Kind::Decimal || b.kind == Kind::Decimal;
    return !decimal || (a.kind != Kind::Float && b.kind != Kind::Float);
  }
  return a.kind == b.kind &&
         (a.kind == Kind::Text || a.kind == Kind::Date || a.kind == Kind::DateTime);
}

bool Evaluator::Node::resolve_when() {
  const Node& a = *operands[1];
  const Node& b = *operands[2];
  if (operands[0]->kind == Kind::Text && !operands[0]->is_nothing) return false;
  if (a.is_nothing && b.is_nothing) return false;
  const Node& known = a.is_nothing ? b : a;
  kind = known.kind;
  scale = known.scale;
  offset_seconds = known.offset_seconds;
  if (a.is_nothing || b.is_nothing) return true;
  return a.kind == b.kind && a.scale == b.scale && a.offset_seconds == b.offset_seconds;
}

bool Evaluator::Node::resolve() {
  for (const auto& operand : operands) {
    if (operand->kind == Kind::Any && !operand->is_nothing) return false;
  }
  const Node& first = *operands[0];
  switch (operation) {
    case Operation::And:
    case Operation::Or:
    case Operation::Not:
    case Operation::Truth:
      kind = Kind::Bool;
      // Words such as `no` are an error as conditions.
      return std::none_of(operands.begin(), operands.end(), [](const auto& operand) {
        return operand->kind == Kind::Text && !operand->is_nothing;
      });
    case Operation::IsMissing: kind = Kind::Bool; return true;
    case Operation::Negate:
    case Operation::Abs:
      kind = first.kind;
      scale = first.scale;
      return !first.is_nothing && (kind == Kind::Int || kind == Kind::Float);
    case Operation::ToFloat:
      kind = Kind::Float;
      return !first.is_nothing && (first.kind == Kind::Int || first.kind == Kind::Float);
    case Operation::ToInt:
    case Operation::Round:
    case Operation::RoundTo:
    case Operation::ToDate:
    case Operation::ToDateTime:
    case Operation::Timestamp: return resolve_conversion();
    case Operation::Lower:
    case Operation::Upper:
    case Operation::Trim: kind = Kind::Text; return first.kind == Kind::Text && !first.is_nothing;
    case Operation::Length: kind = Kind::Int; return first.kind == Kind::Text && !first.is_nothing;
    case Operation::ToText:
      kind = Kind::Text;
      return !first.is_nothing && (first.kind == Kind::Text || first.kind == Kind::Int ||
                                   first.kind == Kind::Date || first.kind == Kind::Bool);
    case Operation::Slice:
      kind = Kind::Text;
      return !first.is_nothing && (first.kind == Kind::Text || first.kind == Kind::Date);
    case Operation::Contains:
    case Operation::StartsWith:
    case Operation::EndsWith:
      kind = Kind::Bool;
      return !first.is_nothing && first.kind == Kind::Text && !operands[1]->is_nothing &&
             operands[1]->kind == Kind::Text;
    case Operation::Year:
    case Operation::Month:
    case Operation::Day:
    case Operation::Weekday:
      kind = Kind::Int;
      offset_seconds = first.offset_seconds;
      return !first.is_nothing && (first.kind == Kind::Date || first.kind == Kind::DateTime);
    case Operation::Hour:
    case Operation::Minute:
    case Operation::Second:
      kind = Kind::Int;
      offset_seconds = first.offset_seconds;
      return !first.is_nothing && first.kind == Kind::DateTime;
    case Operation::When: return resolve_when();
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::FloorDivide:
    case Operation::Modulo: return resolve_arithmetic();
    case Operation::Equal:
    case Operation::NotEqual:
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual: return resolve_comparison();
    case Operation::Item:
    case Operation::Column:
    case Operation::Field:
    case Operation::Constant:
    case Operation::Captured: return true;
  }
  return false;
}

bool Evaluator::Node::run_unary(size_t start, size_t count, const uint8_t* active, Cells& out) {
  const Node& operand = *operands[0];
  Cells a;
  if (!operands[0]->run(start, count, active, a)) return false;
  out = {};
  int64_t* result = int_room();
  if (operation == Operation::Not || operation == Operation::Truth) {
    truth_of(operand.kind, operand.is_nothing, a, count, result);
    int64_t flip = operation == Operation::Not ? 1 : 0;
    for (size_t i = 0; i < count; ++i) result[i] ^= flip;
    out.ints = result;
    return true;
  }
  if (operation == Operation::IsMissing) {
    for (size_t i = 0; i < count; ++i) result[i] = a.missing != nullptr ? a.missing[i] : 0;
    out.ints = result;
    return true;
  }
  if (any_missing(a, count, active)) return false;
  if (is_conversion(operation)) return run_conversion(a, count, active, out);
  bool from_other = kind == Kind::Text && operand.kind != Kind::Text;
  if (from_other || operation == Operation::ToText) return run_to_text(a, count, active, out);
  if (operand.kind == Kind::Text) return run_text_unary(a, count, active, out);
  if (operand.kind == Kind::Date || operand.kind == Kind::DateTime) {
    return run_date_part(a, count, out);
  }
  if (kind == Kind::Float) {
    double* numbers = float_room();
    as_doubles(a, operand.kind, count, numbers);
    if (operation == Operation::Negate) {
      for (size_t i = 0; i < count; ++i) numbers[i] = -numbers[i];
    } else if (operation == Operation::Abs) {
      for (size_t i = 0; i < count; ++i) numbers[i] = std::fabs(numbers[i]);
    }
    out.floats = numbers;
    return true;
  }
  for (size_t i = 0; i < count; ++i) {
    int64_t value = a.ints[i];
    if (value == INT64_MIN) {
      if (is_reached(active, i)) return false;
      value = 0;
    }
    result[i] = operation == Operation::Negate || value < 0 ? -value : value;
  }
  out.ints = result;
  return true;
}

bool Evaluator::Node::integer_arithmetic(const Cells& a, const Cells& b, size_t count,
                                         const uint8_t* active, Cells& out) {
  int64_t* result = int_room();
  out.ints = result;
  bool failed = false;
  auto each_row = [&](auto compute) {
    for (size_t i = 0; i < count; ++i) {
      bool bad = compute(a.ints[i], b.ints[i], &result[i]);
      failed = failed || (bad && is_reached(active, i));
    }
  };
  if (operation == Operation::Add) {
    each_row([](int64_t x, int64_t y, int64_t* to) { return __builtin_add_overflow(x, y, to); });
  } else if (operation == Operation::Subtract) {
    each_row([](int64_t x, int64_t y, int64_t* to) { return __builtin_sub_overflow(x, y, to); });
  } else if (operation == Operation::Multiply) {
    each_row([](int64_t x, int64_t y, int64_t* to) { return __builtin_mul_overflow(x, y, to); });
  } else {
    bool modulo = operation == Operation::Modulo;
    each_row([modulo](int64_t x, int64_t y, int64_t* to) {
      *to = 0;
      if (y == 0 || y == -1) return true;
      int64_t rest = x % y;
      bool adjusts = rest != 0 && (rest < 0) != (y < 0);
      if (modulo) {
        *to = adjusts ? rest + y : rest;
      } else {
        *to = x / y - (adjusts ? 1 : 0);
      }
      return false;
    });
  }
  return !failed;
}

bool Evaluator::Node::float_arithmetic(const Cells& a, const Cells& b, size_t count,
                                       const uint8_t* active, Cells& out) {
  double* result = float_room();
  double right[kChunk];
  as_doubles(a, operands[0]->kind, count, result);
  as_doubles(b, operands[1]->kind, count, right);
  out.floats = result;
  if (operation == Operation::Add) {
    for (size_t i = 0; i < count; ++i) result[i] += right[i];
    return true;
  }
  if (operation == Operation::Subtract) {
    for (size_t i = 0; i < count; ++i) result[i] -= right[i];
    return true;
  }
  if (operation == Operation::Multiply) {
    for (size_t i = 0; i < count; ++i) result[i] *= right[i];
    return true;
  }
  bool zero = false;
  for (size_t i = 0; i < count; ++i) zero = zero || (right[i] == 0 && is_reached(active, i));
  if (zero) return false;
  for (size_t i = 0; i < count; ++i) result[i] /= right[i];
  return true;
}

bool Evaluator::Node::decimal_arithmetic(const Cells& a, const Cells& b, size_t count,
                                         const uint8_t* active, Cells& out) {
  int64_t* result = int_room();
  out.ints = result;
  bool failed = false;
  if (operation == Operation::Multiply) {
    // A zero product has a scale of its own; leave it to the lambda.
    for (size_t i = 0; i < count; ++i) {
      bool bad = __builtin_mul_overflow(a.ints[i], b.ints[i], &result[i]) || result[i] == 0;
      failed = failed || (bad && is_reached(active, i));
    }
    return !failed;
  }
  int64_t left[kChunk];
  int64_t right[kChunk];
  if (!rescale(a.ints, count, scale - operands[0]->scale, active, left)) return false;
  if (!rescale(b.ints, count, scale - operands[1]->scale, active, right)) return false;
  for (size_t i = 0; i < count; ++i) {
    bool bad = operation == Operation::Add ? __builtin_add_overflow(left[i], right[i], &result[i])
                                           : __builtin_sub_overflow(left[i], right[i], &result[i]);
    // Which scale a sum with a zero has depends on more than these kinds say.
    bad = bad || (operands[0]->scale != operands[1]->scale &&
                  (left[i] == 0 || right[i] == 0 || result[i] == 0));
    failed = failed || (bad && is_reached(active, i));
  }
  return !failed;
}

bool Evaluator::Node::compare(const Cells& a, const Cells& b, size_t count, const uint8_t* active,
                              Cells& out) {
  const Node& left = *operands[0];
  const Node& right = *operands[1];
  int64_t* result = int_room();
  out.ints = result;
  if (is_order(operation) && (any_missing(a, count, active) || any_missing(b, count, active))) {
    return false;
  }
  bool is_different_kind = false;
  if (left.is_nothing || right.is_nothing) {
    is_different_kind = true;
  } else if (left.kind == Kind::Text && right.kind == Kind::Text) {
    if (is_order(operation)) {
      for (size_t i = 0; i < count; ++i) {
        std::string_view first = a.texts[i].view();
        std::string_view second = b.texts[i].view();
        result[i] = holds(operation, order_of_texts(a.texts[i], b.texts[i])) ? 1 : 0;
        bool doubt = may_mislead(first, second) && is_reached(active, i);
        if (doubt && order_misleads(first, second)) return false;
      }
    } else {
      int64_t flip = operation == Operation::NotEqual ? 1 : 0;
      for (size_t i = 0; i < count; ++i) {
        result[i] = (same_text(a.texts[i], b.texts[i]) ? 1 : 0) ^ flip;
      }
    }
  } else if (left.kind == right.kind && left.scale == right.scale && left.kind != Kind::Float) {
    compare_plain(operation, a.ints, b.ints, count, result);
  } else if (left.kind == Kind::Float && right.kind == Kind::Float) {
    compare_plain(operation, a.floats, b.floats, count, result);
  } else if (is_numeric(left.kind) && is_numeric(right.kind)) {
    if (left.kind == Kind::Float || right.kind == Kind::Float) {
      bool swapped = left.kind == Kind::Float;
      const int64_t* ints = swapped ? b.ints : a.ints;
      const double* floats = swapped ? a.floats : b.floats;
      for (size_t i = 0; i < count; ++i) {
        int order = compare_exact(ints[i], floats[i]);
        if (swapped && order != 2) order = -order;
        result[i] = holds(operation, order) ? 1 : 0;
      }
    } else {
      uint32_t common = std::max(left.scale, right.scale);
      int64_t first[kChunk];
      int64_t second[kChunk];
      if (!rescale(a.ints, count, common - left.scale, active, first)) return false;
      if (!rescale(b.ints, count, common - right.scale, active, second)) return false;
      compare_plain(operation, first, second, count, result);
    }
  } else {
    is_different_kind = true;
  }
  if (is_different_kind) std::fill(result, result + count, operation == Operation::NotEqual);
  if (is_order(operation) || (a.missing == nullptr && b.missing == nullptr)) return true;
  for (size_t i = 0; i < count; ++i) {
    bool no_left = a.missing != nullptr && a.missing[i] != 0;
    bool no_right = b.missing != nullptr && b.missing[i] != 0;
    if (no_left || no_right) {
      result[i] = (no_left == no_right) == (operation == Operation::Equal) ? 1 : 0;
    }
  }
  return true;
}

bool Evaluator::Node::run_binary(size_t start, size_t count, const uint8_t* active, Cells& out) {
  Cells a;
  Cells b;
  if (!operands[0]->run(start, count, active, a)) return false;
  if (!operands[1]->run(start, count, active, b)) return false;
  out = {};
  if (operation >= Operation::Equal && operation <= Operation::GreaterEqual) {
    return compare(a, b, count, active, out);
  }
  if (any_missing(a, count, active) || any_missing(b, count, active)) return false;
  if (operation == Operation::Contains || operation == Operation::StartsWith ||
      operation == Operation::EndsWith) {
    return find_texts(a, b, count, active, out);
  }
  if (kind == Kind::Text) return add_texts(a, b, count, out);
  if (kind == Kind::Decimal) return decimal_arithmetic(a, b, count, active, out);
  if (kind == Kind::Float) return float_arithmetic(a, b, count, active, out);
  return integer_arithmetic(a, b, count, active, out);
}

}  // namespace syn::table
