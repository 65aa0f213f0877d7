// Tables, and rows picked from them.
// SPDX-License-Identifier: Apache-2.0
#include "table/table.h"

#include <unordered_map>

namespace syn::table {

PickedRows::PickedRows(const Table& from, Buffer<uint32_t> picked, bool gaps, Budget& run)
    : base(from), rows(std::move(picked)), with_gaps(gaps), budget(run) {
  budget.charge(rows.capacity() * sizeof(uint32_t));
}

PickedRows::~PickedRows() { budget.release(rows.capacity() * sizeof(uint32_t)); }

void Table::add(std::string name, ColumnPtr column) {
  names.push_back(std::move(name));
  columns_.push_back(std::move(column));
  picked_.emplace_back();
}

void Table::add_from(const Table& other, size_t index, std::string name) {
  names.push_back(std::move(name));
  columns_.push_back(other.columns_[index]);
  picked_.push_back(other.picked_[index]);
}

int Table::find(std::string_view name) const {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<int>(i);
  }
  return -1;
}

void Table::fetch(size_t index) const {
  const auto& [from, position] = picked_[index];
  columns_[index] = gather(*from->base.column(position), from->rows, from->with_gaps, from->budget);
}

Table Table::pick(Buffer<uint32_t> rows, bool with_gaps, Budget& budget) const {
  Table result;
  result.names = names;
  result.num_rows = rows.size();
  result.columns_.resize(names.size());
  result.picked_.resize(names.size());
  // Columns that are still waiting are picked from where they wait: one list of row numbers for
  // each place, and no chain of tables that grows with every filter.
  std::unordered_map<const PickedRows*, std::shared_ptr<const PickedRows>> composed;
  std::shared_ptr<const PickedRows> own;
  for (size_t i = 0; i < names.size(); ++i) {
    if (columns_[i] != nullptr) {
      if (own == nullptr) own = std::make_shared<PickedRows>(*this, rows, with_gaps, budget);
      result.picked_[i] = {own, i};
      continue;
    }
    const auto& [from, position] = picked_[i];
    std::shared_ptr<const PickedRows>& known = composed[from.get()];
    if (known == nullptr) {
      Buffer<uint32_t> inner(rows.size());
      for (size_t k = 0; k < rows.size(); ++k) {
        inner[k] = rows[k] == kNoRow ? kNoRow : from->rows[rows[k]];
      }
      known = std::make_shared<PickedRows>(from->base, std::move(inner),
                                           with_gaps || from->with_gaps, budget);
    }
    result.picked_[i] = {known, position};
  }
  return result;
}

Table Table::project(std::span<const size_t> columns, std::vector<std::string> new_names) const {
  Table result;
  result.names = std::move(new_names);
  result.num_rows = num_rows;
  for (size_t column : columns) {
    result.columns_.push_back(columns_[column]);
    result.picked_.push_back(picked_[column]);
  }
  return result;
}

}  // namespace syn::table
