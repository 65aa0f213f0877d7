// Short ways to make values in tests, and to look at what operators give. Not tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "num/number_text.h"
#include "value/display.h"
#include "value/objects.h"

namespace syn {

/// A heap of its own for each test.
class ValueTest : public testing::Test {
 protected:
  Value text(std::string_view bytes) { return make_text(heap, bytes); }
  Value decimal(std::string_view digits) { return make_decimal(heap, *Decimal::parse(digits)); }
  Value big(std::string_view digits) { return make_big_int(heap, *BigInt::parse(digits)); }
  Value complex(double re, double im) { return make_complex(heap, {re, im}); }
  Value bytes(std::string_view raw) { return make_bytes(heap, raw); }
  Value secret(std::string_view hidden, std::string_view label) {
    return make_secret(heap, text(hidden), text(label));
  }
  Value list(std::vector<Value> items) { return make_list(heap, items); }
  Value map(std::vector<std::pair<std::string_view, Value>> entries) {
    Value value = make_map(heap);
    for (auto& [key, item] : entries) put(value, key, item);
    return value;
  }
  Value array(std::vector<size_t> shape, std::vector<double> data) {
    return make_array(heap, std::move(shape), std::move(data));
  }
  Value date(int32_t days) { return make_date(heap, days); }
  Value instant(int64_t seconds, int32_t nanoseconds = 0) {
    return make_date_time(heap, seconds, nanoseconds, 0, Value());
  }
  Value duration(int128 nanoseconds) { return make_duration(heap, nanoseconds); }
  Value task(std::string_view name) {
    info.name = name;
    return make_task(heap, nullptr, &info, 0);
  }
  /// A value inside a million lists.
  Value nested(Value inner, size_t depth = 1'000'000) {
    for (size_t i = 0; i < depth; ++i) {
      Value outer = make_list(heap, 1);
      push(outer, std::move(inner));
      inner = std::move(outer);
    }
    return inner;
  }
  /// 2^depth equal leaves in `depth` objects.
  Value doubled(Value inner, size_t depth) {
    for (size_t i = 0; i < depth; ++i) inner = list({inner, inner});
    return inner;
  }

  static Value i(int64_t value) { return Value::integer(value); }
  static Value f(double value) { return Value::number(value); }
  static Value b(bool value) { return Value::boolean(value); }
  static Value nothing() { return Value(); }

  Budget budget;
  Heap heap{budget};
  TaskInfo info;
};

/// What a result shows: its value, or its message after "! ".
inline std::string shown(const Result<Value>& result) {
  return result.ok() ? display(result.value()) : "! " + result.error().message();
}
inline std::string shown(const Result<bool>& result) {
  if (!result.ok()) return "! " + result.error().message();
  return result.value() ? "true" : "false";
}
inline std::string shown(const Result<int>& result) {
  return result.ok() ? std::to_string(result.value()) : "! " + result.error().message();
}

}  // namespace syn
