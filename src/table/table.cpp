// Tables, and rows picked from them.
// SPDX-License-Identifier: Apache-2.0
#include "table/table.h"

#include <numeric>
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
  waiting_.emplace_back();
}

void Table::add_from_source(std::string name, std::shared_ptr<ColumnSource> source,
                            size_t position) {
  names.push_back(std::move(name));
  columns_.emplace_back();
  waiting_.push_back({nullptr, std::move(source), position});
}

void Table::add_from(const Table& other, size_t index, std::string name) {
  names.push_back(std::move(name));
  columns_.push_back(other.columns_[index]);
  waiting_.push_back(other.waiting_[index]);
}

int Table::find(std::string_view name) const {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<int>(i);
  }
  return -1;
}

const ColumnPtr& Table::fetch(size_t index) const {
  const Waiting& waiting = waiting_[index];
  if (waiting.source != nullptr) {
    const ColumnPtr& column = waiting.source->fetch(waiting.position);
    if (!waiting.source->has_failed(waiting.position)) columns_[index] = column;
    return column;
  }
  const PickedRows& from = *waiting.picked;
  const ColumnPtr& base = from.base.column(waiting.position);
  const std::shared_ptr<ColumnSource>& source = from.base.waiting_[waiting.position].source;
  if (source != nullptr && source->has_failed(from.base.waiting_[waiting.position].position)) {
    return source->stand_in(num_rows);
  }
  columns_[index] = gather(*base, from.rows, from.with_gaps, from.budget);
  return columns_[index];
}

Table::Place Table::place_of(size_t index, size_t row) const {
  const std::shared_ptr<const PickedRows>& picked = waiting_[index].picked;
  if (columns_[index] != nullptr || picked == nullptr) return {column(index).get(), row};
  return {picked->base.column(waiting_[index].position).get(), picked->rows[row]};
}

const Column* Table::column_at_hand(size_t index) const {
  if (columns_[index] != nullptr) return columns_[index].get();
  const Waiting& waiting = waiting_[index];
  return waiting.picked == nullptr ? nullptr
                                   : waiting.picked->base.columns_[waiting.position].get();
}

void Table::fetch_all() const {
  std::vector<size_t> all(columns_.size());
  std::iota(all.begin(), all.end(), size_t{0});
  fetch_all(all);
}

void Table::fetch_all(std::span<const size_t> indexes) const {
  std::unordered_map<ColumnSource*, std::vector<size_t>> wanted;
  for (size_t i : indexes) {
    if (columns_[i] != nullptr) continue;
    const Waiting* waiting = &waiting_[i];
    if (waiting->picked != nullptr) {
      const Table& base = waiting->picked->base;
      if (base.columns_[waiting->position] != nullptr) continue;
      waiting = &base.waiting_[waiting->position];
    }
    if (waiting->source != nullptr) wanted[waiting->source.get()].push_back(waiting->position);
  }
  for (const auto& [source, positions] : wanted) source->fetch_all(positions);
}

Table Table::pick(Buffer<uint32_t> rows, bool with_gaps, Budget& budget) const {
  Table result;
  result.names = names;
  result.num_rows = rows.size();
  result.columns_.resize(names.size());
  result.waiting_.resize(names.size());
  // Columns that are still waiting are picked from where they wait: one list of row numbers for
  // each place, and no chain of tables that grows with every filter.
  std::unordered_map<const PickedRows*, std::shared_ptr<const PickedRows>> composed;
  std::shared_ptr<const PickedRows> own;
  for (size_t i = 0; i < names.size(); ++i) {
    if (columns_[i] != nullptr || waiting_[i].source != nullptr) {
      if (own == nullptr) own = std::make_shared<PickedRows>(*this, rows, with_gaps, budget);
      result.waiting_[i] = {own, nullptr, i};
      continue;
    }
    const std::shared_ptr<const PickedRows>& from = waiting_[i].picked;
    std::shared_ptr<const PickedRows>& known = composed[from.get()];
    if (known == nullptr) {
      Buffer<uint32_t> inner(rows.size());
      for (size_t k = 0; k < rows.size(); ++k) {
        inner[k] = rows[k] == kNoRow ? kNoRow : from->rows[rows[k]];
      }
      known = std::make_shared<PickedRows>(from->base, std::move(inner),
                                           with_gaps || from->with_gaps, budget);
    }
    result.waiting_[i] = {known, nullptr, waiting_[i].position};
  }
  return result;
}

Table Table::project(std::span<const size_t> columns, std::vector<std::string> new_names) const {
  Table result;
  result.names = std::move(new_names);
  result.num_rows = num_rows;
  for (size_t column : columns) {
    result.columns_.push_back(columns_[column]);
    result.waiting_.push_back(waiting_[column]);
  }
  return result;
}

}  // namespace syn::table
