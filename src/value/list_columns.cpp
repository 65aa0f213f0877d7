// Lists over columns: making them, and making plain values of them.
// SPDX-License-Identifier: Apache-2.0
#include "value/list_columns.h"

#include <algorithm>
#include <bit>
#include <new>

#include "base/check.h"

namespace syn {
namespace {

constexpr int64_t kNanoseconds = 1'000'000'000;

/// The flag of a list whose items could not be made: memory was short, they are all nothing.
constexpr uint8_t kItemsMissing = 2;

Value text_cell(Heap& heap, ListColumns& columns, size_t index, const table::Column& column,
                size_t row) {
  if (!column.has_codes()) return make_text(heap, column.texts[row].view());
  std::vector<Value>& values = columns.dictionary_values[index];
  if (values.empty()) values.resize(column.dictionary->texts.size());
  Value& known = values[column.codes[row]];
  if (known.is_nothing()) known = make_text(heap, column.text(row).view());
  return known;
}

Value cell_of(Heap& heap, ListColumns& columns, size_t index, const table::Table::Place& place) {
  if (place.row == table::kNoRow) return Value::nothing();
  if (place.column->kind == table::Kind::Text && place.column->is_present(place.row)) {
    return text_cell(heap, columns, index, *place.column, place.row);
  }
  return cell_value(heap, *place.column, place.row);
}

/// `place(index)` is where a cell of the row is.
template <typename Find>
Value row_of(Heap& heap, ListColumns& columns, Find place) {
  if (!columns.is_rows) return cell_of(heap, columns, 0, place(0));
  Value map = make_map_of_shape(heap, columns.shape);
  Value* slots = map.map().slots;
  for (size_t i = 0; i < columns.table.num_columns(); ++i) {
    slots[i] = cell_of(heap, columns, i, place(i));
  }
  return map;
}

/// A map of so many keys, about.
size_t row_bytes(size_t num_keys) { return sizeof(Map) + 16 + num_keys * sizeof(Value); }

Value make_over(Heap& heap, ListColumns* columns) {
  CHECK(columns->table.num_rows <= UINT32_MAX);
  columns->dictionary_values.resize(columns->table.num_columns());
  Value value = make_list(heap);
  value.list().count = static_cast<uint32_t>(columns->table.num_rows);
  value.list().columns = columns;
  return value;
}

void fill_with_nothing(List& list) {
  for (uint32_t i = 0; i < list.count; ++i) new (&list.data[i]) Value();
}

}  // namespace

std::shared_ptr<const table::AnyCells> ValueCells::gather(std::span<const uint32_t> rows) const {
  std::vector<Value> gathered(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] != table::kNoRow) gathered[i] = values_[rows[i]];
  }
  return std::make_shared<ValueCells>(std::move(gathered));
}

RecordCells::RecordCells(Heap& heap, table::Table members, std::vector<RecordKind> kinds,
                         table::Buffer<uint8_t> kind_of_row)
    : members_(make_table_list(heap, std::move(members))),
      kinds_(std::move(kinds)),
      kind_of_row_(std::move(kind_of_row)) {}

table::ColumnPtr RecordCells::member(std::string_view name) const {
  const table::Table& members = members_.list().columns->table;
  int position = members.find(name);
  if (position < 0) return nullptr;
  auto index = static_cast<uint32_t>(position);
  for (const RecordKind& kind : kinds_) {
    bool has = std::find(kind.members.begin(), kind.members.end(), index) != kind.members.end();
    if (!has) return nullptr;
  }
  return members.column(index);
}

std::shared_ptr<const table::AnyCells> RecordCells::gather(std::span<const uint32_t> rows) const {
  Heap& heap = Heap::of(&members_.list());
  table::Buffer<uint32_t> picked(rows.begin(), rows.end());
  bool with_gaps = std::find(rows.begin(), rows.end(), table::kNoRow) != rows.end();
  table::Buffer<uint8_t> kinds;
  if (!kind_of_row_.empty()) {
    kinds.reserve(rows.size());
    for (uint32_t row : rows) kinds.push_back(row == table::kNoRow ? 0 : kind_of_row_[row]);
  }
  const table::Table& members = members_.list().columns->table;
  return std::make_shared<RecordCells>(
      heap, members.pick(std::move(picked), with_gaps, heap.budget()), kinds_, std::move(kinds));
}

Value RecordCells::at(size_t row) const {
  ListColumns& columns = *members_.list().columns;
  Heap& heap = Heap::of(&members_.list());
  const RecordKind& kind = kinds_[kind_of_row_.empty() ? 0 : kind_of_row_[row]];
  Value map = make_map_of_shape(heap, kind.shape);
  Value* slots = map.map().slots;
  for (size_t i = 0; i < kind.members.size(); ++i) {
    uint32_t member = kind.members[i];
    slots[i] = cell_of(heap, columns, member, columns.table.place_of(member, row));
  }
  return map;
}

std::span<const Value> RecordCells::values() const {
  size_t size = members_.list().size();
  if (!has_all_values_) {
    Budget& budget = Heap::of(&members_.list()).budget();
    if (!budget.has_room(size * (sizeof(Value) + made_bytes()))) budget.mark_exhausted();
    values_.resize(size);
    for (size_t row = 0; row < size && !budget.exhausted(); ++row) values_[row] = at(row);
    has_all_values_ = !budget.exhausted();
  }
  return values_;
}

size_t RecordCells::made_bytes() const {
  size_t most = 0;
  for (const RecordKind& kind : kinds_) most = std::max(most, kind.members.size());
  return row_bytes(most);
}

Value make_table_list(Heap& heap, table::Table table) {
  auto* columns = new ListColumns;
  columns->table = std::move(table);
  std::vector<std::string_view> names(columns->table.names.begin(), columns->table.names.end());
  columns->shape = heap.shapes().for_table(names);
  return make_over(heap, columns);
}

Value make_column_list(Heap& heap, table::ColumnPtr column) {
  auto* columns = new ListColumns;
  columns->is_rows = false;
  columns->table.num_rows = column->size;
  columns->table.add("", std::move(column));
  return make_over(heap, columns);
}

Value cell_value(Heap& heap, const table::Column& column, size_t row) {
  if (!column.is_present(row)) return Value::nothing();
  switch (column.kind) {
    case table::Kind::Int: return Value::integer(column.ints[row]);
    case table::Kind::Float: return Value::number(column.floats[row]);
    case table::Kind::Bool: return Value::boolean(column.ints[row] != 0);
    case table::Kind::Text: return make_text(heap, column.text(row).view());
    case table::Kind::Date: return make_date(heap, static_cast<int32_t>(column.ints[row]));
    case table::Kind::DateTime: {
      int64_t seconds = column.ints[row] / kNanoseconds;
      int64_t rest = column.ints[row] % kNanoseconds;
      if (rest < 0) {
        rest += kNanoseconds;
        --seconds;
      }
      return make_date_time(heap, seconds, static_cast<int32_t>(rest), column.offset_seconds,
                            Value::nothing());
    }
    case table::Kind::Decimal: {
      int64_t units = column.ints[row];
      uint64_t magnitude =
          units < 0 ? uint64_t{0} - static_cast<uint64_t>(units) : static_cast<uint64_t>(units);
      return make_decimal(heap, Decimal(units < 0, Uint128(magnitude), column.scale));
    }
    case table::Kind::Any: return ItemCells::of(column).at(row);
  }
  return Value::nothing();
}

uint64_t items_byte_size(const List& list) {
  const ListColumns& columns = *list.columns;
  uint64_t row = sizeof(Value);
  if (columns.is_rows) row += row_bytes(columns.table.num_columns());
  for (size_t i = 0; i < columns.table.num_columns(); ++i) {
    const table::Column* column = columns.table.column_at_hand(i);
    bool makes = column != nullptr && column->kind == table::Kind::Any;
    if (makes) row += ItemCells::of(*column).made_bytes();
  }
  return row * list.count;
}

void List::make_items() const {
  auto& list = const_cast<List&>(*this);
  if (count == 0 || (data != nullptr && (flags & kItemsMissing) == 0)) return;
  Heap& heap = Heap::of(this);
  if (data == nullptr) {
    list.data = static_cast<Value*>(heap.allocate_buffer(count * sizeof(Value)));
    list.capacity = count;
    fill_with_nothing(list);
  }
  if (!heap.budget().has_room(items_byte_size(list))) {
    heap.budget().mark_exhausted();
    list.flags |= kItemsMissing;
    return;
  }
  columns->table.fetch_all();
  if (heap.budget().has_late_error()) {
    list.flags |= kItemsMissing;
    return;
  }
  list.flags = static_cast<uint8_t>(list.flags & ~kItemsMissing);
  const table::Table& table = columns->table;
  for (uint32_t i = 0; i < count; ++i) {
    list.data[i] = row_of(heap, *columns, [&](size_t index) {
      return table::Table::Place{table.column(index).get(), i};
    });
  }
}

Value List::item_of_columns(size_t index) const {
  if (data != nullptr && (flags & kItemsMissing) == 0) return data[index];
  if (columns->is_rows) columns->table.fetch_all();
  // One row of a sort or a filter is no reason to gather all of them.
  const table::Table& table = columns->table;
  return row_of(Heap::of(this), *columns,
                [&](size_t column) { return table.place_of(column, index); });
}

std::optional<uint64_t> wanted_columns(const table::Table& table,
                                       std::span<const std::string> names) {
  constexpr size_t kMaxColumns = 63;
  if (table.num_columns() > kMaxColumns) return std::nullopt;
  uint64_t wanted = 0;
  std::vector<size_t> positions;
  for (const std::string& name : names) {
    int position = table.find(name);
    if (position < 0) continue;
    positions.push_back(static_cast<size_t>(position));
    wanted |= uint64_t{1} << position;
  }
  table.fetch_all(positions);
  return wanted;
}

void List::take_row(size_t index, uint64_t wanted, Value& row) const {
  if (data != nullptr && (flags & kItemsMissing) == 0) {
    row = data[index];
    return;
  }
  bool is_own =
      row.is_map() && row.is_unique() && row.map().flags == 0 && row.map().shape == columns->shape;
  Heap& heap = Heap::of(this);
  if (!is_own) row = make_map_of_shape(heap, columns->shape);
  Value* slots = row.map().slots;
  const table::Table& table = columns->table;
  for (; wanted != 0; wanted &= wanted - 1) {
    auto column = static_cast<size_t>(std::countr_zero(wanted));
    slots[column] = cell_of(heap, *columns, column, table.place_of(column, index));
  }
}

void drop_columns(List& list) {
  (void)list.items();
  release_columns(list);
}

void release_columns(List& list) {
  ListColumns* columns = std::exchange(list.columns, nullptr);
  if (columns != nullptr && --columns->references == 0) delete columns;
}

}  // namespace syn
