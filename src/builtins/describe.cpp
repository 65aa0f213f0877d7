// `describe`: the figures one looks at first, of a list or of each column of a table (addition;
// README, decision 5).
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "builtins/number_list.h"
#include "builtins/text_doubt.h"

namespace syn {
namespace {

constexpr std::array<std::string_view, 13> kFigures{"column", "kind", "count", "missing", "unique",
                                                    "mean",   "std",  "min",   "q25",     "median",
                                                    "q75",    "max",  "note"};
/// Position of `kind` among the figures: a list has no column name.
constexpr size_t kFirstOfList = 1;

/// The kind of all present values, or `mixed`; `nothing` when there are none.
std::string_view common_kind(std::span<const Value> values) {
  std::string_view kind;
  for (const Value& value : values) {
    if (value.is_nothing()) continue;
    if (!kind.empty() && kind != type_name(value)) return "mixed";
    kind = type_name(value);
  }
  return kind.empty() ? "nothing" : kind;
}

class Figures {
 public:
  Figures(Call& call, size_t first) : call_(call), first_(first) {
    std::span<const std::string_view> names(kFigures);
    shape_ = call.heap().shapes().for_table(names.subspan(first));
  }
  /// One row of figures.
  Result<Value> describe(std::span<const Value> values, Value column);

 private:
  void set(std::string_view name, Value value);
  Result<void> count(std::span<const Value> values);
  Result<void> add_note(std::span<const Value> values);
  Result<void> add_extremes(std::span<const Value> values);
  Result<void> add_numbers(std::span<const Value> values);

  Call& call_;
  size_t first_;
  Shape* shape_;
  Value row_;
};

void Figures::set(std::string_view name, Value value) {
  for (size_t i = first_; i < kFigures.size(); ++i) {
    if (kFigures[i] == name) row_.map().value(i - first_) = std::move(value);
  }
}

Result<void> Figures::count(std::span<const Value> values) {
  KeyIndex seen(call_, 1);
  int64_t missing = 0;
  bool comparable = true;
  for (const Value& value : values) {
    TRY(call_.tick());
    if (value.is_nothing()) {
      ++missing;
    } else if (comparable) {
      const Value* part = &value;
      // A decimal and a float of one value: how many differ is then not defined.
      comparable = seen.insert({&part, 1}).ok();
    }
  }
  set("count", Value::integer(static_cast<int64_t>(values.size()) - missing));
  set("missing", Value::integer(missing));
  if (comparable) set("unique", Value::integer(static_cast<int64_t>(seen.size())));
  return {};
}

/// What is doubtful about a column of texts that looks like numbers or dates.
Result<void> Figures::add_note(std::span<const Value> values) {
  TextDoubt doubt;
  SpellingDoubt spellings;
  for (size_t i = 0; i < values.size(); ++i) {
    TRY(call_.tick());
    if (values[i].is_nothing()) continue;
    if (!values[i].is_text()) return {};
    doubt.see(values[i].view(), i + 1);
    spellings.see(values[i].view());
    if (doubt.is_settled() && spellings.is_settled()) break;  // and stays so
  }
  std::string note = doubt.note();
  std::string spelled = spellings.note();
  if (!spelled.empty()) note += (note.empty() ? "" : "; ") + spelled;
  if (!note.empty()) set("note", make_text(call_.heap(), note));
  return {};
}

Result<void> Figures::add_extremes(std::span<const Value> values) {
  Extreme least(Extreme::Side::Least, call_.name());
  Extreme greatest(Extreme::Side::Greatest, call_.name());
  for (const Value& value : values) {
    TRY(call_.tick());
    // Values without an order have no extremes.
    if (!least.offer(value).ok() || !greatest.offer(value).ok()) return {};
  }
  if (least.best() != nullptr) set("min", *least.best());
  if (greatest.best() != nullptr) set("max", *greatest.best());
  return {};
}

Result<void> Figures::add_numbers(std::span<const Value> values) {
  NumberSum total;
  Numbers numbers(form_of(values));
  ScratchCharge charge(call_.heap());
  TRY(charge.add(call_, values.size() * (numbers.exact() ? Numbers::kBytesEach : sizeof(double))));
  for (const Value& value : values) {
    TRY(call_.tick());
    Result<Taken> added = total.add(value);
    Result<Taken> kept = numbers.add(value);
    // A mix of decimals and floats has no mean.
    if (!added.ok() || !kept.ok() || added.value() == Taken::Other) return {};
  }
  if (numbers.size() == 0) return {};
  Heap& heap = call_.heap();
  TRY_ASSIGN(Value mean, total.mean(heap));
  TRY_ASSIGN(Value deviation, deviation_of(heap, numbers, 1));
  TRY_ASSIGN(Value low, quantile_of(heap, numbers, make_quantile(Value::number(0.25))));
  TRY_ASSIGN(Value middle, median_of(heap, numbers));
  TRY_ASSIGN(Value high, quantile_of(heap, numbers, make_quantile(Value::number(0.75))));
  set("mean", std::move(mean));
  set("std", std::move(deviation));
  set("q25", std::move(low));
  set("median", std::move(middle));
  set("q75", std::move(high));
  return {};
}

Result<Value> Figures::describe(std::span<const Value> values, Value column) {
  row_ = make_map_of_shape(call_.heap(), shape_);
  set("column", std::move(column));
  set("kind", make_text(call_.heap(), common_kind(values)));
  TRY(count(values));
  TRY(add_extremes(values));
  TRY(add_numbers(values));
  TRY(add_note(values));
  return std::move(row_);
}

/// Whether the items are rows: a map first, `nothing` aside.
bool is_table(std::span<const Value> items) {
  for (const Value& item : items) {
    if (!item.is_nothing()) return item.is_map();
  }
  return false;
}

Result<Value> describe(Call& call) {
  TRY(check_list(call, call[0]));
  std::span<const Value> items = call[0].list().items();
  if (!items.empty() && !is_table(items))
    return Figures(call, kFirstOfList).describe(items, Value::nothing());
  TRY_ASSIGN(std::vector<Value> names, column_names(call, items));
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, items.size() * sizeof(Value)));
  Figures figures(call, 0);
  Value result = make_list(call.heap(), names.size());
  for (const Value& name : names) {
    ColumnReader reader(name.view());
    std::vector<Value> values;
    values.reserve(items.size());
    for (size_t i = 0; i < items.size(); ++i) {
      TRY(call.tick());
      if (!items[i].is_map()) return not_a_row(call.name(), i, items[i]);
      const Value* cell = reader.find(items[i].map());
      values.push_back(cell == nullptr ? Value::nothing() : *cell);
    }
    TRY_ASSIGN(Value row, figures.describe(values, name));
    push(result, std::move(row));
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"describe", "rows", 1, 1, "", Purity::Pure, "",
     "A row of figures for each column: kind, count, missing, unique, mean, std, min, q25, median, "
     "q75, max, note (what is doubtful about texts); of a plain list one map.",
     "describe([1, 2, 3, 4]).median → 2.5", "one column: describe(collect(rows, \"column\"))",
     describe},
};

}  // namespace

const BuiltinTable kDescribeBuiltins(kRows);

}  // namespace syn
