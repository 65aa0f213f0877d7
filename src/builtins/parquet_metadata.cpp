// Four short queries over the footer.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/parquet_metadata.h"

#include <unordered_map>
#include <unordered_set>

#include "builtins/json_values.h"
#include "builtins/sql_errors.h"
#include "duck/errors.h"
#include "json/reader.h"
#include "value/numbers.h"

namespace syn {
namespace {

constexpr std::string_view kZoneKey = "synsema.timezones";
constexpr std::string_view kDurationKey = "synsema.durations";
constexpr std::string_view kArrowKey = "ARROW:schema";
constexpr int64_t kMaxPrecision = 38;

class FactReader {
 public:
  FactReader(Call& call, duck::Engine& engine, const LentFiles& lent, std::string path,
             std::string prefix)
      : call_(call),
        engine_(engine),
        lent_(lent),
        path_(std::move(path)),
        prefix_(std::move(prefix)) {}

  Result<ParquetFacts> read(uint64_t file_size) {
    TRY(read_schema());
    TRY(read_sizes(file_size));
    TRY(read_keys());
    return std::move(facts_);
  }

 private:
  Result<Value> rows_of(const std::string& what, const std::string& function) {
    std::string sql = "SELECT " + what + " FROM " + function + "(" + duck::quoted(path_) + ")";
    SqlRows rows(call_, prefix_);
    CallWatch watch(call_);
    duck::QueryOptions options;
    options.caller = prefix_;
    options.file_names = &lent_.names();
    Result<void> outcome = engine_.run(sql, options, watch, rows);
    if (!outcome.ok()) {
      Error error = std::move(outcome).error();
      if (!error.is(duck_errors::kQuery)) return error;
      return Error(sql_errors::kParquetNot, {prefix_, error.body().arguments[1]});
    }
    return rows.take();
  }

  static int64_t number(const Map& row, std::string_view name) {
    const Value* value = row.get(name);
    return value != nullptr && value->is_int() ? value->as_int() : 0;
  }

  /// The tree of columns lies flat, each followed by its children.
  Result<void> read_schema() {
    TRY_ASSIGN(Value rows, rows_of("name, num_children, precision, converted_type, logical_type",
                                   "parquet_schema"));
    std::unordered_set<std::string> known;
    const List& list = rows.list();
    size_t left = 0;  // nodes of the current top-level column that still come
    for (size_t i = 1; i < list.size(); ++i) {
      Value row = list.item(i);
      const Map& map = row.map();
      int64_t children = number(map, "num_children");
      if (children == 0) ++facts_.num_leaves;
      std::string name(map.get("name")->is_text() ? map.get("name")->view() : "");
      if (number(map, "precision") > kMaxPrecision) {
        return Error(sql_errors::kParquetWideDecimal,
                     {prefix_, name, std::to_string(number(map, "precision")), "…"});
      }
      if (left > 0) {
        left += static_cast<size_t>(children) - 1;
        continue;
      }
      left = static_cast<size_t>(children);
      if (!known.insert(name).second) {
        return Error(sql_errors::kParquetTwoColumns, {prefix_, name});
      }
      ColumnReading reading;
      reading.name = std::move(name);
      facts_.columns.push_back(std::move(reading));
    }
    return {};
  }

  Result<void> read_sizes(uint64_t file_size) {
    TRY_ASSIGN(Value file, rows_of("num_rows", "parquet_file_metadata"));
    if (file.list().size() != 1) return {};
    Value first = file.list().item(0);
    facts_.num_rows = static_cast<uint64_t>(number(first.map(), "num_rows"));
    std::string size = std::to_string(file_size);
    std::string start =
        "least(data_page_offset, if(coalesce(dictionary_page_offset, 0) > 0, "
        "dictionary_page_offset, data_page_offset))";
    TRY_ASSIGN(Value chunks,
               rows_of("coalesce(sum(greatest(total_uncompressed_size, 0)::UBIGINT), 0) AS bytes, "
                       "count(*) FILTER (" +
                           start + " < 4 OR total_compressed_size < 0 OR " + start +
                           "::HUGEINT + total_compressed_size > " + size + ") AS outside",
                       "parquet_metadata"));
    Value sums = chunks.list().item(0);
    if (number(sums.map(), "outside") > 0) return Error(sql_errors::kParquetOutside, {prefix_});
    const Value* bytes = sums.map().get("bytes");
    facts_.uncompressed_bytes =
        bytes->is_int() ? static_cast<uint64_t>(bytes->as_int()) : UINT64_MAX;
    return {};
  }

  ColumnReading* find(std::string_view name) {
    for (ColumnReading& reading : facts_.columns) {
      if (reading.name == name) return &reading;
    }
    return nullptr;
  }

  /// A JSON object of texts by column; nothing of one that cannot be read.
  Value object_of(std::string_view text) {
    JsonValueBuilder builder(call_);
    json::Reader reader(builder);
    if (reader.read(text) != json::Reader::Outcome::Read) return Value();
    return builder.take();
  }

  /// The writer's own words win over Arrow's.
  Result<void> read_keys() {
    TRY_ASSIGN(Value rows, rows_of("key, value", "parquet_kv_metadata"));
    Value zones;
    Value durations;
    for (size_t i = 0; i < rows.list().size(); ++i) {
      Value row = rows.list().item(i);
      if (!row.map().get("key")->is(Tag::Bytes) || !row.map().get("value")->is(Tag::Bytes)) {
        continue;
      }
      std::string_view key = bytes_view(*row.map().get("key"));
      std::string_view text = bytes_view(*row.map().get("value"));
      if (key == kZoneKey) zones = object_of(text);
      if (key == kDurationKey) durations = object_of(text);
      if (key != kArrowKey) continue;
      for (const ArrowField& field : arrow_fields(text)) {
        ColumnReading* reading = find(field.name);
        if (reading == nullptr) continue;
        if (field.zone != "UTC" && field.zone != "+00:00") reading->zone = field.zone;
        reading->duration_unit = field.duration_unit;
      }
    }
    for (size_t i = 0; zones.is_map() && i < zones.map().size(); ++i) {
      ColumnReading* reading = find(zones.map().key(i)->view());
      const Value& zone = zones.map().value(i);
      if (reading != nullptr && zone.is_text()) reading->zone = zone.view();
    }
    for (size_t i = 0; durations.is_map() && i < durations.map().size(); ++i) {
      ColumnReading* reading = find(durations.map().key(i)->view());
      const Value& unit = durations.map().value(i);
      if (reading == nullptr || !unit.is_text()) continue;
      reading->duration_unit = unit.view() == "ns" ? 1 : unit.view() == "us" ? 1000 : 0;
    }
    return {};
  }

  Call& call_;
  duck::Engine& engine_;
  const LentFiles& lent_;
  std::string path_;
  std::string prefix_;
  ParquetFacts facts_;
};

}  // namespace

Result<ParquetFacts> parquet_facts(Call& call, duck::Engine& engine, const LentFiles& lent,
                                   const std::string& path, uint64_t file_size,
                                   const std::string& prefix) {
  return FactReader(call, engine, lent, path, prefix).read(file_size);
}

}  // namespace syn
