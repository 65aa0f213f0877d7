// Statements with blocks: when, each, while, try.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compiler/function_compiler.h"

namespace syn {

using namespace ast;  // NOLINT: this file is about the tree

void FunctionCompiler::when(const WhenStmt& s, int dst) {
  std::vector<size_t> ends;
  BoundSet after;
  bool first = true;
  auto merge = [&] {
    if (first) {
      after = bound_;
    } else {
      for (size_t i = 0; i < after.size(); ++i) {
        after[i] = static_cast<char>(after[i] & bound_[i]);
      }
    }
    first = false;
  };
  for (const WhenStmt* w = &s; w != nullptr; w = w->otherwise_when) {
    std::vector<size_t> no;
    branch(w->condition, true, no);
    BoundSet before = bound_;
    block(w->then, dst);
    merge();
    bound_ = before;
    bool more = w->otherwise_when != nullptr || w->has_otherwise;
    if (more || dst != kNoResult) ends.push_back(emit_jump(w->span));
    for (size_t jump : no) patch_jump(jump);
    if (w->has_otherwise) {
      block(w->otherwise, dst);
      merge();
    } else if (!more) {
      result_nothing(dst, w->span);
      merge();
    }
  }
  for (size_t jump : ends) patch_jump(jump);
  bound_ = after;
}

void FunctionCompiler::loop_back(size_t top, Span span) {
  auto distance = static_cast<int64_t>(top) - static_cast<int64_t>(here()) - 1;
  size_t length = here() - top + 1;
  emit_wide(Op::Loop, static_cast<uint32_t>(length < UINT16_MAX ? length : UINT16_MAX), distance,
            span);
}

/// The end of an `each`: steps and jumps back in one instruction.
void FunctionCompiler::loop_again(Op op, Reg item, Reg state, size_t body_start, Span span) {
  size_t length = here() - body_start + 1;
  emit(op, item, state, static_cast<uint32_t>(length < UINT16_MAX ? length : UINT16_MAX), span);
  emit_jump_to(body_start, span);
}

void FunctionCompiler::loop_end(size_t body_start, size_t body_end, LoopContext& loop) {
  for (size_t jump : loop.exits) patch_jump(jump);
  code_->loops.push_back({static_cast<uint32_t>(body_start), static_cast<uint32_t>(body_end),
                          static_cast<uint32_t>(here()), 0, sandbox_depth_});
}

bool FunctionCompiler::each_range(const EachStmt& s, Reg state) {
  if (s.iterable->kind != ExprKind::Call) return false;
  const auto& call = *static_cast<const CallExpr*>(s.iterable);
  if (call.callee->kind != ExprKind::Name) return false;
  const BuiltinSpec* builtin = builtin_of(static_cast<const NameExpr*>(call.callee)->name);
  size_t count = call.arguments.size();
  if (builtin == nullptr || builtin->name != "range" || count < 1 || count > 3) return false;
  for (const Argument& argument : call.arguments) {
    if (!argument.name.empty()) return false;
  }
  Temps scope(*this);
  Reg first = temps(count);
  for (size_t i = 0; i < count; ++i) {
    expression(call.arguments[i].value, static_cast<Reg>(first + i));
  }
  emit(Op::RangePrepare, state, first, static_cast<uint32_t>(count), call.span);
  return true;
}

/// Where the code from `start` to here does nothing with a variable but take members by name: one
/// more than the list of these names. Of the row of a table only those columns are then made. Else
/// 0.
uint16_t FunctionCompiler::used_members_of(Reg item, size_t start) {
  std::vector<std::string> names;
  for (size_t at = start; at < here(); ++at) {
    const Instruction& step = code_->instructions[at];
    bool takes_member = (step.op == Op::GetMember || step.op == Op::GetKey) && step.b == item;
    if (takes_member && step.a != item) {
      std::string name(code_->sites[step.c].key->view());
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
      }
    } else if (touches(*code_, step, item)) {
      return 0;
    }
  }
  if (code_->used_members.size() == UINT16_MAX) return 0;
  code_->used_members.push_back(std::move(names));
  return static_cast<uint16_t>(code_->used_members.size());
}

void FunctionCompiler::each(const EachStmt& s, int dst) {
  Reg state = temps(3);
  Reg turn = 0;
  if (dst != kNoResult) {
    turn = temp();
    result_nothing(dst, s.span);
  }
  bool range = each_range(s, state);
  size_t prepare = 0;
  if (!range) {
    Temps scope(*this);
    Reg source = operand(s.iterable);
    prepare = here();
    emit(Op::EachPrepare, state, source, 0, s.span);
  }
  Scope* scope = unit_.scopes.scope_of(&s);
  Variable* variable = scope->find(s.name);
  BoundSet before = bound_;
  Place place{VariableKind::Local, variable->reg, false, variable};
  if (variable->captured) place.kind = VariableKind::Cell;
  Reg item = place.kind == VariableKind::Local ? variable->reg : temp();
  emit(range ? Op::RangeNext : Op::EachNext, item, state, 0, s.span);
  size_t done = emit_jump(s.span);
  size_t body_start = here();
  loops_.push_back({sandbox_depth_, {}});
  open_scope(&s, s.span);
  if (place.kind == VariableKind::Cell) {
    emit(Op::StoreCell, item, variable->reg, 0, s.span);
  }
  bound_[variable->reg] = 1;
  block(s.body, dst == kNoResult ? kNoResult : turn);
  close_scope();
  if (dst != kNoResult) move(static_cast<uint32_t>(dst), turn, s.span);
  size_t body_end = here();
  if (!range && place.kind == VariableKind::Local) {
    code_->instructions[prepare].c = used_members_of(item, body_start);
  }
  loop_again(range ? Op::RangeAgain : Op::EachAgain, item, state, body_start, s.span);
  patch_jump(done);
  LoopContext loop = std::move(loops_.back());
  loops_.pop_back();
  loop_end(body_start, body_end, loop);
  emit(Op::LoadNothing, state, 0, 0, s.span);  // let go of what was walked
  bound_ = before;
}

void FunctionCompiler::while_loop(const WhileStmt& s, int dst) {
  Reg turn = 0;
  if (dst != kNoResult) {
    turn = temp();
    result_nothing(dst, s.span);
  }
  size_t top = here();
  std::vector<size_t> no;
  branch(s.condition, true, no);
  BoundSet before = bound_;
  size_t body_start = here();
  loops_.push_back({sandbox_depth_, {}});
  block(s.body, dst == kNoResult ? kNoResult : turn);
  if (dst != kNoResult) move(static_cast<uint32_t>(dst), turn, s.span);
  size_t body_end = here();
  loop_back(top, s.span);
  for (size_t jump : no) patch_jump(jump);
  LoopContext loop = std::move(loops_.back());
  loops_.pop_back();
  loop_end(body_start, body_end, loop);
  bound_ = before;
}

void FunctionCompiler::attempt(const TryStmt& s, int dst) {
  BoundSet before = bound_;
  size_t start = here();
  ++try_depth_;
  block(s.body, dst);
  --try_depth_;
  size_t end = here();
  size_t skip = emit_jump(s.span);
  BoundSet after_body = bound_;
  bound_ = before;
  Reg message = temp();
  code_->handlers.push_back({static_cast<uint32_t>(start), static_cast<uint32_t>(end),
                             static_cast<uint32_t>(here()), message, sandbox_depth_});
  open_scope(&s, s.span);
  store_new(s.error_name, message, s.span);
  block(s.recover, dst);
  close_scope();
  patch_jump(skip);
  for (size_t i = 0; i < bound_.size(); ++i) {
    bound_[i] = static_cast<char>(bound_[i] & after_body[i]);
  }
}

void FunctionCompiler::match(const MatchStmt& s, int dst) {
  Reg subject = temp();
  expression(s.subject, subject);
  std::vector<size_t> ends;
  BoundSet before = bound_;
  BoundSet after;
  bool first = true;
  auto merge = [&] {
    if (first) {
      after = bound_;
    } else {
      for (size_t i = 0; i < after.size(); ++i) {
        after[i] = static_cast<char>(after[i] & bound_[i]);
      }
    }
    first = false;
  };
  for (const MatchArm& arm : s.arms) {
    Temps scope(*this);
    std::vector<size_t> failed;
    open_scope(&arm, arm.pattern->span);
    pattern(*arm.pattern, subject, failed);
    if (arm.guard != nullptr) branch(arm.guard, true, failed);
    block(arm.body, dst);
    close_scope();
    merge();
    ends.push_back(emit_jump(arm.pattern->span));
    for (size_t jump : failed) patch_jump(jump);
    bound_ = before;
  }
  if (s.has_otherwise) {
    block(s.otherwise, dst);
  } else {
    result_nothing(dst, s.span);
  }
  merge();
  for (size_t jump : ends) patch_jump(jump);
  bound_ = after;
}

}  // namespace syn
