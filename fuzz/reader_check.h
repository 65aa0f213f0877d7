// What the fuzz drivers of the table readers share: a context without a machine, and readings by
// columns and by rows that must be the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/check.h"
#include "builtins/table_readers.h"
#include "value/display.h"

namespace syn {

class ReaderContext final : public Context {
 public:
  ReaderContext() : heap_(budget_) { budget_.memory_limit = 256 << 20; }

  Result<Value> call_back(const Value&, std::span<Value>) override { return Value(); }
  Result<void> budget_error() override {
    budget_.take_exhausted();
    static constexpr ErrorRow kRow{"T0001", ErrorCategory::Limit, "budget", "", "", ""};
    return Error(kRow);
  }
  Services& services() override { check_failed("no services", __FILE__, __LINE__); }
  std::string_view current_file() override { return "fuzz.syn"; }
  Span current_span() override { return {}; }
  Heap& heap() { return heap_; }

 private:
  Budget budget_;
  Heap heap_;
};

/// Everything that a reader says about a file.
struct Reading {
  std::string text;
  bool is_limited = false;
};

inline Reading reading_of(Result<Value> made, const std::vector<std::string>& notes) {
  Reading reading;
  if (!made.ok()) {
    reading.is_limited = made.error().row().category == ErrorCategory::Limit;
    CHECK(!made.error().line(Language::English).empty());
    CHECK(!made.error().line(Language::Spanish).empty());
    reading.text = made.error().message();
    return reading;
  }
  reading.text = display(made.value());
  for (const std::string& note : notes) reading.text += '\n' + note;
  return reading;
}

inline void check_same(const Reading& columns, const Reading& rows) {
  if (columns.is_limited || rows.is_limited) return;
  CHECK(columns.text == rows.text);
}

}  // namespace syn
