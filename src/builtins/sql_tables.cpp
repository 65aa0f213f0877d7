// Types and cells of the program's tables.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/sql_tables.h"

#include <algorithm>
#include <unordered_map>

#include "builtins/sql_errors.h"
#include "duck/errors.h"
#include "value/civil_time.h"
#include "value/list_columns.h"
#include "value/numbers.h"

namespace syn {
namespace {

using duck::Kind;
using duck::Type;
using duck::VectorWriter;

constexpr uint64_t kMaxDecimalDigits = 38;

std::optional<Type> simple(Kind kind) {
  Type type;
  type.kind = kind;
  return type;
}

std::string mixed_problem(const ColumnInference& column) {
  std::string names;
  for (CellFamily family : column.families()) {
    names += (names.empty() ? "" : " and ") + family_name(family, column);
  }
  return "it mixes " + names + ": make it one type (text(x), float(x), …) before the query";
}

std::optional<Type> decimal_type(const ColumnInference& column, std::string& problem) {
  uint64_t digits = std::max<uint64_t>(column.whole_digits, 1) + column.scale;
  if (digits > kMaxDecimalDigits) {
    problem = "its decimals need " + std::to_string(digits) + " digits, and the engine has 38";
    return std::nullopt;
  }
  constexpr uint64_t kUsual = 18;
  Type type;
  type.kind = Kind::Decimal;
  type.width = static_cast<uint8_t>(std::max(digits, std::min(kUsual, kMaxDecimalDigits)));
  type.scale = static_cast<uint8_t>(column.scale);
  return type;
}

std::optional<Type> list_type(const ColumnInference& column, std::string& problem) {
  Type type;
  type.kind = Kind::List;
  std::optional<Type> child = simple(Kind::Int32);
  if (column.items() != nullptr && !column.items()->is_empty()) {
    child = engine_type(*column.items(), problem);
  }
  if (!child) return std::nullopt;
  type.children.push_back(std::move(*child));
  return type;
}

std::optional<Type> struct_type(const ColumnInference& column, std::string& problem) {
  Type type;
  type.kind = Kind::Struct;
  if (column.field_names().empty()) {
    problem = "its maps are empty";
    return std::nullopt;
  }
  for (size_t i = 0; i < column.field_names().size(); ++i) {
    std::optional<Type> child = engine_type(column.field(i), problem);
    if (!child) return std::nullopt;
    type.names.push_back(column.field_names()[i]);
    type.children.push_back(std::move(*child));
  }
  return type;
}

}  // namespace

int128 wide_integer_of(const Value& value) {
  if (value.is_int()) return value.as_int();
  const BigInt& big = value.big_int().value;
  std::string bytes = big.to_little_endian();
  uint128 magnitude = 0;
  for (size_t i = std::min<size_t>(bytes.size(), 16); i-- > 0;) {
    magnitude = (magnitude << 8) | static_cast<uint8_t>(bytes[i]);
  }
  auto result = static_cast<int128>(magnitude);
  return big.sign() < 0 ? -result : result;
}

namespace {

int128 decimal_units(const Value& value, uint8_t scale) {
  if (!value.is(Tag::Decimal)) {
    return wide_integer_of(value) * static_cast<int128>(kPowersOfTen128[scale]);
  }
  Decimal scaled = value.decimal().value.with_scale(scale);
  auto result = static_cast<int128>(scaled.small_magnitude());
  return scaled.is_negative() ? -result : result;
}

int64_t micros_of(const DateTimeObject& time) {
  return time.seconds * 1'000'000 + time.nanoseconds / 1000;
}
int64_t nanos_of(const DateTimeObject& time) {
  return time.seconds * kNanosecondsPerSecond + time.nanoseconds;
}

template <typename T, typename F>
void write_each(std::span<const Value* const> values, VectorWriter& out, F cell_of) {
  T* cells = out.as<T>();
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == nullptr || values[i]->is_nothing()) {
      out.set_null(i);
      cells[i] = T{};
    } else {
      cells[i] = cell_of(*values[i]);
    }
  }
}

void write_texts(std::span<const Value* const> values, VectorWriter& out) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == nullptr || values[i]->is_nothing()) {
      out.set_null(i);
    } else if (values[i]->is_text()) {
      out.set_text(i, values[i]->view());
    } else {
      out.set_text(i, bytes_view(*values[i]));
    }
  }
}

void write_decimals(std::span<const Value* const> values, const Type& type, VectorWriter& out) {
  constexpr uint8_t kWidth64 = 18;
  if (type.width <= kWidth64) {
    write_each<int64_t>(values, out, [&](const Value& value) {
      return static_cast<int64_t>(decimal_units(value, type.scale));
    });
    return;
  }
  write_each<duck::WideCell>(values, out, [&](const Value& value) {
    return duck::WideCell::of(decimal_units(value, type.scale));
  });
}

void write_lists(std::span<const Value* const> values, const Type& type, VectorWriter& out) {
  std::vector<const Value*> items;
  write_each<duck::ListCell>(values, out, [&](const Value& value) {
    duck::ListCell cell{items.size(), value.list().size()};
    for (const Value& item : value.list().items()) items.push_back(&item);
    return cell;
  });
  write_cells(items, type.children[0], out.items(items.size()));
}

void write_structs(std::span<const Value* const> values, const Type& type, VectorWriter& out) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == nullptr || values[i]->is_nothing()) out.set_null(i);
  }
  std::vector<const Value*> fields(values.size());
  for (size_t field = 0; field < type.children.size(); ++field) {
    for (size_t i = 0; i < values.size(); ++i) {
      bool missing = values[i] == nullptr || values[i]->is_nothing();
      fields[i] = missing ? nullptr : values[i]->map().get(type.names[field]);
    }
    write_cells(fields, type.children[field], out.field(field));
  }
}

double float_of(const Value& value) {
  return value.is_float() ? value.as_float()
         : value.is_int() ? static_cast<double>(value.as_int())
                          : value.big_int().value.to_double();
}

}  // namespace

Result<TableColumns> infer_columns(Call& call, const Value& rows) {
  TableColumns result;
  std::unordered_map<std::string_view, size_t> index;
  const Shape* last = nullptr;
  std::vector<ColumnInference*> of_shape;
  uint64_t number = 0;
  auto column_of = [&](std::string_view name) {
    auto found = index.find(name);
    if (found != index.end()) return result.columns[found->second].get();
    // The keys of shapes and maps live as long as `rows`.
    index.emplace(name, result.columns.size());
    result.names.emplace_back(name);
    result.columns.push_back(std::make_unique<ColumnInference>());
    return result.columns.back().get();
  };
  for (const Value& row : rows.list().items()) {
    const Map& map = row.map();
    TRY(call.tick(1 + map.size()));
    if (map.shape == nullptr) {
      for (size_t i = 0; i < map.size(); ++i) {
        column_of(map.key(i)->view())->see(map.value(i), number);
      }
    } else {
      if (map.shape != last) {
        last = map.shape;
        of_shape.clear();
        for (size_t i = 0; i < map.size(); ++i) of_shape.push_back(column_of(map.key(i)->view()));
      }
      for (size_t i = 0; i < of_shape.size(); ++i) of_shape[i]->see(map.value(i), number);
    }
    ++number;
  }
  return result;
}

std::optional<Type> engine_type(const ColumnInference& column, std::string& problem) {
  if (column.is_empty()) return simple(Kind::Int32);
  if (column.is_too_deep) {
    problem = "it is nested too deep";
    return std::nullopt;
  }
  if (column.is_only(CellFamily::Int)) {
    if (!column.has_wide_int) return simple(Kind::Int64);
    if (!column.has_huge_int) return simple(Kind::Int128);
    problem = "it has an integer beyond 127 bits";
    return std::nullopt;
  }
  if (column.is_only(CellFamily::Float)) return simple(Kind::Double);
  if (column.is_only(CellFamily::Int, CellFamily::Float)) {
    if (column.inexact_row == UINT64_MAX) return simple(Kind::Double);
    problem = "row " + std::to_string(column.inexact_row + 1) +
              " has an integer that no float holds exactly, and other rows have floats";
    return std::nullopt;
  }
  if (column.is_only(CellFamily::Decimal) || column.is_only(CellFamily::Int, CellFamily::Decimal)) {
    return decimal_type(column, problem);
  }
  if (column.families().size() > 1) {
    problem = mixed_problem(column);
    return std::nullopt;
  }
  switch (column.families()[0]) {
    case CellFamily::Text: return simple(Kind::Text);
    case CellFamily::Bool: return simple(Kind::Bool);
    case CellFamily::Bytes: return simple(Kind::Bytes);
    case CellFamily::Date: return simple(Kind::Date);
    case CellFamily::DateTime:
      return simple(column.needs_nanos && column.fits_nanos ? Kind::TimestampNanos
                                                            : Kind::Timestamp);
    case CellFamily::Duration:
      if (!column.needs_nanos && column.fits_micros) return simple(Kind::Interval);
      problem = "its durations have digits below a microsecond, or are too long for the engine";
      return std::nullopt;
    case CellFamily::List: return list_type(column, problem);
    case CellFamily::Map: return struct_type(column, problem);
    case CellFamily::Other: problem = "it holds a " + column.other_name; return std::nullopt;
    case CellFamily::Int:
    case CellFamily::Float:
    case CellFamily::Decimal: break;
  }
  return std::nullopt;
}

void write_cells(std::span<const Value* const> values, const Type& type, VectorWriter& out) {
  if (type.kind == Kind::Int64) {
    write_each<int64_t>(values, out, [](const Value& value) { return value.as_int(); });
  } else if (type.kind == Kind::Double) {
    write_each<double>(values, out, float_of);
  } else if (type.kind == Kind::Text || type.kind == Kind::Bytes) {
    write_texts(values, out);
  } else if (type.kind == Kind::Bool) {
    write_each<bool>(values, out, [](const Value& value) { return value.as_bool(); });
  } else if (type.kind == Kind::Date) {
    write_each<int32_t>(values, out, [](const Value& value) { return value.date().days; });
  } else if (type.kind == Kind::Timestamp || type.kind == Kind::TimestampZone) {
    write_each<int64_t>(values, out, [](const Value& v) { return micros_of(v.date_time()); });
  } else if (type.kind == Kind::TimestampNanos) {
    write_each<int64_t>(values, out, [](const Value& v) { return nanos_of(v.date_time()); });
  } else if (type.kind == Kind::Interval) {
    write_each<duck::IntervalCell>(values, out, [](const Value& value) {
      return duck::IntervalCell{0, 0, static_cast<int64_t>(value.duration().nanoseconds / 1000)};
    });
  } else if (type.kind == Kind::Int128) {
    write_each<duck::WideCell>(
        values, out, [](const Value& value) { return duck::WideCell::of(wide_integer_of(value)); });
  } else if (type.kind == Kind::Decimal) {
    write_decimals(values, type, out);
  } else if (type.kind == Kind::List) {
    write_lists(values, type, out);
  } else if (type.kind == Kind::Struct) {
    write_structs(values, type, out);
  } else {
    // A column without values.
    for (size_t i = 0; i < values.size(); ++i) out.set_null(i);
  }
}

ProgramTable::ProgramTable(Call& call, std::string name, Value rows)
    : call_(call), name_(std::move(name)), rows_(std::move(rows)) {}

Result<void> ProgramTable::tick(uint64_t num_rows) { return call_.tick(num_rows); }

Result<std::span<const duck::Column>> ProgramTable::columns() {
  if (!columns_.empty()) return std::span<const duck::Column>(columns_);
  if (const table::Table* table = table_of(rows_)) {
    for (size_t i = 0; i < table->num_columns(); ++i) {
      std::string problem;
      std::optional<Type> type = engine_type(call_, *table->column(i), problem);
      TRY(call_.tick());
      if (!type) type = simple(Kind::Text);
      columns_.push_back({table->names[i], std::move(*type)});
      problems_.push_back(std::move(problem));
    }
  } else {
    TRY(look_at_values());
  }
  if (columns_.empty()) return Error(sql_errors::kSqlEmptyTable, {name_});
  readings_.resize(columns_.size());
  return std::span<const duck::Column>(columns_);
}

Result<void> ProgramTable::look_at_values() {
  const List& list = rows_.list();
  if (list.empty()) return Error(sql_errors::kSqlEmptyTable, {name_});
  is_scalars_ = !list.at(0).is_map();
  TableColumns found;
  if (is_scalars_) {
    found.names.emplace_back("value");
    found.columns.push_back(std::make_unique<ColumnInference>());
  }
  for (size_t i = 0; i < list.size(); ++i) {
    TRY(call_.tick());
    const Value& row = list.at(i);
    if (row.is_map() == is_scalars_) {
      return Error(sql_errors::kSqlRowKind, {name_, std::to_string(i + 1), type_name(row)});
    }
    if (is_scalars_) found.columns[0]->see(row, i);
  }
  if (!is_scalars_) {
    TRY_ASSIGN(found, infer_columns(call_, rows_));
  }
  for (size_t i = 0; i < found.names.size(); ++i) {
    std::string problem;
    std::optional<Type> type = engine_type(*found.columns[i], problem);
    // A column that cannot be read is there by name; reading it is the error.
    if (!type) type = simple(Kind::Text);
    columns_.push_back({found.names[i], std::move(*type)});
    problems_.push_back(std::move(problem));
  }
  return {};
}

Result<void> ProgramTable::fill(size_t index, uint64_t first, size_t count, VectorWriter& out) {
  if (!problems_[index].empty()) {
    return Error(sql_errors::kSqlColumn, {name_, columns_[index].name, problems_[index]});
  }
  if (const table::Table* table = table_of(rows_)) {
    write_column(*table->column(index), first, count, columns_[index].type, out);
    return {};
  }
  const List& list = rows_.list();
  std::vector<const Value*> values(count);
  Reading& reading = readings_[index];
  for (size_t i = 0; i < count; ++i) {
    const Value& row = list.at(first + i);
    if (is_scalars_) {
      values[i] = &row;
      continue;
    }
    const Map& map = row.map();
    if (map.shape == nullptr || map.shape != reading.shape) {
      reading.position = map.find(columns_[index].name);
      reading.shape = map.shape;
    }
    values[i] = reading.position < 0 ? nullptr : &map.value(static_cast<size_t>(reading.position));
  }
  write_cells(values, columns_[index].type, out);
  return {};
}

}  // namespace syn
