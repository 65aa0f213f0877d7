// Columns from values: each of the tightest kind that holds all of its cells as they are, so that
// reading a cell back gives an equal value that shows the same.
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "base/int128.h"
#include "value/list_columns.h"

namespace syn {
namespace {

constexpr int64_t kNanoseconds = 1'000'000'000;

/// What the cells of a column have in common.
struct Common {
  table::Kind kind = table::Kind::Any;
  uint32_t scale = 0;
  int32_t offset_seconds = 0;
  bool has_missing = false;
};

bool fits(const Value& value, const Common& common) {
  if (common.kind == table::Kind::Decimal) {
    return value.decimal().value.scale() == common.scale &&
           column_units(value.decimal().value).has_value();
  }
  if (common.kind == table::Kind::DateTime) {
    const DateTimeObject& moment = value.date_time();
    return moment.zone.is_nothing() && moment.offset_seconds == common.offset_seconds &&
           column_nanoseconds(moment).has_value();
  }
  return true;
}

Common common_of(std::span<const Value> values) {
  Common common;
  bool seen = false;
  for (const Value& value : values) {
    if (value.is_nothing()) {
      common.has_missing = true;
      continue;
    }
    if (seen && common.kind == table::Kind::Any) continue;
    table::Kind kind = column_kind(value);
    if (!seen) {
      seen = true;
      common.kind = kind;
      if (kind == table::Kind::Decimal) common.scale = value.decimal().value.scale();
      if (kind == table::Kind::DateTime) common.offset_seconds = value.date_time().offset_seconds;
    }
    if (kind != common.kind || kind == table::Kind::Any || !fits(value, common)) {
      common.kind = table::Kind::Any;
    }
  }
  return common;
}

int64_t payload(const Value& value) {
  if (value.is_int()) return value.as_int();
  if (value.is(Tag::Bool)) return value.as_bool() ? 1 : 0;
  if (value.is(Tag::Date)) return value.date().days;
  if (value.is(Tag::DateTime)) return column_nanoseconds(value.date_time()).value_or(0);
  if (value.is(Tag::Decimal)) return column_units(value.decimal().value).value_or(0);
  return 0;
}

void fill(table::Column& column, std::span<const Value> values, Heap& heap) {
  if (column.kind == table::Kind::Text) {
    auto bytes = std::make_shared<table::TextBytes>(heap.budget());
    column.texts.reserve(values.size());
    for (const Value& value : values) {
      column.texts.push_back(bytes->add(value.is_nothing() ? "" : value.view()));
    }
    column.bytes.push_back(std::move(bytes));
  } else if (column.kind == table::Kind::Float) {
    column.floats.reserve(values.size());
    for (const Value& value : values) {
      column.floats.push_back(value.is_nothing() ? 0.0 : value.as_float());
    }
  } else {
    column.ints.reserve(values.size());
    for (const Value& value : values) column.ints.push_back(payload(value));
  }
}

}  // namespace

table::Kind column_kind(const Value& value) {
  if (value.is_int()) return table::Kind::Int;
  if (value.is_float()) return table::Kind::Float;
  if (value.is(Tag::Bool)) return table::Kind::Bool;
  if (value.is_text()) return table::Kind::Text;
  if (value.is(Tag::Date)) return table::Kind::Date;
  if (value.is(Tag::DateTime)) return table::Kind::DateTime;
  if (value.is(Tag::Decimal)) return table::Kind::Decimal;
  return table::Kind::Any;
}

std::optional<int64_t> column_units(const Decimal& value) {
  if (!value.is_small() || (value.is_zero() && value.is_negative())) return std::nullopt;
  Uint128 magnitude = value.small_magnitude();
  if (magnitude > Uint128(std::numeric_limits<int64_t>::max())) return std::nullopt;
  auto units = static_cast<int64_t>(low_half(magnitude));
  return value.is_negative() ? -units : units;
}

std::optional<int64_t> column_nanoseconds(const DateTimeObject& value) {
  int128 total = static_cast<int128>(value.seconds) * kNanoseconds + value.nanoseconds;
  if (total < std::numeric_limits<int64_t>::min() || total > std::numeric_limits<int64_t>::max()) {
    return std::nullopt;
  }
  return static_cast<int64_t>(total);
}

table::ColumnPtr column_from_values(Heap& heap, std::vector<Value> values) {
  Common common = common_of(values);
  auto column = std::make_shared<table::Column>(common.kind, values.size());
  column->scale = common.scale;
  column->offset_seconds = common.offset_seconds;
  if (common.has_missing) {
    column->present = table::make_bits(values.size(), true);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i].is_nothing()) table::clear_bit(column->present, i);
    }
  }
  if (common.kind == table::Kind::Any) {
    column->cells = std::make_shared<ValueCells>(std::move(values));
    column->charge(heap.budget());
    return column;
  }
  fill(*column, values, heap);
  column->charge(heap.budget());
  return column;
}

std::optional<table::Scalar> scalar_of(const Value& value) {
  table::Scalar scalar;
  if (value.is_nothing()) return scalar;
  Common common = common_of({&value, 1});
  if (common.kind == table::Kind::Any) return std::nullopt;
  scalar.is_missing = false;
  scalar.kind = common.kind;
  scalar.scale = common.scale;
  if (value.is_text()) {
    scalar.text = value.view();
  } else if (value.is_float()) {
    scalar.number = value.as_float();
  } else {
    scalar.integer = payload(value);
  }
  return scalar;
}

std::optional<table::Table> table_from_rows(Heap& heap, std::span<const Value> rows) {
  if (rows.empty() || !rows[0].is_map()) return std::nullopt;
  const Shape* shape = rows[0].map().shape;
  if (shape == nullptr || shape->keys.size() > kMaxTableColumns) return std::nullopt;
  for (const Value& row : rows) {
    if (!row.is_map() || row.map().shape != shape || row.map().flags != 0) return std::nullopt;
  }
  table::Table table;
  table.num_rows = rows.size();
  for (size_t i = 0; i < shape->keys.size(); ++i) {
    std::vector<Value> cells;
    cells.reserve(rows.size());
    for (const Value& row : rows) cells.push_back(row.map().value(i));
    table.add(std::string(shape->keys[i]->view()), column_from_values(heap, std::move(cells)));
  }
  return table;
}

}  // namespace syn
