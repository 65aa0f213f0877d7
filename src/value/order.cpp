// Order: `<` and friends, and the order of `sort`.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "num/errors.h"
#include "value/equality.h"
#include "value/errors.h"
#include "value/numbers.h"
#include "value/operators.h"
#include "value/seen.h"

namespace syn {
namespace {

std::strong_ordering compare_texts(const Value& left, const Value& right) {
  // Bytes of UTF-8 have the order of its code points.
  return left.view().compare(right.view()) <=> 0;
}

/// Of one of the three kinds.
std::strong_ordering compare_times(const Value& left, const Value& right) {
  if (left.is(Tag::Date)) return left.date().days <=> right.date().days;
  if (left.is(Tag::Duration)) return left.duration().nanoseconds <=> right.duration().nanoseconds;
  const DateTimeObject& first = left.date_time();
  const DateTimeObject& second = right.date_time();
  if (first.seconds != second.seconds) return first.seconds <=> second.seconds;
  return first.nanoseconds <=> second.nanoseconds;
}

Error not_ordered(const Value& left, const Value& right, std::string_view op) {
  Tag first = left.tag();
  Tag second = right.tag();
  bool complex = first == Tag::Complex || second == Tag::Complex;
  if (complex && is_number_tag(first) && is_number_tag(second)) {
    return Error(num_errors::kComplexNotOrdered);
  }
  if (first == Tag::Array || second == Tag::Array) return Error(value_errors::kArraysNotOrdered);
  if (is_time_tag(first) && is_time_tag(second)) {
    return Error(value_errors::kCannotOrderTimes, {type_name(left), type_name(right)});
  }
  return unsupported(left, op, right);
}

// ---- sort ----

/// Values of one class have an order among them.
enum class SortClass : uint8_t { Number, Text, Bool, Bytes, List, Date, DateTime, Duration, None };

SortClass class_of(const Value& value) {
  switch (value.tag()) {
    case Tag::Int:
    case Tag::Float:
    case Tag::BigInt:
    case Tag::Decimal: return SortClass::Number;
    case Tag::Text: return SortClass::Text;
    case Tag::Bool: return SortClass::Bool;
    case Tag::Bytes: return SortClass::Bytes;
    case Tag::List: return SortClass::List;
    case Tag::Date: return SortClass::Date;
    case Tag::DateTime: return SortClass::DateTime;
    case Tag::Duration: return SortClass::Duration;
    case Tag::Unbound:
    case Tag::Nothing:
    case Tag::Builtin:
    case Tag::Map:
    case Tag::Complex:
    case Tag::Array:
    case Tag::Task:
    case Tag::Native:
    case Tag::Secret:
    case Tag::Cell: break;
  }
  return SortClass::None;
}

/// Where missing values go: 0 for values, then NaN, then nothing.
int missing_rank(const Value& value) {
  if (value.is_nothing()) return 2;
  return value.is_float() && std::isnan(value.as_float()) ? 1 : 0;
}

int sign(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

class SortWalk {
 public:
  SortWalk(bool descending, std::string_view name) : descending_(descending), name_(name) {}

  Result<int> run(const Value& left, const Value& right) {
    TRY_ASSIGN(int first, compare_leaf(left, right));
    if (first != 0 || stack_.empty()) return first;
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      size_t position = frame.position++;
      bool left_ended = position == frame.left->size();
      bool right_ended = position == frame.right->size();
      if (left_ended || right_ended) {
        if (left_ended != right_ended) return directed(left_ended ? -1 : 1);
        stack_.pop_back();
        continue;
      }
      TRY_ASSIGN(int order, compare_leaf(frame.left->at(position), frame.right->at(position)));
      if (order != 0) return order;
    }
    return 0;
  }

 private:
  struct Frame {
    const List* left;
    const List* right;
    size_t position;
  };

  int directed(int order) const { return descending_ ? -order : order; }

  Error no_order(const Value& value) const {
    std::string_view kind = type_name(value);
    std::string named = (kind == "array" ? "an " : "a ") + std::string(kind);
    return Error(value_errors::kSortNoOrder, {name_, named});
  }

  /// Two lists are 0 here and left on the stack.
  Result<int> compare_leaf(const Value& left, const Value& right) {
    SortClass kind = class_of(left);
    SortClass other = class_of(right);
    if (kind == SortClass::None && !left.is_nothing()) return no_order(left);
    if (other == SortClass::None && !right.is_nothing()) return no_order(right);
    int left_missing = missing_rank(left);
    int right_missing = missing_rank(right);
    if (left_missing != 0 || right_missing != 0) {
      return left_missing < right_missing ? -1 : left_missing > right_missing ? 1 : 0;
    }
    if (kind != other) {
      return Error(value_errors::kSortKinds, {name_, type_name(left), type_name(right)});
    }
    if (kind == SortClass::Number && is_mixed(left, right)) {
      return Error(value_errors::kSortMixed, {name_});
    }
    return directed(compare_one_class(left, right, kind));
  }

  int compare_one_class(const Value& left, const Value& right, SortClass kind) {
    switch (kind) {
      case SortClass::Number: {
        std::partial_ordering order = compare_reals(left, right);
        return order < 0 ? -1 : order > 0 ? 1 : 0;
      }
      case SortClass::Text: return sign(compare_texts(left, right));
      case SortClass::Bool: return int{left.as_bool()} - int{right.as_bool()};
      case SortClass::Bytes: return sign(bytes_view(left).compare(bytes_view(right)) <=> 0);
      case SortClass::Date:
      case SortClass::DateTime:
      case SortClass::Duration: return sign(compare_times(left, right));
      case SortClass::List:
        if (seen_.is_new(left.object(), right.object())) {
          stack_.push_back({&left.list(), &right.list(), 0});
        }
        return 0;
      case SortClass::None: break;
    }
    return 0;
  }

  bool descending_;
  std::string_view name_;
  std::vector<Frame> stack_;
  SeenPairs seen_;
};

}  // namespace

Result<std::partial_ordering> compare(const Value& left, const Value& right, std::string_view op) {
  if (left.is_float() && right.is_float()) {
    return std::partial_ordering(left.as_float() <=> right.as_float());
  }
  if (is_real_tag(left.tag()) && is_real_tag(right.tag())) {
    if (is_mixed(left, right)) return Error(num_errors::kMixedDecimalAndFloat);
    return compare_reals(left, right);
  }
  if (left.is_text() && right.is_text()) {
    return std::partial_ordering(compare_texts(left, right));
  }
  if (left.tag() == right.tag() && is_time_tag(left.tag())) {
    return std::partial_ordering(compare_times(left, right));
  }
  return not_ordered(left, right, op);
}

Result<int> sort_compare(const Value& left, const Value& right, bool descending,
                         std::string_view name) {
  if (left.is_int() && right.is_int()) {
    int order = sign(left.as_int() <=> right.as_int());
    return descending ? -order : order;
  }
  if (left.is_text() && right.is_text()) {
    int order = sign(compare_texts(left, right));
    return descending ? -order : order;
  }
  return SortWalk(descending, name).run(left, right);
}

}  // namespace syn
