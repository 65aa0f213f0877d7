// The walk over what a function can reach: its code and the code inside it, the variables that it
// captured, the globals that it names, and every function that lies in those values. What it calls
// can only be one of these, so it is pure when all of them are.
// SPDX-License-Identifier: Apache-2.0
#include "vm/purity.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "bytecode/code.h"
#include "vm/call.h"
#include "vm/machine.h"

namespace syn {
namespace {

/// Whether calling the builtin leaves a trace. Failing does not: the error goes to the caller. A
/// warning does; and what starts the SQL engine cannot run in a copy of a process with its threads.
bool has_effect(const BuiltinSpec& builtin) {
  constexpr std::string_view kStay[] = {"csv_encode", "parquet_read", "parquet_write"};
  if (std::find(std::begin(kStay), std::end(kStay), builtin.name) != std::end(kStay)) return true;
  constexpr std::string_view kFails[] = {"raise", "assert", "assert_eq", "assert_ne",
                                         "assert_error"};
  if (builtin.purity != Purity::Effect) return false;
  return std::find(std::begin(kFails), std::end(kFails), builtin.name) == std::end(kFails);
}

class Walk {
 public:
  Walk(Call& call, Machine& machine) : call_(call), machine_(machine) {}

  Result<bool> run(const Value& function, const Value& items) {
    add(function);
    add(items);
    while (!todo_.empty()) {
      TRY(call_.tick());
      Value value = std::move(todo_.back());
      todo_.pop_back();
      TRY_ASSIGN(bool pure, visit(value));
      if (!pure) return false;
    }
    return !impure_;
  }

 private:
  /// Plain data has nothing to look at.
  void add(const Value& value) {
    if (value.is(Tag::Builtin)) {
      impure_ = impure_ || has_effect(*value.as_builtin());
      return;
    }
    bool holds = value.is_list() || value.is_map() || value.is(Tag::Task) ||
                 value.is(Tag::Native) || value.is(Tag::Secret) || value.is(Tag::Cell);
    if (holds && seen_.insert(value.object()).second) todo_.push_back(value);
  }

  Result<bool> visit(const Value& value) {
    if (value.is(Tag::Secret)) return false;
    if (value.is(Tag::Cell)) {
      add(value.cell().value);
    } else if (value.is_list()) {
      const List& list = value.list();
      TRY(call_.tick(list.size()));
      // The cells of columns are plain, but may still stand in a file, with the threads of its
      // reader; those of rows that were made do not.
      if (list.columns == nullptr) {
        for (const Value& item : list.items()) add(item);
      } else if (list.size() != 0 && (list.data == nullptr || list.flags != 0)) {
        return false;
      }
    } else if (value.is_map()) {
      TRY(call_.tick(value.map().size()));
      for (size_t i = 0; i < value.map().size(); ++i) add(value.map().value(i));
    } else if (value.is(Tag::Native)) {
      // A generator keeps its state in what it captured; constructors and aggregates have none.
      if (value.native().name == "rng") return false;
      for (const Value& captured : value.native().captured) add(captured);
    } else {
      const Task& task = value.task();
      if (task.declared_requires != 0) return false;
      for (uint32_t i = 0; i < task.num_cells; ++i) add(task.cells[i]);
      return visit_code(*task.code) && !impure_;
    }
    return !impure_;
  }

  bool visit_code(const Code& code) {
    if (!codes_.insert(&code).second) return true;
    for (const Value& constant : code.constants) add(constant);
    for (const Instruction& instruction : code.instructions) {
      if (!visit_instruction(code, instruction)) return false;
    }
    for (const auto& child : code.children) {
      if (!visit_code(*child)) return false;
    }
    return true;
  }

  static bool is_own(VariableKind kind) {
    return kind == VariableKind::Local || kind == VariableKind::Cell;
  }

  bool visit_global(uint32_t index) {
    const Value& value = machine_.global(index);
    if (value.is_unbound()) return false;
    add(value);
    return true;
  }

  bool visit_instruction(const Code& code, const Instruction& instruction) {
    switch (instruction.op) {
      case Op::LoadGlobal:
      case Op::IfBoundGlobal: return visit_global(static_cast<uint32_t>(instruction.wide()));
      case Op::CallGlobal: return visit_global(instruction.c);
      case Op::SetPath:
      case Op::TakePath: return is_own(code.paths[instruction.b].root_kind);
      case Op::Take: return is_own(static_cast<VariableKind>(instruction.c));
      case Op::StoreGlobal:
      case Op::SetGlobal:
      case Op::StoreUp:
      case Op::SetUp:
      case Op::SandboxEnter:
      case Op::SandboxExit:
      case Op::Require:
      case Op::DeclareTool:
      case Op::Use:
      case Op::Export:
      case Op::Snapshot:
      case Op::Show:
      case Op::Log: return false;
      case Op::Move:
      case Op::Transfer:
      case Op::LoadK:
      case Op::LoadInt:
      case Op::LoadNothing:
      case Op::LoadBool:
      case Op::LoadCell:
      case Op::LoadUp:
      case Op::IfBoundLocal:
      case Op::IfBoundCell:
      case Op::IfBoundUp:
      case Op::StoreCell:
      case Op::SetLocal:
      case Op::SetCell:
      case Op::NewCell:
      case Op::BoxParam:
      case Op::Unbind:
      case Op::Closure:
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::Div:
      case Op::FloorDiv:
      case Op::Mod:
      case Op::Pow:
      case Op::AddI:
      case Op::SubI:
      case Op::MulI:
      case Op::FloorDivI:
      case Op::ModI:
      case Op::Neg:
      case Op::Not:
      case Op::Eq:
      case Op::Ne:
      case Op::Lt:
      case Op::Le:
      case Op::Gt:
      case Op::Ge:
      case Op::In:
      case Op::NotIn:
      case Op::IfEqK:
      case Op::If:
      case Op::IfEq:
      case Op::IfLt:
      case Op::IfLe:
      case Op::IfGt:
      case Op::IfGe:
      case Op::IfEqI:
      case Op::IfLtI:
      case Op::IfLeI:
      case Op::IfGtI:
      case Op::IfGeI:
      case Op::Jump:
      case Op::Loop:
      case Op::GetMember:
      case Op::GetIndex:
      case Op::GetKey:
      case Op::SetItem:
      case Op::SetMember:
      case Op::Push:
      case Op::GrowText:
      case Op::Length:
      case Op::List:
      case Op::Map:
      case Op::MapShape:
      case Op::Call:
      case Op::CallBuiltin:
      case Op::CallNamed:
      case Op::Return:
      case Op::ReturnNothing:
      case Op::ReturnStop:
      case Op::StrayStop:
      case Op::EachPrepare:
      case Op::EachNext:
      case Op::EachAgain:
      case Op::RangePrepare:
      case Op::RangeNext:
      case Op::RangeAgain:
      case Op::Template:
      case Op::Format:
      case Op::Raise:
      case Op::Fail:
      case Op::DefineType:
      case Op::DefineEnum:
      case Op::MatchList:
      case Op::MatchItem:
      case Op::MatchRest:
      case Op::MatchMap:
      case Op::MatchKey:
      case Op::MatchEqual:
      case Op::MatchVariant:
      case Op::IfEnum:
      case Op::MatchPayload:
      case Op::CheckPayload:
      case Op::Invariant: return true;
    }
    return false;
  }

  Call& call_;
  Machine& machine_;
  std::vector<Value> todo_;
  std::unordered_set<const Object*> seen_;
  std::unordered_set<const Code*> codes_;
  bool impure_ = false;
};

}  // namespace

Result<bool> is_pure_call(Call& call, Machine& machine, const Value& function, const Value& items) {
  return Walk(call, machine).run(function, items);
}

}  // namespace syn
