// Reading the numbers of a list argument.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/number_list.h"

#include <algorithm>

#include "builtins/errors_a.h"
#include "tableio/column_guess.h"
#include "value/display.h"
#include "value/list_columns.h"

namespace syn {

Result<void> check_number_list(Call& call, const Value& value) {
  if (value.is_list()) return {};
  return Error(builtin_errors::kExpectsNumberList, {call.name(), type_name(value)});
}

Error not_a_number(std::string_view name, const Value& got, size_t index) {
  if (got.is_text()) {
    std::string advice = tableio::advice_for(got.view());
    if (!advice.empty()) {
      return Error(builtin_errors::kExpectsNumbersAdvice,
                   {name, count_text(index), short_display(got), advice});
    }
  }
  Error error(builtin_errors::kExpectsNumbers,
              {name, type_name(got), count_text(index), short_display(got)});
  if (got.is_text() && tableio::number_form(got.view()) != tableio::NumberForm::None) {
    std::string hint = "texts of digits are converted first: ";
    hint.append(name).append("(apply(xs, number))");
    return std::move(error).with_hint(std::move(hint));
  }
  if (!got.is_map()) return error;
  std::string hint = "for a column: ";
  hint.append(name).append("(collect(rows, \"column\"))");
  return std::move(error).with_hint(std::move(hint));
}

size_t first_odd_text(std::span<const Value> items, size_t index) {
  for (size_t i = index; i < items.size(); ++i) {
    if (items[i].is_text() &&
        tableio::number_form(tableio::without_blanks(items[i].view())) == tableio::NumberForm::None)
      return i;
  }
  return index;
}

Error not_a_number(std::string_view name, std::span<const Value> items, size_t index) {
  size_t odd = first_odd_text(items, index);
  if (odd == index) return not_a_number(name, items[index], index);
  std::string advice = tableio::advice_for(items[odd].view());
  if (advice.empty()) advice = "convert each value first, for example decimal(x)";
  return Error(builtin_errors::kExpectsNumbersAdvice,
               {name, count_text(index),
                "index " + count_text(odd) + " holds " + short_display(items[odd]), advice});
}

namespace {

/// Cells between two questions for the limits of the run.
constexpr size_t kStride = 4096;

/// The column behind a list of numbers, where its cells need no making; null otherwise.
const table::Column* number_column(const Value& list) {
  const table::Column* column = column_of(list);
  bool plain =
      column != nullptr && (column->kind == table::Kind::Int || column->kind == table::Kind::Float);
  return plain ? column : nullptr;
}

/// Calls `take` with the numbers of a column: those of a stretch at once, or one by one where some
/// are missing.
template <typename Take>
Result<void> each_stretch(Call& call, const table::Column& column, Take take) {
  for (size_t start = 0; start < column.size; start += kStride) {
    size_t size = std::min(kStride, column.size - start);
    TRY(call.tick(size));
    bool is_int = column.kind == table::Kind::Int;
    auto ints = std::span(column.ints).subspan(is_int ? start : 0, is_int ? size : 0);
    auto floats = std::span(column.floats).subspan(is_int ? 0 : start, is_int ? 0 : size);
    if (!column.has_missing()) {
      TRY(is_int ? take(ints) : take(floats));
      continue;
    }
    for (size_t i = 0; i < size; ++i) {
      if (!column.is_present(start + i)) continue;
      TRY(is_int ? take(ints.subspan(i, 1)) : take(floats.subspan(i, 1)));
    }
  }
  return {};
}

}  // namespace

Result<void> sum_list(Call& call, const Value& list, NumberSum& total) {
  TRY(check_number_list(call, list));
  if (const table::Column* column = number_column(list)) {
    return each_stretch(call, *column, [&total](auto numbers) { return total.add_all(numbers); });
  }
  std::span<const Value> items = list.list().items();
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(Taken taken, total.add(items[i]));
    if (taken == Taken::Other) return not_a_number(call.name(), items, i);
  }
  return {};
}

Numbers::Form form_of(std::span<const Value> values) {
  for (const Value& value : values) {
    if (value.is(Tag::Decimal)) return Numbers::Form::Decimals;
  }
  return Numbers::Form::Floats;
}

Result<Numbers> numbers_of_list(Call& call, const Value& list, ScratchCharge& charge) {
  TRY(check_number_list(call, list));
  if (const table::Column* column = number_column(list)) {
    Numbers numbers(Numbers::Form::Floats);
    TRY(charge.add(call, column->size * sizeof(double)));
    numbers.floats().reserve(column->size);
    TRY(each_stretch(call, *column, [&numbers](auto stretch) -> Result<void> {
      numbers.add_all(stretch);
      return {};
    }));
    return numbers;
  }
  std::span<const Value> items = list.list().items();
  Numbers numbers(form_of(items));
  TRY(charge.add(call, items.size() * (numbers.exact() ? Numbers::kBytesEach : sizeof(double))));
  if (numbers.exact())
    numbers.decimals().reserve(items.size());
  else
    numbers.floats().reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(Taken taken, numbers.add(items[i]));
    if (taken == Taken::Other) return not_a_number(call.name(), items, i);
  }
  return numbers;
}

Result<std::optional<Value>> place_in_column(Call& call, const Value& list,
                                             std::optional<double> place) {
  std::optional<Value> none;
  const table::Column* column = list.is_list() ? number_column(list) : nullptr;
  if (column == nullptr || column->has_missing() || column->size == 0) return none;
  // What a copy takes, which is made where the numbers are few or lie oddly.
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, column->size * sizeof(double)));
  TRY(call.tick(column->size));
  auto find = [place](auto numbers) {
    return place.has_value() ? quantile_among(numbers, *place) : median_among(numbers);
  };
  double found = column->kind == table::Kind::Int ? find(std::span<const int64_t>(column->ints))
                                                  : find(std::span<const double>(column->floats));
  return std::optional(Value::number(found));
}

Result<void> check_present(Call& call, const List& list, uint64_t num_present,
                           std::string_view kind) {
  if (num_present != 0) return {};
  if (list.empty()) return Error(builtin_errors::kEmptyKind, {call.name(), kind});
  return Error(builtin_errors::kAllMissing, {call.name()});
}

}  // namespace syn
