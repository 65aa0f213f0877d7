// Records of CSV as rows of a table.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_rows.h"

namespace syn {

RowMaker::RowMaker(Heap& heap, const std::vector<std::string>& columns) : heap_(heap) {
  for (const std::string& column : columns) columns_.push_back(make_text(heap, column));
  if (columns.size() > kMaxShared) return;
  std::vector<std::string_view> keys(columns.begin(), columns.end());
  shape_ = heap.shapes().for_table(keys);
}

Value RowMaker::make() {
  if (shape_ != nullptr) return make_map_of_shape(heap_, shape_);
  Value row = make_map(heap_);
  for (const Value& column : columns_) put(row, &column.text(), Value());
  return row;
}

void RowMaker::set(Value& row, size_t column, Value value) {
  row.map().value(column) = std::move(value);
}

}  // namespace syn
