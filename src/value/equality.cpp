// Equality of values and of keys. Both are one walk over pairs of values with a stack of its own.
//
// A decimal against a float is an error, but only when nothing else makes the values different: the
// walk notes such a pair and goes on, and a difference found later still says "not equal". So the
// answer depends neither on the order of map keys nor on which side is left.
// SPDX-License-Identifier: Apache-2.0
#include "value/equality.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "num/errors.h"
#include "value/numbers.h"
#include "value/seen.h"

namespace syn {
namespace {

enum class Rules : uint8_t { Operator, Keys };
enum class Verdict : uint8_t { Same, Different, Mixed, Walk };

Verdict same_if(bool same) { return same ? Verdict::Same : Verdict::Different; }

Verdict compare_doubles(double left, double right, Rules rules) {
  if (left == right) return Verdict::Same;
  return same_if(rules == Rules::Keys && std::isnan(left) && std::isnan(right));
}

bool is_comparable_number(Tag tag) { return tag == Tag::Bool || is_number_tag(tag); }

/// A bool counts as 0 or 1.
Value as_number(const Value& value) {
  return value.is(Tag::Bool) ? Value::integer(value.as_bool() ? 1 : 0) : value;
}

Verdict compare_complex(const Value& left, const Value& right, Rules rules) {
  if (!left.is(Tag::Complex)) return compare_complex(right, left, rules);
  Complex number = complex_of(left);
  if (right.is(Tag::Complex)) {
    Complex other = complex_of(right);
    Verdict real = compare_doubles(number.re, other.re, rules);
    return real == Verdict::Same ? compare_doubles(number.im, other.im, rules) : real;
  }
  if (number.im != 0.0) return Verdict::Different;
  if (right.is_float()) return compare_doubles(number.re, right.as_float(), rules);
  return same_if(compare_reals(Value::number(number.re), right) == 0);
}

Verdict compare_numbers(const Value& left, const Value& right, Rules rules) {
  if (left.is(Tag::Complex) || right.is(Tag::Complex)) {
    return compare_complex(as_number(left), as_number(right), rules);
  }
  if (left.is_float() && right.is_float()) {
    return compare_doubles(left.as_float(), right.as_float(), rules);
  }
  bool mixed = is_mixed(left, right);
  if (mixed && rules == Rules::Operator) return Verdict::Mixed;
  bool same = compare_reals(as_number(left), as_number(right)) == 0;
  return same && mixed ? Verdict::Mixed : same_if(same);
}

Verdict compare_texts(Text& left, Text& right) {
  if (&left == &right) return Verdict::Same;
  if (left.size != right.size) return Verdict::Different;
  return same_if(std::memcmp(left.data, right.data, left.size) == 0);
}

Verdict compare_arrays(const ArrayObject& left, const ArrayObject& right, Rules rules) {
  if (left.shape != right.shape) return Verdict::Different;
  for (size_t i = 0; i < left.data.size(); ++i) {
    if (compare_doubles(left.data[i], right.data[i], rules) != Verdict::Same) {
      return Verdict::Different;
    }
  }
  return Verdict::Same;
}

Verdict compare_one_kind(const Value& left, const Value& right, Rules rules) {
  switch (left.tag()) {
    case Tag::Unbound:
    case Tag::Nothing: return Verdict::Same;
    case Tag::Bool: return same_if(left.as_bool() == right.as_bool());
    case Tag::Int: return same_if(left.as_int() == right.as_int());
    case Tag::Float: return compare_doubles(left.as_float(), right.as_float(), rules);
    case Tag::Text: return compare_texts(left.text(), right.text());
    case Tag::BigInt: return same_if(left.big_int().value == right.big_int().value);
    case Tag::Decimal: return same_if(left.decimal().value == right.decimal().value);
    case Tag::List:
      if (left.list().size() != right.list().size()) return Verdict::Different;
      return left.list().empty() ? Verdict::Same : Verdict::Walk;
    case Tag::Map:
      if (left.map().size() != right.map().size()) return Verdict::Different;
      return left.map().size() == 0 ? Verdict::Same : Verdict::Walk;
    case Tag::Bytes: return same_if(bytes_view(left) == bytes_view(right));
    case Tag::Complex: return compare_complex(left, right, rules);
    case Tag::Array: return compare_arrays(left.array(), right.array(), rules);
    case Tag::Builtin:
      return same_if(rules == Rules::Keys && left.as_builtin() == right.as_builtin());
    case Tag::Task:
    case Tag::Native: return same_if(rules == Rules::Keys && left.object() == right.object());
    case Tag::Date: return same_if(left.date().days == right.date().days);
    case Tag::DateTime:
      return same_if(left.date_time().seconds == right.date_time().seconds &&
                     left.date_time().nanoseconds == right.date_time().nanoseconds);
    case Tag::Duration: return same_if(left.duration().nanoseconds == right.duration().nanoseconds);
    case Tag::Secret:
    case Tag::Cell: break;  // seen through before
  }
  return Verdict::Different;
}

Verdict compare_leaf(const Value& given_left, const Value& given_right, Rules rules) {
  const Value& left = seen_through(given_left);
  const Value& right = seen_through(given_right);
  if (left.tag() == right.tag()) {
    bool one = rules == Rules::Keys && is_heap_tag(left.tag()) && left.object() == right.object();
    return one ? Verdict::Same : compare_one_kind(left, right, rules);
  }
  if (is_comparable_number(left.tag()) && is_comparable_number(right.tag())) {
    return compare_numbers(left, right, rules);
  }
  return Verdict::Different;
}

class PairWalk {
 public:
  explicit PairWalk(Rules rules) : rules_(rules) {}

  /// For two lists or two maps of the same size.
  Verdict run(const Value& left, const Value& right) {
    enter(left, right);
    while (!stack_.empty()) {
      Pair pair{};
      if (!next_pair(pair)) continue;
      if (pair.left == nullptr) return Verdict::Different;
      Verdict verdict = compare_leaf(*pair.left, *pair.right, rules_);
      if (verdict == Verdict::Different) return verdict;
      if (verdict == Verdict::Mixed) mixed_ = true;
      if (verdict == Verdict::Walk) enter(*pair.left, *pair.right);
    }
    return mixed_ ? Verdict::Mixed : Verdict::Same;
  }

 private:
  struct Frame {
    const Object* left;
    const Object* right;
    size_t position;
  };
  struct Pair {
    const Value* left;
    const Value* right;
  };

  void enter(const Value& left, const Value& right) {
    const Object* first = seen_through(left).object();
    const Object* second = seen_through(right).object();
    if (seen_.is_new(first, second)) stack_.push_back({first, second, 0});
  }

  /// The next two values to compare; false when the innermost pair is done, and then it is left. A
  /// key that only one map has gives two nulls.
  bool next_pair(Pair& pair) {
    Frame& frame = stack_.back();
    size_t position = frame.position++;
    if (frame.left->tag == Tag::List) {
      const List& left = *static_cast<const List*>(frame.left);
      const List& right = *static_cast<const List*>(frame.right);
      if (position == left.size()) return leave();
      pair = {&left.at(position), &right.at(position)};
      return true;
    }
    const Map& left = *static_cast<const Map*>(frame.left);
    const Map& right = *static_cast<const Map*>(frame.right);
    if (position == left.size()) return leave();
    if (left.shape != nullptr && left.shape == right.shape) {
      pair = {&left.value(position), &right.value(position)};
      return true;
    }
    Text& key = *left.key(position);
    int64_t found = right.find(key.view(), key.hashed());
    if (found >= 0) pair = {&left.value(position), &right.value(static_cast<size_t>(found))};
    return true;
  }

  bool leave() {
    stack_.pop_back();
    return false;
  }

  Rules rules_;
  bool mixed_ = false;
  std::vector<Frame> stack_;
  SeenPairs seen_;
};

Result<bool> compare_values(const Value& left, const Value& right, Rules rules) {
  Verdict verdict = compare_leaf(left, right, rules);
  if (verdict == Verdict::Walk) verdict = PairWalk(rules).run(left, right);
  if (verdict == Verdict::Mixed) return Error(num_errors::kMixedDecimalAndFloat);
  return verdict == Verdict::Same;
}

}  // namespace

Result<bool> equal(const Value& left, const Value& right) {
  if (left.is_int() && right.is_int()) return left.as_int() == right.as_int();
  return compare_values(left, right, Rules::Operator);
}

Result<bool> key_equal(const Value& left, const Value& right) {
  return compare_values(left, right, Rules::Keys);
}

}  // namespace syn
