// Calls: tasks, builtins, functions made at run time; binding arguments; callbacks.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <new>

#include "base/check.h"
#include "bytecode/errors.h"
#include "vm/frames.h"
#include "vm/name_hints.h"

namespace syn {
namespace {

/// Most programs never leave the first segment, and zeroing it is part of starting each.
constexpr size_t kFirstSegmentRegisters = 1024;
constexpr size_t kSegmentRegisters = 16 * 1024;

std::string_view arguments_word(size_t count) { return count == 1 ? "argument" : "arguments"; }

/// Position of a name in a comma-separated list, or -1.
int find_named(std::string_view list, std::string_view name) {
  int position = 0;
  while (!list.empty()) {
    size_t comma = list.find(',');
    std::string_view item = list.substr(0, comma);
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    if (item == name) return position;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
    ++position;
  }
  return -1;
}

}  // namespace

Machine::Machine(Heap& heap, const BuiltinRegistry& builtins, Services& services, Limits limits)
    : heap_(heap),
      builtins_(builtins),
      services_(services),
      limits_(limits),
      frames_(heap.budget(), limits.max_depth) {
  char here;
  native_stack_floor_ = &here - limits.native_stack_bytes;
  heap.budget().set_checkpoint(10'000);
}

Machine::~Machine() {
  while (!frames_.empty()) pop_frame();
  globals_.clear();
  exports_ = Value();
  for (Segment& segment : segments_) {
    heap_.uncharge(static_cast<size_t>(segment.end - segment.begin) * sizeof(Value));
    std::free(segment.begin);
  }
}

Value& Machine::global(uint32_t index) {
  if (index >= globals_.size()) globals_.resize(index + 1, Value::unbound());
  return globals_[index];
}

Value* Machine::grow_registers(size_t count, uint32_t& segment) {
  segment = frames_.empty() ? 0 : frames_.back().segment + 1;
  if (segment == segments_.size() ||
      static_cast<size_t>(segments_[segment].end - segments_[segment].begin) < count) {
    // Later segments are empty here; make one that is large enough in this place.
    for (size_t i = segment; i < segments_.size(); ++i) {
      heap_.uncharge(static_cast<size_t>(segments_[i].end - segments_[i].begin) * sizeof(Value));
      std::free(segments_[i].begin);
    }
    segments_.resize(segment);
    size_t size = std::max(segments_.empty() ? kFirstSegmentRegisters : kSegmentRegisters, count);
    // Zeroed memory is a run of unbound values.
    auto* begin = static_cast<Value*>(std::calloc(size, sizeof(Value)));
    CHECK(begin != nullptr);
    heap_.charge(size * sizeof(Value));
    segments_.push_back({begin, begin + size});
  }
  return segments_[segment].begin;
}

Result<Value> Machine::run_frame(const Code& code, const Task* task, Value* args, size_t count) {
  char here;
  if (&here < native_stack_floor_ || !push_frame(code, task, args, count, 0, true)) {
    return Error(runtime_errors::kRecursionLimit);
  }
  return loop();
}

Result<Value> Machine::run(const Code& code, const NameOf& name_of) {
  name_of_ = name_of;
  return run_frame(code, nullptr, nullptr, 0);
}

Value Machine::task_of(const Code& code) { return make_task(heap_, &code, &code.info, 0); }

Result<Value> Machine::run_module(const Code& code, const NameOf& name_of) {
  name_of_ = name_of;
  Value outer = std::move(exports_);
  exports_ = make_map(heap_);
  exports_.object()->flags |= kModuleFlag;
  auto outcome = run_frame(code, nullptr, nullptr, 0);
  Value made = std::move(exports_);
  exports_ = std::move(outer);
  if (!outcome.ok()) return std::move(outcome).error();
  module_codes_[made.object()] = &code;
  return made;
}

Result<Value> Machine::default_value(const Task& task, size_t param) {
  const Code& child = *task.code->children[static_cast<size_t>(task.code->defaults[param])];
  Value closure =
      make_task(heap_, &child, &child.info, static_cast<uint32_t>(child.captures.size()));
  for (size_t i = 0; i < child.captures.size(); ++i) {
    closure.task().cells[i] = task.cells[child.captures[i].index];
  }
  return run_frame(child, &closure.task(), nullptr, 0);
}

Result<void> Machine::enter_task(const Value& callee, Value* args, size_t count, uint16_t result,
                                 bool boundary, bool strict) {
  const Task& task = callee.task();
  const Code& code = *task.code;
  if (count == code.num_params) {
    if (push_frame(code, &task, args, count, result, boundary)) return {};
    return Error(runtime_errors::kRecursionLimit);
  }
  if (count > code.num_params && strict) {
    std::string takes = std::to_string(code.num_params);
    std::string_view word = arguments_word(code.num_params);
    std::string got = std::to_string(count);
    if (code.is_lambda) {
      return Error(runtime_errors::kLambdaTooManyArguments, {takes, word, got});
    }
    return Error(runtime_errors::kTooManyArguments, {code.info.name, takes, word, got});
  }
  std::vector<Value> bound(code.num_params);
  for (size_t i = 0; i < code.num_params; ++i) {
    if (i < count) {
      bound[i] = std::move(args[i]);
    } else if (i < code.defaults.size() && code.defaults[i] >= 0) {
      TRY_ASSIGN(bound[i], default_value(task, i));
    } else if (strict) {
      if (code.is_lambda) {
        return Error(runtime_errors::kLambdaMissingArgument, {code.info.params[i]});
      }
      return Error(runtime_errors::kMissingArgument, {code.info.name, code.info.params[i]});
    }
  }
  if (push_frame(code, &task, bound.data(), bound.size(), result, boundary)) return {};
  return Error(runtime_errors::kRecursionLimit);
}

Result<Value> Machine::call_builtin(const BuiltinSpec& spec, Value* args, size_t count,
                                    std::span<Value> named) {
  if (count > spec.max_arguments && spec.max_arguments != kAnyCount) {
    std::string hint = spec.arity_hint.empty() ? "" : " — " + std::string(spec.arity_hint);
    return Error(runtime_errors::kBuiltinTooMany,
                 {spec.name, std::to_string(spec.max_arguments), arguments_word(spec.max_arguments),
                  std::to_string(count), hint})
        .with_hint(call_form(spec));
  }
  if (count < spec.min_arguments) {
    return Error(runtime_errors::kBuiltinTooFew,
                 {spec.name, std::to_string(spec.min_arguments), arguments_word(spec.min_arguments),
                  std::to_string(count)})
        .with_hint(call_form(spec));
  }
  Call call(*this, heap_, spec.name, {args, count}, named, nullptr);
  auto outcome = spec.function(call);
  // On success the arguments are done with; on failure a taken one must go back first.
  if (!outcome.ok()) return outcome;
  for (size_t i = 0; i < count; ++i) args[i].set_nothing();
  // A result over a column that could not be read is none.
  if (heap_.budget().has_late_error()) TRY(budget_error());
  return outcome;
}

Result<Value> Machine::call_native(const Native& native, Value* args, size_t count) {
  if (native.max_arguments != UINT16_MAX && count > native.max_arguments) {
    return Error(runtime_errors::kBuiltinTooMany,
                 {native.name, std::to_string(native.max_arguments),
                  arguments_word(native.max_arguments), std::to_string(count), ""});
  }
  if (count < native.min_arguments) {
    return Error(runtime_errors::kBuiltinTooFew,
                 {native.name, std::to_string(native.min_arguments),
                  arguments_word(native.min_arguments), std::to_string(count)});
  }
  Call call(*this, heap_, native.name, {args, count}, {}, &native);
  return native.function(call);
}

Result<void> Machine::call_value(Value* base, size_t count, uint16_t result) {
  Value callee = *base;
  // The callee stays in its register, which keeps it alive until the result takes its place.
  if (callee.is(Tag::Task)) return enter_task(callee, base + 1, count, result, false, true);
  if (callee.is(Tag::Builtin)) {
    TRY_ASSIGN(*base, call_builtin(*callee.as_builtin(), base + 1, count, {}));
    return {};
  }
  if (callee.is(Tag::Native)) {
    TRY_ASSIGN(*base, call_native(callee.native(), base + 1, count));
    return {};
  }
  return Error(runtime_errors::kNotCallable, {type_name(callee)});
}

Result<void> Machine::bind_names(const Task& task, Value* args, size_t count,
                                 const CallNames& names, std::vector<Value>& bound) {
  const Code& code = *task.code;
  bound.assign(code.num_params, Value::unbound());
  bool named = false;
  for (size_t i = 0; i < count; ++i) {
    const std::string& name = names.names[i];
    if (name.empty()) {
      if (named) return Error(runtime_errors::kPositionalAfterNamed);
      if (i >= code.num_params) {
        return Error(runtime_errors::kTooManyArguments,
                     {code.info.name, std::to_string(code.num_params),
                      arguments_word(code.num_params), std::to_string(count)});
      }
      bound[i] = std::move(args[i]);
      continue;
    }
    named = true;
    size_t position = code.num_params;
    for (size_t p = 0; p < code.num_params; ++p) {
      if (code.info.params[p] == name) position = p;
    }
    if (position == code.num_params) return unknown_parameter(name, code.info);
    if (!bound[position].is_unbound()) {
      return Error(runtime_errors::kDuplicateArgument, {name});
    }
    bound[position] = std::move(args[i]);
  }
  for (size_t p = 0; p < code.num_params; ++p) {
    if (!bound[p].is_unbound()) continue;
    if (p < code.defaults.size() && code.defaults[p] >= 0) {
      TRY_ASSIGN(bound[p], default_value(task, p));
    } else {
      return Error(runtime_errors::kMissingArgument, {code.info.name, code.info.params[p]});
    }
  }
  return {};
}

Result<void> Machine::call_named(Value* base, size_t count, const CallNames& names,
                                 uint16_t result) {
  Value callee = *base;
  if (callee.is(Tag::Task)) {
    std::vector<Value> bound;
    TRY(bind_names(callee.task(), base + 1, count, names, bound));
    const Task& task = callee.task();
    if (push_frame(*task.code, &task, bound.data(), bound.size(), result, false)) return {};
    return Error(runtime_errors::kRecursionLimit);
  }
  if (!callee.is(Tag::Builtin)) {
    if (!callee.is(Tag::Native)) return Error(runtime_errors::kNotCallable, {type_name(callee)});
    for (const std::string& name : names.names) {
      if (!name.empty()) {
        return Error(runtime_errors::kNoNamedArguments, {callee.native().name, name});
      }
    }
  }
  const BuiltinSpec& spec = *callee.as_builtin();
  std::vector<Value> positional;
  std::vector<Value> named;
  for (size_t i = 0; i < count; ++i) {
    const std::string& name = names.names[i];
    if (name.empty()) {
      if (!named.empty()) return Error(runtime_errors::kPositionalAfterNamed);
      positional.push_back(std::move(base[1 + i]));
      continue;
    }
    if (spec.named.empty()) return no_named_arguments(spec.name, name);
    int position = find_named(spec.named, name);
    if (position < 0) return unknown_named_argument(spec, name);
    auto slot = static_cast<size_t>(position);
    if (named.size() <= slot) named.resize(slot + 1, Value::unbound());
    if (!named[slot].is_unbound()) return Error(runtime_errors::kDuplicateArgument, {name});
    named[slot] = std::move(base[1 + i]);
  }
  TRY_ASSIGN(Value outcome, call_builtin(spec, positional.data(), positional.size(), named));
  *base = std::move(outcome);
  return {};
}

const Value* Machine::captured(const Task& task, const table::CapturedVariable& variable) {
  const Value* held = nullptr;
  if (variable.place == static_cast<uint8_t>(VariableKind::Up)) {
    held = &task.cells[variable.index].cell().value;
  } else if (variable.index < globals_.size()) {
    held = &globals_[variable.index];
  }
  return held == nullptr || held->is_unbound() ? nullptr : held;
}

Result<Value> Machine::call_back(const Value& callable, std::span<Value> args) {
  char here;
  if (&here < native_stack_floor_) return Error(runtime_errors::kRecursionLimit);
  if (callable.is(Tag::Task)) {
    const Task& task = callable.task();
    const Code& code = *task.code;
    if (args.size() < code.num_params) {
      TRY(enter_task(callable, args.data(), args.size(), 0, true, false));
    } else if (!push_frame(code, &task, args.data(), code.num_params, 0, true)) {
      return Error(runtime_errors::kRecursionLimit);
    }
    return loop();
  }
  if (callable.is(Tag::Builtin)) {
    const BuiltinSpec& spec = *callable.as_builtin();
    bool any = spec.max_arguments == kAnyCount;
    size_t count = any || args.size() < spec.max_arguments ? args.size() : spec.max_arguments;
    return call_builtin(spec, args.data(), count, {});
  }
  if (callable.is(Tag::Native)) {
    const Native& native = callable.native();
    size_t count = args.size() < native.max_arguments ? args.size() : native.max_arguments;
    return call_native(native, args.data(), count);
  }
  return Error(runtime_errors::kNotCallable, {type_name(callable)});
}

Result<Value> Machine::call_with_names(const Value& callable, const Map& named) {
  if (!callable.is(Tag::Task)) {
    if (!callable.is_callable()) {
      return Error(runtime_errors::kNotCallable, {type_name(callable)});
    }
    if (named.size() != 0) {
      std::string_view name = callable.is(Tag::Builtin) ? callable.as_builtin()->name
                                                        : std::string_view(callable.native().name);
      return Error(runtime_errors::kNoNamedArguments, {name, named.key(0)->view()});
    }
    return call_back(callable, {});
  }
  const Task& task = callable.task();
  const Code& code = *task.code;
  std::vector<Value> bound(code.num_params);
  for (size_t i = 0; i < named.size(); ++i) {
    bool known = false;
    for (const std::string& param : code.info.params)
      known = known || param == named.key(i)->view();
    if (!known) return unknown_parameter(named.key(i)->view(), code.info);
  }
  for (size_t p = 0; p < code.num_params; ++p) {
    const Value* given = named.get(code.info.params[p]);
    if (given != nullptr) {
      bound[p] = *given;
    } else if (p < code.defaults.size() && code.defaults[p] >= 0) {
      TRY_ASSIGN(bound[p], default_value(task, p));
    }
  }
  return run_frame(code, &task, bound.data(), bound.size());
}

const std::vector<std::pair<std::string, std::optional<std::string>>>* Machine::tool_requires(
    const Task& task) const {
  if (task.declared_requires == 0) return nullptr;
  return &tools_[task.declared_requires - 1];
}

}  // namespace syn
