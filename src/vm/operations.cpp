// What instructions do beyond the fast paths: names, members, paths, loops, templates.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/utf8.h"
#include "bytecode/errors.h"
#include "num/number_text.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "value/equality.h"
#include "value/list_columns.h"
#include "vm/machine.h"
#include "vm/name_hints.h"

namespace syn {

Result<bool> operands_equal(const Value& left, const Value& right) {
  auto is_moment = [](const Value& value) {
    return value.is(Tag::Date) || value.is(Tag::DateTime);
  };
  bool never = (is_moment(left) && right.is_text()) || (left.is_text() && is_moment(right));
  if (!never) return equal(left, right);
  const Value& text = left.is_text() ? left : right;
  const Value& moment = left.is_text() ? right : left;
  return Error(runtime_errors::kDateAgainstText,
               {type_name(left), type_name(right), type_name(moment), text.view().substr(0, 40)});
}

Result<Value> Machine::load_global_slow(uint32_t index) {
  const Value& held = global(index);
  if (!held.is_unbound()) return held;
  const std::string& name = name_of_(index);
  if (const BuiltinSpec* builtin = builtins_.find(name)) return Value::builtin(builtin);
  if (const ConstantSpec* known = builtins_.find_constant(name)) return Value::number(known->value);
  return undefined(name);
}

Result<Value> Machine::get_member(const Value& object, MemberSite& site) {
  if (!object.is_map()) {
    return missing_property(site.key->view(), object);
  }
  const Map& map = object.map();
  int64_t position = map.find(*site.key);
  if (position < 0) {
    Error error = no_key(map, site.key->view());
    for (int i = 0; i < site.enclosing_of; ++i) {
      error.body().extra +=
          ". note: 'a of b.c' reads as 'a of (b.c)' — to get '(a of b).c', bind first: let x be a "
          "of b, then x.c";
    }
    return error;
  }
  if (map.shape != nullptr) {
    site.shape = map.shape;
    site.slot = static_cast<int>(position);
  }
  const Value& entry = map.value(static_cast<size_t>(position));
  return entry.is(Tag::Cell) ? entry.cell().value : entry;
}

/// `m["name"]`: an index that reads like a member; elsewhere it is an index like others.
Result<Value> Machine::get_key(const Value& object, MemberSite& site) {
  if (object.is_map() && object.map().shape != nullptr && object.map().flags == 0) {
    const Map& map = object.map();
    int position = map.shape->find(*site.key);
    if (position >= 0) {
      site.shape = map.shape;
      site.slot = position;
      return map.slots[position];
    }
  }
  return get_index(object, Value::share(site.key));
}

Result<Value> Machine::get_index(const Value& object, const Value& index) {
  if (object.is_map()) {
    const Map& map = object.map();
    int64_t position;
    if (index.is_text()) {
      position = map.find(index.text());
    } else {
      Value key = key_text(heap_, index);
      position = map.find(key.text());
    }
    if (position < 0) return no_key(map, short_display(index));
    const Value& entry = map.value(static_cast<size_t>(position));
    return entry.is(Tag::Cell) ? entry.cell().value : entry;
  }
  if (object.is_list() && index.is_int() &&
      static_cast<uint64_t>(index.as_int()) < object.list().size()) {
    return object.list().item(static_cast<size_t>(index.as_int()));
  }
  if (index.is_text() && is_column_of(object, index.view())) return column_by_index(index.view());
  return index_value(heap_, object, index);
}

/// The place that one step of a path leads to, in a container that is made unique on the way.
/// Errors are those of reading.
Result<Value*> Machine::enter_step(Frame& frame, Value& container, const PathStep& step,
                                   const Value& key) {
  const std::string& file = frame.code->file;
  if (container.is_map()) {
    Value text = key_text(heap_, key);
    int64_t position = container.map().find(text.text());
    if (position < 0) return no_key(container.map(), short_display(key)).at(file, step.span);
    Value* entry = &unique_map(container).value(static_cast<size_t>(position));
    return entry->is(Tag::Cell) ? &entry->cell().value : entry;
  }
  if (container.is_list() && !step.is_member) {
    auto position = list_position(key, container.list().size(), "list");
    if (!position.ok()) return std::move(position).error().at(file, step.span);
    return &unique_list(container).data[position.value()];
  }
  if (step.is_member) {
    return Error(runtime_errors::kNoProperty, {key.view(), type_name(container)})
        .at(file, step.span);
  }
  // Not a place; reading gives the right error, or a piece that nothing can be taken from.
  auto piece = index_value(heap_, container, key);
  if (!piece.ok()) return std::move(piece).error().at(file, step.span);
  return Error(runtime_errors::kCannotSetIndex, {type_name(container)}).at(file, step.span);
}

/// Whether a map lacks the key, or a list the position.
bool Machine::is_absent(const Value& container, const Value& key) {
  if (container.is_map()) return container.map().find(key_text(heap_, key).text()) < 0;
  if (!container.is_list() || !key.is_int()) return false;
  auto size = static_cast<int64_t>(container.list().size());
  int64_t index = key.as_int();
  return index >= size || index < -size;
}

/// Whether the last step of a path is absent; the others are there.
bool Machine::leads_nowhere(Frame& frame, const SetPathPlan& plan) {
  Value* current = place(frame, plan.root_kind, plan.root_index);
  const Value* keys = frame.regs + plan.first_key;
  size_t last = plan.steps.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    auto entered = enter_step(frame, *current, plan.steps[i], keys[i]);
    if (!entered.ok()) return true;
    current = entered.value();
  }
  return is_absent(*current, keys[last]);
}

/// `set m[k] to append(m[k], x)`: moves the value out, so that the builtin is its only holder.
/// With a fallback, that one where the last step leads to nothing, as `get` does.
Result<Value> Machine::take_path(Frame& frame, const SetPathPlan& plan, Value* fallback) {
  Value* current = place(frame, plan.root_kind, plan.root_index);
  if (current->is_unbound()) return undefined(plan.root_name);
  const Value* keys = frame.regs + plan.first_key;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    bool last = i + 1 == plan.steps.size();
    if (last && fallback != nullptr && is_absent(*current, keys[i])) return std::move(*fallback);
    TRY_ASSIGN(current, enter_step(frame, *current, plan.steps[i], keys[i]));
  }
  return std::move(*current);
}

Result<void> Machine::set_path(Frame& frame, const SetPathPlan& plan, Value value) {
  Value* current = place(frame, plan.root_kind, plan.root_index);
  if (current->is_unbound()) {
    return undefined(plan.root_name);
  }
  const Value* keys = frame.regs + plan.first_key;
  const std::string& file = frame.code->file;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    bool last = i + 1 == plan.steps.size();
    const Value& key = keys[i];
    Span span = plan.steps[i].span;
    if (current->is_map()) {
      bool module = (current->map().flags & kModuleFlag) != 0;
      Value text = key_text(heap_, key);
      int64_t position = current->map().find(text.text());
      if (module) {
        if (position < 0) {
          return Error(runtime_errors::kSetNoExport, {text.view()}).at(file, plan.statement);
        }
        Value& entry = current->map().value(static_cast<size_t>(position));
        if (!entry.is(Tag::Cell) || (last && entry.cell().value.is(Tag::Task))) {
          return Error(runtime_errors::kReplaceModuleTask, {text.view()}).at(file, plan.statement);
        }
        current = &entry.cell().value;
        if (last) *current = std::move(value);
        continue;
      }
      if (last) {
        unique_map(*current);
        put(*current, &text.text(), std::move(value));
        return {};
      }
      if (position < 0) return missing_key(text.view(), current->map()).at(file, span);
      current = &unique_map(*current).value(static_cast<size_t>(position));
      continue;
    }
    if (plan.steps[i].is_member) {
      if (last) {
        return Error(runtime_errors::kCannotSetProperty, {type_name(*current)})
            .at(file, plan.statement);
      }
      return Error(runtime_errors::kNoProperty, {key.view(), type_name(*current)}).at(file, span);
    }
    if (current->is_list()) {
      size_t count = current->list().size();
      auto position = list_position(key, count, "list");
      if (!position.ok()) {
        bool bounds = last && (key.is_int() || key.is_float());
        if (bounds && key.is_int()) {
          return Error(runtime_errors::kSetIndexOutOfBounds,
                       {std::to_string(key.as_int()), std::to_string(count)})
              .at(file, span);
        }
        return std::move(position).error().at(file, span);
      }
      List& list = unique_list(*current);
      if (last) {
        set_item(list, position.value(), std::move(value));
        return {};
      }
      current = &list.data[position.value()];
      continue;
    }
    if (last) {
      return Error(runtime_errors::kCannotSetIndex, {type_name(*current)}).at(file, plan.statement);
    }
    auto item = index_value(heap_, *current, key);
    if (!item.ok()) return std::move(item).error().at(file, span);
    // A piece of a text or of bytes is no place: the next step says so.
    Value piece = std::move(item).value();
    return Error(runtime_errors::kCannotSetIndex, {type_name(piece)}).at(file, plan.statement);
  }
  return {};
}

/// state[0] = what is walked, state[1] = position, state[2] = the columns that are wanted of its
/// rows.
Result<void> Machine::each_prepare(Value* state, const Value& source,
                                   const std::vector<std::string>* used) {
  Value walked = source;
  if (source.is_map()) {
    const Map& map = source.map();
    walked = make_list(heap_, map.size());
    for (size_t i = 0; i < map.size(); ++i) push(walked, Value::share(map.key(i)));
  } else if (!source.is_list() && !source.is_text() && !source.is(Tag::Bytes)) {
    return Error(runtime_errors::kCannotIterate, {type_name(source)});
  }
  state[0] = std::move(walked);
  state[1].set_int(0);
  state[2].set_nothing();
  if (used == nullptr || !state->is_list()) return {};
  const table::Table* table = state->list().data == nullptr ? table_of(*state) : nullptr;
  if (table == nullptr) return {};
  auto wanted = wanted_columns(*table, *used);
  if (wanted) state[2].set_int(static_cast<int64_t>(*wanted));
  return {};
}

bool Machine::each_next(Value* state, Value& item) {
  auto position = static_cast<size_t>(state[1].as_int());
  if (state->is_list()) {
    if (position >= state->list().size()) return false;
    item = state->list().at(position);
    state[1].set_int(static_cast<int64_t>(position + 1));
    return true;
  }
  if (state->is_text()) {
    std::string_view text = state->view();
    if (position >= text.size()) return false;
    size_t next = position;
    next_code_point(text, next);
    item = make_text(heap_, text.substr(position, next - position));
    state[1].set_int(static_cast<int64_t>(next));
    return true;
  }
  const Bytes& bytes = state->bytes();
  if (position >= bytes.size) return false;
  item.set_int(bytes.data[position]);
  state[1].set_int(static_cast<int64_t>(position + 1));
  return true;
}

/// state[0] = next, state[1] = end, state[2] = step.
Result<void> Machine::range_prepare(Value* state, const Value* args, size_t count) {
  bool small = true;
  for (size_t i = 0; i < count; ++i) small = small && args[i].is_int();
  if (!small || (count == 3 && args[2].as_int() == 0)) {
    // The builtin knows the errors, and the whole floats that count as integers.
    const BuiltinSpec* range = builtins_.find("range");
    std::vector<Value> copies(args, args + count);
    TRY_ASSIGN(Value list, call_builtin(*range, copies.data(), count, {}));
    return each_prepare(state, list, nullptr);
  }
  state[0].set_int(count == 1 ? 0 : args[0].as_int());
  state[1].set_int(args[count == 1 ? 0 : 1].as_int());
  state[2].set_int(count == 3 ? args[2].as_int() : 1);
  return {};
}

Result<Value> Machine::join_parts(Value* parts, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    if (parts[i].is_text()) {
      text += parts[i].view();
    } else {
      append_display(text, parts[i]);
    }
    if (parts[i].is(Tag::Secret)) {
      // A secret in a template makes the whole text secret: join the hidden values instead.
      Value joined = make_text(heap_, "");
      for (size_t k = 0; k < count; ++k) {
        Value piece = parts[k];
        if (!piece.is(Tag::Secret) && !piece.is_text()) piece = make_text(heap_, display(piece));
        TRY_ASSIGN(joined, add(heap_, std::move(joined), piece));
      }
      return joined;
    }
    if (text.size() > Text::kMaxBytes || !heap_.budget().has_room(text.size())) {
      heap_.budget().mark_exhausted();
      TRY(budget_error());
    }
  }
  for (size_t i = 0; i < count; ++i) parts[i].set_nothing();
  return make_text(heap_, text);
}

Value Machine::make_closure(Frame& frame, const Code& child) {
  Value task = make_task(heap_, &child, &child.info, static_cast<uint32_t>(child.captures.size()));
  for (size_t i = 0; i < child.captures.size(); ++i) {
    const Capture& capture = child.captures[i];
    task.task().cells[i] =
        capture.from_register ? frame.regs[capture.index] : frame.task->cells[capture.index];
  }
  return task;
}

Value Machine::snapshot(const Value& module) {
  if (!module.is_map() || (module.map().flags & kModuleFlag) == 0) return module;
  Value copy = make_map(heap_);
  const Map& map = module.map();
  for (size_t i = 0; i < map.size(); ++i) {
    const Value& entry = map.value(i);
    put(copy, map.key(i), entry.is(Tag::Cell) ? entry.cell().value : entry);
  }
  return copy;
}

bool Machine::is_variant(const Value& subject, const Value& owner, const VariantMatch& plan) {
  if (!subject.is_map()) return false;
  const Value* variant = subject.map().get("__variant");
  const Value* name = owner.map().get("__enum");
  if (variant == nullptr || !variant->is_text()) return false;
  return variant->view() == display(*name) + "." + plan.variant;
}

void Machine::declare_tool(const Value& task, const Value* scopes, size_t count) {
  const Code& code = *task.task().code;
  std::vector<std::pair<std::string, std::optional<std::string>>> declared;
  for (size_t i = 0; i < count; ++i) {
    const RequirePlan& plan = code.tool_requires[i];
    declared.emplace_back(plan.capability,
                          plan.has_scope ? std::optional(display(scopes[i])) : std::nullopt);
  }
  tools_.push_back(std::move(declared));
  task.task().declared_requires = tools_.size();
}

Result<void> Machine::require(const RequirePlan& plan, const Value& scope) {
  RequireRequest request{plan.capability, std::nullopt};
  if (plan.has_scope) request.scope = display(scope);
  return services_.require(request);
}

bool Machine::grow_text(Value& text, std::span<const Value> parts) {
  constexpr uint64_t kMargin = 1 << 20;  // more than numbers and the objects around them take
  constexpr uint64_t kMost = Text::kMaxBytes / 4;
  if (!text.is_text() || !text.is_unique()) return false;
  uint64_t size = text.text().size;
  for (const Value& part : parts) {
    bool goes_with_text = part.is_text() || part.is_int() || part.is_float() || part.is(Tag::Bool);
    if (!goes_with_text) return false;
    if (part.is_text()) size += part.text().size;
  }
  // A buffer that doubles stands beside the old one.
  if (size > kMost || !heap_.budget().has_room(4 * size + kMargin)) return false;
  for (const Value& part : parts) {
    auto grown = add(heap_, std::move(text), part);
    CHECK(grown.ok());
    text = std::move(grown).value();
  }
  return true;
}

}  // namespace syn
