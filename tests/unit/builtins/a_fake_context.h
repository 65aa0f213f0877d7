// A context without a machine, for tests of builtins: calls them by name, runs C++ functions as
// callbacks, and shows results as the language prints them. SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "builtins/families_a.h"
#include "value/display.h"
#include "vm/call.h"

namespace syn {

class FakeContext final : public Context {
 public:
  FakeContext() : heap_(budget_) {}

  Result<Value> call_back(const Value& callable, std::span<Value> args) override {
    if (callable.is(Tag::Builtin)) {
      Call call(*this, heap_, callable.as_builtin()->name, args, {}, nullptr);
      return callable.as_builtin()->function(call);
    }
    CHECK(callable.is(Tag::Native));
    const Native& native = callable.native();
    Call call(*this, heap_, native.name, args, {}, &native);
    return native.function(call);
  }
  Result<void> budget_error() override {
    budget_.take_exhausted();
    static constexpr ErrorRow kRow{"T0001", ErrorCategory::Limit, "budget", "", "", ""};
    return Error(kRow);
  }
  Services& services() override { check_failed("no services", __FILE__, __LINE__); }
  std::string_view current_file() override { return "test.syn"; }
  Span current_span() override { return {}; }

  Heap& heap() { return heap_; }
  Budget& budget() { return budget_; }

  static const BuiltinSpec* find(std::string_view name) {
    for (BuiltinTable table : tables()) {
      for (const BuiltinSpec& spec : table) {
        if (spec.name == name) return &spec;
      }
    }
    return nullptr;
  }
  static std::vector<BuiltinTable> tables() {
    return {kCollectionBuiltins, kSequenceBuiltins,  kMapBuiltins,        kHigherOrderBuiltins,
            kSortingBuiltins,    kReductionBuiltins, kStatisticsBuiltins, kSeriesBuiltins,
            kGroupingBuiltins,   kAggregateBuiltins, kJoinBuiltins,       kPivotBuiltins,
            kColumnBuiltins,     kDescribeBuiltins,  kWindowBuiltins,     kRollingBuiltins,
            kMissingBuiltins,    kRandomBuiltins,    kArrayBuiltins,      kLinearAlgebraBuiltins,
            kPolynomialBuiltins};
  }

  /// The result of a builtin; `named` are values by position in the row's list.
  Result<Value> call(std::string_view name, std::vector<Value>& args,
                     std::vector<Value> named = {}) {
    const BuiltinSpec* spec = find(name);
    CHECK(spec != nullptr);
    Call made(*this, heap_, spec->name, args, named, nullptr);
    return spec->function(made);
  }
  /// The printed result, or "error: …".
  std::string show(std::string_view name, std::vector<Value> args, std::vector<Value> named = {}) {
    Result<Value> result = call(name, args, std::move(named));
    return result.ok() ? display(result.value()) : "error: " + result.error().message();
  }

  // Values.
  Value text(std::string_view bytes) { return make_text(heap_, bytes); }
  Value list(std::initializer_list<Value> items) {
    Value made = make_list(heap_);
    for (const Value& item : items) push(made, item);
    return made;
  }
  Value map(std::initializer_list<std::pair<std::string_view, Value>> entries) {
    Value made = make_map(heap_);
    for (const auto& [key, value] : entries) put(made, key, value);
    return made;
  }
  Value decimal(std::string_view digits) { return make_decimal(heap_, *Decimal::parse(digits)); }
  Value function(NativeFunction body) { return make_native(heap_, body, "f", 0, UINT16_MAX, {}); }

 private:
  Budget budget_;
  Heap heap_;
};

inline Value number(int64_t value) { return Value::integer(value); }
inline Value real(double value) { return Value::number(value); }
inline Value nothing() { return Value::nothing(); }

}  // namespace syn
