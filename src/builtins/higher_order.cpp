// Functions that call a task for each item: apply, where, reduce, … (data.md §3.2). All keep the
// order of the items and call the task once an item, from left to right.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/higher_order.h"

#include <algorithm>

#include "builtins/argument_checks.h"
#include "builtins/column_maker.h"
#include "builtins/column_run.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "builtins/item_walk.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "value/twins.h"
#include "vm/machine.h"

namespace syn {

Result<ListAndFunction> list_and_function(Call& call, Arrays arrays) {
  bool first_is_function = call[0].is_callable();
  if (first_is_function && call[1].is_callable()) {
    return Error(builtin_errors::kOneTaskOneList, {call.name(), "tasks", "tareas"});
  }
  if (call[0].is_list() && call[1].is_list()) {
    return Error(builtin_errors::kOneTaskOneList, {call.name(), "lists", "listas"});
  }
  ListAndFunction found{first_is_function ? size_t{1} : size_t{0},
                        first_is_function ? size_t{0} : size_t{1}};
  bool is_array = arrays == Arrays::Accept && call[found.list].is(Tag::Array);
  if (!is_array) TRY(check_list(call, call[found.list]));
  return found;
}

namespace {

Result<Value> apply_array(Call& call, const ArrayObject& array, const Value& function) {
  TRY(call.reserve(array.data.size() * sizeof(double)));
  std::vector<double> results;
  results.reserve(array.data.size());
  for (size_t i = 0; i < array.data.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(Value result, call.invoke_on(i, function, Value::number(array.data[i])));
    if (!is_real_number(result)) {
      return Error(builtin_errors::kArrayNeedsNumbers, {type_name(result), count_text(i)});
    }
    results.push_back(to_double(result));
  }
  return make_array(call.heap(), array.shape, std::move(results));
}

/// Lists of maps from so many on are kept as columns.
constexpr size_t kManyRows = 1024;

/// The results of a walk as columns; `first` is that of the first item, a map.
Result<Value> map_to_columns(Call& call, ItemWalk& walk, Value first) {
  ColumnMaker maker(call);
  TRY(maker.make_room(kManyRows, walk.size()));
  maker.add(std::move(first));
  for (size_t i = 1; i < walk.size(); ++i) {
    if (i % kManyRows == 0) TRY(maker.make_room(kManyRows, walk.size()));
    TRY_ASSIGN(Value mapped, walk.invoke(i));
    maker.add(std::move(mapped));
  }
  if (auto rows = maker.finish_rows()) return std::move(*rows);
  return make_column_list(call.heap(), maker.finish());
}

Result<Value> map_list(Call& call, const Value& list, const Value& function) {
  ItemWalk walk(call, list, function);
  Value first;
  if (walk.size() != 0) {
    TRY_ASSIGN(first, walk.invoke(0));
  }
  if (walk.size() >= kManyRows && first.is_map()) {
    return map_to_columns(call, walk, std::move(first));
  }
  TRY(reserve_list(call, walk.size()));
  Value result = make_list(call.heap(), walk.size());
  if (walk.size() != 0) push(result, std::move(first));
  for (size_t i = 1; i < walk.size(); ++i) {
    TRY_ASSIGN(Value mapped, walk.invoke(i));
    push(result, std::move(mapped));
  }
  return result;
}

Result<Value> apply(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call, Arrays::Accept));
  if (call[at.list].is(Tag::Array))
    return apply_array(call, call[at.list].array(), call[at.function]);
  if (auto run = ColumnRun::open(call, call[at.list], call[at.function])) {
    TRY_ASSIGN(std::optional<Value> result, run->map());
    if (result.has_value()) return std::move(*result);
  }
  return map_list(call, call[at.list], call[at.function]);
}

/// A word such as `no` as the answer of a condition: every text counts as true.
Result<void> check_answer(Call& call, const Value& answer) {
  if (!answer.is_text() || !is_word_for_false(answer.view())) return {};
  return Error(builtin_errors::kTextAsCondition, {call.name(), short_display(answer, 30)});
}

Result<Value> where_array(Call& call, const ArrayObject& array, const Value& predicate) {
  TRY(call.reserve(array.data.size() * sizeof(double)));
  std::vector<double> kept;
  for (double item : array.data) {
    TRY(call.tick());
    TRY_ASSIGN(Value answer, call.invoke(predicate, Value::number(item)));
    if (truthy(answer)) kept.push_back(item);
  }
  size_t count = kept.size();
  return make_array(call.heap(), {count}, std::move(kept));
}

Result<Value> where(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call, Arrays::Accept));
  const Value& predicate = call[at.function];
  if (call[at.list].is(Tag::Array)) return where_array(call, call[at.list].array(), predicate);
  if (auto run = ColumnRun::open(call, call[at.list], predicate)) {
    TRY_ASSIGN(auto selected, run->select());
    if (selected.has_value()) return pick_items(call, call[at.list], std::move(*selected));
  }
  const Value& list = call[at.list];
  ItemWalk walk(call, list, predicate);
  if (list.list().columns != nullptr) {
    TRY(call.reserve(walk.size() * sizeof(uint32_t)));
    table::Buffer<uint32_t> selected;
    for (size_t i = 0; i < walk.size(); ++i) {
      TRY_ASSIGN(Value answer, walk.invoke(i));
      TRY(check_answer(call, answer));
      if (truthy(answer)) selected.push_back(static_cast<uint32_t>(i));
    }
    return pick_items(call, list, std::move(selected));
  }
  Value result = make_list(call.heap());
  for (size_t i = 0; i < walk.size(); ++i) {
    TRY_ASSIGN(Value answer, walk.invoke(i));
    TRY(check_answer(call, answer));
    if (!truthy(answer)) continue;
    TRY(reserve_push(call, result));
    push(result, list.list().item(i));
  }
  return result;
}

Result<Value> reduce(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call));
  Value total = call.size() > 2 ? call[2] : Value::integer(0);
  std::span<const Value> items = call[at.list].list().items();
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    auto next = call.invoke(call[at.function], std::move(total), items[i]);
    if (!next.ok()) return name_row(std::move(next).error(), i, items[i]);
    total = std::move(next).value();
  }
  return total;
}

Result<Value> collect(Call& call) {
  TRY(check_list(call, call[0]));
  if (!call[1].is_text()) return Error(builtin_errors::kCollectColumn, {type_name(call[1])});
  if (const table::Table* table = table_of(call[0])) {
    int position = table->find(call[1].view());
    if (position >= 0) {
      return make_column_list(call.heap(), table->column(static_cast<size_t>(position)));
    }
  }
  std::span<const Value> rows = call[0].list().items();
  TRY(reserve_list(call, rows.size()));
  ColumnReader reader(call[1].view());
  Value result = make_list(call.heap(), rows.size());
  bool found = false;
  for (const Value& row : rows) {
    if (row.is_list()) return not_a_row(call.name(), result.list().size(), row);
    const Value* cell = row.is_map() ? reader.find(row.map()) : nullptr;
    found = found || cell != nullptr;
    push(result, cell == nullptr ? Value::nothing() : *cell);
  }
  if (!found && !rows.empty() && have_one_shape(rows)) {
    TRY(check_column(call, rows, call[1].view(), call.name()));
  }
  return result;
}

Result<Value> transform(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call));
  if (call.size() < 3) return map_list(call, call[at.list], call[at.function]);
  std::span<const Value> items = call[at.list].list().items();
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(Value chosen, call.invoke_on(i, call[2], items[i]));
    if (!truthy(chosen)) {
      push(result, items[i]);
      continue;
    }
    TRY_ASSIGN(Value changed, call.invoke_on(i, call[at.function], items[i]));
    push(result, std::move(changed));
  }
  return result;
}

/// Position of the first item whose answer is as wanted, or the size.
Result<size_t> first_position(Call& call, const ListAndFunction& at, bool wanted) {
  ItemWalk walk(call, call[at.list], call[at.function]);
  for (size_t i = 0; i < walk.size(); ++i) {
    TRY_ASSIGN(Value answer, walk.invoke(i));
    TRY(check_answer(call, answer));
    if (truthy(answer) == wanted) return i;
  }
  return walk.size();
}

Result<Value> find_first(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call));
  TRY_ASSIGN(size_t position, first_position(call, at, true));
  const List& list = call[at.list].list();
  return position < list.size() ? list.item(position) : Value::nothing();
}

Result<Value> every(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call));
  TRY_ASSIGN(size_t position, first_position(call, at, false));
  return Value::boolean(position == call[at.list].list().size());
}

Result<Value> some(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call));
  TRY_ASSIGN(size_t position, first_position(call, at, true));
  return Value::boolean(position < call[at.list].list().size());
}

Result<Value> count_where(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_function(call));
  if (auto run = ColumnRun::open(call, call[at.list], call[at.function])) {
    TRY_ASSIGN(auto selected, run->select());
    if (selected.has_value()) return Value::integer(static_cast<int64_t>(selected->size()));
  }
  int64_t count = 0;
  ItemWalk walk(call, call[at.list], call[at.function]);
  for (size_t i = 0; i < walk.size(); ++i) {
    TRY_ASSIGN(Value answer, walk.invoke(i));
    TRY(check_answer(call, answer));
    if (truthy(answer)) ++count;
  }
  return Value::integer(count);
}

Result<Value> zip_with(Call& call) {
  size_t function = call[0].is_callable() ? 0 : 2;
  size_t first = function == 0 ? 1 : 0;
  for (size_t i = first; i < first + 2; ++i) TRY(check_list(call, call[i]));
  if (!call[function].is_callable()) {
    return Error(builtin_errors::kZipCombiner, {type_name(call[function])});
  }
  std::span<const Value> left = call[first].list().items();
  std::span<const Value> right = call[first + 1].list().items();
  size_t count = std::min(left.size(), right.size());
  TRY(reserve_list(call, count));
  Value result = make_list(call.heap(), count);
  for (size_t i = 0; i < count; ++i) {
    TRY(call.tick());
    auto combined = call.invoke(call[function], left[i], right[i]);
    if (!combined.ok()) return name_row(std::move(combined).error(), i, left[i]);
    push(result, std::move(combined).value());
  }
  return result;
}

/// "a, b?, c = 1" as names.
std::vector<std::string> parameter_names(std::string_view params) {
  std::vector<std::string> names;
  while (!params.empty()) {
    size_t comma = std::min(params.find(','), params.size());
    std::string_view name = params.substr(0, comma);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    names.emplace_back(name.substr(0, name.find_first_of(" ?…")));
    params.remove_prefix(std::min(comma + 1, params.size()));
  }
  return names;
}

Error unknown_parameter_of(const std::vector<std::string>& names, std::string_view name) {
  std::string known;
  for (const std::string& known_name : names) known += (known.empty() ? "" : ", ") + known_name;
  return Error(builtin_errors::kCallUnknownParameter, {name, known});
}

/// Parameters that the map does not name take their defaults, wherever they stand.
Result<Value> call_task(Call& call, const Value& callee) {
  const std::vector<std::string>& names = callee.task().info->params;
  const Map& given = call[1].map();
  for (size_t i = 0; i < given.size(); ++i) {
    TRY(call.tick());
    std::string_view name = given.key(i)->view();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return unknown_parameter_of(names, name);
    }
  }
  return static_cast<Machine&>(call.context()).call_with_names(callee, given);
}

Result<Value> call_by_name(Call& call) {
  if (!call[1].is_map()) return Error(builtin_errors::kCallNeedsMap, {type_name(call[1])});
  const Value& callee = call[0];
  if (callee.is(Tag::Task)) return call_task(call, callee);
  if (!callee.is(Tag::Builtin)) {
    if (callee.is(Tag::Native)) return Error(builtin_errors::kCallNoNames, {short_display(callee)});
    return call.invoke(callee, std::span<Value>());
  }
  std::vector<std::string> names = parameter_names(callee.as_builtin()->params);
  std::vector<Value> arguments;
  const Map& given = call[1].map();
  for (size_t i = 0; i < given.size(); ++i) {
    TRY(call.tick());
    std::string_view name = given.key(i)->view();
    auto place = std::find(names.begin(), names.end(), name);
    if (place == names.end()) return unknown_parameter_of(names, name);
    auto position = static_cast<size_t>(place - names.begin());
    if (arguments.size() <= position) arguments.resize(position + 1);
    arguments[position] = given.value(i);
  }
  return call.invoke(callee, std::span<Value>(arguments));
}

constexpr BuiltinSpec kRows[] = {
    {"apply", "xs, f", 2, 2, "", Purity::Callback, "",
     "The results of a function for each item; either order.",
     "apply([1, 2, 3], (x) => x * 10) → [10, 20, 30]", "for two lists: zip_with(a, b, (x, y) => …)",
     apply},
    {"where", "xs, condition", 2, 2, "", Purity::Callback, "",
     "The items for which a condition holds; either order.",
     "where([1, 2, 3, 4], (x) => x > 2) → [3, 4]", "one condition: (r) => a and b", where},
    {"reduce", "xs, f, start?", 2, 3, "", Purity::Callback, "",
     "One value from a list: f(so_far, item) for each item, beginning with start (0).",
     "reduce([1, 2, 3], (a, x) => a + x, 0) → 6", "reduce(xs, (so_far, x) => …, start)", reduce},
    {"collect", "rows, column", 2, 2, "", Purity::Pure, "",
     "The values of one column; nothing where a row lacks it. A column that no row has is an "
     "error.",
     "collect([{\"a\": 1}, {\"a\": 3}], \"a\") → [1, 3]",
     "for several columns: select(rows, [\"a\", \"b\"])", collect},
    {"transform", "xs, f, condition?", 2, 3, "", Purity::Callback, "",
     "The items, changed by f where a condition holds and kept where not.",
     "transform([1, 2, 3], (x) => x * 100, (x) => x > 2) → [1, 2, 300]", "", transform},
    {"find_first", "xs, condition", 2, 2, "", Purity::Callback, "",
     "The first item for which a condition holds, or nothing.",
     "find_first([1, 2, 3], (x) => x > 1) → 2", "", find_first},
    {"every", "xs, condition", 2, 2, "", Purity::Callback, "",
     "Whether a condition holds for all items.", "every([1, 2], (x) => x > 0) → true", "", every},
    {"some", "xs, condition", 2, 2, "", Purity::Callback, "",
     "Whether a condition holds for at least one item.", "some([1, 2], (x) => x > 1) → true", "",
     some},
    {"count_where", "xs, condition", 2, 2, "", Purity::Callback, "",
     "For how many items a condition holds.", "count_where([1, 2, 3, 4], (x) => x > 2) → 2", "",
     count_where},
    {"zip_with", "a, b, f", 3, 3, "", Purity::Callback, "",
     "f of the items of two lists, pair by pair, as long as the shorter.",
     "zip_with([1, 2], [10, 20], (x, y) => x + y) → [11, 22]", "", zip_with},
    {"call", "f, arguments", 2, 2, "", Purity::Callback, "",
     "Calls a task with a map of arguments by name.",
     "call((a, b) => a - b, {\"b\": 1, \"a\": 5}) → 4", "", call_by_name},
};

}  // namespace

const BuiltinTable kHigherOrderBuiltins(kRows);

}  // namespace syn
