// The machine: runs code objects. Registers, frames and sandboxes live on its own heap-allocated
// stacks; only builtins that call tasks back nest on the C++ stack, and that depth is limited too.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "bytecode/code.h"
#include "vm/call.h"
#include "vm/frame_stack.h"
#include "vm/services.h"

namespace syn {

class NearestName;

class Machine final : public Context {
 public:
  struct Limits {
    uint32_t max_depth = 100'000;         ///< active calls
    size_t native_stack_bytes = 6 << 20;  ///< C++ stack that nested builtins may use
  };
  using NameOf = std::function<const std::string&(uint32_t)>;

  Machine(Heap& heap, const BuiltinRegistry& builtins, Services& services, Limits limits);
  ~Machine() override;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Runs a program's main code (which must outlive the machine) and gives its result. Global
  /// variables keep their values between runs. `name_of` names the globals.
  Result<Value> run(const Code& code, const NameOf& name_of);
  /// Makes a task of a child of main code that captures nothing (test blocks).
  Value task_of(const Code& code);
  /// Runs the top level of a module; its exports, in order, each a Cell or a value.
  Result<Value> run_module(const Code& code, const NameOf& name_of);

  Value& global(uint32_t index);
  Heap& heap() { return heap_; }

  // Context
  Result<Value> call_back(const Value& callable, std::span<Value> args) override;
  const Value* captured(const Task& task, const table::CapturedVariable& variable) override;
  Result<void> budget_error() override;
  Services& services() override { return services_; }
  std::string_view current_file() override;
  Span current_span() override;

  /// `call_tool`: named arguments from a map.
  Result<Value> call_with_names(const Value& callable, const Map& named);
  /// Declared requires of a task, made by `DeclareTool`.
  const std::vector<std::pair<std::string, std::optional<std::string>>>* tool_requires(
      const Task& task) const;

 private:
  struct Segment {
    Value* begin;
    Value* end;
  };

  Result<Value> loop();
  const Value& truth(bool holds) const { return truths_[holds ? 1 : 0]; }
  // frames.h
  /// Null when the recursion limit is reached.
  Frame* push_frame(const Code& code, const Task* task, Value* args, size_t count, uint16_t result,
                    bool boundary);
  void pop_frame();
  Value* grow_registers(size_t count, uint32_t& segment);

  Result<Value> run_frame(const Code& code, const Task* task, Value* args, size_t count);

  // calls.cpp
  Result<void> enter_task(const Value& callee, Value* args, size_t count, uint16_t result,
                          bool boundary, bool strict);
  Result<Value> default_value(const Task& task, size_t param);
  Result<Value> call_builtin(const BuiltinSpec& spec, Value* args, size_t count,
                             std::span<Value> named);
  Result<Value> call_native(const Native& native, Value* args, size_t count);
  Result<void> call_value(Value* base, size_t count, uint16_t result);
  Result<void> call_named(Value* base, size_t count, const CallNames& names, uint16_t result);
  Result<void> bind_names(const Task& task, Value* args, size_t count, const CallNames& names,
                          std::vector<Value>& bound);

  // errors.cpp
  /// Finds the handler for an error raised at the current instruction; true when there is one (the
  /// frame is set to it), false when the error leaves through a boundary.
  bool unwind(Error& error);
  void close_sandboxes(uint32_t depth);
  void restore_taken(Frame& frame);
  Error undefined(std::string_view name) const;
  std::string_view offer_names(NearestName& nearest, std::string_view name) const;
  void suggest_target(Error& error) const;
  Error no_key(const Map& map, std::string_view key) const;
  Value* place(Frame& frame, VariableKind kind, uint32_t index);

  // operations.cpp
  Result<Value> load_global_slow(uint32_t index);
  Result<Value> get_member(const Value& object, MemberSite& site);
  Result<Value> get_key(const Value& object, MemberSite& site);
  Result<Value> get_index(const Value& object, const Value& index);
  Result<void> set_path(Frame& frame, const SetPathPlan& plan, Value value);
  /// Adds the parts to a text that nobody else holds. False where that is not sure to work: nothing
  /// was done.
  bool grow_text(Value& text, std::span<const Value> parts);
  Result<Value> take_path(Frame& frame, const SetPathPlan& plan, Value* fallback);
  bool is_absent(const Value& container, const Value& key);
  bool leads_nowhere(Frame& frame, const SetPathPlan& plan);
  Result<Value*> enter_step(Frame& frame, Value& container, const PathStep& step, const Value& key);
  /// `used` are the only members that the loop takes of an item; null where it may do anything.
  Result<void> each_prepare(Value* state, const Value& source,
                            const std::vector<std::string>* used);
  bool each_next(Value* state, Value& item);
  Result<void> range_prepare(Value* state, const Value* args, size_t count);
  Result<Value> join_parts(Value* parts, size_t count);
  Result<Value> format_part(const Value& value, std::string_view mark);
  Value make_closure(Frame& frame, const Code& child);
  Value define_type(const Code& code, const TypePlan& plan);
  Value define_enum(const Code& code, const EnumPlan& plan);
  Error raised(const Value& value) const;
  Value snapshot(const Value& module);
  void declare_tool(const Value& task, const Value* scopes, size_t count);
  Result<void> require(const RequirePlan& plan, const Value& scope);
  bool is_variant(const Value& subject, const Value& owner, const VariantMatch& plan);

  /// False and true, to be copied whole: one written as a byte and soon read as a word, which is
  /// how values move, waits for the write to reach the cache (`make bench B=vm`, list_writing).
  const Value truths_[2] = {Value::boolean(false), Value::boolean(true)};
  Heap& heap_;
  const BuiltinRegistry& builtins_;
  Services& services_;
  Limits limits_;
  NameOf name_of_;
  std::vector<Value> globals_;
  /// Code of loaded modules by their exports, for messages about names that are not exported.
  std::unordered_map<const Object*, const Code*> module_codes_;
  FrameStack frames_;
  std::vector<Segment> segments_;
  uint32_t sandboxes_ = 0;  ///< open ones
  const char* native_stack_floor_ = nullptr;
  std::vector<std::vector<std::pair<std::string, std::optional<std::string>>>> tools_;
  Value exports_;  ///< of the module that loads now
};

/// Flag of a Map that holds a module's exports; its entries may be Cells.
inline constexpr uint8_t kModuleFlag = 1;

}  // namespace syn
