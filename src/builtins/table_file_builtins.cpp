// read_table, read_json, write_csv, write_jsonl: files by path.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_options.h"
#include "builtins/errors_b.h"
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/file_texts.h"
#include "builtins/json_values.h"
#include "builtins/sql_errors.h"
#include "builtins/table_files.h"
#include "builtins/table_readers.h"
#include "builtins/table_readers_text.h"
#include "builtins/text_arguments.h"
#include "value/display.h"

namespace syn {
namespace {

using cap::CapabilityType;

constexpr std::string_view kFileColumn = "file";

/// Options of read_table: its own, and the rest for files of CSV.
Result<void> table_options(Call& call, const Value* given, TableFiles& options, Value& csv) {
  csv = make_map(call.heap());
  if (given == nullptr || given->is_nothing()) return {};
  if (!given->is_map()) {
    return Error(sql_errors::kParquetOptions, {call.name(), type_name(*given)});
  }
  for (size_t i = 0; i < given->map().size(); ++i) {
    std::string_view name = given->map().key(i)->view();
    const Value& value = given->map().value(i);
    if (name == "file") {
      if (value.is_text()) {
        options.file_column = value.view();
      } else if (value.is(Tag::Bool)) {
        options.file_column = value.as_bool() ? kFileColumn : "";
      } else {
        return Error(sql_errors::kBadOption,
                     {call.name(), name, "true or the name of the column", type_name(value)});
      }
    } else if (name == "partitions") {
      if (!value.is(Tag::Bool)) {
        return Error(sql_errors::kBadOption,
                     {call.name(), name, "true or false", type_name(value)});
      }
      options.partitions = value.as_bool();
    } else {
      put(csv, name, value);
    }
  }
  // Wrong names are told whatever the files are.
  TRY(csv_options(&csv, CsvOptionSet::Read, call.name()));
  return {};
}

Result<Value> read_table(Call& call) { return read_tables(call); }

}  // namespace

Result<Value> read_tables(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(std::string path, path_argument(call, 0));
  TableFiles options;
  Value csv;
  TRY(table_options(call, call.optional(1), options, csv));
  options.csv_options = &csv;
  TRY_ASSIGN(std::vector<MatchedFile> files, match_files(call, path));
  std::vector<std::string> notes;
  Result<Value> table = read_table_files(call, files, options, notes);
  for (std::string& note : notes) call.services().note(std::move(note));
  return table;
}

namespace {

Result<Value> read_json(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  FileContent content(call);
  TRY(content.read(call, permit));
  return read_json_text(call, content.bytes(), permit.shown);
}

Result<Value> write_text(Call& call, const cap::PathPermit& permit, const Value& text) {
  TRY(recorded(call, permit, CapabilityType::FileWrite, files_of(call).write(permit, text.view())));
  TRY(call.tick(text.view().size() / 64 + 1));
  return Value::boolean(true);
}

Result<Value> write_csv(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  TRY_ASSIGN(Value text, encode_csv(call, call[1], call.optional(2)));
  return write_text(call, permit, text);
}

Result<Value> write_jsonl(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  TRY_ASSIGN(Value text, encode_json_lines(call, call[1]));
  return write_text(call, permit, text);
}

constexpr BuiltinSpec kRows[] = {
    {"read_table", "path, opts = {}", 1, 2, "", Purity::Effect, "file.read",
     "The rows of CSV, JSON Lines, JSON or Parquet files (a path, pattern or folder), gzip and "
     "zstd "
     "too; options file, partitions, and those of read_csv.",
     "", "", read_table},
    {"read_json", "path", 1, 1, "", Purity::Effect, "file.read", "The value of a JSON file.", "",
     "", read_json},
    {"write_csv", "path, rows, opts = {}", 2, 3, "", Purity::Effect, "file.write",
     "Writes rows as CSV, replacing the file in one step; options as csv_encode.", "", "",
     write_csv},
    {"write_jsonl", "path, rows", 2, 2, "", Purity::Effect, "file.write",
     "Writes each item as JSON on a line of its own, replacing the file in one step.", "", "",
     write_jsonl},
};

}  // namespace

Result<Value> read_json_text(Call& call, std::string_view bytes, std::string_view name) {
  std::string prefix = std::string(call.name()) + ": " + std::string(name);
  std::string buffer;
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(std::string_view text, table_text(call, bytes, {}, prefix, nullptr, buffer));
  TRY(charge.add(call, buffer.capacity()));
  TRY(tick_bytes(call, text.size()));
  JsonValueBuilder builder(call);
  json::Reader reader(builder);
  switch (reader.read(text)) {
    case json::Reader::Outcome::Read: return builder.take();
    case json::Reader::Outcome::Stopped: return std::move(*builder.error());
    case json::Reader::Outcome::Wrong: break;
  }
  builder.reset();
  const json::Problem& problem = reader.problem();
  return Error(builtin_errors::kInvalidJsonFile,
               {call.name(), std::string(name) + ": ", count_text(problem.line),
                problem.reason_message(), count_text(problem.column)});
}

const BuiltinTable kTableFileBuiltins = kRows;

}  // namespace syn
