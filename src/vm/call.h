// One call of a builtin: its arguments and what it may use. A builtin is
// `Result<Value> f(Call& call)`; arity was checked before, and names were matched.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/result.h"
#include "native/builtin_spec.h"
#include "value/objects.h"

namespace syn {

struct Services;
namespace table {
struct CapturedVariable;
}

/// What the machine offers to builtins. One per run; outlives every Call.
class Context {
 public:
  virtual ~Context() = default;
  /// Calls a task, lambda or builtin as a callback: extra arguments are dropped, missing ones are
  /// nothing. `args` are consumed. An error keeps its own place.
  virtual Result<Value> call_back(const Value& callable, std::span<Value> args) = 0;
  /// The value now of a variable that a lambda's column expression captured; null when it has none.
  virtual const Value* captured(const Task& task, const table::CapturedVariable& variable) {
    (void)task;
    (void)variable;
    return nullptr;
  }
  /// The error for an exhausted budget (memory or steps), or nothing when there is none.
  virtual Result<void> budget_error() = 0;
  /// Capabilities, host, output, settings of the run.
  virtual Services& services() = 0;
  /// File and place of the statement that runs, for audit records.
  virtual std::string_view current_file() = 0;
  virtual Span current_span() = 0;
};

/// The error with the row of the data that it came from: item `index` of a list.
Error name_row(Error error, size_t index, const Value& item);

class Call {
 public:
  Call(Context& context, Heap& heap, std::string_view name, std::span<Value> args,
       std::span<Value> named, const Native* self)
      : context_(context), heap_(heap), name_(name), args_(args), named_(named), self_(self) {}

  /// Number of positional arguments.
  size_t size() const { return args_.size(); }
  Value& operator[](size_t index) { return args_[index]; }
  std::span<Value> args() { return args_; }
  /// Argument `index`, or null when it was not given.
  const Value* optional(size_t index) const {
    return index < args_.size() ? &args_[index] : nullptr;
  }
  /// The argument given by the name at `index` of the row's `named` list, or null.
  const Value* named(size_t index) const {
    return index < named_.size() && !named_[index].is_unbound() ? &named_[index] : nullptr;
  }
  /// The builtin's own name, for messages.
  std::string_view name() const { return name_; }
  /// The function made at run time that is being called (its `captured` values), or null.
  const Native* self() const { return self_; }

  Context& context() { return context_; }
  Services& services() { return context_.services(); }
  Heap& heap() { return heap_; }
  Budget& budget() { return heap_.budget(); }

  /// Counts work: one unit for an item, row or cell, one for 64 bytes of text. Call it in every
  /// loop whose length the program decides; it also reports exhausted memory.
  Result<void> tick(uint64_t units = 1) {
    Budget& b = heap_.budget();
    b.steps += units;
    if (b.steps > b.poll_at) [[unlikely]]
      return context_.budget_error();
    return {};
  }
  /// Asks for room before an allocation whose size the program decides.
  Result<void> reserve(uint64_t bytes) {
    if (heap_.budget().has_room(bytes)) return {};
    heap_.budget().mark_exhausted();
    return context_.budget_error();
  }
  /// Calls a task given as an argument.
  Result<Value> invoke(const Value& callable, std::span<Value> args) {
    return context_.call_back(callable, args);
  }
  template <typename... Args>
  Result<Value> invoke(const Value& callable, Args... args) {
    Value values[] = {std::move(args)...};
    return context_.call_back(callable, std::span<Value>(values));
  }
  /// As `invoke`, with item `index` of a list, which an error then names.
  Result<Value> invoke_on(size_t index, const Value& callable, const Value& item) {
    Value argument = item;
    auto result = context_.call_back(callable, std::span<Value>(&argument, 1));
    if (!result.ok()) [[unlikely]]
      return name_row(std::move(result).error(), index, item);
    return result;
  }

 private:
  Context& context_;
  Heap& heap_;
  std::string_view name_;
  std::span<Value> args_;
  std::span<Value> named_;
  const Native* self_;
};

}  // namespace syn
