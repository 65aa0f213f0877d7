// Columns of tables as the engine's, without a detour over values.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "builtins/sql_tables.h"
#include "value/list_columns.h"

namespace syn {
namespace {

using duck::Kind;
using duck::Type;
using duck::VectorWriter;

constexpr int64_t kNanosPerMicro = 1000;
constexpr int64_t kUnits18 = 1'000'000'000'000'000'000;

template <typename T, typename F>
void write_each(const table::Column& column, size_t first, size_t count, VectorWriter& out,
                F cell_of) {
  T* cells = out.as<T>();
  for (size_t i = 0; i < count; ++i) cells[i] = cell_of(first + i);
  if (!column.has_missing()) return;
  for (size_t i = 0; i < count; ++i) {
    if (!column.is_present(first + i)) out.set_null(i);
  }
}

void write_text_column(const table::Column& column, size_t first, size_t count, VectorWriter& out) {
  for (size_t i = 0; i < count; ++i) {
    if (column.is_present(first + i)) {
      out.set_text(i, column.text(first + i).view());
    } else {
      out.set_null(i);
    }
  }
}

}  // namespace

std::optional<Type> engine_type(Call& call, const table::Column& column, std::string& problem) {
  Type type;
  switch (column.kind) {
    case table::Kind::Int: type.kind = Kind::Int64; break;
    case table::Kind::Float: type.kind = Kind::Double; break;
    case table::Kind::Bool: type.kind = Kind::Bool; break;
    case table::Kind::Text: type.kind = Kind::Text; break;
    case table::Kind::Date: type.kind = Kind::Date; break;
    case table::Kind::DateTime: {
      bool has_nanos = std::any_of(column.ints.begin(), column.ints.end(),
                                   [](int64_t value) { return value % kNanosPerMicro != 0; });
      type.kind = has_nanos ? Kind::TimestampNanos : Kind::Timestamp;
      break;
    }
    case table::Kind::Decimal: {
      constexpr uint32_t kScale18 = 18;
      constexpr uint32_t kMaxScale = 38;
      if (column.scale > kMaxScale) {
        problem = "its decimals have " + std::to_string(column.scale) +
                  " digits after the point, and the engine has 38";
        return std::nullopt;
      }
      bool is_small = column.scale <= kScale18 &&
                      std::all_of(column.ints.begin(), column.ints.end(), [](int64_t value) {
                        return value < kUnits18 && value > -kUnits18;
                      });
      type.kind = Kind::Decimal;
      type.width = is_small ? kScale18 : kMaxScale;
      type.scale = static_cast<uint8_t>(column.scale);
      break;
    }
    case table::Kind::Any: {
      ColumnInference inference;
      uint64_t row = 0;
      for (const Value& value : ItemCells::of(column).values()) {
        inference.see(value, row++);
      }
      // The whole loop is short beside the query; its work is counted all the same.
      if (!call.tick(row).ok()) return std::nullopt;
      return engine_type(inference, problem);
    }
  }
  return type;
}

void write_column(const table::Column& column, size_t first, size_t count, const Type& type,
                  VectorWriter& out) {
  switch (column.kind) {
    case table::Kind::Int:
      write_each<int64_t>(column, first, count, out, [&](size_t row) { return column.ints[row]; });
      return;
    case table::Kind::Float:
      write_each<double>(column, first, count, out, [&](size_t row) { return column.floats[row]; });
      return;
    case table::Kind::Bool:
      write_each<bool>(column, first, count, out,
                       [&](size_t row) { return column.ints[row] != 0; });
      return;
    case table::Kind::Text: write_text_column(column, first, count, out); return;
    case table::Kind::Date:
      write_each<int32_t>(column, first, count, out,
                          [&](size_t row) { return static_cast<int32_t>(column.ints[row]); });
      return;
    case table::Kind::DateTime: {
      bool nanos = type.kind == Kind::TimestampNanos;
      write_each<int64_t>(column, first, count, out, [&](size_t row) {
        return nanos ? column.ints[row] : column.ints[row] / kNanosPerMicro;
      });
      return;
    }
    case table::Kind::Decimal: {
      constexpr uint8_t kWidth64 = 18;
      if (type.width <= kWidth64) {
        write_each<int64_t>(column, first, count, out,
                            [&](size_t row) { return column.ints[row]; });
      } else {
        write_each<duck::WideCell>(column, first, count, out, [&](size_t row) {
          return duck::WideCell::of(column.ints[row]);
        });
      }
      return;
    }
    case table::Kind::Any: {
      std::span<const Value> cells = ItemCells::of(column).values().subspan(first, count);
      std::vector<const Value*> values(count);
      for (size_t i = 0; i < count; ++i) values[i] = &cells[i];
      write_cells(values, type, out);
      return;
    }
  }
}

}  // namespace syn
