// Maps: keys, values, items, get, remove, merge (data.md §3.1).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

Result<Value> keys(Call& call) {
  if (!call[0].is_map())
    return Error(builtin_errors::kRequiresMap, {call.name(), type_name(call[0])});
  const Map& map = call[0].map();
  TRY(reserve_list(call, map.size()));
  Value result = make_list(call.heap(), map.size());
  for (size_t i = 0; i < map.size(); ++i) push(result, Value::share(map.key(i)));
  return result;
}

Result<Value> values(Call& call) {
  if (!call[0].is_map())
    return Error(builtin_errors::kRequiresMap, {call.name(), type_name(call[0])});
  const Map& map = call[0].map();
  TRY(reserve_list(call, map.size()));
  Value result = make_list(call.heap(), map.size());
  for (size_t i = 0; i < map.size(); ++i) push(result, map.value(i));
  return result;
}

Result<Value> items(Call& call) {
  if (!call[0].is_map()) return Error(builtin_errors::kTakesMap, {call.name(), type_name(call[0])});
  const Map& map = call[0].map();
  TRY(reserve_list(call, map.size()));
  constexpr std::string_view kKeys[] = {"key", "value"};
  Shape* shape = call.heap().shapes().for_table(kKeys);
  Value result = make_list(call.heap(), map.size());
  for (size_t i = 0; i < map.size(); ++i) {
    TRY(call.tick());
    Value row = make_map_of_shape(call.heap(), shape);
    row.map().value(0) = Value::share(map.key(i));
    row.map().value(1) = map.value(i);
    push(result, std::move(row));
  }
  return result;
}

Result<Value> get(Call& call) {
  const Value& in = call[0];
  Value fallback = call.size() > 2 ? call[2] : Value::nothing();
  TRY(call.tick());
  if (in.is_map()) {
    const Value& wanted = call[1];
    Value key = wanted.is_text() ? wanted : key_text(call.heap(), wanted);
    int64_t position = in.map().find(key.view(), key.text().hashed());
    return position < 0 ? fallback : in.map().value(static_cast<size_t>(position));
  }
  if (!in.is_list()) return Error(builtin_errors::kGetReads, {type_name(in)});
  TRY_ASSIGN(int64_t index, whole_argument(call, call[1], "position"));
  auto size = static_cast<int64_t>(in.list().size());
  if (index < 0) index += size;
  if (index < 0 || index >= size) return fallback;
  return in.list().at(static_cast<size_t>(index));
}

Result<Value> remove(Call& call) {
  if (!call[0].is_map()) return Error(builtin_errors::kRemoveTakesMap, {type_name(call[0])});
  const Map& map = call[0].map();
  TRY(call.tick());
  Value key = call[1].is_text() ? call[1] : key_text(call.heap(), call[1]);
  int64_t position = map.find(key.view(), key.text().hashed());
  if (position < 0) return std::move(call[0]);
  TRY(call.tick(map.size() / 16));
  return without(call.heap(), map, static_cast<size_t>(position));
}

Result<Value> merge(Call& call) {
  if (call.size() == 0) return Error(builtin_errors::kMergeNeedsOne);
  uint64_t added = 0;
  for (size_t i = 0; i < call.size(); ++i) {
    if (!call[i].is_map())
      return Error(builtin_errors::kMergeNotMap, {count_text(i + 1), type_name(call[i])});
    if (i != 0) added += call[i].map().size();
  }
  uint64_t copied = call[0].is_unique() ? 0 : call[0].map().size();
  TRY(call.tick(1 + added + copied / 8));
  TRY(call.reserve((added + copied) * sizeof(MapEntry)));
  Value result = std::move(call[0]);
  unique_map(result);
  for (size_t i = 1; i < call.size(); ++i) {
    const Map& other = call[i].map();
    for (size_t k = 0; k < other.size(); ++k) put(result, other.key(k), other.value(k));
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"keys", "m", 1, 1, "", Purity::Pure, "", "The keys of a map, in order.",
     "keys({\"a\": 1, \"b\": 2}) → [\"a\", \"b\"]", "several maps: keys(merge(a, b))", keys},
    {"values", "m", 1, 1, "", Purity::Pure, "", "The values of a map, in order.",
     "values({\"a\": 1, \"b\": 2}) → [1, 2]", "one column of rows: collect(rows, \"column\")",
     values},
    {"items", "m", 1, 1, "", Purity::Pure, "", "A row {key, value} for each entry of a map.",
     "items({\"a\": 1}) → [{key: \"a\", value: 1}]", "several maps: items(merge(a, b))", items},
    {"get", "m, key, default?", 2, 3, "", Purity::Pure, "",
     "The value under a key, or the item at a position; the default (nothing) when it is absent.",
     "get({\"a\": 1}, \"z\", 0) → 0", "deeper: get(get(m, \"a\", {}), \"b\", default)", get},
    {"remove", "m, key", 2, 2, "", Purity::Pure, "", "A map without a key.",
     "remove({\"a\": 1, \"b\": 2}, \"a\") → {b: 2}",
     "several keys: drop(rows, [\"a\", \"b\"]) for rows, or one remove for each", remove},
    {"merge", "m, others…", 0, kAnyCount, "", Purity::Pure, "",
     "One map of several; the rightmost value of a key wins, its first place stays.",
     "merge({\"a\": 1}, {\"b\": 2}) → {a: 1, b: 2}", "", merge},
};

}  // namespace

const BuiltinTable kMapBuiltins(kRows);

}  // namespace syn
