// Writing Parquet: write_parquet, parquet_write (data.md §3.14). The engine writes into a file in
// memory; durations and zones, which it does not know, go into the metadata.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "builtins/argument_checks.h"
#include "builtins/json_encoding.h"
#include "builtins/parquet_files.h"
#include "builtins/sql_engine.h"
#include "builtins/sql_errors.h"
#include "builtins/sql_tables.h"
#include "json/writer.h"
#include "value/display.h"
#include "value/list_columns.h"
#include "value/numbers.h"

namespace syn {
namespace {

using duck::Kind;
using duck::Type;

constexpr uint32_t kMaxDigits = 38;
constexpr std::string_view kTableName = "rows";
constexpr std::string_view kCompressions[] = {"snappy", "zstd", "gzip", "lz4", "none"};

Error mixes(Call& call, const std::string& name, const ColumnInference& column) {
  return Error(sql_errors::kWriteMixes,
               {call.name(), name, family_name(column.families()[0], column),
                family_name(column.families()[1], column)});
}

/// How one column is written.
struct WrittenColumn {
  std::string name;
  std::vector<Value> values;
  Type type;
  bool is_duration = false;
  int64_t duration_unit = 1;  ///< nanoseconds
  std::string zone;           ///< of all its datetimes, when it is one and not UTC
};

/// The one zone of all datetimes, or empty.
std::string common_zone(const std::vector<Value>& values) {
  std::string zone;
  for (const Value& value : values) {
    if (value.is_nothing()) continue;
    const Value& own = value.date_time().zone;
    if (!own.is_text() || (!zone.empty() && own.view() != zone)) return {};
    zone = own.view();
  }
  return zone == "UTC" ? std::string() : zone;
}

class ColumnWriter {
 public:
  ColumnWriter(Call& call, WrittenColumn& column) : call_(call), column_(column) {}

  Result<void> settle() {
    ColumnInference seen;
    uint64_t row = 0;
    for (const Value& value : column_.values) {
      TRY(call_.tick());
      // Nested values are an error whatever they hold.
      if (value.is_list() || value.is_map()) {
        return Error(sql_errors::kWriteNested, {call_.name(), column_.name, type_name(value)});
      }
      seen.see(value, row++);
    }
    if (seen.is_empty()) return set(Kind::Text);
    if (seen.has(CellFamily::Other)) {
      return Error(sql_errors::kWriteNested, {call_.name(), column_.name, seen.other_name});
    }
    if (seen.is_only(CellFamily::Int)) return integers(seen);
    if (seen.is_only(CellFamily::Int, CellFamily::Float)) return floats(seen);
    if (seen.is_only(CellFamily::Decimal) || seen.is_only(CellFamily::Int, CellFamily::Decimal)) {
      return decimals(seen);
    }
    if (seen.families().size() > 1) return mixes(call_, column_.name, seen);
    if (seen.has(CellFamily::Float)) return set(Kind::Double);
    if (seen.has(CellFamily::Bool)) return set(Kind::Bool);
    if (seen.has(CellFamily::Bytes)) return set(Kind::Bytes);
    if (seen.has(CellFamily::Date)) return set(Kind::Date);
    if (seen.has(CellFamily::DateTime)) return moments(seen);
    if (seen.has(CellFamily::Duration)) return durations(seen);
    return set(Kind::Text);
  }

 private:
  Result<void> set(Kind kind) {
    column_.type.kind = kind;
    return {};
  }

  Result<void> integers(const ColumnInference& seen) {
    if (!seen.has_wide_int) return set(Kind::Int64);
    return Error(sql_errors::kWriteWideInt, {call_.name(), column_.name});
  }

  Result<void> floats(const ColumnInference& seen) {
    if (seen.has_wide_int) return Error(sql_errors::kWriteWideInt, {call_.name(), column_.name});
    if (seen.inexact_row == UINT64_MAX) return set(Kind::Double);
    return Error(sql_errors::kWriteInexact,
                 {call_.name(), column_.name, count_text(seen.inexact_row + 1),
                  display(column_.values[seen.inexact_row])});
  }

  Result<void> decimals(const ColumnInference& seen) {
    for (const Value& value : column_.values) {
      uint64_t whole = 0;
      if (value.is(Tag::Decimal)) {
        uint64_t digits = value.decimal().value.digits();
        uint32_t scale = value.decimal().value.scale();
        whole = digits > scale ? digits - scale : 0;
      } else if (!value.is_nothing()) {
        whole = display(value).size();
      }
      if (whole + seen.scale > kMaxDigits) {
        return Error(sql_errors::kWriteDecimal,
                     {call_.name(), column_.name, display(value), std::to_string(seen.scale)});
      }
    }
    column_.type.width = kMaxDigits;
    column_.type.scale = static_cast<uint8_t>(seen.scale);
    return set(Kind::Decimal);
  }

  Result<void> moments(const ColumnInference& seen) {
    column_.zone = common_zone(column_.values);
    if (seen.needs_nanos && seen.fits_nanos) return set(Kind::TimestampNanos);
    if (seen.fits_micros) return set(Kind::TimestampZone);
    return Error(sql_errors::kWriteDateTime, {call_.name(), column_.name, "beyond its range"});
  }

  Result<void> durations(const ColumnInference& seen) {
    column_.is_duration = true;
    column_.duration_unit = seen.needs_nanos && seen.fits_nanos ? 1 : 1000;
    if (column_.duration_unit == 1 || (seen.fits_micros && !seen.needs_nanos)) {
      return set(Kind::Int64);
    }
    for (const Value& value : column_.values) {
      if (value.is_nothing()) continue;
      int128 nanos = value.duration().nanoseconds;
      bool fits = nanos % 1000 == 0 && nanos / 1000 > INT64_MIN && nanos / 1000 < INT64_MAX;
      if (fits) continue;
      return Error(sql_errors::kWriteDuration, {call_.name(), column_.name, display(value)});
    }
    return set(Kind::Int64);
  }

  Call& call_;
  WrittenColumn& column_;
};

/// The columns under plain names of their own, so that `a` and `A` are two.
class WrittenTable final : public duck::TableSource, public duck::TableFinder {
 public:
  WrittenTable(Call& call, std::vector<WrittenColumn> columns, uint64_t num_rows)
      : call_(call), written_(std::move(columns)), num_rows_(num_rows) {
    for (size_t i = 0; i < written_.size(); ++i) {
      columns_.push_back({"c" + std::to_string(i), written_[i].type});
    }
  }
  const std::vector<WrittenColumn>& written() const { return written_; }

  Result<duck::TableSource*> find(std::string_view name) override {
    return name == kTableName ? this : nullptr;
  }
  Result<std::span<const duck::Column>> columns() override {
    return std::span<const duck::Column>(columns_);
  }
  uint64_t num_rows() const override { return num_rows_; }
  Result<void> tick(uint64_t num_rows) override { return call_.tick(num_rows); }
  Result<void> fill(size_t index, uint64_t first, size_t count, duck::VectorWriter& out) override {
    const WrittenColumn& column = written_[index];
    if (column.is_duration) {
      auto* cells = out.as<int64_t>();
      for (size_t i = 0; i < count; ++i) {
        const Value& value = column.values[first + i];
        if (value.is_nothing()) {
          out.set_null(i);
        } else {
          cells[i] = static_cast<int64_t>(value.duration().nanoseconds / column.duration_unit);
        }
      }
      return {};
    }
    std::vector<const Value*> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = &column.values[first + i];
    write_cells(values, column.type, out);
    return {};
  }

 private:
  Call& call_;
  std::vector<WrittenColumn> written_;
  std::vector<duck::Column> columns_;
  uint64_t num_rows_;
};

Result<std::vector<WrittenColumn>> columns_of_rows(Call& call, const Value& rows) {
  std::vector<WrittenColumn> columns;
  const List& list = rows.list();
  uint64_t cells = 0;
  if (const table::Table* table = table_of(rows)) {
    cells = table->num_rows * table->num_columns();
    TRY(call.reserve(cells * sizeof(Value)));
    for (size_t i = 0; i < table->num_columns(); ++i) {
      TRY(call.tick(table->num_rows));
      WrittenColumn column;
      column.name = table->names[i];
      column.values.reserve(table->num_rows);
      for (size_t row = 0; row < table->num_rows; ++row) {
        column.values.push_back(cell_value(call.heap(), *table->column(i), row));
      }
      columns.push_back(std::move(column));
    }
    return columns;
  }
  for (size_t i = 0; i < list.size(); ++i) {
    TRY(call.tick());
    if (list.at(i).is_map()) continue;
    return Error(sql_errors::kWriteRow, {call.name(), count_text(i + 1), type_name(list.at(i))});
  }
  std::unordered_map<std::string_view, size_t> index;
  for (const Value& row : list.items()) {
    const Map& map = row.map();
    TRY(call.tick(1 + map.size()));
    for (size_t i = 0; i < map.size(); ++i) {
      if (!index.emplace(map.key(i)->view(), columns.size()).second) continue;
      columns.emplace_back();
      columns.back().name = map.key(i)->view();
    }
  }
  TRY(call.reserve(columns.size() * list.size() * sizeof(Value)));
  for (WrittenColumn& column : columns) {
    TRY(call.tick(list.size()));
    column.values.resize(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      if (const Value* value = list.at(i).map().get(column.name)) column.values[i] = *value;
    }
  }
  return columns;
}

/// `{synsema.timezones: '{"t": "Europe/Madrid"}', …}` for columns that need it.
std::string metadata_of(const std::vector<WrittenColumn>& columns) {
  std::string zones;
  std::string durations;
  json::Writer zone_writer(zones, {json::Spacing::Spaced, json::Escapes::Needed, 0});
  json::Writer duration_writer(durations, {json::Spacing::Spaced, json::Escapes::Needed, 0});
  zone_writer.begin_object();
  duration_writer.begin_object();
  for (const WrittenColumn& column : columns) {
    if (!column.zone.empty()) {
      zone_writer.key(column.name);
      zone_writer.text(column.zone);
    }
    if (column.is_duration) {
      duration_writer.key(column.name);
      duration_writer.text(column.duration_unit == 1 ? "ns" : "us");
    }
  }
  zone_writer.end_object();
  duration_writer.end_object();
  std::string result;
  if (zones != "{}") result = "\"synsema.timezones\": " + duck::quoted(zones);
  if (durations != "{}") {
    result += (result.empty() ? "" : ", ") + ("\"synsema.durations\": " + duck::quoted(durations));
  }
  return result;
}

}  // namespace

Result<std::string> parquet_compression(Call& call, const Value* opts) {
  std::string result = "snappy";
  if (opts == nullptr || opts->is_nothing()) return result;
  if (!opts->is_map()) return Error(sql_errors::kParquetOptions, {call.name(), type_name(*opts)});
  for (size_t i = 0; i < opts->map().size(); ++i) {
    std::string_view name = opts->map().key(i)->view();
    const Value& value = opts->map().value(i);
    if (name != "compression") {
      return Error(sql_errors::kParquetOption, {call.name(), name, "compression"});
    }
    if (!value.is_text()) {
      return Error(sql_errors::kWriteCompressionKind, {call.name(), type_name(value)});
    }
    result = value.view();
    if (std::find(std::begin(kCompressions), std::end(kCompressions), result) ==
        std::end(kCompressions)) {
      return Error(sql_errors::kWriteCompression, {call.name(), result});
    }
  }
  return result == "none" ? "uncompressed" : result == "lz4" ? "lz4_raw" : result;
}

Result<std::string> parquet_bytes(Call& call, const Value& rows, std::string_view compression) {
  if (!rows.is_list()) return Error(sql_errors::kWriteRows, {call.name(), type_name(rows)});
  TRY_ASSIGN(std::vector<WrittenColumn> columns, columns_of_rows(call, rows));
  for (WrittenColumn& column : columns) TRY(ColumnWriter(call, column).settle());
  uint64_t num_rows = rows.list().size();
  if (columns.empty()) num_rows = 0;
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, num_rows * columns.size() * sizeof(Value)));
  TRY_ASSIGN(duck::Engine * engine, sql_engine(call));
  LentFiles lent(call);
  TRY_ASSIGN(std::string path, lent.lend_bytes({}, "the file"));
  std::string names;
  for (size_t i = 0; i < columns.size(); ++i) {
    names += (names.empty() ? "" : ", ") + ("c" + std::to_string(i)) + " AS " +
             duck::quoted_name(columns[i].name);
  }
  std::string source = "SELECT " + names + " FROM " + std::string(kTableName);
  // A file has at least one column; rows without keys come back as no rows.
  if (columns.empty()) source = "SELECT 1 AS nothing WHERE false";
  std::string metadata = metadata_of(columns);
  if (!metadata.empty()) metadata = ", KV_METADATA {" + metadata + "}";
  std::string sql = "COPY (" + source + ") TO " + duck::quoted(path) +
                    " (FORMAT parquet, USE_TMP_FILE false, COMPRESSION " +
                    std::string(compression) + ", ROW_GROUP_SIZE " +
                    std::to_string(std::max<uint64_t>(num_rows, 1)) + metadata + ")";
  WrittenTable table(call, std::move(columns), num_rows);
  CallWatch watch(call);
  duck::QueryOptions options;
  options.caller = call.name();
  options.tables = &table;
  options.file_names = &lent.names();
  TRY(engine->write(sql, options, watch));
  return lent.read_back();
}

}  // namespace syn
