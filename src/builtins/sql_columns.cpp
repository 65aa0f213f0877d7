// Columns of results, chunk by chunk, without a detour over values.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <type_traits>

#include "builtins/sql_cells.h"
#include "builtins/sql_rows.h"
#include "value/list_columns.h"

namespace syn {
namespace {

using duck::Kind;
using duck::VectorView;

table::Kind table_kind(const duck::Type& type, const ColumnReading& reading) {
  switch (type.kind) {
    case Kind::Int64: return reading.duration_unit == 0 ? table::Kind::Int : table::Kind::Any;
    case Kind::Int8:
    case Kind::Int16:
    case Kind::Int32:
    case Kind::UInt8:
    case Kind::UInt16:
    case Kind::UInt32:
    case Kind::UInt64:
    case Kind::Int128:
    case Kind::UInt128: return table::Kind::Int;
    case Kind::Float:
    case Kind::Double: return table::Kind::Float;
    case Kind::Bool: return table::Kind::Bool;
    case Kind::Text:
    case Kind::Enum: return table::Kind::Text;
    case Kind::Date: return table::Kind::Date;
    case Kind::Decimal: return table::Kind::Decimal;
    case Kind::TimestampSeconds:
    case Kind::TimestampMillis:
    case Kind::Timestamp:
    case Kind::TimestampZone:
    case Kind::TimestampNanos:
      return reading.zone.empty() ? table::Kind::DateTime : table::Kind::Any;
    case Kind::Other:
    case Kind::Null:
    case Kind::Bytes:
    case Kind::Time:
    case Kind::TimeNanos:
    case Kind::Interval:
    case Kind::List:
    case Kind::Array:
    case Kind::Struct:
    case Kind::Map:
    case Kind::Uuid: return table::Kind::Any;
  }
  return table::Kind::Any;
}

template <typename T>
void append_as(const VectorView& view, size_t num_rows, table::Buffer<int64_t>& out) {
  size_t before = out.size();
  out.resize(before + num_rows);
  int64_t* cells = out.data() + before;
  const T* from = static_cast<const T*>(view.data);
  for (size_t i = 0; i < num_rows; ++i) cells[i] = static_cast<int64_t>(from[i]);
  for (size_t i = 0; view.validity != nullptr && i < num_rows; ++i) {
    if (!view.is_valid(i)) cells[i] = 0;
  }
}

/// Cells of 128 bits, or of 64 without sign: false when one is beyond int64.
template <typename F>
bool append_wide(const VectorView& view, size_t num_rows, table::Buffer<int64_t>& out, F cell) {
  size_t before = out.size();
  for (size_t i = 0; i < num_rows; ++i) {
    int128 value = view.is_valid(i) ? cell(i) : int128{0};
    if (value < INT64_MIN || value > INT64_MAX) {
      out.resize(before);
      return false;
    }
    out.push_back(static_cast<int64_t>(value));
  }
  return true;
}

int64_t nanos_per_unit(Kind kind) {
  if (kind == Kind::TimestampSeconds) return 1'000'000'000;
  if (kind == Kind::TimestampMillis) return 1'000'000;
  return kind == Kind::TimestampNanos ? 1 : 1'000;
}

}  // namespace

SqlColumn::SqlColumn(Heap& heap, const duck::Type& type, const ColumnReading& reading)
    : heap_(heap),
      kind_(table_kind(type, reading)),
      column_(std::make_shared<table::Column>(kind_, 0)) {
  if (kind_ == table::Kind::Decimal) column_->scale = type.scale;
  if (kind_ == table::Kind::Text) texts_ = std::make_unique<table::TextColumnMaker>(heap.budget());
}

void SqlColumn::expect(size_t num_rows) {
  if (kind_ == table::Kind::Text) {
    texts_->reserve(num_rows);
  } else if (kind_ == table::Kind::Float) {
    column_->floats.reserve(num_rows);
  } else if (!is_plain()) {
    column_->ints.reserve(num_rows);
  }
}

bool SqlColumn::append_integers(const VectorView& view, size_t num_rows) {
  table::Buffer<int64_t>& out = column_->ints;
  auto wide = [&](size_t i) { return view.at<duck::WideCell>(i).value(); };
  switch (view.type->kind) {
    // As bytes: a cell that is not valid holds anything.
    case Kind::Bool: append_as<uint8_t>(view, num_rows, out); return true;
    case Kind::Int8: append_as<int8_t>(view, num_rows, out); return true;
    case Kind::Int16: append_as<int16_t>(view, num_rows, out); return true;
    case Kind::Int32:
    case Kind::Date: append_as<int32_t>(view, num_rows, out); return true;
    case Kind::Int64: append_as<int64_t>(view, num_rows, out); return true;
    case Kind::UInt8: append_as<uint8_t>(view, num_rows, out); return true;
    case Kind::UInt16: append_as<uint16_t>(view, num_rows, out); return true;
    case Kind::UInt32: append_as<uint32_t>(view, num_rows, out); return true;
    case Kind::UInt64:
      return append_wide(view, num_rows, out,
                         [&](size_t i) { return int128{view.at<uint64_t>(i)}; });
    case Kind::Int128: return append_wide(view, num_rows, out, wide);
    case Kind::UInt128:
      return append_wide(view, num_rows, out, [&](size_t i) {
        const auto& cell = view.at<duck::WideCell>(i);
        return cell.high == 0 ? int128{cell.low} : int128{INT64_MAX} + 1;
      });
    case Kind::Decimal:
      return append_wide(view, num_rows, out, [&](size_t i) { return decimal_units(view, i); });
    case Kind::Other:
    case Kind::Null:
    case Kind::Float:
    case Kind::Double:
    case Kind::Text:
    case Kind::Bytes:
    case Kind::Time:
    case Kind::TimeNanos:
    case Kind::TimestampSeconds:
    case Kind::TimestampMillis:
    case Kind::Timestamp:
    case Kind::TimestampNanos:
    case Kind::TimestampZone:
    case Kind::Interval:
    case Kind::List:
    case Kind::Array:
    case Kind::Struct:
    case Kind::Map:
    case Kind::Enum:
    case Kind::Uuid: break;
  }
  return false;
}

/// Instants that fit 64 bits of nanoseconds: 1677 to 2262.
bool SqlColumn::append_moments(const VectorView& view, size_t num_rows) {
  int64_t unit = nanos_per_unit(view.type->kind);
  return append_wide(view, num_rows, column_->ints,
                     [&](size_t i) { return int128{view.at<int64_t>(i)} * unit; });
}

void SqlColumn::append_floats(const VectorView& view, size_t num_rows) {
  size_t before = column_->floats.size();
  column_->floats.resize(before + num_rows);
  double* cells = column_->floats.data() + before;
  if (view.type->kind == Kind::Float) {
    std::copy_n(static_cast<const float*>(view.data), num_rows, cells);
  } else {
    std::copy_n(static_cast<const double*>(view.data), num_rows, cells);
  }
  for (size_t i = 0; view.validity != nullptr && i < num_rows; ++i) {
    if (!view.is_valid(i)) cells[i] = 0;
  }
}

void SqlColumn::append_texts(const VectorView& view, size_t num_rows) {
  bool is_enum = view.type->kind == Kind::Enum;
  for (size_t i = 0; i < num_rows; ++i) {
    if (!view.is_valid(i)) {
      texts_->add_missing();
    } else if (is_enum) {
      texts_->add(view.type->names[enum_index(view, i)]);
    } else {
      texts_->add(view.at<duck::TextCell>(i).view());
    }
  }
  texts_->weigh();
}

void SqlColumn::mark(const VectorView& view, size_t num_rows) {
  if (view.validity == nullptr && !has_missing_) {
    num_rows_ += num_rows;
    return;
  }
  for (size_t i = 0; i < num_rows; ++i) {
    bool valid = view.is_valid(i);
    if (!valid && !has_missing_) {
      has_missing_ = true;
      present_.assign(num_rows_ + i, true);
    }
    if (has_missing_) present_.push_back(valid);
  }
  num_rows_ += num_rows;
}

bool SqlColumn::append(const VectorView& view, size_t num_rows) {
  if (kind_ == table::Kind::Float) {
    append_floats(view, num_rows);
  } else if (kind_ == table::Kind::Text) {
    append_texts(view, num_rows);
  } else if (kind_ == table::Kind::DateTime) {
    if (!append_moments(view, num_rows)) return false;
  } else if (!append_integers(view, num_rows)) {
    return false;
  }
  mark(view, num_rows);
  return true;
}

void SqlColumn::make_plain() {
  if (is_plain()) return;
  table::ColumnPtr made = finish();
  values_.reserve(made->size);
  for (size_t i = 0; i < made->size; ++i) values_.push_back(cell_value(heap_, *made, i));
  kind_ = table::Kind::Any;
  column_ = nullptr;
}

void SqlColumn::append_value(Value value) { values_.push_back(std::move(value)); }

uint64_t SqlColumn::byte_size() const {
  if (is_plain()) return values_.capacity() * sizeof(Value);
  return column_->ints.capacity() * sizeof(int64_t) + column_->floats.capacity() * sizeof(double) +
         (texts_ == nullptr ? 0 : texts_->byte_size()) + present_.size() / 8;
}

table::ColumnPtr SqlColumn::finish() {
  if (is_plain()) return column_from_values(heap_, std::move(values_));
  column_->size = num_rows_;
  if (has_missing_) {
    column_->present = table::make_bits(num_rows_, true);
    for (size_t i = 0; i < num_rows_; ++i) {
      if (!present_[i]) table::clear_bit(column_->present, i);
    }
  }
  if (kind_ == table::Kind::Text) texts_->finish(*column_);
  column_->charge(heap_.budget());
  return column_;
}

}  // namespace syn
