// Making lists from lists: range, unique, reverse, flatten, enumerate, chunk (data.md §3.1).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "value/display.h"

namespace syn {
namespace {

/// Number of steps from start to end.
uint64_t range_count(int64_t start, int64_t end, int64_t step) {
  __extension__ using Wide = __int128;
  Wide distance = step > 0 ? Wide{end} - start : Wide{start} - end;
  Wide stride = step > 0 ? Wide{step} : -Wide{step};
  if (distance <= 0) return 0;
  return static_cast<uint64_t>((distance + stride - 1) / stride);
}

Result<Value> range(Call& call) {
  int64_t bounds[3] = {0, 0, 1};
  constexpr std::string_view kNames[] = {"start", "end", "step"};
  if (call.size() == 1) {
    TRY_ASSIGN(bounds[1], whole_argument(call, call[0], "end"));
  } else {
    for (size_t i = 0; i < call.size(); ++i) {
      TRY_ASSIGN(bounds[i], whole_argument(call, call[i], kNames[i]));
    }
  }
  auto [start, end, step] = bounds;
  if (step == 0) return Error(builtin_errors::kRangeStepZero);
  uint64_t count = range_count(start, end, step);
  TRY(reserve_list(call, count));
  Value list = make_list(call.heap(), count);
  for (uint64_t i = 0; i < count; ++i) {
    push(list, Value::integer(start + static_cast<int64_t>(i) * step));
  }
  return list;
}

Result<Value> unique(Call& call) {
  TRY(check_list(call, call[0]));
  TRY_ASSIGN(std::optional<Value> by_columns, column_unique(call, call[0]));
  if (by_columns.has_value()) return std::move(*by_columns);
  KeyIndex seen(call, 1);
  Value result = make_list(call.heap());
  for (const Value& item : call[0].list().items()) {
    TRY(call.tick());
    const Value* part = &item;
    TRY_ASSIGN(KeyIndex::Place place, seen.insert({&part, 1}));
    if (!place.is_new) continue;
    TRY(reserve_push(call, result));
    push(result, item);
  }
  return result;
}

Result<Value> reverse_text(Call& call) {
  const Text& text = call[0].text();
  TRY(call.reserve(text.size));
  TRY(call.tick(1 + text.size / 64));
  Value result = make_text_buffer(call.heap(), text.size);
  char* out = result.text().data + text.size;
  std::string_view bytes = text.view();
  for (size_t offset = 0; offset < bytes.size();) {
    size_t start = offset;
    next_code_point(bytes, offset);
    out -= offset - start;
    std::copy_n(bytes.data() + start, offset - start, out);
  }
  return result;
}

Result<Value> reverse(Call& call) {
  if (call[0].is_text()) return reverse_text(call);
  TRY(check_list(call, call[0]));
  TRY(call.tick(call[0].list().size()));
  if (!call[0].is_unique()) TRY(call.reserve(call[0].list().size() * sizeof(Value)));
  Value result = std::move(call[0]);
  std::span<Value> items = writable_items(unique_list(result));
  std::reverse(items.begin(), items.end());
  return result;
}

Result<Value> flatten_array(Call& call) {
  const ArrayObject& array = call[0].array();
  TRY(call.reserve(array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  return make_array(call.heap(), {array.data.size()}, array.data);
}

Result<Value> flatten(Call& call) {
  if (call[0].is(Tag::Array)) return flatten_array(call);
  TRY(check_list(call, call[0]));
  std::span<const Value> outer = call[0].list().items();
  TRY(call.tick(outer.size()));
  uint64_t count = 0;
  for (const Value& item : outer) count += item.is_list() ? item.list().size() : 1;
  TRY(reserve_list(call, count));
  Value result = make_list(call.heap(), count);
  for (const Value& item : outer) {
    if (!item.is_list()) {
      push(result, item);
      continue;
    }
    for (const Value& inner : item.list().items()) push(result, inner);
  }
  return result;
}

Result<Value> enumerate(Call& call) {
  if (!call[0].is_list())
    return Error(builtin_errors::kRequiresList, {call.name(), type_name(call[0])});
  std::span<const Value> items = call[0].list().items();
  TRY(reserve_list(call, items.size()));
  constexpr std::string_view kKeys[] = {"index", "item"};
  Shape* shape = call.heap().shapes().for_table(kKeys);
  Value result = make_list(call.heap(), items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    Value row = make_map_of_shape(call.heap(), shape);
    row.map().value(0) = Value::integer(static_cast<int64_t>(i));
    row.map().value(1) = items[i];
    push(result, std::move(row));
  }
  return result;
}

Result<Value> chunk(Call& call) {
  if (!call[0].is_list()) return Error(builtin_errors::kChunkNeedsList, {type_name(call[0])});
  if (!is_real_number(call[1]))
    return Error(builtin_errors::kChunkSizeNumber, {type_name(call[1])});
  TRY_ASSIGN(int64_t wanted, whole_argument(call, call[1], "size"));
  if (wanted <= 0) return Error(builtin_errors::kChunkNotPositive, {std::to_string(wanted)});
  std::span<const Value> items = call[0].list().items();
  TRY(reserve_list(call, items.size()));
  auto size = static_cast<size_t>(wanted);
  Value result = make_list(call.heap(), items.size() / size + (items.size() % size != 0 ? 1 : 0));
  for (size_t start = 0; start < items.size(); start += std::min(size, items.size() - start)) {
    TRY(call.tick());
    push(result,
         make_list(call.heap(), items.subspan(start, std::min(size, items.size() - start))));
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"range", "start, end, step?", 1, 3, "", Purity::Pure, "",
     "Integers from start (0 when only the end is given) up to, not including, end.",
     "range(0, 10, 3) → [0, 3, 6, 9]", "range(start, end, step)", range},
    {"unique", "xs", 1, 1, "", Purity::Pure, "",
     "The different items, in order of first appearance.", "unique([3, 1, 3, 2]) → [3, 1, 2]",
     "distinct values of a column: unique(collect(rows, \"c\"))", unique},
    {"reverse", "xs", 1, 1, "", Purity::Pure, "", "A list or text from back to front.",
     "reverse([1, 2, 3]) → [3, 2, 1]", "sort downwards: sort_by(xs, (x) => x, desc = true)",
     reverse},
    {"flatten", "xs", 1, 1, "", Purity::Pure, "",
     "The items of the lists inside a list, one level deep.", "flatten([[1, 2], [3]]) → [1, 2, 3]",
     "one level is flattened; for a depth, call it again: flatten(flatten(xs))", flatten},
    {"enumerate", "xs", 1, 1, "", Purity::Pure, "", "A row {index, item} for each item, from 0.",
     "enumerate([10, 20]) → [{index: 0, item: 10}, {index: 1, item: 20}]",
     "for another start: e.index + n in the loop", enumerate},
    {"chunk", "xs, n", 2, 2, "", Purity::Pure, "",
     "Lists of n items each; the last may be shorter.", "chunk([1, 2, 3], 2) → [[1, 2], [3]]", "",
     chunk},
};

}  // namespace

const BuiltinTable kSequenceBuiltins(kRows);

}  // namespace syn
