// Making rows with other columns from rows, quickly where many have the same shape: what select,
// drop, rename and derive are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vm/call.h"

namespace syn {

/// The columns of a new row: each with its name and its position in the old row, or kAbsent for
/// `nothing`.
struct RowPlan {
  static constexpr uint32_t kAbsent = UINT32_MAX;
  std::vector<std::string> names;
  std::vector<uint32_t> from;
};

/// Turns rows into rows by a plan, made once for each shape of the input.
class RowReshaper {
 public:
  using Planner = std::function<Result<RowPlan>(const Map& row)>;
  RowReshaper(Call& call, Planner planner) : call_(call), planner_(std::move(planner)) {}
  Result<Value> reshape(const Map& row);

 private:
  struct Known {
    Shape* shape;
    std::vector<uint32_t> from;
  };
  Call& call_;
  Planner planner_;
  std::unordered_map<const Shape*, Known> known_;
};

/// Adds one column to rows, or replaces its cells.
class ColumnAdder {
 public:
  ColumnAdder(Call& call, std::string_view name);
  const std::string& name() const { return name_; }
  /// The row (a map) with the cell; changed in place when only the caller holds it.
  Value add(Value row, Value cell);

 private:
  Call& call_;
  std::string name_;
  const Shape* from_ = nullptr;  // borrowed from the Heap
  Shape* to_ = nullptr;          // null when `from_` has the column
  size_t position_ = 0;
};

}  // namespace syn
