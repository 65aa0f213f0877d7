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

/// More distinct texts than this, and a column keeps no dictionary.
constexpr size_t kMaxDictionary = 4096;

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
  for (size_t i = 0; i < num_rows; ++i) {
    out.push_back(view.is_valid(i) ? static_cast<int64_t>(view.at<T>(i)) : 0);
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
  if (kind_ == table::Kind::Text) {
    bytes_ = std::make_shared<table::TextBytes>(heap.budget());
    dictionary_ = std::make_shared<table::Dictionary>();
  }
}

bool SqlColumn::append_integers(const VectorView& view, size_t num_rows) {
  table::Buffer<int64_t>& out = column_->ints;
  auto wide = [&](size_t i) { return view.at<duck::WideCell>(i).value(); };
  switch (view.type->kind) {
    case Kind::Bool: append_as<bool>(view, num_rows, out); return true;
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

void SqlColumn::append_text(std::string_view text) {
  if (dictionary_ == nullptr) {
    column_->texts.push_back(bytes_->add(text));
    return;
  }
  auto known = codes_.find(text);
  if (known != codes_.end()) {
    column_->codes.push_back(known->second);
    return;
  }
  if (dictionary_->texts.size() < kMaxDictionary) {
    table::TextRef ref = bytes_->add(text);
    auto code = static_cast<uint32_t>(dictionary_->texts.size());
    dictionary_->texts.push_back(ref);
    codes_.emplace(ref.view(), code);
    column_->codes.push_back(code);
    return;
  }
  column_->texts.reserve(column_->codes.size() * 2);
  for (uint32_t code : column_->codes) column_->texts.push_back(dictionary_->texts[code]);
  column_->codes = {};
  codes_.clear();
  dictionary_ = nullptr;
  column_->texts.push_back(bytes_->add(text));
}

void SqlColumn::append_texts(const VectorView& view, size_t num_rows) {
  bool is_enum = view.type->kind == Kind::Enum;
  for (size_t i = 0; i < num_rows; ++i) {
    if (!view.is_valid(i)) {
      append_text({});
    } else if (is_enum) {
      append_text(view.type->names[enum_index(view, i)]);
    } else {
      append_text(view.at<duck::TextCell>(i).view());
    }
  }
}

void SqlColumn::mark(const VectorView& view, size_t num_rows) {
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
    for (size_t i = 0; i < num_rows; ++i) {
      double value = view.type->kind == Kind::Float ? view.at<float>(i) : view.at<double>(i);
      column_->floats.push_back(view.is_valid(i) ? value : 0.0);
    }
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
         column_->texts.capacity() * sizeof(table::TextRef) +
         column_->codes.capacity() * sizeof(uint32_t) + present_.size() / 8;
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
  if (kind_ == table::Kind::Text) {
    column_->dictionary = dictionary_;
    column_->bytes.push_back(bytes_);
  }
  column_->charge(heap_.budget());
  return column_;
}

}  // namespace syn
