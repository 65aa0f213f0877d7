// Errors and stops on their way out: finding the handler, the loop, or the boundary.
// SPDX-License-Identifier: Apache-2.0
#include "bytecode/errors.h"
#include "base/check.h"
#include "value/display.h"
#include "value/errors.h"
#include "vm/frames.h"
#include "vm/name_hints.h"
#include "vm/name_hints_errors.h"

namespace syn {
namespace {

constexpr size_t kMaxTrace = 20;
/// About a millisecond of work between two looks at the clock.
constexpr uint64_t kCheckpointSteps = 200'000;
/// Active calls among which the code around a misspelt name is looked for.
constexpr size_t kMaxFramesSearched = 64;

bool contains(const Region& region, uint32_t at) { return at >= region.start && at < region.end; }

}  // namespace

void Machine::close_sandboxes(uint32_t depth) {
  while (sandboxes_ > depth) {
    services_.sandbox_exit();
    --sandboxes_;
  }
}

Value* Machine::place(Frame& frame, VariableKind kind, uint32_t index) {
  switch (kind) {
    case VariableKind::Local: return &frame.regs[index];
    case VariableKind::Cell: return &frame.regs[index].cell().value;
    case VariableKind::Up: return &frame.task->cells[index].cell().value;
    case VariableKind::Global: return &global(index);
  }
  return nullptr;
}

/// Gives a variable back what `Take` moved into the operand of the instruction that failed.
void Machine::restore_taken(Frame& frame) {
  const Instruction* failed = frame.pc - 1;
  if (failed == frame.code->instructions.data()) return;
  const Instruction& before = failed[-1];
  bool taken = before.op == Op::Take || before.op == Op::TakePath;
  if (!taken || (failed->op != Op::CallBuiltin && failed->op != Op::Add)) return;
  if (before.op == Op::TakePath) {
    const SetPathPlan& plan = frame.code->paths[before.b];
    if (before.c != 0 && leads_nowhere(frame, plan)) return;  // it was the fallback
    // The way is still there: the same steps led here a moment ago.
    auto restored = set_path(frame, plan, std::move(frame.regs[before.a]));
    CHECK(restored.ok());
    return;
  }
  Value* variable = place(frame, static_cast<VariableKind>(before.c), before.b);
  if (!frame.regs[before.a].is_unbound()) *variable = std::move(frame.regs[before.a]);
}

bool Machine::unwind(Error& error) {
  bool stop = error.is(runtime_errors::kStopSignal);
  // What `try` cannot catch: leaving, and limits that a handler would only run into again.
  bool exit = error.is(runtime_errors::kExit) || error.is(runtime_errors::kStepLimit) ||
              error.is(runtime_errors::kTimeLimit);
  bool first = true;
  if (error.is(runtime_errors::kSetUndefined)) suggest_target(error);
  while (true) {
    Frame& frame = frames_.back();
    const Code& code = *frame.code;
    auto at = static_cast<uint32_t>(frame.pc - code.instructions.data() - 1);
    if (!stop) {
      restore_taken(frame);
      if (first) {
        error = std::move(error).at(code.file, code.spans[at]);
      } else if (error.body().trace.size() < kMaxTrace) {
        error.body().trace.push_back({code.info.name, code.file, code.spans[at]});
      }
    }
    // A stop skips the frame that it leaves; one that comes out of a builtin has left it already.
    bool leaving = stop && code.instructions[at].op == Op::ReturnStop;
    first = false;
    if (!leaving && !exit) {
      for (const Region& region : stop ? code.loops : code.handlers) {
        if (!contains(region, at)) continue;
        close_sandboxes(frame.sandbox_base + region.sandbox_depth);
        frame.pc = code.instructions.data() + region.target;
        if (!stop) frame.regs[region.reg] = make_text(heap_, error.message());
        return true;
      }
    }
    close_sandboxes(frame.sandbox_base);
    bool boundary = frame.boundary;
    bool bottom = frames_.size() == 1;
    pop_frame();
    if (boundary) {
      if (stop && bottom) {
        error = Error(runtime_errors::kStrayGiveStop).at(code.file, code.spans[at]);
      }
      return false;
    }
  }
}

Error Machine::no_key(const Map& map, std::string_view key) const {
  auto module = module_codes_.find(&map);
  if (module != module_codes_.end()) {
    for (const auto& [name, word] : module->second->private_names) {
      if (name == key) return Error(runtime_errors::kNoExport, {key, word});
    }
  }
  return missing_key(key, map);
}

/// Offers the names in scope where the program stands. Gives the table among them that has `name`
/// as a column, or nothing.
std::string_view Machine::offer_names(NearestName& nearest, std::string_view name) const {
  std::string_view column_of;
  auto offer = [&](std::string_view candidate, const Value& value, NameOrigin origin) {
    const Value& held = value.is(Tag::Cell) ? value.cell().value : value;
    if (held.is_unbound()) return;
    nearest.offer(candidate, origin);
    if (column_of.empty() && is_column_of(held, name)) column_of = candidate;
  };
  auto offer_registers = [&](const Frame& frame, NameOrigin origin) {
    for (size_t i = 0; i < frame.code->names.size(); ++i) {
      offer(frame.code->names[i], frame.regs[i], origin);
    }
  };
  const Frame& frame = frames_.back();
  offer_registers(frame, NameOrigin::Local);
  for (size_t i = 0; frame.task != nullptr && i < frame.code->up_names.size(); ++i) {
    offer(frame.code->up_names[i], frame.task->cells[i], NameOrigin::Captured);
  }
  // Names that nothing captured are still in scope: those of the code that this code stands in.
  const Code* inner = frame.code;
  size_t last = frames_.size() > kMaxFramesSearched ? frames_.size() - kMaxFramesSearched : 0;
  for (size_t i = frames_.size() - 1; i-- > last;) {
    for (const std::unique_ptr<Code>& child : frames_[i].code->children) {
      if (child.get() != inner) continue;
      offer_registers(frames_[i], NameOrigin::Captured);
      inner = frames_[i].code;
      break;
    }
  }
  if (frames_.front().code->file == frame.code->file) {
    offer_registers(frames_.front(), NameOrigin::Global);
  }
  for (uint32_t i = 0; i < globals_.size(); ++i)
    offer(name_of_(i), globals_[i], NameOrigin::Global);
  return column_of;
}

/// `set` of a name that is near to one in scope.
void Machine::suggest_target(Error& error) const {
  NearestName nearest(error.body().arguments[0]);
  offer_names(nearest, {});
  if (nearest.best().empty()) return;
  Error better(hint_errors::kSetUndefinedNear, {error.body().arguments[0], nearest.best()});
  error = std::move(better).at(error.body().file, error.body().span);
}

Error Machine::undefined(std::string_view name) const {
  NearestName nearest(name);
  std::string_view column_of = offer_names(nearest, name);
  nearest.offer(builtins_);
  const Frame& frame = frames_.back();
  auto at = static_cast<size_t>(frame.pc - frame.code->instructions.data() - 1);
  return undefined_name(name, nearest, column_of, frame.code->spans[at]);
}

Result<void> Machine::budget_error() {
  Budget& budget = heap_.budget();
  if (budget.take_exhausted()) {
    if (std::unique_ptr<Error> late = budget.take_late_error()) return std::move(*late);
    return Error(value_errors::kMemoryLimit, {std::to_string(budget.memory_limit >> 20)});
  }
  if (budget.out_of_steps()) {
    return Error(runtime_errors::kStepLimit, {std::to_string(budget.step_limit())});
  }
  if (budget.at_checkpoint()) {
    TRY(services_.poll());
    budget.set_checkpoint(kCheckpointSteps);
  }
  return {};
}

std::string_view Machine::current_file() {
  return frames_.empty() ? std::string_view() : std::string_view(frames_.back().code->file);
}

Span Machine::current_span() {
  if (frames_.empty()) return {};
  const Frame& frame = frames_.back();
  auto at = static_cast<size_t>(frame.pc - frame.code->instructions.data());
  return frame.code->spans[at == 0 ? 0 : at - 1];
}

Error Machine::raised(const Value& value) const {
  // A message that is not text becomes its text form, in Python's words for three of them.
  std::string message = display(value);
  if (value.is_nothing()) message = "None";
  if (value.is(Tag::Bool)) message = value.as_bool() ? "True" : "False";
  return Error(runtime_errors::kRaised, {message});
}

}  // namespace syn
