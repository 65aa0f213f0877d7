// Cells, column by column; nested ones one by one.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/sql_rows.h"

#include <unordered_set>

#include "builtins/argument_checks.h"
#include "builtins/sql_cells.h"
#include "duck/errors.h"
#include "value/civil_time.h"
#include "value/display.h"
#include "value/list_columns.h"
#include "value/numbers.h"
#include "value/room.h"
#include "value/time_zone.h"

namespace syn {
namespace {

using duck::Kind;
using duck::VectorView;

/// A repeated name gets a number, as the engine does in subqueries: id, id_1.
std::vector<std::string> distinct_names(std::span<const duck::Column> columns) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  for (const duck::Column& column : columns) {
    std::string name = column.name;
    for (size_t i = 1; !known.insert(name).second; ++i) {
      name = column.name + "_" + std::to_string(i);
    }
    names.push_back(std::move(name));
  }
  return names;
}

/// The type within `type` that has no value here, or null.
const duck::Type* find_other(const duck::Type& type) {
  if (type.kind == Kind::Other) return &type;
  for (const duck::Type& child : type.children) {
    if (const duck::Type* other = find_other(child)) return other;
  }
  return nullptr;
}

Value wide_integer(Heap& heap, int128 value) {
  if (value >= INT64_MIN && value <= INT64_MAX) return Value::integer(static_cast<int64_t>(value));
  bool negative = value < 0;
  uint128 magnitude = negative ? -static_cast<uint128>(value) : static_cast<uint128>(value);
  BigInt big = BigInt::from_uint128(static_cast<uint64_t>(magnitude >> 64),
                                    static_cast<uint64_t>(magnitude));
  if (negative) big.negate();
  return make_big_int(heap, std::move(big));
}

Value decimal_value(Heap& heap, int128 value, uint8_t scale) {
  bool negative = value < 0;
  uint128 magnitude = negative ? -static_cast<uint128>(value) : static_cast<uint128>(value);
  return make_decimal(heap, Decimal(negative, Uint128(magnitude), scale));
}

/// 8-4-4-4-12 hexadecimal digits; the engine keeps the top bit turned so that order is that of
/// integers.
std::string uuid_text(const duck::WideCell& cell) {
  constexpr char kDigits[] = "0123456789abcdef";
  uint64_t high = cell.high ^ (uint64_t{1} << 63);
  std::string text;
  for (int digit = 0; digit < 32; ++digit) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) text += '-';
    uint64_t half = digit < 16 ? high : cell.low;
    text += kDigits[(half >> (4 * (15 - digit % 16))) & 15];
  }
  return text;
}

int64_t floor_divide(int64_t value, int64_t by) {
  int64_t quotient = value / by;
  return value % by < 0 ? quotient - 1 : quotient;
}

}  // namespace

SqlRows::SqlRows(Call& call, std::string prefix, std::vector<ColumnReading> readings)
    : call_(call), prefix_(std::move(prefix)), readings_(std::move(readings)) {}

Error SqlRows::wrong(size_t column, std::string_view why) const {
  return Error(duck_errors::kValueRange, {prefix_, names_[column], why});
}

Result<void> SqlRows::start(std::span<const duck::Column> columns) {
  for (const duck::Column& column : columns) {
    if (const duck::Type* other = find_other(column.type)) {
      return Error(duck_errors::kColumnType, {prefix_, column.name, other->other_name});
    }
  }
  if (readings_.size() == columns.size()) {
    for (const ColumnReading& reading : readings_) names_.push_back(reading.name);
  } else {
    readings_.resize(columns.size());
    names_ = distinct_names(columns);
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    columns_.emplace_back(call_.heap(), columns[i].type, readings_[i]);
  }
  // A number that is a lie costs no more than this; columns grow without it as well.
  constexpr uint64_t kMostBytes = uint64_t{1} << 32;
  uint64_t bytes = num_expected_ * columns.size() * sizeof(int64_t);
  if (num_expected_ < table::kNoRow && bytes < kMostBytes && call_.budget().has_room(bytes)) {
    for (SqlColumn& column : columns_) column.expect(num_expected_);
  }
  return {};
}

Result<void> SqlRows::chunk(std::span<const VectorView> columns, size_t num_rows) {
  TRY(call_.tick(num_rows * (1 + columns.size())));
  if (num_rows_ + num_rows >= table::kNoRow) return check_list_room(call_.heap(), UINT64_MAX);
  num_rows_ += num_rows;
  uint64_t bytes = 0;
  for (const SqlColumn& column : columns_) bytes += column.byte_size();
  // Buffers double when they grow.
  TRY(call_.reserve(bytes + num_rows * columns.size() * sizeof(Value)));
  for (size_t i = 0; i < columns.size(); ++i) {
    if (!columns_[i].is_plain() && columns_[i].append(columns[i], num_rows)) continue;
    columns_[i].make_plain();
    for (size_t row = 0; row < num_rows; ++row) {
      Value value;
      if (columns[i].is_valid(row)) {
        TRY_ASSIGN(value, cell(columns[i], row, i));
      }
      columns_[i].append_value(std::move(value));
    }
  }
  return {};
}

table::Table SqlRows::take_table() {
  table::Table table;
  table.num_rows = num_rows_;
  for (size_t i = 0; i < columns_.size(); ++i) table.add(names_[i], columns_[i].finish());
  return table;
}

Value SqlRows::take() {
  table::Table table = take_table();
  if (table.num_columns() <= kMaxTableColumns) {
    return make_table_list(call_.heap(), std::move(table));
  }
  Value rows = make_list(call_.heap(), num_rows_);
  for (size_t i = 0; i < num_rows_; ++i) {
    Value row = make_map(call_.heap());
    for (size_t k = 0; k < table.num_columns(); ++k) {
      put(row, table.names[k], cell_value(call_.heap(), *table.column(k), i));
    }
    push(rows, std::move(row));
  }
  return rows;
}

Result<Value> SqlRows::moment(int64_t seconds, int64_t nanoseconds, size_t column) {
  if (!is_instant_in_range(seconds)) return wrong(column, "a datetime out of range (infinity?)");
  const std::string& zone = readings_[column].zone;
  if (!zone.empty()) {
    if (std::optional<int32_t> offset = zone_offset(zone, seconds)) {
      return make_date_time(call_.heap(), seconds, static_cast<int32_t>(nanoseconds), *offset,
                            make_text(call_.heap(), zone));
    }
  }
  return make_date_time(call_.heap(), seconds, static_cast<int32_t>(nanoseconds), 0, Value());
}

Result<Value> SqlRows::interval(const duck::IntervalCell& cell, size_t column) {
  if (cell.months != 0) {
    return wrong(column,
                 "an interval of months or years has no fixed length: subtract dates in days "
                 "(date_diff('day', a, b)) or ask for date_diff('month', a, b)");
  }
  constexpr int128 kNanos = 1000;
  return make_duration(call_.heap(), cell.days * kNanosecondsPerDay + cell.micros * kNanos);
}

Result<Value> SqlRows::list_cell(const VectorView& items, uint64_t offset, uint64_t count,
                                 size_t column) {
  TRY(call_.tick(count + 1));
  TRY(reserve_list(call_, count));
  Value list = make_list(call_.heap(), count);
  for (uint64_t i = offset; i < offset + count; ++i) {
    Value value;
    if (items.is_valid(i)) {
      TRY_ASSIGN(value, cell(items, i, column));
    }
    push(list, std::move(value));
  }
  return list;
}

Result<Value> SqlRows::map_cell(const VectorView& entries, const duck::ListCell& where,
                                size_t column) {
  TRY(call_.tick(where.length + 1));
  Value map = make_map(call_.heap());
  for (uint64_t i = where.offset; i < where.offset + where.length; ++i) {
    TRY_ASSIGN(Value key, cell(entries.children[0], i, column));
    Value value;
    if (entries.children[1].is_valid(i)) {
      TRY_ASSIGN(value, cell(entries.children[1], i, column));
    }
    put(map, display(key), std::move(value));
  }
  return map;
}

Result<Value> SqlRows::cell(const VectorView& view, size_t row, size_t column) {
  Heap& heap = call_.heap();
  constexpr int64_t kMicros = 1'000'000;
  constexpr int64_t kMillis = 1'000;
  switch (view.type->kind) {
    case Kind::Other:
    case Kind::Null: return Value();
    case Kind::Bool: return Value::boolean(view.at<bool>(row));
    case Kind::Int8: return Value::integer(view.at<int8_t>(row));
    case Kind::Int16: return Value::integer(view.at<int16_t>(row));
    case Kind::Int32: return Value::integer(view.at<int32_t>(row));
    case Kind::Int64: {
      int64_t unit = readings_[column].duration_unit;
      if (unit == 0) return Value::integer(view.at<int64_t>(row));
      return make_duration(heap, int128{view.at<int64_t>(row)} * unit);
    }
    case Kind::UInt8: return Value::integer(view.at<uint8_t>(row));
    case Kind::UInt16: return Value::integer(view.at<uint16_t>(row));
    case Kind::UInt32: return Value::integer(view.at<uint32_t>(row));
    case Kind::UInt64: return wide_integer(heap, view.at<uint64_t>(row));
    case Kind::Int128: return wide_integer(heap, view.at<duck::WideCell>(row).value());
    case Kind::UInt128: {
      const auto& wide = view.at<duck::WideCell>(row);
      return make_big_int(heap, BigInt::from_uint128(wide.high, wide.low));
    }
    case Kind::Float: return Value::number(view.at<float>(row));
    case Kind::Double: return Value::number(view.at<double>(row));
    case Kind::Decimal: return decimal_value(heap, decimal_units(view, row), view.type->scale);
    case Kind::Text: {
      std::string_view text = view.at<duck::TextCell>(row).view();
      TRY(call_.reserve(text.size()));
      return make_text(heap, text);
    }
    case Kind::Bytes: {
      std::string_view bytes = view.at<duck::TextCell>(row).view();
      TRY(call_.reserve(bytes.size()));
      return make_bytes(heap, bytes);
    }
    case Kind::Date: {
      int32_t days = view.at<int32_t>(row);
      if (!is_date_in_range(days)) return wrong(column, "a date out of range (infinity?)");
      return make_date(heap, days);
    }
    case Kind::Time: return make_duration(heap, int128{view.at<int64_t>(row)} * 1000);
    case Kind::TimeNanos: return make_duration(heap, view.at<int64_t>(row));
    case Kind::TimestampSeconds: return moment(view.at<int64_t>(row), 0, column);
    case Kind::TimestampMillis: {
      int64_t seconds = floor_divide(view.at<int64_t>(row), kMillis);
      return moment(seconds, (view.at<int64_t>(row) - seconds * kMillis) * kMicros, column);
    }
    case Kind::Timestamp:
    case Kind::TimestampZone: {
      int64_t seconds = floor_divide(view.at<int64_t>(row), kMicros);
      return moment(seconds, (view.at<int64_t>(row) - seconds * kMicros) * kMillis, column);
    }
    case Kind::TimestampNanos: {
      int64_t seconds = floor_divide(view.at<int64_t>(row), kNanosecondsPerSecond);
      return moment(seconds, view.at<int64_t>(row) - seconds * kNanosecondsPerSecond, column);
    }
    case Kind::Interval: return interval(view.at<duck::IntervalCell>(row), column);
    case Kind::List: {
      const auto& where = view.at<duck::ListCell>(row);
      return list_cell(view.children[0], where.offset, where.length, column);
    }
    case Kind::Array:
      return list_cell(view.children[0], row * view.type->array_size, view.type->array_size,
                       column);
    case Kind::Struct: {
      Value map = make_map(heap);
      for (size_t i = 0; i < view.children.size(); ++i) {
        Value value;
        if (view.children[i].is_valid(row)) {
          TRY_ASSIGN(value, cell(view.children[i], row, column));
        }
        put(map, view.type->names[i], std::move(value));
      }
      return map;
    }
    case Kind::Map: return map_cell(view.children[0], view.at<duck::ListCell>(row), column);
    case Kind::Enum: return make_text(heap, view.type->names[enum_index(view, row)]);
    case Kind::Uuid: return make_text(heap, uuid_text(view.at<duck::WideCell>(row)));
  }
  return Value();
}

}  // namespace syn
