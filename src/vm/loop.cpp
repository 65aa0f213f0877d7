// The dispatch loop.
//
// How it goes: `pc` walks the instructions of the current frame; `r` are its registers. Small
// integers and floats are done here; all else goes to a function that gives a Result, and an error
// goes to `raise`, which finds a handler or leaves through the frame that C++ called.
//
// Invariants: 1. `frame->pc` is stored before anything that may fail, call back or look at the
// frame. 2. After any call that may push frames, `reload` reads frame, code, r and pc again.
// 3. Every slot past the live frames holds no counted object, so entering a task clears nothing.
//
// Computed goto instead of a switch: each instruction has its own indirect branch, which the
// predictor tells apart (`make bench B=vm`, fib: 1.3 times as fast).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/check.h"
#include "bytecode/errors.h"
#include "num/errors.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "value/equality.h"
#include "vm/frames.h"

#pragma GCC diagnostic ignored "-Wpedantic"  // computed goto

namespace syn {
namespace {

/// Compares two numbers of the inline kinds; gives false when they are of other kinds.
inline bool both_numbers(const Value& a, const Value& b) {
  return (a.is_int() || a.is_float()) && (b.is_int() || b.is_float());
}

/// Below this much room an operator keeps its operand, in case it fails for lack of memory.
constexpr uint64_t kGrowthMargin = 64 << 20;

inline bool is_pair(const Value& a, const Value& b, Tag tag) {
  return a.tag() == tag && b.tag() == tag;
}

}  // namespace

#define CASE(name) op_##name:
#if defined(__clang__)
// Clang refuses a computed goto out of the scope of a value; it copies the dispatch itself.
#define NEXT() goto next
#else
#define NEXT()                                   \
  do {                                           \
    in = *pc++;                                  \
    goto* targets[static_cast<uint16_t>(in.op)]; \
  } while (false)
#endif
#define SAVE() (frame->pc = pc)
#define RELOAD()             \
  do {                       \
    frame = &frames_.back(); \
    code = frame->code;      \
    r = frame->regs;         \
    pc = frame->pc;          \
  } while (false)
#define RAISE(error_value)        \
  do {                            \
    pending.emplace(error_value); \
    goto raise;                   \
  } while (false)
/// Runs a Result<Value> expression and stores it in register `target`.
#define STORE(target, expression)                         \
  do {                                                    \
    SAVE();                                               \
    auto outcome = (expression);                          \
    if (!outcome.ok()) RAISE(std::move(outcome).error()); \
    r[target] = std::move(outcome).value();               \
  } while (false)
#define DO(expression)                                \
  do {                                                \
    SAVE();                                           \
    if (auto outcome = (expression); !outcome.ok()) { \
      RAISE(std::move(outcome).error());              \
    }                                                 \
  } while (false)
#define JUMP_IF(condition)  \
  do {                      \
    if (condition) {        \
      pc += pc->wide() + 1; \
    } else {                \
      ++pc;                 \
    }                       \
  } while (false)
#define POLL(units)                                   \
  do {                                                \
    budget.steps += (units);                          \
    if (budget.steps > budget.poll_at) [[unlikely]] { \
      DO(budget_error());                             \
    }                                                 \
  } while (false)

#define ARITHMETIC(name, builtin_overflow, float_op, slow)                     \
  CASE(name) {                                                                 \
    const Value& left = r[in.b];                                               \
    const Value& right = r[in.c];                                              \
    if (is_pair(left, right, Tag::Int)) {                                      \
      int64_t sum;                                                             \
      if (!builtin_overflow(left.as_int(), right.as_int(), &sum)) [[likely]] { \
        r[in.a].set_int(sum);                                                  \
        NEXT();                                                                \
      }                                                                        \
    } else if (is_pair(left, right, Tag::Float)) {                             \
      r[in.a].set_float(left.as_float() float_op right.as_float());            \
      NEXT();                                                                  \
    }                                                                          \
    STORE(in.a, slow);                                                         \
    NEXT();                                                                    \
  }
#define COMPARE(name, op)                                \
  CASE(name) {                                           \
    const Value& left = r[in.b];                         \
    const Value& right = r[in.c];                        \
    if (is_pair(left, right, Tag::Int)) {                \
      r[in.a].set_bool(left.as_int() op right.as_int()); \
      NEXT();                                            \
    }                                                    \
    SAVE();                                              \
    auto order = compare(left, right, #op);              \
    if (!order.ok()) RAISE(std::move(order).error());    \
    r[in.a].set_bool(order.value() op 0);                \
    NEXT();                                              \
  }
#define COMPARE_JUMP(name, op)                          \
  CASE(name) {                                          \
    const Value& left = r[in.a];                        \
    const Value& right = r[in.b];                       \
    bool holds;                                         \
    if (is_pair(left, right, Tag::Int)) {               \
      holds = left.as_int() op right.as_int();          \
    } else if (is_pair(left, right, Tag::Float)) {      \
      holds = left.as_float() op right.as_float();      \
    } else {                                            \
      SAVE();                                           \
      auto order = compare(left, right, #op);           \
      if (!order.ok()) RAISE(std::move(order).error()); \
      holds = order.value() op 0;                       \
    }                                                   \
    JUMP_IF(holds == (in.c != 0));                      \
    NEXT();                                             \
  }
#define COMPARE_SMALL(name, op)                                       \
  CASE(name) {                                                        \
    const Value& left = r[in.a];                                      \
    bool holds;                                                       \
    if (left.is_int()) {                                              \
      holds = left.as_int() op in.signed_b();                         \
    } else if (left.is_float()) {                                     \
      holds = left.as_float() op in.signed_b();                       \
    } else {                                                          \
      SAVE();                                                         \
      auto order = compare(left, Value::integer(in.signed_b()), #op); \
      if (!order.ok()) RAISE(std::move(order).error());               \
      holds = order.value() op 0;                                     \
    }                                                                 \
    JUMP_IF(holds == (in.c != 0));                                    \
    NEXT();                                                           \
  }

Result<Value> Machine::loop() {
  static const void* const targets[] = {
#define OP(name, operands, meaning) &&op_##name,
#include "bytecode/opcodes.def"
#undef OP
  };
  Budget& budget = heap_.budget();
  Frame* frame;
  const Code* code;
  Value* r;
  const Instruction* pc;
  Instruction in;
  std::optional<Error> pending;
  RELOAD();
  NEXT();

  CASE(Move) {
    r[in.a] = r[in.b];
    NEXT();
  }
  CASE(Transfer) {
    r[in.a] = std::move(r[in.b]);
    NEXT();
  }
  CASE(LoadK) {
    r[in.a] = code->constants[static_cast<size_t>(in.wide())];
    NEXT();
  }
  CASE(LoadInt) {
    r[in.a].set_int(in.wide());
    NEXT();
  }
  CASE(LoadNothing) {
    r[in.a].set_nothing();
    NEXT();
  }
  CASE(LoadBool) {
    r[in.a].set_bool(in.b != 0);
    NEXT();
  }
  CASE(LoadGlobal) {
    auto index = static_cast<uint32_t>(in.wide());
    if (index < globals_.size() && !globals_[index].is_unbound()) [[likely]] {
      r[in.a] = globals_[index];
    } else {
      STORE(in.a, load_global_slow(index));
    }
    NEXT();
  }
  CASE(LoadCell) {
    const Value& held = r[in.b].cell().value;
    if (held.is_unbound()) [[unlikely]] {
      SAVE();
      RAISE(undefined(code->names[in.b]));
    }
    r[in.a] = held;
    NEXT();
  }
  CASE(LoadUp) {
    const Value& held = frame->task->cells[in.b].cell().value;
    if (held.is_unbound()) [[unlikely]] {
      SAVE();
      RAISE(undefined(code->up_names[in.b]));
    }
    r[in.a] = held;
    NEXT();
  }
  CASE(IfBoundLocal) {
    bool bound = !r[in.b].is_unbound();
    if (bound) r[in.a] = r[in.b];
    JUMP_IF(bound);
    NEXT();
  }
  CASE(IfBoundCell) {
    const Value& held = r[in.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) r[in.a] = held;
    JUMP_IF(bound);
    NEXT();
  }
  CASE(IfBoundUp) {
    const Value& held = frame->task->cells[in.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) r[in.a] = held;
    JUMP_IF(bound);
    NEXT();
  }
  CASE(IfBoundGlobal) {
    const Value& held = global(static_cast<uint32_t>(in.wide()));
    bool bound = !held.is_unbound();
    if (bound) r[in.a] = held;
    JUMP_IF(bound);
    NEXT();
  }
  CASE(StoreGlobal) {
    global(static_cast<uint32_t>(in.wide())) = r[in.a];
    if (in.a >= code->num_locals) r[in.a].set_nothing();
    NEXT();
  }
  CASE(StoreCell) {
    r[in.b].cell().value = r[in.a];
    if (in.a >= code->num_locals) r[in.a].set_nothing();
    NEXT();
  }
  CASE(StoreUp) {
    frame->task->cells[in.b].cell().value = r[in.a];
    if (in.a >= code->num_locals) r[in.a].set_nothing();
    NEXT();
  }
  CASE(SetLocal) {
    bool bound = !r[in.b].is_unbound();
    if (bound) {
      r[in.b] = r[in.a];
      if (in.a >= code->num_locals) r[in.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(SetCell) {
    Value& held = r[in.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) {
      held = r[in.a];
      if (in.a >= code->num_locals) r[in.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(SetUp) {
    Value& held = frame->task->cells[in.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) {
      held = r[in.a];
      if (in.a >= code->num_locals) r[in.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(SetGlobal) {
    Value& held = global(static_cast<uint32_t>(in.wide()));
    // A builtin's name counts as bound: builtins live in the global scope.
    bool bound =
        !held.is_unbound() || builtins_.find(name_of_(static_cast<uint32_t>(in.wide()))) != nullptr;
    if (bound) {
      held = r[in.a];
      if (in.a >= code->num_locals) r[in.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(NewCell) {
    r[in.a] = make_cell(heap_, Value::unbound());
    NEXT();
  }
  CASE(BoxParam) {
    r[in.a] = make_cell(heap_, std::move(r[in.a]));
    NEXT();
  }
  CASE(Unbind) {
    r[in.a].set_unbound();
    NEXT();
  }
  CASE(Closure) {
    r[in.a] = make_closure(*frame, *code->children[static_cast<size_t>(in.wide())]);
    NEXT();
  }
  CASE(Add) {
    Value& left = r[in.b];
    const Value& right = r[in.c];
    if (is_pair(left, right, Tag::Int)) {
      int64_t sum;
      if (!__builtin_add_overflow(left.as_int(), right.as_int(), &sum)) [[likely]] {
        r[in.a].set_int(sum);
        NEXT();
      }
    } else if (is_pair(left, right, Tag::Float)) {
      r[in.a].set_float(left.as_float() + right.as_float());
      NEXT();
    }
    SAVE();
    // The operator may reuse a text or list that nobody else needs: a temporary, or the variable
    // that the result goes to. It cannot fail then, so the operand is never lost.
    bool own = in.b == in.a || in.b >= code->num_locals;
    bool joins = left.is_text()
                     ? right.is_text() || right.is_int() || right.is_float() || right.is(Tag::Bool)
                     : left.is_list() && right.is_list();
    bool growable = own && joins && in.b != in.c && budget.has_room(kGrowthMargin);
    auto sum = growable ? add(heap_, std::move(left), right) : add(heap_, left, right);
    if (!sum.ok()) RAISE(std::move(sum).error());
    r[in.a] = std::move(sum).value();
    if (in.c >= code->num_locals && is_heap_tag(r[in.c].tag()) && in.c != in.a) {
      r[in.c].set_nothing();
    }
    POLL(1);
    NEXT();
  }
  ARITHMETIC(Sub, __builtin_sub_overflow, -, subtract(heap_, left, right))
  ARITHMETIC(Mul, __builtin_mul_overflow, *, multiply(heap_, left, right))
  CASE(Div) {
    const Value& left = r[in.b];
    const Value& right = r[in.c];
    if (both_numbers(left, right)) {
      double bottom = right.is_int() ? static_cast<double>(right.as_int()) : right.as_float();
      if (bottom != 0) {
        double top = left.is_int() ? static_cast<double>(left.as_int()) : left.as_float();
        r[in.a].set_float(top / bottom);
        NEXT();
      }
    }
    STORE(in.a, divide(heap_, left, right));
    NEXT();
  }
  CASE(FloorDiv) {
    STORE(in.a, floor_divide(heap_, r[in.b], r[in.c]));
    NEXT();
  }
  CASE(Mod) {
    const Value& left = r[in.b];
    const Value& right = r[in.c];
    if (is_pair(left, right, Tag::Int) && right.as_int() > 0) [[likely]] {
      int64_t rest = left.as_int() % right.as_int();
      r[in.a].set_int(rest < 0 ? rest + right.as_int() : rest);
      NEXT();
    }
    STORE(in.a, modulo(heap_, left, right));
    NEXT();
  }
  CASE(Pow) {
    STORE(in.a, power(heap_, r[in.b], r[in.c]));
    NEXT();
  }
  CASE(AddI) {
    const Value& left = r[in.b];
    int64_t sum;
    if (left.is_int() && !__builtin_add_overflow(left.as_int(), in.signed_c(), &sum)) [[likely]] {
      r[in.a].set_int(sum);
    } else {
      STORE(in.a, add(heap_, left, Value::integer(in.signed_c())));
    }
    NEXT();
  }
  CASE(SubI) {
    const Value& left = r[in.b];
    int64_t rest;
    if (left.is_int() && !__builtin_sub_overflow(left.as_int(), in.signed_c(), &rest)) [[likely]] {
      r[in.a].set_int(rest);
    } else {
      STORE(in.a, subtract(heap_, left, Value::integer(in.signed_c())));
    }
    NEXT();
  }
  CASE(Neg) {
    const Value& value = r[in.b];
    if (value.is_int() && value.as_int() != INT64_MIN) {
      r[in.a].set_int(-value.as_int());
    } else if (value.is_float()) {
      r[in.a].set_float(-value.as_float());
    } else {
      STORE(in.a, negate(heap_, value));
    }
    NEXT();
  }
  CASE(Not) {
    r[in.a].set_bool(!truthy(r[in.b]));
    NEXT();
  }
  CASE(Eq) {
    SAVE();
    auto same = equal(r[in.b], r[in.c]);
    if (!same.ok()) RAISE(std::move(same).error());
    r[in.a].set_bool(same.value());
    NEXT();
  }
  CASE(Ne) {
    SAVE();
    auto same = equal(r[in.b], r[in.c]);
    if (!same.ok()) RAISE(std::move(same).error());
    r[in.a].set_bool(!same.value());
    NEXT();
  }
  COMPARE(Lt, <)
  COMPARE(Le, <=)
  COMPARE(Gt, >)
  COMPARE(Ge, >=)
  CASE(In) {
    SAVE();
    auto inside = contained_in(heap_, r[in.b], r[in.c]);
    if (!inside.ok()) RAISE(std::move(inside).error());
    r[in.a].set_bool(inside.value());
    NEXT();
  }
  CASE(NotIn) {
    SAVE();
    auto inside = contained_in(heap_, r[in.b], r[in.c]);
    if (!inside.ok()) RAISE(std::move(inside).error());
    r[in.a].set_bool(!inside.value());
    NEXT();
  }
  CASE(If) {
    const Value& value = r[in.a];
    bool truth = value.is(Tag::Bool) ? value.as_bool() : truthy(value);
    JUMP_IF(truth == (in.b != 0));
    NEXT();
  }
  CASE(IfEq) {
    const Value& left = r[in.a];
    const Value& right = r[in.b];
    bool same;
    if (is_pair(left, right, Tag::Int)) {
      same = left.as_int() == right.as_int();
    } else {
      SAVE();
      auto outcome = equal(left, right);
      if (!outcome.ok()) RAISE(std::move(outcome).error());
      same = outcome.value();
    }
    JUMP_IF(same == (in.c != 0));
    NEXT();
  }
  COMPARE_JUMP(IfLt, <)
  COMPARE_JUMP(IfLe, <=)
  COMPARE_JUMP(IfGt, >)
  COMPARE_JUMP(IfGe, >=)
  CASE(IfEqI) {
    const Value& left = r[in.a];
    bool same;
    if (left.is_int()) {
      same = left.as_int() == in.signed_b();
    } else {
      SAVE();
      auto outcome = equal(left, Value::integer(in.signed_b()));
      if (!outcome.ok()) RAISE(std::move(outcome).error());
      same = outcome.value();
    }
    JUMP_IF(same == (in.c != 0));
    NEXT();
  }
  COMPARE_SMALL(IfLtI, <)
  COMPARE_SMALL(IfLeI, <=)
  COMPARE_SMALL(IfGtI, >)
  COMPARE_SMALL(IfGeI, >=)
  CASE(Jump) {
    pc += in.wide();
    NEXT();
  }
  CASE(Loop) {
    POLL(in.a);
    pc += in.wide();
    NEXT();
  }
  CASE(GetMember) {
    const Value& object = r[in.b];
    MemberSite& site = const_cast<Code*>(code)->sites[in.c];  // a cache, not a part of the code
    if (object.is_map()) [[likely]] {
      const Map& map = object.map();
      if (map.shape != nullptr && map.shape == site.shape && map.flags == 0) [[likely]] {
        Value member = map.slots[site.slot];
        r[in.a] = std::move(member);
        NEXT();
      }
    }
    STORE(in.a, get_member(object, site));
    NEXT();
  }
  CASE(GetIndex) {
    const Value& object = r[in.b];
    const Value& index = r[in.c];
    if (object.is_list() && index.is_int()) [[likely]] {
      const List& list = object.list();
      if (static_cast<uint64_t>(index.as_int()) < list.count) [[likely]] {
        Value item = list.data[index.as_int()];
        r[in.a] = std::move(item);
        NEXT();
      }
    }
    STORE(in.a, get_index(object, index));
    NEXT();
  }
  CASE(SetPath) {
    DO(set_path(*frame, code->paths[in.b], in.c != 0 ? std::move(r[in.a]) : r[in.a]));
    NEXT();
  }
  CASE(TakePath) {
    STORE(in.a, take_path(*frame, code->paths[in.b]));
    NEXT();
  }
  CASE(List) {
    Value list = make_list(heap_, in.c);
    for (uint32_t i = 0; i < in.c; ++i) push(list, std::move(r[in.b + i]));
    r[in.a] = std::move(list);
    POLL(in.c);
    NEXT();
  }
  CASE(Map) {
    Value map = make_map(heap_);
    for (uint32_t i = 0; i < in.c; ++i) {
      Value key = key_text(heap_, r[in.b + 2 * i]);
      put(map, &key.text(), std::move(r[in.b + 2 * i + 1]));
    }
    r[in.a] = std::move(map);
    POLL(in.c);
    NEXT();
  }
  CASE(MapShape) {
    Shape* shape = code->shapes[in.c];
    Value map = make_map_of_shape(heap_, shape);
    Map& made = map.map();
    for (uint32_t i = 0; i < made.count; ++i) made.slots[i] = std::move(r[in.b + i]);
    r[in.a] = std::move(map);
    POLL(1);
    NEXT();
  }
  CASE(CallGlobal) {
    POLL(1);
    if (in.c < globals_.size() && globals_[in.c].is(Tag::Task)) [[likely]] {
      const Task& task = globals_[in.c].task();
      const Code& target = *task.code;
      if (in.b == target.num_params && task.num_cells == 0) [[likely]] {
        SAVE();
        if (!push_frame(target, &task, r + in.a + 1, in.b, in.a, false)) [[unlikely]] {
          RAISE(Error(runtime_errors::kRecursionLimit));
        }
        frame = &frames_.back();
        code = &target;
        r = frame->regs;
        pc = target.instructions.data();
        NEXT();
      }
    }
    SAVE();
    auto callee = load_global_slow(in.c);
    if (!callee.ok()) {
      Span name = code->spans[static_cast<size_t>(pc - code->instructions.data() - 1)];
      RAISE(std::move(callee).error().at(code->file, {name.end_line, name.end_column, 0, 0}));
    }
    r[in.a] = std::move(callee).value();
    DO(call_value(&r[in.a], in.b, in.a));
    RELOAD();
    NEXT();
  }
  CASE(Call) {
    POLL(1);
    DO(call_value(&r[in.a], in.b, in.a));
    RELOAD();
    NEXT();
  }
  CASE(CallBuiltin) {
    POLL(1);
    SAVE();
    const BuiltinSpec& spec = *code->constants[in.c].as_builtin();
    auto outcome = call_builtin(spec, &r[in.a + 1], in.b, {});
    if (!outcome.ok()) RAISE(std::move(outcome).error());
    r[in.a] = std::move(outcome).value();
    NEXT();
  }
  CASE(CallNamed) {
    POLL(1);
    DO(call_named(&r[in.a], in.b, code->call_names[in.c], in.a));
    RELOAD();
    NEXT();
  }
  CASE(Take) {
    Value* from = place(*frame, static_cast<VariableKind>(in.c), in.b);
    r[in.a] = std::move(*from);
    NEXT();
  }
  CASE(Return) {
    Value result = in.a >= code->num_locals ? std::move(r[in.a]) : r[in.a];
    bool boundary = frame->boundary;
    uint16_t target = frame->result;
    pop_frame();
    if (boundary) return result;
    RELOAD();
    // What follows a call is nearly always the move of its result: do both at once.
    if (pc->op == Op::Transfer && pc->b == target) {
      target = pc->a;
      ++pc;
    }
    r[target] = std::move(result);
    NEXT();
  }
  CASE(ReturnNothing) {
    bool boundary = frame->boundary;
    uint16_t target = frame->result;
    pop_frame();
    if (boundary) return Value();
    RELOAD();
    r[target].set_nothing();
    NEXT();
  }
  CASE(ReturnStop) {
    SAVE();
    RAISE(Error(runtime_errors::kStopSignal));
  }
  CASE(StrayStop) {
    SAVE();
    RAISE(Error(runtime_errors::kStrayGiveStop));
  }
  CASE(EachPrepare) {
    DO(each_prepare(&r[in.a], r[in.b]));
    NEXT();
  }
  CASE(EachNext) {
    Value* state = &r[in.b];
    if (state->is_list()) [[likely]] {
      int64_t position = state[1].as_int();
      const syn::List& list = state->list();
      bool done = static_cast<uint64_t>(position) >= list.count;
      if (!done) {
        r[in.a] = list.data[position];
        state[1].set_int(position + 1);
      }
      JUMP_IF(done);
      NEXT();
    }
    JUMP_IF(!each_next(state, r[in.a]));
    NEXT();
  }
  CASE(RangePrepare) {
    DO(range_prepare(&r[in.a], &r[in.b], in.c));
    NEXT();
  }
  CASE(RangeNext) {
    JUMP_IF(!range_next(&r[in.b], r[in.a]));
    NEXT();
  }
  CASE(Template) {
    STORE(in.a, join_parts(&r[in.b], in.c));
    POLL(1);
    NEXT();
  }
  CASE(Format) {
    STORE(in.a, format_part(r[in.b], code->constants[in.c].view()));
    NEXT();
  }
  CASE(Raise) {
    SAVE();
    RAISE(raised(r[in.a]));
  }
  CASE(Fail) {
    SAVE();
    const Error& prepared = code->errors[static_cast<size_t>(in.wide())];
    RAISE(Error(prepared.row(), prepared.body().arguments));
  }
  CASE(DefineType) {
    r[in.a] = define_type(*code, code->types[in.b]);
    NEXT();
  }
  CASE(DefineEnum) {
    r[in.a] = define_enum(*code, code->enums[in.b]);
    NEXT();
  }
  CASE(MatchList) {
    bool fits = r[in.a].is_list() &&
                (in.c != 0 ? r[in.a].list().count >= in.b : r[in.a].list().count == in.b);
    JUMP_IF(!fits);
    NEXT();
  }
  CASE(MatchItem) {
    const syn::List& list = r[in.b].list();
    int position = in.signed_c();
    Value item = position >= 0 ? list.data[position]
                               : list.data[list.count - static_cast<uint32_t>(-position)];
    r[in.a] = std::move(item);
    NEXT();
  }
  CASE(MatchRest) {
    uint32_t front = in.c >> 8;
    uint32_t back = in.c & 255;
    auto items = r[in.b].list().items();
    r[in.a] = make_list(heap_, items.subspan(front, items.size() - front - back));
    POLL(items.size());
    NEXT();
  }
  CASE(MatchMap) {
    JUMP_IF(!r[in.a].is_map());
    NEXT();
  }
  CASE(MatchKey) {
    Text& key = code->constants[in.c].text();
    const syn::Map& map = r[in.b].map();
    int64_t position = map.find(key.view(), key.hashed());
    if (position >= 0) {
      Value entry = map.value(static_cast<size_t>(position));
      r[in.a] = std::move(entry);
    }
    JUMP_IF(position < 0);
    NEXT();
  }
  CASE(MatchEqual) {
    SAVE();
    auto same = equal(r[in.a], r[in.b]);
    if (!same.ok()) {
      if (same.error().is(num_errors::kMixedDecimalAndFloat)) {
        RAISE(Error(runtime_errors::kMatchMix));
      }
      RAISE(std::move(same).error());
    }
    JUMP_IF(!same.value());
    NEXT();
  }
  CASE(MatchVariant) {
    JUMP_IF(!is_variant(r[in.a], r[in.b], code->variants[in.c]));
    NEXT();
  }
  CASE(IfEnum) {
    JUMP_IF(r[in.a].is_map() && r[in.a].map().get("__enum") != nullptr);
    NEXT();
  }
  CASE(CheckPayload) {
    const VariantMatch& plan = code->variants[in.b];
    size_t count = r[in.a].map().size() - 1;
    if (plan.payload_count != count) {
      SAVE();
      RAISE(Error(runtime_errors::kPayloadCount,
                  {r[in.a].map().get("__variant")->view(), std::to_string(count),
                   std::to_string(plan.payload_count)}));
    }
    NEXT();
  }
  CASE(MatchPayload) {
    Value item = r[in.b].map().value(size_t{in.c} + 1);
    r[in.a] = std::move(item);
    NEXT();
  }
  CASE(SandboxEnter) {
    DO(services_.sandbox_enter(in.b != 0 ? &r[in.a] : nullptr));
    ++sandboxes_;
    NEXT();
  }
  CASE(SandboxExit) {
    services_.sandbox_exit();
    --sandboxes_;
    NEXT();
  }
  CASE(Require) {
    DO(require(code->requires_[in.b], r[in.a]));
    NEXT();
  }
  CASE(DeclareTool) {
    declare_tool(r[in.a], &r[in.b], in.c);
    NEXT();
  }
  CASE(Invariant) {
    if (!truthy(r[in.a])) {
      SAVE();
      RAISE(Error(runtime_errors::kInvariantViolation, {code->invariants[in.b]}));
    }
    NEXT();
  }
  CASE(Use) {
    STORE(in.a, services_.load_module(code->uses[in.b].path, code->file));
    NEXT();
  }
  CASE(Export) {
    // A module's top-level variables live in cells; the export is the cell itself.
    put(exports_, &code->constants[in.b].text(), r[in.a]);
    NEXT();
  }
  CASE(Snapshot) {
    Value copy = snapshot(r[in.b]);
    r[in.a] = std::move(copy);
    NEXT();
  }
  CASE(Show) {
    std::string line = display(r[in.a]);
    if (in.b != UINT16_MAX) {
      line = "[" + std::string(code->constants[in.b].view()) + "] " + line;
    }
    DO(services_.print(line));
    NEXT();
  }
  CASE(Log) {
    DO(services_.log("[LOG] " + display(r[in.a])));
    NEXT();
  }

raise:
  if (!unwind(*pending)) return std::move(*pending);
  pending.reset();
  RELOAD();
#if defined(__clang__)
next:
  in = *pc++;
  goto* targets[static_cast<uint16_t>(in.op)];
#else
  NEXT();
#endif
}

}  // namespace syn
