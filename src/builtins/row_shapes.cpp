// Making rows with other columns from rows.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/row_shapes.h"

namespace syn {

Result<Value> RowReshaper::reshape(const Map& row) {
  auto found = row.shape == nullptr ? known_.end() : known_.find(row.shape);
  if (found == known_.end()) {
    TRY_ASSIGN(RowPlan plan, planner_(row));
    if (row.shape == nullptr) {
      Value result = make_map(call_.heap());
      for (size_t i = 0; i < plan.names.size(); ++i) {
        bool absent = plan.from[i] == RowPlan::kAbsent;
        put(result, plan.names[i], absent ? Value::nothing() : row.value(plan.from[i]));
      }
      return result;
    }
    std::vector<std::string_view> names(plan.names.begin(), plan.names.end());
    Known known{call_.heap().shapes().for_table(names), std::move(plan.from)};
    found = known_.emplace(row.shape, std::move(known)).first;
  }
  const Known& known = found->second;
  Value result = make_map_of_shape(call_.heap(), known.shape);
  for (size_t i = 0; i < known.from.size(); ++i) {
    if (known.from[i] != RowPlan::kAbsent) result.map().value(i) = row.value(known.from[i]);
  }
  return result;
}

ColumnAdder::ColumnAdder(Call& call, std::string_view name) : call_(call), name_(name) {}

Value ColumnAdder::add(Value row, Value cell) {
  const Map& old = row.map();
  if (old.shape == nullptr) {
    unique_map(row);
    put(row, name_, std::move(cell));
    return row;
  }
  if (old.shape != from_) {
    from_ = old.shape;
    int64_t position = old.find(name_);
    position_ = position < 0 ? old.size() : static_cast<size_t>(position);
    to_ = nullptr;
    if (position < 0) {
      std::vector<std::string_view> names;
      for (size_t i = 0; i < old.size(); ++i) names.push_back(old.key(i)->view());
      names.push_back(name_);
      to_ = call_.heap().shapes().for_table(names);
    }
  }
  if (to_ == nullptr) {
    unique_map(row).value(position_) = std::move(cell);
    return row;
  }
  Value result = make_map_of_shape(call_.heap(), to_);
  for (size_t i = 0; i < old.size(); ++i) result.map().value(i) = old.value(i);
  result.map().value(position_) = std::move(cell);
  return result;
}

}  // namespace syn
