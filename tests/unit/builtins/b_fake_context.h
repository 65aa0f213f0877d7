// A context without a machine for the builtins on texts, numbers, JSON, CSV, bytes and times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "builtins/families_b.h"
#include "value/display.h"
#include "vm/call.h"

namespace syn {

class TextContext final : public Context {
 public:
  TextContext() : heap_(budget_) {}

  Result<Value> call_back(const Value& callable, std::span<Value> args) override {
    CHECK(callable.is(Tag::Native));
    Call call(*this, heap_, callable.native().name, args, {}, &callable.native());
    return callable.native().function(call);
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

  static const BuiltinSpec& find(std::string_view name) {
    for (BuiltinTable table :
         {kTextBuiltins,        kTextCaseBuiltins,  kTextFormatBuiltins,   kRegexBuiltins,
          kConvertBuiltins,     kPredicateBuiltins, kMathRoundingBuiltins, kMathBuiltins,
          kMathIntegerBuiltins, kJsonBuiltins,      kJsonlBuiltins,        kCsvParseBuiltins,
          kCsvEncodeBuiltins,   kBytesBuiltins,     kHashBuiltins,         kAssertionBuiltins,
          kTimeBuiltins,        kDateBuiltins,      kDateCalendarBuiltins, kDurationBuiltins}) {
      for (const BuiltinSpec& spec : table) {
        if (spec.name == name) return spec;
      }
    }
    check_failed("no such builtin", __FILE__, __LINE__);
  }

  Result<Value> call(std::string_view name, std::vector<Value> args,
                     std::vector<Value> named = {}) {
    const BuiltinSpec& spec = find(name);
    Call made(*this, heap_, spec.name, args, named, nullptr);
    return spec.function(made);
  }
  Value value(std::string_view name, std::vector<Value> args, std::vector<Value> named = {}) {
    auto made = call(name, std::move(args), std::move(named));
    CHECK(made.ok());
    return std::move(made).value();
  }
  /// The printed result, or "error: …".
  std::string show(std::string_view name, std::vector<Value> args, std::vector<Value> named = {}) {
    auto made = call(name, std::move(args), std::move(named));
    return made.ok() ? display(made.value()) : "error: " + made.error().message();
  }

  Value text(std::string_view bytes) { return make_text(heap_, bytes); }
  /// A value from its JSON text.
  Value json(std::string_view text) { return value("json_decode", {this->text(text)}); }

 private:
  Budget budget_;
  Heap heap_;
};

}  // namespace syn
