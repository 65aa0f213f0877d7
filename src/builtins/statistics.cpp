// Counting and distributions: count, count_missing, mode, histogram (data.md §3.4).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/aggregates.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "builtins/histogram_bins.h"
#include "builtins/number_list.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

/// Without arguments `count` is the aggregate of `summarize`.
Result<Value> count(Call& call) {
  if (call.size() == 0) return make_count_aggregate(call.heap());
  if (!call[0].is_list()) return Error(builtin_errors::kCountOf, {type_name(call[0])});
  int64_t present = 0;
  TRY(call.tick(call[0].list().size()));
  for (const Value& item : call[0].list().items()) present += item.is_nothing() ? 0 : 1;
  return Value::integer(present);
}

Result<Value> count_missing(Call& call) {
  TRY(check_list(call, call[0]));
  int64_t missing = 0;
  TRY(call.tick(call[0].list().size()));
  for (const Value& item : call[0].list().items()) missing += item.is_nothing() ? 1 : 0;
  return Value::integer(missing);
}

Result<Value> mode(Call& call) {
  TRY(check_list(call, call[0]));
  const List& list = call[0].list();
  KeyIndex index(call, 1);
  std::vector<uint64_t> counts;
  for (const Value& item : list.items()) {
    TRY(call.tick());
    if (item.is_nothing()) continue;
    const Value* part = &item;
    TRY_ASSIGN(KeyIndex::Place place, index.insert({&part, 1}));
    if (place.is_new) counts.push_back(0);
    ++counts[place.position];
  }
  TRY(check_present(call, list, counts.size(), "list"));
  auto best = std::max_element(counts.begin(), counts.end());
  return index.key(static_cast<size_t>(best - counts.begin()));
}

/// The finite doubles of a histogram's data: a list or an array.
Result<std::vector<double>> histogram_values(Call& call, ScratchCharge& charge) {
  bool is_array = call[0].is(Tag::Array);
  if (!is_array) TRY(check_number_list(call, call[0]));
  size_t size = is_array ? call[0].array().data.size() : call[0].list().size();
  TRY(charge.add(call, size * sizeof(double)));
  TRY(call.tick(size));
  std::vector<double> values;
  values.reserve(size);
  if (is_array) {
    values = call[0].array().data;
  } else {
    for (size_t i = 0; i < size; ++i) {
      const Value& item = call[0].list().at(i);
      if (!is_real_number(item)) {
        return Error(builtin_errors::kListOfNumbersAt,
                     {call.name(), type_name(item), count_text(i), short_display(item)});
      }
      values.push_back(to_double(item));
    }
  }
  for (double value : values) {
    if (std::isnan(value)) return Error(builtin_errors::kContainsNan, {call.name()});
  }
  for (double value : values) {
    if (std::isinf(value)) return Error(builtin_errors::kContainsInfinite, {call.name()});
  }
  if (values.empty()) return Error(builtin_errors::kEmptyKind, {call.name(), "collection"});
  return values;
}

Result<Value> histogram(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(std::vector<double> values, histogram_values(call, charge));
  Value ten = Value::integer(10);
  const Value* bins = call.optional(1) != nullptr ? call.optional(1) : call.named(0);
  if (bins == nullptr) bins = &ten;
  TRY_ASSIGN(std::vector<double> edges, histogram_edges(call, *bins, values));
  std::vector<int64_t> counts = count_in_bins(edges, values);
  Value count_list = make_list(call.heap(), counts.size());
  for (int64_t count_in_bin : counts) push(count_list, Value::integer(count_in_bin));
  Value edge_list = make_list(call.heap(), edges.size());
  for (double edge : edges) push(edge_list, Value::number(edge));
  Value result = make_map(call.heap());
  put(result, "counts", std::move(count_list));
  put(result, "edges", std::move(edge_list));
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"count", "xs?", 0, 1, "", Purity::Pure, "",
     "How many values are present (not nothing); count() alone counts the rows of a group in "
     "summarize.",
     "count([1, nothing, 3]) → 2",
     "for a condition: count_where(xs, (x) => …); all items: length(xs)", count},
    {"count_missing", "xs", 1, 1, "", Purity::Pure, "", "How many values are nothing.",
     "count_missing([1, nothing]) → 1", "", count_missing},
    {"mode", "xs", 1, 1, "", Purity::Pure, "", "The most frequent value; the first of equals.",
     "mode([3, 1, 3, 2]) → 3", "of a column: mode(collect(rows, \"column\"))", mode},
    {"histogram", "xs, bins = 10", 1, 2, "bins", Purity::Pure, "",
     "Counts of values in bins of equal width, or between given edges: {counts, edges}.",
     "histogram([1, 2, 3, 4], [0, 2, 4]) → {counts: [1, 3], edges: [0.0, 2.0, 4.0]}", "",
     histogram},
};

}  // namespace

const BuiltinTable kStatisticsBuiltins(kRows);

}  // namespace syn
