// Series for window forms: the values of a list, or of a column of rows in groups (additions;
// README, decision 5). Every form gives a list with one value for each item, in input order;
// `derive(rows, {"name": list})` makes it a column.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "builtins/group_keys.h"
#include "vm/call.h"

namespace syn {

/// `f(xs, …)`, or `f(rows, column, …, by = key)`: what to read, and which positions belong
/// together.
class Series {
 public:
  /// The next positional argument after the values is `call[rest()]`. `by` is the position of that
  /// name among the named arguments of the builtin.
  static Result<Series> read(Call& call, size_t by);

  std::span<const Value> values() const {
    return column_.empty() ? items_ : std::span<const Value>(column_);
  }
  size_t rest() const { return rest_; }
  size_t num_groups() const { return groups_.starts.size() - 1; }
  /// Positions of one group, in input order.
  std::span<const uint32_t> group(size_t index) const { return groups_.rows(index); }

 private:
  explicit Series(Call& call) : charge_(std::make_unique<ScratchCharge>(call.heap())) {}
  Result<void> make_groups_by(Call& call, std::span<const Value> rows, const Value* by);

  std::span<const Value> items_;
  std::vector<Value> column_;
  size_t rest_ = 1;
  Groups groups_;
  std::unique_ptr<ScratchCharge> charge_;
};

/// A list of as many `nothing`s as the series has values, to be written by position.
Result<Value> result_list(Call& call, const Series& series);

}  // namespace syn
