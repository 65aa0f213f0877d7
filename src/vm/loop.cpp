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
#include "vm/fast_paths.h"
#include "vm/frames.h"
#include "vm/loop_macros.h"

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
  std::optional<Error> pending;
  RELOAD();
  NEXT();

  CASE(Move) {
    r[IN.a] = r[IN.b];
    NEXT();
  }
  CASE(Transfer) {
    r[IN.a] = std::move(r[IN.b]);
    NEXT();
  }
  CASE(LoadK) {
    r[IN.a] = code->constants[static_cast<size_t>(IN.wide())];
    NEXT();
  }
  CASE(LoadInt) {
    r[IN.a].set_int(IN.wide());
    NEXT();
  }
  CASE(LoadNothing) {
    r[IN.a].set_nothing();
    NEXT();
  }
  CASE(LoadBool) {
    r[IN.a] = truth(IN.b != 0);
    NEXT();
  }
  CASE(LoadGlobal) {
    auto index = static_cast<uint32_t>(IN.wide());
    if (index < globals_.size() && !globals_[index].is_unbound()) [[likely]] {
      r[IN.a] = globals_[index];
    } else {
      STORE(IN.a, load_global_slow(index));
    }
    NEXT();
  }
  CASE(LoadCell) {
    const Value& held = r[IN.b].cell().value;
    if (held.is_unbound()) [[unlikely]] {
      SAVE();
      RAISE(undefined(code->names[IN.b]));
    }
    r[IN.a] = held;
    NEXT();
  }
  CASE(LoadUp) {
    const Value& held = frame->task->cells[IN.b].cell().value;
    if (held.is_unbound()) [[unlikely]] {
      SAVE();
      RAISE(undefined(code->up_names[IN.b]));
    }
    r[IN.a] = held;
    NEXT();
  }
  CASE(IfBoundLocal) {
    bool bound = !r[IN.b].is_unbound();
    if (bound) r[IN.a] = r[IN.b];
    JUMP_IF(bound);
    NEXT();
  }
  CASE(IfBoundCell) {
    const Value& held = r[IN.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) r[IN.a] = held;
    JUMP_IF(bound);
    NEXT();
  }
  CASE(IfBoundUp) {
    const Value& held = frame->task->cells[IN.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) r[IN.a] = held;
    JUMP_IF(bound);
    NEXT();
  }
  CASE(IfBoundGlobal) {
    const Value& held = global(static_cast<uint32_t>(IN.wide()));
    bool bound = !held.is_unbound();
    if (bound) r[IN.a] = held;
    JUMP_IF(bound);
    NEXT();
  }
  CASE(StoreGlobal) {
    global(static_cast<uint32_t>(IN.wide())) = r[IN.a];
    if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    NEXT();
  }
  CASE(StoreCell) {
    r[IN.b].cell().value = r[IN.a];
    if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    NEXT();
  }
  CASE(StoreUp) {
    frame->task->cells[IN.b].cell().value = r[IN.a];
    if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    NEXT();
  }
  CASE(SetLocal) {
    bool bound = !r[IN.b].is_unbound();
    if (bound) {
      r[IN.b] = r[IN.a];
      if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(SetCell) {
    Value& held = r[IN.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) {
      held = r[IN.a];
      if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(SetUp) {
    Value& held = frame->task->cells[IN.b].cell().value;
    bool bound = !held.is_unbound();
    if (bound) {
      held = r[IN.a];
      if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(SetGlobal) {
    Value& held = global(static_cast<uint32_t>(IN.wide()));
    // A builtin's name counts as bound: builtins live in the global scope.
    bool bound =
        !held.is_unbound() || builtins_.find(name_of_(static_cast<uint32_t>(IN.wide()))) != nullptr;
    if (bound) {
      held = r[IN.a];
      if (IN.a >= code->num_locals) r[IN.a].set_nothing();
    }
    JUMP_IF(bound);
    NEXT();
  }
  CASE(NewCell) {
    r[IN.a] = make_cell(heap_, Value::unbound());
    NEXT();
  }
  CASE(BoxParam) {
    r[IN.a] = make_cell(heap_, std::move(r[IN.a]));
    NEXT();
  }
  CASE(Unbind) {
    r[IN.a].set_unbound();
    NEXT();
  }
  CASE(Closure) {
    r[IN.a] = make_closure(*frame, *code->children[static_cast<size_t>(IN.wide())]);
    NEXT();
  }
  CASE(Add) {
    Value& left = r[IN.b];
    const Value& right = r[IN.c];
    if (is_pair(left, right, Tag::Int)) {
      int64_t sum;
      if (!__builtin_add_overflow(left.as_int(), right.as_int(), &sum)) [[likely]] {
        r[IN.a].set_int(sum);
        NEXT();
      }
    } else if (is_pair(left, right, Tag::Float)) {
      r[IN.a].set_float(left.as_float() + right.as_float());
      NEXT();
    }
    SAVE();
    if (left.is_text() != right.is_text()) {
      if (auto error = field_text_error(*code, *(pc - 1), left, right)) RAISE(std::move(*error));
    }
    // The operator may reuse a text or list that nobody else needs: a temporary, or the variable
    // that the result goes to. It cannot fail then, so the operand is never lost.
    bool own = IN.b == IN.a || IN.b >= code->num_locals;
    bool joins = left.is_text()
                     ? right.is_text() || right.is_int() || right.is_float() || right.is(Tag::Bool)
                     : left.is_list() && right.is_list();
    bool growable = own && joins && IN.b != IN.c && budget.has_room(kGrowthMargin);
    auto sum = growable ? add(heap_, std::move(left), right) : add(heap_, left, right);
    if (!sum.ok()) RAISE(std::move(sum).error());
    r[IN.a] = std::move(sum).value();
    if (IN.c >= code->num_locals && is_heap_tag(r[IN.c].tag()) && IN.c != IN.a) {
      r[IN.c].set_nothing();
    }
    POLL(1);
    NEXT();
  }
  ARITHMETIC(Sub, __builtin_sub_overflow, -, subtract(heap_, left, right))
  ARITHMETIC(Mul, __builtin_mul_overflow, *, multiply(heap_, left, right))
  CASE(Div) {
    const Value& left = r[IN.b];
    const Value& right = r[IN.c];
    if (both_numbers(left, right)) {
      double bottom = right.is_int() ? static_cast<double>(right.as_int()) : right.as_float();
      if (bottom != 0) {
        double top = left.is_int() ? static_cast<double>(left.as_int()) : left.as_float();
        r[IN.a].set_float(top / bottom);
        NEXT();
      }
    }
    STORE(IN.a, divide(heap_, left, right));
    NEXT();
  }
  CASE(FloorDiv) {
    const Value& left = r[IN.b];
    const Value& right = r[IN.c];
    if (is_pair(left, right, Tag::Int) && right.as_int() > 0) [[likely]] {
      r[IN.a].set_int(floor_quotient(left.as_int(), right.as_int()));
      NEXT();
    }
    STORE(IN.a, floor_divide(heap_, left, right));
    NEXT();
  }
  CASE(Mod) {
    const Value& left = r[IN.b];
    const Value& right = r[IN.c];
    if (is_pair(left, right, Tag::Int) && right.as_int() > 0) [[likely]] {
      r[IN.a].set_int(floor_modulo(left.as_int(), right.as_int()));
      NEXT();
    }
    STORE(IN.a, modulo(heap_, left, right));
    NEXT();
  }
  CASE(Pow) {
    STORE(IN.a, power(heap_, r[IN.b], r[IN.c]));
    NEXT();
  }
  CASE(AddI) {
    const Value& left = r[IN.b];
    int64_t sum;
    if (left.is_int() && !__builtin_add_overflow(left.as_int(), IN.signed_c(), &sum)) [[likely]] {
      r[IN.a].set_int(sum);
      NEXT();
    }
    Value right = Value::integer(IN.signed_c());
    if (left.is_text()) {
      SAVE();
      if (auto error = field_text_error(*code, *(pc - 1), left, right)) RAISE(std::move(*error));
    }
    STORE(IN.a, add(heap_, left, right));
    NEXT();
  }
  ARITHMETIC_SMALL(SubI, __builtin_sub_overflow, subtract)
  ARITHMETIC_SMALL(MulI, __builtin_mul_overflow, multiply)
  CASE(FloorDivI) {
    const Value& left = r[IN.b];
    if (left.is_int() && IN.signed_c() > 0) [[likely]] {
      r[IN.a].set_int(floor_quotient(left.as_int(), IN.signed_c()));
      NEXT();
    }
    STORE(IN.a, floor_divide(heap_, left, Value::integer(IN.signed_c())));
    NEXT();
  }
  CASE(ModI) {
    const Value& left = r[IN.b];
    if (left.is_int() && IN.signed_c() > 0) [[likely]] {
      r[IN.a].set_int(floor_modulo(left.as_int(), IN.signed_c()));
      NEXT();
    }
    STORE(IN.a, modulo(heap_, left, Value::integer(IN.signed_c())));
    NEXT();
  }
  CASE(Neg) {
    const Value& value = r[IN.b];
    if (value.is_int() && value.as_int() != INT64_MIN) {
      r[IN.a].set_int(-value.as_int());
    } else if (value.is_float()) {
      r[IN.a].set_float(-value.as_float());
    } else {
      STORE(IN.a, negate(heap_, value));
    }
    NEXT();
  }
  CASE(Not) {
    CHECK_TRUTH(r[IN.b], IN.b);
    r[IN.a] = truth(!truthy(r[IN.b]));
    NEXT();
  }
  EQUALITY(Eq, true)
  EQUALITY(Ne, false)
  COMPARE(Lt, <)
  COMPARE(Le, <=)
  COMPARE(Gt, >)
  COMPARE(Ge, >=)
  CASE(In) {
    SAVE();
    auto inside = contained_in(heap_, r[IN.b], r[IN.c]);
    if (!inside.ok()) RAISE(std::move(inside).error());
    r[IN.a] = truth(inside.value());
    NEXT();
  }
  CASE(NotIn) {
    SAVE();
    auto inside = contained_in(heap_, r[IN.b], r[IN.c]);
    if (!inside.ok()) RAISE(std::move(inside).error());
    r[IN.a] = truth(!inside.value());
    NEXT();
  }
  CASE(If) {
    const Value& value = r[IN.a];
    if (!value.is(Tag::Bool)) CHECK_TRUTH(value, IN.a);
    bool truth = value.is(Tag::Bool) ? value.as_bool() : truthy(value);
    JUMP_IF(truth == (IN.b != 0));
    NEXT();
  }
  EQUALITY_JUMP(IfEq, r[IN.b], IN.b)
  EQUALITY_JUMP(IfEqK, code->constants[IN.b], kNoRegister)
  COMPARE_JUMP(IfLt, <)
  COMPARE_JUMP(IfLe, <=)
  COMPARE_JUMP(IfGt, >)
  COMPARE_JUMP(IfGe, >=)
  CASE(IfEqI) {
    const Value& left = r[IN.a];
    bool same;
    if (left.is_int()) {
      same = left.as_int() == IN.signed_b();
    } else {
      SAVE();
      CHECK_TWINS(left, Value::integer(IN.signed_b()), IN.a, kNoRegister);
      auto outcome = equal(left, Value::integer(IN.signed_b()));
      if (!outcome.ok()) RAISE(std::move(outcome).error());
      same = outcome.value();
    }
    JUMP_IF(same == (IN.c != 0));
    NEXT();
  }
  COMPARE_SMALL(IfLtI, <)
  COMPARE_SMALL(IfLeI, <=)
  COMPARE_SMALL(IfGtI, >)
  COMPARE_SMALL(IfGeI, >=)
  CASE(Jump) {
    pc += IN.wide();
    NEXT();
  }
  CASE(Loop) {
    POLL(IN.a);
    pc += IN.wide();
    NEXT();
  }
  MEMBER(GetMember, get_member)
  MEMBER(GetKey, get_key)
  CASE(GetIndex) {
    const Value& object = r[IN.b];
    const Value& index = r[IN.c];
    const Value* found = nullptr;
    if (object.is_list() && index.is_int()) {
      found = find_item(object.list(), index.as_int());
    } else if (object.is_map() && index.is_text()) {
      found = find_entry(object.map(), index.text());
    }
    if (found != nullptr) [[likely]] {
      Value item = *found;
      r[IN.a] = std::move(item);
      NEXT();
    }
    STORE(IN.a, get_index(object, index));
    NEXT();
  }
  CASE(SetItem) {
    Value* place_there = find_place(&r[IN.b], &r[IN.c], 1);
    if (place_there != nullptr) [[likely]] {
      WRITE(*place_there, pc->c);
      ++pc;
    }
    NEXT();
  }
  CASE(SetMember) {
    Value& object = r[IN.b];
    if (object.is_map() && object.is_unique() && object.map().flags == 0 &&
        object.map().shape != nullptr) [[likely]] {
      MemberSite& site = const_cast<Code*>(code)->sites[IN.c];  // a cache, not a part of the code
      const syn::Map& map = object.map();
      if (map.shape != site.shape) {
        int position = map.shape->find(*site.key);
        if (position < 0) NEXT();
        site.shape = map.shape;
        site.slot = position;
      }
      WRITE(map.slots[site.slot], pc[1].c);
      pc += 2;
    }
    NEXT();
  }
  CASE(Push) {
    Value& list = r[IN.a];
    if (list.is_list() && list.is_unique() && list.list().count < list.list().capacity) {
      POLL(1);
      push(list, IN.b >= code->num_locals ? std::move(r[IN.b]) : r[IN.b]);
      pc += IN.c;
    }
    NEXT();
  }
  CASE(GrowText) {
    if (grow_text(r[IN.a], {&r[IN.a] + 1, IN.b})) {
      POLL(IN.b);
      pc += IN.c;
    }
    NEXT();
  }
  CASE(Length) {
    const Value& of = r[IN.b];
    int64_t length = of.is_list()   ? static_cast<int64_t>(of.list().size())
                     : of.is_map()  ? static_cast<int64_t>(of.map().size())
                     : of.is_text() ? int64_t{of.text().length()}
                                    : -1;
    if (length >= 0) [[likely]] {
      POLL(1);
      r[IN.a].set_int(length);
      pc += IN.c;
    }
    NEXT();
  }
  CASE(SetPath) {
    const SetPathPlan& plan = code->paths[IN.b];
    Value* root = place(*frame, plan.root_kind, plan.root_index);
    Value* place_there = find_place(root, r + plan.first_key, plan.steps.size());
    if (place_there != nullptr) [[likely]] {
      WRITE(*place_there, IN.c);
      NEXT();
    }
    DO(set_path(*frame, plan, IN.c != 0 ? std::move(r[IN.a]) : r[IN.a]));
    NEXT();
  }
  CASE(TakePath) {
    STORE(IN.a, take_path(*frame, code->paths[IN.b], IN.c != 0 ? &r[IN.a] : nullptr));
    NEXT();
  }
  CASE(List) {
    Value list = make_list(heap_, IN.c);
    for (uint32_t i = 0; i < IN.c; ++i) push(list, std::move(r[IN.b + i]));
    r[IN.a] = std::move(list);
    POLL(IN.c);
    NEXT();
  }
  CASE(Map) {
    Value map = make_map(heap_);
    for (uint32_t i = 0; i < IN.c; ++i) {
      Value key = key_text(heap_, r[IN.b + 2 * i]);
      put(map, &key.text(), std::move(r[IN.b + 2 * i + 1]));
    }
    r[IN.a] = std::move(map);
    POLL(IN.c);
    NEXT();
  }
  CASE(MapShape) {
    Shape* shape = code->shapes[IN.c];
    Value map = make_map_of_shape(heap_, shape);
    Map& made = map.map();
    for (uint32_t i = 0; i < made.count; ++i) made.slots[i] = std::move(r[IN.b + i]);
    r[IN.a] = std::move(map);
    POLL(1);
    NEXT();
  }
  CASE(CallGlobal) {
    POLL(1);
    if (IN.c < globals_.size() && globals_[IN.c].is(Tag::Task)) [[likely]] {
      const Task& task = globals_[IN.c].task();
      const Code& target = *task.code;
      if (IN.b == target.num_params && task.num_cells == 0) [[likely]] {
        ENTER(task, target);
        NEXT();
      }
    }
    SAVE();
    auto callee = load_global_slow(IN.c);
    if (!callee.ok()) {
      Span name = code->spans[static_cast<size_t>(pc - code->instructions.data() - 1)];
      RAISE(std::move(callee).error().at(code->file, {name.end_line, name.end_column, 0, 0}));
    }
    r[IN.a] = std::move(callee).value();
    DO(call_value(&r[IN.a], IN.b, IN.a));
    RELOAD();
    NEXT();
  }
  CASE(Call) {
    POLL(1);
    if (r[IN.a].is(Tag::Task)) [[likely]] {
      const Task& task = r[IN.a].task();
      const Code& target = *task.code;
      if (IN.b == target.num_params) [[likely]] {
        ENTER(task, target);
        NEXT();
      }
    }
    DO(call_value(&r[IN.a], IN.b, IN.a));
    RELOAD();
    NEXT();
  }
  CASE(CallBuiltin) {
    POLL(1);
    SAVE();
    const BuiltinSpec& spec = *code->constants[IN.c].as_builtin();
    auto outcome = call_builtin(spec, &r[IN.a + 1], IN.b, {});
    if (!outcome.ok()) RAISE(std::move(outcome).error());
    r[IN.a] = std::move(outcome).value();
    NEXT();
  }
  CASE(CallNamed) {
    POLL(1);
    DO(call_named(&r[IN.a], IN.b, code->call_names[IN.c], IN.a));
    RELOAD();
    NEXT();
  }
  CASE(Take) {
    Value* from = place(*frame, static_cast<VariableKind>(IN.c), IN.b);
    r[IN.a] = std::move(*from);
    NEXT();
  }
  CASE(Return) {
    Value result = IN.a >= code->num_locals ? std::move(r[IN.a]) : r[IN.a];
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
    const auto* used = IN.c == 0 ? nullptr : &code->used_members[IN.c - 1];
    DO(each_prepare(&r[IN.a], r[IN.b], used));
    NEXT();
  }
  CASE(EachNext) {
    bool more;
    STEP_EACH(more);
    JUMP_IF(!more);
    NEXT();
  }
  CASE(EachAgain) {
    POLL(IN.c);
    bool more;
    STEP_EACH(more);
    JUMP_IF(more);
    NEXT();
  }
  CASE(RangePrepare) {
    DO(range_prepare(&r[IN.a], &r[IN.b], IN.c));
    NEXT();
  }
  CASE(RangeNext) {
    bool more;
    STEP_RANGE(more);
    JUMP_IF(!more);
    NEXT();
  }
  CASE(RangeAgain) {
    POLL(IN.c);
    bool more;
    STEP_RANGE(more);
    JUMP_IF(more);
    NEXT();
  }
  CASE(Template) {
    STORE(IN.a, join_parts(&r[IN.b], IN.c));
    POLL(1);
    NEXT();
  }
  CASE(Format) {
    STORE(IN.a, format_part(r[IN.b], code->constants[IN.c].view()));
    NEXT();
  }
  CASE(Raise) {
    SAVE();
    RAISE(raised(r[IN.a]));
  }
  CASE(Fail) {
    SAVE();
    const Error& prepared = code->errors[static_cast<size_t>(IN.wide())];
    RAISE(Error(prepared.row(), prepared.body().arguments));
  }
  CASE(DefineType) {
    r[IN.a] = define_type(*code, code->types[IN.b]);
    NEXT();
  }
  CASE(DefineEnum) {
    r[IN.a] = define_enum(*code, code->enums[IN.b]);
    NEXT();
  }
  CASE(MatchList) {
    bool fits = r[IN.a].is_list() &&
                (IN.c != 0 ? r[IN.a].list().count >= IN.b : r[IN.a].list().count == IN.b);
    JUMP_IF(!fits);
    NEXT();
  }
  CASE(MatchItem) {
    const syn::List& list = r[IN.b].list();
    int position = IN.signed_c();
    Value item = list.item(position >= 0 ? static_cast<uint32_t>(position)
                                         : list.count - static_cast<uint32_t>(-position));
    r[IN.a] = std::move(item);
    NEXT();
  }
  CASE(MatchRest) {
    uint32_t front = IN.c >> 8;
    uint32_t back = IN.c & 255;
    auto items = r[IN.b].list().items();
    r[IN.a] = make_list(heap_, items.subspan(front, items.size() - front - back));
    POLL(items.size());
    NEXT();
  }
  CASE(MatchMap) {
    JUMP_IF(!r[IN.a].is_map());
    NEXT();
  }
  CASE(MatchKey) {
    Text& key = code->constants[IN.c].text();
    const syn::Map& map = r[IN.b].map();
    int64_t position = map.find(key);
    if (position >= 0) {
      Value entry = map.value(static_cast<size_t>(position));
      r[IN.a] = std::move(entry);
    }
    JUMP_IF(position < 0);
    NEXT();
  }
  CASE(MatchEqual) {
    Sameness quick = quickly_equal(r[IN.a], r[IN.b]);
    if (quick != Sameness::Unknown) {
      JUMP_IF(quick == Sameness::Different);
      NEXT();
    }
    SAVE();
    auto same = equal(r[IN.a], r[IN.b]);
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
    JUMP_IF(!is_variant(r[IN.a], r[IN.b], code->variants[IN.c]));
    NEXT();
  }
  CASE(IfEnum) {
    JUMP_IF(r[IN.a].is_map() && r[IN.a].map().get("__enum") != nullptr);
    NEXT();
  }
  CASE(CheckPayload) {
    const VariantMatch& plan = code->variants[IN.b];
    size_t count = r[IN.a].map().size() - 1;
    if (plan.payload_count != count) {
      SAVE();
      RAISE(Error(runtime_errors::kPayloadCount,
                  {r[IN.a].map().get("__variant")->view(), std::to_string(count),
                   std::to_string(plan.payload_count)}));
    }
    NEXT();
  }
  CASE(MatchPayload) {
    Value item = r[IN.b].map().value(size_t{IN.c} + 1);
    r[IN.a] = std::move(item);
    NEXT();
  }
  CASE(SandboxEnter) {
    DO(services_.sandbox_enter(IN.b != 0 ? &r[IN.a] : nullptr));
    ++sandboxes_;
    NEXT();
  }
  CASE(SandboxExit) {
    services_.sandbox_exit();
    --sandboxes_;
    NEXT();
  }
  CASE(Require) {
    DO(require(code->requires_[IN.b], r[IN.a]));
    NEXT();
  }
  CASE(DeclareTool) {
    declare_tool(r[IN.a], &r[IN.b], IN.c);
    NEXT();
  }
  CASE(Invariant) {
    if (!truthy(r[IN.a])) {
      SAVE();
      RAISE(Error(runtime_errors::kInvariantViolation, {code->invariants[IN.b]}));
    }
    NEXT();
  }
  CASE(Use) {
    STORE(IN.a, services_.load_module(code->uses[IN.b].path, code->file));
    NEXT();
  }
  CASE(Export) {
    // A module's top-level variables live in cells; the export is the cell itself.
    put(exports_, &code->constants[IN.b].text(), r[IN.a]);
    NEXT();
  }
  CASE(Snapshot) {
    Value copy = snapshot(r[IN.b]);
    r[IN.a] = std::move(copy);
    NEXT();
  }
  CASE(Show) {
    std::string line = display(r[IN.a]);
    if (IN.b != UINT16_MAX) {
      line = "[" + std::string(code->constants[IN.b].view()) + "] " + line;
    }
    POLL(0);
    DO(services_.print(line));
    NEXT();
  }
  CASE(Log) {
    DO(services_.log("[LOG] " + display(r[IN.a])));
    NEXT();
  }

raise:
  if (!unwind(*pending)) return std::move(*pending);
  pending.reset();
  RELOAD();
#if defined(__clang__)
next:
  goto* targets[static_cast<uint16_t>((pc++)->op)];
#else
  NEXT();
#endif
}

}  // namespace syn
