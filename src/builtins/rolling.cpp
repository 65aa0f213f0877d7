// Rolling forms, over the last n items, and running forms, over all items so far (additions;
// README, decision 5).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/moving_window.h"
#include "builtins/number_list.h"
#include "builtins/windows.h"

namespace syn {
namespace {

constexpr size_t kBy = 0;
constexpr size_t kMinCount = 1;

/// The part of a group that one result is made of; positions of values.
struct Window {
  std::span<const Value> values;
  std::span<const uint32_t> positions;
};

using WindowFunction = Result<Value> (*)(Call& call, const Window& window);

/// The sum of a window that moves on, at the same cost however wide it is: sums of all tails of the
/// window as it was once, and the sum of what came since. Nothing is ever subtracted, so that
/// floats lose nothing. A new round of tails is made when the last old item leaves.
class MovingSum {
 public:
  MovingSum(Call& call, const Window& items) : call_(call), items_(items) {}

  /// The sum of the items from `start` to `last`; both only grow, `last` by one.
  Result<NumberSum> at(size_t start, size_t last) {
    if (start >= tails_end_) {
      TRY(make_tails(start, last));
    } else {
      TRY(add(since_, last));
    }
    NumberSum total = tails_[tails_end_ - 1 - start];
    TRY(total.merge(since_));
    return total;
  }

 private:
  Result<void> make_tails(size_t start, size_t last) {
    tails_.clear();
    tails_.reserve(last + 1 - start);
    NumberSum tail;
    for (size_t i = last + 1; i-- > start;) {
      TRY(add(tail, i));
      tails_.push_back(tail);
    }
    tails_end_ = last + 1;
    since_ = NumberSum();
    return call_.tick(tails_.size());
  }

  Result<void> add(NumberSum& sum, size_t item) {
    uint32_t position = items_.positions[item];
    TRY_ASSIGN(Taken taken, sum.add(items_.values[position]));
    if (taken == Taken::Other) return not_a_number(call_.name(), items_.values[position], position);
    return {};
  }

  Call& call_;
  Window items_;
  std::vector<NumberSum> tails_;  ///< of the items up to tails_end_, the shortest first
  size_t tails_end_ = 0;
  NumberSum since_;
};

/// The extreme of a window that moves on: the items that may still become it, in order.
class MovingExtreme {
 public:
  MovingExtreme(const Window& items, Extreme::Side side, std::string_view name)
      : items_(items), side_(side), name_(name) {}

  /// That of the items from `start` to `last`; both only grow, `last` by one.
  Result<Value> at(size_t start, size_t last) {
    while (first_ < waiting_.size() && waiting_[first_] < start) ++first_;
    if (first_ * 2 > waiting_.size()) {
      waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<ptrdiff_t>(first_));
      first_ = 0;
    }
    const Value& added = value(last);
    if (!added.is_nothing()) {
      while (true) {
        TRY_ASSIGN(bool better, is_better(added));
        if (!better || first_ == waiting_.size()) break;
        waiting_.pop_back();
      }
      waiting_.push_back(static_cast<uint32_t>(last));
    }
    return first_ == waiting_.size() ? Value::nothing() : value(waiting_[first_]);
  }

 private:
  const Value& value(size_t item) const { return items_.values[items_.positions[item]]; }

  /// Whether it goes before the last that waits; also where none does.
  Result<bool> is_better(const Value& added) {
    Extreme best(side_, name_);
    if (first_ != waiting_.size()) TRY(best.offer(value(waiting_.back())));
    return best.offer(added);
  }

  Window items_;
  Extreme::Side side_;
  std::string_view name_;
  std::vector<uint32_t> waiting_;  ///< from first_; those before have left
  size_t first_ = 0;
};

Result<Numbers> window_numbers(Call& call, const Window& window) {
  Numbers::Form form = Numbers::Form::Floats;
  for (uint32_t position : window.positions) {
    if (window.values[position].is(Tag::Decimal)) form = Numbers::Form::Decimals;
  }
  Numbers numbers(form);
  for (uint32_t position : window.positions) {
    TRY_ASSIGN(Taken taken, numbers.add(window.values[position]));
    if (taken == Taken::Other) return not_a_number(call.name(), window.values[position], position);
  }
  return numbers;
}

Result<Value> median_window(Call& call, const Window& window) {
  TRY_ASSIGN(Numbers numbers, window_numbers(call, window));
  return median_of(call.heap(), numbers);
}

Result<Value> std_window(Call& call, const Window& window) {
  TRY_ASSIGN(Numbers numbers, window_numbers(call, window));
  return deviation_of(call.heap(), numbers, 1);
}

/// A whole argument from 1: the size of a window, or the least number of values in it.
Result<size_t> count_argument(Call& call, const Value& given, std::string_view what) {
  TRY_ASSIGN(int64_t count, whole_argument(call, given, what));
  if (count >= 1) return static_cast<size_t>(count);
  return Error(builtin_errors::kWindowSize, {call.name(), what, std::to_string(count)});
}

/// Goes through the windows of `size` items that end at each item.
template <typename Make>
Result<Value> roll(Call& call, const Series& series, size_t size, size_t min_count, Make make) {
  TRY_ASSIGN(Value result, result_list(call, series));
  std::span<const Value> values = series.values();
  for (size_t g = 0; g < series.num_groups(); ++g) {
    std::span<const uint32_t> rows = series.group(g);
    size_t num_present = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      num_present += values[rows[i]].is_nothing() ? 0 : 1;
      if (i >= size) num_present -= values[rows[i - size]].is_nothing() ? 0 : 1;
      size_t length = i + 1 < size ? i + 1 : size;
      TRY(call.tick(length));
      if (num_present < min_count) continue;
      TRY_ASSIGN(Value value, make(Window{values, rows.subspan(i + 1 - length, length)}));
      set_item(result.list(), rows[i], std::move(value));
    }
  }
  return result;
}

struct RollingArguments {
  size_t size;
  size_t min_count;
};

Result<RollingArguments> rolling_arguments(Call& call, const Series& series) {
  const Value* given = call.optional(series.rest());
  if (given == nullptr) return Error(builtin_errors::kWindowSizeMissing, {call.name()});
  TRY_ASSIGN(size_t size, count_argument(call, *given, "n"));
  size_t min_count = size;
  if (const Value* least = call.named(kMinCount)) {
    TRY_ASSIGN(min_count, count_argument(call, *least, "min_count"));
  }
  return RollingArguments{size, min_count};
}

Result<Value> rolling_by(Call& call, const Series& series, WindowFunction function) {
  TRY_ASSIGN(RollingArguments arguments, rolling_arguments(call, series));
  return roll(call, series, arguments.size, arguments.min_count,
              [&](const Window& window) { return function(call, window); });
}

/// Goes through the windows as `roll` does, at each item with the positions of its window in the
/// group: `moving(group)` makes what `next(state, start, last)` asks, whether it is wanted or not.
template <typename Moving, typename Next>
Result<Value> roll_on(Call& call, const Series& series, uint64_t bytes_each, Moving moving,
                      Next next) {
  TRY_ASSIGN(RollingArguments arguments, rolling_arguments(call, series));
  TRY_ASSIGN(Value result, result_list(call, series));
  std::span<const Value> values = series.values();
  ScratchCharge charge(call.heap());
  // Twice as many may be kept, and a vector may have twice the room.
  TRY(charge.add(call, 4 * bytes_each * std::min(arguments.size, values.size())));
  for (size_t g = 0; g < series.num_groups(); ++g) {
    std::span<const uint32_t> rows = series.group(g);
    auto state = moving(Window{values, rows});
    size_t num_present = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      TRY(call.tick());
      num_present += values[rows[i]].is_nothing() ? 0 : 1;
      if (i >= arguments.size) num_present -= values[rows[i - arguments.size]].is_nothing() ? 0 : 1;
      size_t start = i + 1 < arguments.size ? 0 : i + 1 - arguments.size;
      TRY_ASSIGN(Value value, next(state, start, i));
      if (num_present >= arguments.min_count) set_item(result.list(), rows[i], std::move(value));
    }
  }
  return result;
}

Result<Value> rolling_total(Call& call, bool is_mean) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  return roll_on(
      call, series, sizeof(NumberSum), [&](const Window& items) { return MovingSum(call, items); },
      [&](MovingSum& sum, size_t start, size_t last) -> Result<Value> {
        TRY_ASSIGN(NumberSum total, sum.at(start, last));
        if (total.count() == 0) return Value::nothing();
        if (is_mean) return total.mean(call.heap());
        return total.sum(call.heap());
      });
}

Result<Value> rolling_extreme(Call& call, Extreme::Side side) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  return roll_on(
      call, series, sizeof(uint32_t),
      [&](const Window& items) { return MovingExtreme(items, side, call.name()); },
      [](MovingExtreme& extreme, size_t start, size_t last) { return extreme.at(start, last); });
}

Result<Value> rolling_sum(Call& call) { return rolling_total(call, false); }
Result<Value> rolling_mean(Call& call) { return rolling_total(call, true); }
Result<Value> rolling_min(Call& call) { return rolling_extreme(call, Extreme::Side::Least); }
Result<Value> rolling_max(Call& call) { return rolling_extreme(call, Extreme::Side::Greatest); }

/// The values as floats, and which are missing; nothing where windows have to be looked at one by
/// one: decimals, whose results are exact, and values that are no finite numbers.
struct PlainNumbers {
  std::vector<double> numbers;
  std::vector<bool> missing;
  const double* find(size_t position) const {
    return missing[position] ? nullptr : &numbers[position];
  }
};

std::optional<PlainNumbers> plain_numbers(std::span<const Value> values) {
  PlainNumbers result;
  result.numbers.resize(values.size());
  result.missing.resize(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_nothing()) {
      result.missing[i] = true;
    } else if (values[i].is_int()) {
      result.numbers[i] = static_cast<double>(values[i].as_int());
    } else if (values[i].is_float() && std::isfinite(values[i].as_float())) {
      result.numbers[i] = values[i].as_float();
    } else {
      return std::nullopt;
    }
  }
  return result;
}

/// A window that starts empty and moves over the items of a group.
struct MedianState {
  Window items;
  MovingMedian median;
  size_t start = 0;
  size_t num_present = 0;
};

Result<Value> rolling_median(Call& call) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  TRY(call.reserve(series.values().size() * sizeof(double)));
  std::optional<PlainNumbers> plain = plain_numbers(series.values());
  if (!plain) return rolling_by(call, series, median_window);
  return roll_on(
      call, series, MovingMedian::kBytesEach,
      [](const Window& items) {
        return MedianState{items, {}};
      },
      [&](MedianState& state, size_t start, size_t last) -> Result<Value> {
        for (; state.start < start; ++state.start) {
          const double* gone = plain->find(state.items.positions[state.start]);
          if (gone == nullptr) continue;
          state.median.remove(*gone);
          --state.num_present;
        }
        if (const double* come = plain->find(state.items.positions[last])) {
          state.median.add(*come);
          ++state.num_present;
        }
        return state.num_present == 0 ? Value::nothing() : Value::number(state.median.median());
      });
}

Result<Value> rolling_std(Call& call) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  TRY(call.reserve(series.values().size() * sizeof(double)));
  std::optional<PlainNumbers> plain = plain_numbers(series.values());
  if (!plain) return rolling_by(call, series, std_window);
  using State = std::pair<Window, MovingDeviation>;
  return roll_on(
      call, series, sizeof(SpreadSums),
      [](const Window& items) {
        return State{items, {}};
      },
      [&](State& state, size_t start, size_t last) -> Result<Value> {
        auto find = [&](size_t item) { return plain->find(state.first.positions[item]); };
        return Value::number(state.second.at(start, last, find));
      });
}

/// Any function of the list of values in the window.
Result<Value> rolling(Call& call) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  TRY_ASSIGN(RollingArguments arguments, rolling_arguments(call, series));
  const Value* function = call.optional(series.rest() + 1);
  if (function == nullptr || !function->is_callable())
    return Error(builtin_errors::kRollingFunction);
  size_t min_count = call.named(kMinCount) == nullptr ? 0 : arguments.min_count;
  return roll(call, series, arguments.size, min_count, [&](const Window& window) -> Result<Value> {
    if (min_count == 0 && window.positions.size() < arguments.size) return Value::nothing();
    TRY(reserve_list(call, window.positions.size()));
    Value list = make_list(call.heap(), window.positions.size());
    for (uint32_t position : window.positions) push(list, window.values[position]);
    return call.invoke(*function, std::move(list));
  });
}

enum class Running : uint8_t { Sum, Mean, Min, Max, Count };

/// What is known of the items so far.
struct Progress {
  explicit Progress(std::string_view name)
      : least(Extreme::Side::Least, name), greatest(Extreme::Side::Greatest, name) {}
  NumberSum total;
  Extreme least;
  Extreme greatest;
  int64_t count = 0;
};

Result<Value> extreme_so_far(Extreme& best, const Value& value) {
  Result<bool> taken = best.offer(value);
  if (!taken.ok()) return std::move(taken).error();
  return *best.best();
}

Result<Value> step(Call& call, Running which, Progress& progress, const Value& value,
                   size_t position) {
  switch (which) {
    case Running::Count: return Value::integer(++progress.count);
    case Running::Min: return extreme_so_far(progress.least, value);
    case Running::Max: return extreme_so_far(progress.greatest, value);
    case Running::Sum:
    case Running::Mean: break;
  }
  TRY_ASSIGN(Taken taken, progress.total.add(value));
  if (taken == Taken::Other) return not_a_number(call.name(), value, position);
  if (which == Running::Sum) return progress.total.sum(call.heap());
  return progress.total.mean(call.heap());
}

/// `nothing` stays in its place, and what was so far goes on after it.
Result<Value> run(Call& call, Running which) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  if (call.size() > series.rest()) return Error(builtin_errors::kRunningArguments, {call.name()});
  TRY_ASSIGN(Value result, result_list(call, series));
  for (size_t g = 0; g < series.num_groups(); ++g) {
    Progress progress(call.name());
    for (uint32_t position : series.group(g)) {
      TRY(call.tick());
      const Value& value = series.values()[position];
      if (value.is_nothing()) continue;
      TRY_ASSIGN(Value so_far, step(call, which, progress, value, position));
      set_item(result.list(), position, std::move(so_far));
    }
  }
  return result;
}

Result<Value> running_sum(Call& call) { return run(call, Running::Sum); }
Result<Value> running_mean(Call& call) { return run(call, Running::Mean); }
Result<Value> running_min(Call& call) { return run(call, Running::Min); }
Result<Value> running_max(Call& call) { return run(call, Running::Max); }
Result<Value> running_count(Call& call) { return run(call, Running::Count); }

constexpr std::string_view kRollingHint =
    "rolling_mean(xs, n), or for a column: rolling_mean(rows, \"v\", n, by = \"store\")";
constexpr std::string_view kRunningHint =
    "running_sum(xs), or for a column: running_sum(rows, \"v\", by = \"store\")";

constexpr BuiltinSpec kRows[] = {
    {"rolling", "xs, n, f | rows, column, n, f", 3, 4, "by,min_count", Purity::Callback, "",
     "f of the list of the last n values at each item; nothing where there are fewer (min_count); "
     "a list.",
     "rolling([1, 2, 4], 2, (w) => max(w) - min(w)) → [nothing, 1, 2]", kRollingHint, rolling},
    {"rolling_sum", "xs, n | rows, column, n", 2, 3, "by,min_count", Purity::Callback, "",
     "The sum of the last n values at each item; nothing where fewer are present (min_count); a "
     "list.",
     "rolling_sum([1, 2, 3, 4], 2) → [nothing, 3, 5, 7]", kRollingHint, rolling_sum},
    {"rolling_mean", "xs, n | rows, column, n", 2, 3, "by,min_count", Purity::Callback, "",
     "The mean of the last n values at each item (moving average); a list.",
     "rolling_mean([1, 2, 3, 4], 2) → [nothing, 1.5, 2.5, 3.5]", kRollingHint, rolling_mean},
    {"rolling_min", "xs, n | rows, column, n", 2, 3, "by,min_count", Purity::Callback, "",
     "The smallest of the last n values at each item; a list.",
     "rolling_min([3, 1, 2], 2) → [nothing, 1, 1]", kRollingHint, rolling_min},
    {"rolling_max", "xs, n | rows, column, n", 2, 3, "by,min_count", Purity::Callback, "",
     "The largest of the last n values at each item; a list.",
     "rolling_max([3, 1, 2], 2) → [nothing, 3, 2]", kRollingHint, rolling_max},
    {"rolling_median", "xs, n | rows, column, n", 2, 3, "by,min_count", Purity::Callback, "",
     "The median of the last n values at each item; a list.",
     "rolling_median([3, 1, 2], 3) → [nothing, nothing, 2.0]", kRollingHint, rolling_median},
    {"rolling_std", "xs, n | rows, column, n", 2, 3, "by,min_count", Purity::Callback, "",
     "The standard deviation of the last n values at each item; a list.",
     "rolling_std([1, 1, 1], 2) → [nothing, 0.0, 0.0]", kRollingHint, rolling_std},
    {"running_sum", "xs | rows, column", 1, 2, "by", Purity::Callback, "",
     "The sum so far at each item, in its group (by); a list. Of a plain list it is cumsum.",
     "running_sum([1, 2, 3]) → [1, 3, 6]", kRunningHint, running_sum},
    {"running_mean", "xs | rows, column", 1, 2, "by", Purity::Callback, "",
     "The mean so far at each item, in its group (by); a list.",
     "running_mean([1, 2, 3]) → [1.0, 1.5, 2.0]", kRunningHint, running_mean},
    {"running_min", "xs | rows, column", 1, 2, "by", Purity::Callback, "",
     "The smallest so far at each item, in its group (by); a list.",
     "running_min([3, 1, 2]) → [3, 1, 1]", kRunningHint, running_min},
    {"running_max", "xs | rows, column", 1, 2, "by", Purity::Callback, "",
     "The largest so far at each item, in its group (by); a list.",
     "running_max([1, 3, 2]) → [1, 3, 3]", kRunningHint, running_max},
    {"running_count", "xs | rows, column", 1, 2, "by", Purity::Callback, "",
     "How many values are present so far at each item, in its group (by); a list.",
     "running_count([7, nothing, 9]) → [1, nothing, 2]", kRunningHint, running_count},
};

}  // namespace

const BuiltinTable kRollingBuiltins(kRows);

}  // namespace syn
