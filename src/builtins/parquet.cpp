// parquet_read and parquet_write on bytes; read_parquet and write_parquet on files.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/parquet_files.h"
#include "builtins/sql_errors.h"
#include "builtins/table_files.h"
#include "value/display.h"
#include "value/list_columns.h"
#include "value/numbers.h"

namespace syn {
namespace {

using cap::CapabilityType;

Result<void> read_limits(Call& call, const Value* opts, ParquetRequest& request) {
  if (opts == nullptr || opts->is_nothing()) return {};
  if (!opts->is_map()) return Error(sql_errors::kParquetOptions, {call.name(), type_name(*opts)});
  for (size_t i = 0; i < opts->map().size(); ++i) {
    std::string_view name = opts->map().key(i)->view();
    const Value& value = opts->map().value(i);
    if (name != "max_cells" && name != "max_bytes") {
      return Error(sql_errors::kParquetOption, {call.name(), name, "max_cells, max_bytes"});
    }
    if (!value.is_int() || value.as_int() <= 0) {
      return Error(sql_errors::kParquetPositive, {call.name(), name, short_display(value)});
    }
    auto limit = static_cast<uint64_t>(value.as_int());
    if (name == "max_cells") {
      request.max_cells = limit;
      request.has_cell_limit = true;
    } else {
      request.max_bytes = limit;
    }
  }
  return {};
}

Result<Value> parquet_read(Call& call) {
  if (!call[0].is(Tag::Bytes)) {
    return Error(sql_errors::kParquetBytes, {call.name(), type_name(call[0])});
  }
  ParquetRequest request;
  request.bytes = bytes_view(call[0]);
  request.has_bytes = true;
  TRY(read_limits(call, call.optional(1), request));
  TRY_ASSIGN(table::Table table, read_parquet_table(call, request));
  return make_table_list(call.heap(), std::move(table));
}

Result<Value> read_parquet(Call& call) {
  if (is_path_pattern(call[0])) return read_tables(call);
  TRY(refuse_in_pure(call, kNoFilesystem));
  ParquetRequest request;
  request.has_cell_limit = false;
  request.may_wait = true;
  TRY(read_limits(call, call.optional(1), request));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  request.permit = &permit;
  request.shown = permit.shown;
  TRY_ASSIGN(table::Table table, read_parquet_table(call, request));
  return make_table_list(call.heap(), std::move(table));
}

Result<Value> parquet_write(Call& call) {
  TRY_ASSIGN(std::string compression, parquet_compression(call, call.optional(1)));
  TRY_ASSIGN(std::string bytes, parquet_bytes(call, call[0], compression));
  return make_bytes(call.heap(), bytes);
}

Result<Value> write_parquet(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(std::string compression, parquet_compression(call, call.optional(2)));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  TRY_ASSIGN(std::string bytes, parquet_bytes(call, call[1], compression));
  TRY(recorded(call, permit, CapabilityType::FileWrite, files_of(call).write(permit, bytes)));
  return Value::boolean(true);
}

constexpr BuiltinSpec kRows[] = {
    {"parquet_read", "bytes, opts = {}", 1, 2, "", Purity::Pure, "",
     "The rows of a Parquet file from its bytes: options max_cells, max_bytes.", "", "",
     parquet_read},
    {"parquet_write", "rows, opts = {}", 1, 2, "", Purity::Pure, "",
     "Rows as the bytes of a Parquet file: option compression.", "", "", parquet_write},
    {"read_parquet", "path, opts = {}", 1, 2, "", Purity::Effect, "file.read",
     "The rows of a Parquet file: options max_cells, max_bytes.", "", "", read_parquet},
    {"write_parquet", "path, rows, opts = {}", 2, 3, "", Purity::Effect, "file.write",
     "Writes rows as a Parquet file, replacing it in one step: option compression.", "", "",
     write_parquet},
};

}  // namespace

const BuiltinTable kParquetBuiltins = kRows;

}  // namespace syn
