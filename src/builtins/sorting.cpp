// sort, sort_by, top (data.md §3.3).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/sorting.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "builtins/column_verbs.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "builtins/higher_order.h"
#include "builtins/list_keys.h"
#include "builtins/text_order_check.h"
#include "value/display.h"
#include "value/equality.h"

namespace syn {
namespace {

/// Integers in this range are exact as doubles.
constexpr int64_t kExactDouble = int64_t{1} << 53;

enum class KeyKind : uint8_t { Integers, Floats, Texts, Mixed };

/// Positions of keys that have a place in the order, and those that come last.
struct Split {
  std::vector<uint32_t> present;
  std::vector<uint32_t> nans;
  std::vector<uint32_t> missing;
  KeyKind kind = KeyKind::Mixed;
};

bool is_nan(const Value& key) { return key.is_float() && std::isnan(key.as_float()); }

Split split_keys(std::span<const Value> keys) {
  Split split;
  bool integers = true;
  bool floats = true;
  bool texts = true;
  for (uint32_t i = 0; i < keys.size(); ++i) {
    const Value& key = keys[i];
    if (key.is_nothing()) {
      split.missing.push_back(i);
      continue;
    }
    if (is_nan(key)) {
      split.nans.push_back(i);
      integers = texts = false;
      continue;
    }
    split.present.push_back(i);
    bool small = key.is_int() && key.as_int() <= kExactDouble && key.as_int() >= -kExactDouble;
    integers = integers && key.is_int();
    floats = floats && (small || key.is_float());
    texts = texts && key.is_text();
  }
  if (integers)
    split.kind = KeyKind::Integers;
  else if (floats)
    split.kind = KeyKind::Floats;
  else if (texts)
    split.kind = KeyKind::Texts;
  return split;
}

/// Sorts positions by a plain key taken from each value; ties keep their order.
template <typename Key, typename Take>
void sort_plain(std::span<const Value> keys, std::vector<uint32_t>& positions, Direction direction,
                Take take) {
  std::vector<std::pair<Key, uint32_t>> pairs;
  pairs.reserve(positions.size());
  for (uint32_t position : positions) pairs.emplace_back(take(keys[position]), position);
  if (direction == Direction::Ascending) {
    std::sort(pairs.begin(), pairs.end());
  } else {
    std::sort(pairs.begin(), pairs.end(), [](const auto& left, const auto& right) {
      return left.first != right.first ? left.first > right.first : left.second < right.second;
    });
  }
  for (size_t i = 0; i < pairs.size(); ++i) positions[i] = pairs[i].second;
}

double as_double(const Value& key) {
  // -0.0 and 0 are one key.
  return key.is_int() ? static_cast<double>(key.as_int()) : key.as_float() + 0.0;
}

/// The first key that does not go with the one at the front, so that the message does not depend on
/// how the sort went; `otherwise` when each goes with that one.
Error first_conflict(std::span<const Value> keys, std::span<const uint32_t> positions,
                     Error otherwise, std::string_view name) {
  for (uint32_t position : positions) {
    Result<int> order = sort_compare(keys[positions[0]], keys[position], false, name);
    if (order.ok()) continue;
    return std::move(order).error().with_hint("item " + count_text(position + 1) + " is " +
                                              short_display(keys[position]));
  }
  return otherwise;
}

/// Any kinds, with the comparison of the language. After the first failure the comparison says
/// "equal", which ends the sort quickly.
Result<void> sort_mixed(std::span<const Value> keys, std::vector<uint32_t>& positions,
                        Direction direction, std::string_view name) {
  std::optional<Error> failure;
  std::vector<uint32_t> as_given = positions;
  bool descending = direction == Direction::Descending;
  std::stable_sort(positions.begin(), positions.end(), [&](uint32_t left, uint32_t right) {
    if (failure.has_value()) return false;
    Result<int> order = sort_compare(keys[left], keys[right], descending, name);
    if (!order.ok()) {
      failure.emplace(std::move(order).error());
      return false;
    }
    return order.value() < 0;
  });
  if (failure.has_value()) return first_conflict(keys, as_given, std::move(*failure), name);
  return {};
}

/// Fails where a single key has no order at all, which no comparison would show.
Result<void> check_single(std::span<const Value> keys, const Split& split, std::string_view name) {
  if (split.present.size() != 1) return {};
  const Value& key = keys[split.present[0]];
  Result<int> order = sort_compare(key, key, false, name);
  if (!order.ok()) return std::move(order).error();
  return {};
}

/// Of the first key, where it is a list; else 0.
size_t num_parts(std::span<const Value> keys, const Split& split) {
  if (split.present.empty() || !keys[split.present[0]].is_list()) return 0;
  return keys[split.present[0]].list().size();
}

}  // namespace

Result<std::vector<uint32_t>> sorted_positions(Call& call, std::span<const Value> keys,
                                               Direction direction, std::string_view name) {
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, keys.size() * (sizeof(uint32_t) * 2 + sizeof(std::pair<double, uint32_t>))));
  TRY(call.tick(keys.size()));
  Split split = split_keys(keys);
  switch (split.kind) {
    case KeyKind::Integers:
      sort_plain<int64_t>(keys, split.present, direction,
                          [](const Value& key) { return key.as_int(); });
      break;
    case KeyKind::Floats: sort_plain<double>(keys, split.present, direction, as_double); break;
    case KeyKind::Texts:
      sort_plain<std::string_view>(keys, split.present, direction,
                                   [](const Value& key) { return key.view(); });
      TRY(check_text_order(name, keys, split.present));
      break;
    case KeyKind::Mixed:
      TRY(check_single(keys, split, name));
      if (size_t parts = num_parts(keys, split); parts != 0 && parts <= ListKeys::kMaxParts) {
        TRY(charge.add(call, keys.size() * ListKeys::byte_size(parts)));
        TRY(check_text_parts(name, keys, split.present, parts));
        if (auto lists = ListKeys::open(keys, split.present)) {
          lists->sort(split.present, direction == Direction::Descending);
          break;
        }
      }
      TRY(sort_mixed(keys, split.present, direction, name));
      break;
  }
  std::vector<uint32_t> order = std::move(split.present);
  order.insert(order.end(), split.nans.begin(), split.nans.end());
  order.insert(order.end(), split.missing.begin(), split.missing.end());
  return order;
}

Result<std::vector<Value>> keys_of_rows(Call& call, std::span<const Value> rows, const Value& key,
                                        ScratchCharge& charge) {
  TRY(charge.add(call, rows.size() * sizeof(Value)));
  std::vector<Value> keys;
  keys.reserve(rows.size());
  if (!key.is_text() && !key.is_list()) {
    for (size_t i = 0; i < rows.size(); ++i) {
      TRY(call.tick());
      TRY_ASSIGN(Value result, call.invoke_on(i, key, rows[i]));
      keys.push_back(std::move(result));
    }
    return keys;
  }
  TRY_ASSIGN(KeyReader reader, KeyReader::parse(key, call.name()));
  TRY(reader.check(call, rows));
  for (size_t i = 0; i < rows.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(auto parts, reader.read(call, rows[i], i));
    if (reader.is_single()) {
      keys.push_back(*parts[0]);
      continue;
    }
    Value list = make_list(call.heap(), parts.size());
    for (const Value* part : parts) push(list, *part);
    keys.push_back(std::move(list));
  }
  return keys;
}

namespace {

/// The items of a list in a new order. A list that only this call holds gives its items away.
Result<Value> in_order(Call& call, Value& list, std::span<const uint32_t> order) {
  TRY(reserve_list(call, order.size()));
  Value result = make_list(call.heap(), order.size());
  if (list.is_unique() && order.size() == list.list().size()) {
    std::span<Value> items = writable_items(list.list());
    for (uint32_t position : order) push(result, std::move(items[position]));
  } else {
    for (uint32_t position : order) push(result, list.list().at(position));
  }
  return result;
}

Result<Direction> direction_argument(Call& call, size_t index) {
  TRY_ASSIGN(bool descending, flag_argument(call, index, 0, "desc"));
  return descending ? Direction::Descending : Direction::Ascending;
}

Result<Value> sort(Call& call) {
  TRY(check_list(call, call[0]));
  Result<Direction> wanted = direction_argument(call, 1);
  if (!wanted.ok())
    return std::move(wanted).error().with_hint("sort(xs, desc = true); by a key: sort_by(xs, key)");
  Direction direction = wanted.value();
  bool is_descending = direction == Direction::Descending;
  TRY_ASSIGN(auto by_columns, column_order(call, call[0], nullptr, is_descending));
  if (by_columns.has_value()) return pick_items(call, call[0], std::move(*by_columns));
  TRY_ASSIGN(auto order, sorted_positions(call, call[0].list().items(), direction, call.name()));
  return in_order(call, call[0], order);
}

/// Where the list and the key stand: a function in either order, columns second.
Result<ListAndFunction> list_and_key(Call& call) {
  if (!call[1].is_text() && !call[1].is_list()) return list_and_function(call);
  if (call[0].is_callable()) return list_and_function(call);
  TRY(check_list(call, call[0]));
  return ListAndFunction{0, 1};
}

Error with_descending_hint(Error error, const Value& key) {
  if (!error.is(builtin_errors::kNoColumn) || !key.is_text() || !key.view().starts_with('-'))
    return error;
  return std::move(error).with_hint("sort_by(rows, \"" + std::string(key.view().substr(1)) +
                                    "\", desc = true)");
}

Result<Value> sort_by(Call& call) {
  TRY_ASSIGN(ListAndFunction at, list_and_key(call));
  TRY_ASSIGN(Direction direction, direction_argument(call, 2));
  bool is_descending = direction == Direction::Descending;
  TRY_ASSIGN(auto by_columns, column_order(call, call[at.list], &call[at.function], is_descending));
  if (by_columns.has_value()) return pick_items(call, call[at.list], std::move(*by_columns));
  ScratchCharge charge(call.heap());
  Result<std::vector<Value>> keys =
      keys_of_rows(call, call[at.list].list().items(), call[at.function], charge);
  if (!keys.ok()) return with_descending_hint(std::move(keys).error(), call[at.function]);
  TRY_ASSIGN(auto order, sorted_positions(call, keys.value(), direction, call.name()));
  return in_order(call, call[at.list], order);
}

constexpr BuiltinSpec kRows[] = {
    {"sort", "xs, desc = false", 1, 2, "desc", Purity::Pure, "",
     "The items in order, smallest first; NaN and nothing come last.",
     "sort([3, 1, 2], desc = true) → [3, 2, 1]",
     "sort(xs, desc = true) for descending; sort_by(xs, key) for a key", sort},
    {"sort_by", "xs, key, desc = false", 2, 3, "desc", Purity::Callback, "",
     "The items in order of a key: a function, a column name or a list of column names; stable.",
     "sort_by([{\"v\": 2}, {\"v\": 1}], \"v\") → [{v: 1}, {v: 2}]",
     "sort_by(xs, key, desc = true) for descending; several keys: sort_by(rows, [\"a\", \"b\"])",
     sort_by},
};

}  // namespace

const BuiltinTable kSortingBuiltins(kRows);

}  // namespace syn
