// The pieces that cases of the dispatch loop are made of. Only for loop.cpp: they use its variables
// `frame`, `code`, `r`, `pc`, `budget`, `pending` and its labels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vm/loop_checks.h"

#define CASE(name) op_##name:
/// The instruction that runs. Its operands are read where they are used: kept in a copy, they
/// would be spilt and read back through memory (`make bench B=vm`).
#define IN pc[-1]
#if defined(__clang__)
// Clang refuses a computed goto out of the scope of a value; it copies the dispatch itself.
#define NEXT() goto next
#else
#define NEXT() goto* targets[static_cast<uint16_t>((pc++)->op)]
#endif
#define SAVE() (frame->pc = pc)
#define RELOAD()             \
  do {                       \
    frame = &frames_.back(); \
    code = frame->code;      \
    r = frame->regs;         \
    pc = frame->pc;          \
  } while (false)
/// Enters a task whose arguments stand after register a, all of them given.
#define ENTER(task, target)                                                      \
  do {                                                                           \
    SAVE();                                                                      \
    Frame* entered = push_frame(target, &task, r + IN.a + 1, IN.b, IN.a, false); \
    if (entered == nullptr) [[unlikely]]                                         \
      RAISE(Error(runtime_errors::kRecursionLimit));                             \
    frame = entered;                                                             \
    code = &target;                                                              \
    r = frame->regs;                                                             \
    pc = target.instructions.data();                                             \
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
/// Writes register a to a place; moves it there when it is not needed any more.
#define WRITE(there, consume)       \
  do {                              \
    if ((consume) != 0) {           \
      (there) = std::move(r[IN.a]); \
    } else {                        \
      (there) = r[IN.a];            \
    }                               \
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

#define MEMBER(name, slow)                                                                      \
  CASE(name) {                                                                                  \
    const Value& object = r[IN.b];                                                              \
    MemberSite& site = const_cast<Code*>(code)->sites[IN.c]; /* a cache, no part of the code */ \
    if (object.is_map()) [[likely]] {                                                           \
      const syn::Map& map = object.map();                                                       \
      const Value* found = nullptr;                                                             \
      if (map.shape == nullptr) {                                                               \
        found = find_entry(map, *site.key);                                                     \
      } else if (map.shape == site.shape && map.flags == 0) {                                   \
        found = map.slots + site.slot;                                                          \
      }                                                                                         \
      if (found != nullptr) [[likely]] {                                                        \
        Value member = *found;                                                                  \
        r[IN.a] = std::move(member);                                                            \
        NEXT();                                                                                 \
      }                                                                                         \
    }                                                                                           \
    STORE(IN.a, slow(object, site));                                                            \
    NEXT();                                                                                     \
  }
/// Takes the next item of the iteration in register b into a.
#define STEP_EACH(more)                                           \
  do {                                                            \
    Value* state = &r[IN.b];                                      \
    if (state->is_list()) [[likely]] {                            \
      auto position = static_cast<size_t>(state[1].as_int());     \
      const syn::List& list = state->list();                      \
      more = position < list.size();                              \
      if (more) {                                                 \
        if (state[2].is_int()) {                                  \
          auto wanted = static_cast<uint64_t>(state[2].as_int()); \
          list.take_row(position, wanted, r[IN.a]);               \
        } else {                                                  \
          r[IN.a] = list.item(position);                          \
        }                                                         \
        state[1].set_int(static_cast<int64_t>(position + 1));     \
      }                                                           \
    } else {                                                      \
      more = each_next(state, r[IN.a]);                           \
    }                                                             \
  } while (false)
/// Takes the next number of the range in register b into a.
#define STEP_RANGE(more)                                                              \
  do {                                                                                \
    Value* state = &r[IN.b];                                                          \
    if (state->is_int()) [[likely]] {                                                 \
      int64_t number = state[0].as_int();                                             \
      int64_t end = state[1].as_int();                                                \
      int64_t step = state[2].as_int();                                               \
      more = step > 0 ? number < end : number > end;                                  \
      if (more) {                                                                     \
        int64_t after;                                                                \
        state[0].set_int(__builtin_add_overflow(number, step, &after) ? end : after); \
        r[IN.a].set_int(number);                                                      \
      }                                                                               \
    } else {                                                                          \
      more = each_next(state, r[IN.a]);                                               \
    }                                                                                 \
  } while (false)
#define ARITHMETIC(name, builtin_overflow, float_op, slow)                     \
  CASE(name) {                                                                 \
    const Value& left = r[IN.b];                                               \
    const Value& right = r[IN.c];                                              \
    if (is_pair(left, right, Tag::Int)) {                                      \
      int64_t sum;                                                             \
      if (!builtin_overflow(left.as_int(), right.as_int(), &sum)) [[likely]] { \
        r[IN.a].set_int(sum);                                                  \
        NEXT();                                                                \
      }                                                                        \
    } else if (is_pair(left, right, Tag::Float)) {                             \
      r[IN.a].set_float(left.as_float() float_op right.as_float());            \
      NEXT();                                                                  \
    }                                                                          \
    STORE(IN.a, slow);                                                         \
    NEXT();                                                                    \
  }
#define ARITHMETIC_SMALL(name, builtin_overflow, slow)                                         \
  CASE(name) {                                                                                 \
    const Value& left = r[IN.b];                                                               \
    int64_t small;                                                                             \
    if (left.is_int() && !builtin_overflow(left.as_int(), IN.signed_c(), &small)) [[likely]] { \
      r[IN.a].set_int(small);                                                                  \
      NEXT();                                                                                  \
    }                                                                                          \
    STORE(IN.a, slow(heap_, left, Value::integer(IN.signed_c())));                             \
    NEXT();                                                                                    \
  }
#define COMPARE(name, op)                               \
  CASE(name) {                                          \
    const Value& left = r[IN.b];                        \
    const Value& right = r[IN.c];                       \
    if (is_pair(left, right, Tag::Int)) {               \
      r[IN.a] = truth(left.as_int() op right.as_int()); \
      NEXT();                                           \
    }                                                   \
    SAVE();                                             \
    CHECK_ORDER(left, right, IN.b, IN.c);               \
    auto order = compare(left, right, #op);             \
    if (!order.ok()) RAISE(std::move(order).error());   \
    r[IN.a] = truth(order.value() op 0);                \
    NEXT();                                             \
  }
#define EQUALITY(name, wanted)                              \
  CASE(name) {                                              \
    Sameness same = quickly_equal(r[IN.b], r[IN.c]);        \
    if (same == Sameness::Unknown) {                        \
      SAVE();                                               \
      CHECK_TWINS(r[IN.b], r[IN.c], IN.b, IN.c);            \
      auto outcome = operands_equal(r[IN.b], r[IN.c]);      \
      if (!outcome.ok()) RAISE(std::move(outcome).error()); \
      same = same_if(outcome.value());                      \
    }                                                       \
    r[IN.a] = truth((same == Sameness::Same) == (wanted));  \
    NEXT();                                                 \
  }
#define EQUALITY_JUMP(name, right_value, right_register)    \
  CASE(name) {                                              \
    const Value& left = r[IN.a];                            \
    const Value& right = right_value;                       \
    Sameness same = quickly_equal(left, right);             \
    if (same == Sameness::Unknown) {                        \
      SAVE();                                               \
      CHECK_TWINS(left, right, IN.a, right_register);       \
      auto outcome = operands_equal(left, right);           \
      if (!outcome.ok()) RAISE(std::move(outcome).error()); \
      same = same_if(outcome.value());                      \
    }                                                       \
    JUMP_IF((same == Sameness::Same) == (IN.c != 0));       \
    NEXT();                                                 \
  }
#define COMPARE_JUMP(name, op)                          \
  CASE(name) {                                          \
    const Value& left = r[IN.a];                        \
    const Value& right = r[IN.b];                       \
    bool holds;                                         \
    if (is_pair(left, right, Tag::Int)) {               \
      holds = left.as_int() op right.as_int();          \
    } else if (is_pair(left, right, Tag::Float)) {      \
      holds = left.as_float() op right.as_float();      \
    } else {                                            \
      SAVE();                                           \
      CHECK_ORDER(left, right, IN.a, IN.b);             \
      auto order = compare(left, right, #op);           \
      if (!order.ok()) RAISE(std::move(order).error()); \
      holds = order.value() op 0;                       \
    }                                                   \
    JUMP_IF(holds == (IN.c != 0));                      \
    NEXT();                                             \
  }
#define COMPARE_SMALL(name, op)                                       \
  CASE(name) {                                                        \
    const Value& left = r[IN.a];                                      \
    bool holds;                                                       \
    if (left.is_int()) {                                              \
      holds = left.as_int() op IN.signed_b();                         \
    } else if (left.is_float()) {                                     \
      holds = left.as_float() op IN.signed_b();                       \
    } else {                                                          \
      SAVE();                                                         \
      auto order = compare(left, Value::integer(IN.signed_b()), #op); \
      if (!order.ok()) RAISE(std::move(order).error());               \
      holds = order.value() op 0;                                     \
    }                                                                 \
    JUMP_IF(holds == (IN.c != 0));                                    \
    NEXT();                                                           \
  }
