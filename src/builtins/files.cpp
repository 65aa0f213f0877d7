// Reading files and folders.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/utf8.h"
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/host_errors.h"
#include "builtins/table_files.h"
#include "builtins/table_readers.h"
#include "host/errors.h"
#include "num/float_text.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

using cap::CapabilityType;

/// A whole number from a number or a numeric text; fractions are cut off.
Result<int64_t> whole_argument(const Value& value) {
  if (value.is_int()) return value.as_int();
  if (value.is_float()) return static_cast<int64_t>(value.as_float());
  if (value.is_text()) {
    auto number =
        parse_float(value.view(), {.special = false, .underscores = false, .spaces = true});
    if (number && std::fabs(*number) < 9e15) return static_cast<int64_t>(*number);
  }
  return Error(world_errors::kExpectedNumber);
}

/// Lines `first` (from 1) to `first + count`, ends kept.
std::string_view take_lines(std::string_view text, int64_t first, int64_t count) {
  size_t start = 0;
  for (int64_t i = 1; i < first && start < text.size(); ++i) {
    size_t end = text.find('\n', start);
    start = end == std::string_view::npos ? text.size() : end + 1;
  }
  size_t stop = start;
  for (int64_t i = 0; i < count && stop < text.size(); ++i) {
    size_t end = text.find('\n', stop);
    stop = end == std::string_view::npos ? text.size() : end + 1;
  }
  return text.substr(start, stop - start);
}

Result<Value> read_file(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  BudgetWatch watch(call);
  host::ReadLimits limits;
  limits.watch = &watch;
  if (call.size() == 1) {
    TRY_ASSIGN(std::string text, recorded(call, permit, CapabilityType::FileRead,
                                          host::read_text(files_of(call), permit, limits)));
    if (text.size() > Text::kMaxBytes) {
      return Error(host_errors::kFileTooLarge, {permit.shown, std::to_string(Text::kMaxBytes)});
    }
    return make_text(call.heap(), text);
  }
  TRY_ASSIGN(int64_t first, whole_argument(call[1]));
  if (first < 1) return Error(world_errors::kOffsetRange);
  int64_t count = INT64_MAX;
  if (const Value* limit = call.optional(2)) {
    TRY_ASSIGN(count, whole_argument(*limit));
    if (count < 0) return Error(world_errors::kLimitRange);
  }
  TRY_ASSIGN(std::string bytes,
             recorded(call, permit, CapabilityType::FileRead, files_of(call).read(permit, limits)));
  return make_text(call.heap(), to_valid_utf8(take_lines(bytes, first, count)));
}

Result<Value> read_file_bytes(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  BudgetWatch watch(call);
  host::ReadLimits limits;
  limits.watch = &watch;
  TRY_ASSIGN(std::string bytes,
             recorded(call, permit, CapabilityType::FileRead, files_of(call).read(permit, limits)));
  return make_bytes(call.heap(), bytes);
}

Result<Value> file_exists(Call& call) {
  if (call.services().is_pure_profile()) return Value::boolean(false);
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  TRY_ASSIGN(host::FileFacts facts,
             recorded(call, permit, CapabilityType::FileRead, files_of(call).describe(permit)));
  return Value::boolean(facts.exists());
}

Result<Value> file_info(Call& call) {
  host::FileFacts facts;
  if (!call.services().is_pure_profile()) {
    TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
    TRY_ASSIGN(facts,
               recorded(call, permit, CapabilityType::FileRead, files_of(call).describe(permit)));
  }
  Value map = make_map(call.heap());
  put(map, "exists", Value::boolean(facts.exists()));
  put(map, "is_dir", Value::boolean(facts.kind == host::FileKind::Directory));
  put(map, "size", Value::integer(static_cast<int64_t>(facts.size)));
  put(map, "modified",
      facts.modified_unix_seconds ? Value::number(*facts.modified_unix_seconds) : Value());
  return map;
}

Result<Value> list_dir(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  TRY_ASSIGN(auto entries, recorded(call, permit, CapabilityType::FileRead,
                                    files_of(call).list(permit, host::Files::kMaxEntries)));
  const cap::CapabilitySet& own = call.services().capabilities();
  Value list = make_list(call.heap(), entries.size());
  for (const host::DirectoryEntry& entry : entries) {
    TRY(call.tick());
    std::string shown = permit.child(entry.name).shown;
    if (own.denies(cap::make_request(CapabilityType::FileRead, shown, own.base()))) continue;
    Value map = make_map(call.heap());
    put(map, "name", make_text(call.heap(), entry.name));
    put(map, "is_dir", Value::boolean(entry.is_directory));
    put(map, "size", Value::integer(static_cast<int64_t>(entry.size)));
    push(list, std::move(map));
  }
  return list;
}

Result<Value> cwd(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  cap::CapabilitySet& own = call.services().capabilities();
  TRY(own.demand_path(CapabilityType::FileRead, ".", "cwd()", place_of(call)));
  return make_text(call.heap(), own.base().cwd);
}

using TableReader = Result<Value> (*)(Call& call, std::string_view bytes, const Value* options,
                                      std::string_view name, host::FileView* view);

Result<Value> read_table_file(Call& call, TableReader reader) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileRead));
  FileContent content(call);
  TRY(content.read(call, permit));
  return reader(call, content.bytes(), call.optional(1), permit.shown, content.view());
}

/// What was decided about the columns goes into the notes of the run.
Result<Value> read_csv_noted(Call& call, std::string_view bytes, const Value* options,
                             std::string_view name, host::FileView* view) {
  std::vector<ReaderNote> notes;
  auto table = read_csv_table(call, bytes, options, name, notes, TableForm::Columns, view);
  for (const ReaderNote& note : notes) {
    call.services().note(std::string(name) + ": " + note.text);
  }
  return table;
}

Result<Value> read_csv(Call& call) {
  return is_path_pattern(call[0]) ? read_tables(call) : read_table_file(call, read_csv_noted);
}
Result<Value> read_jsonl(Call& call) {
  return is_path_pattern(call[0]) ? read_tables(call) : read_table_file(call, read_jsonl_text);
}

constexpr BuiltinSpec kRows[] = {
    {"read_file", "path, first_line?, max_lines?", 1, 3, "", Purity::Effect, "file.read",
     "The text of a file (UTF-8), or some of its lines counted from 1.", "",
     "text is read as UTF-8; other encodings: decode(read_file_bytes(path), \"latin1\")",
     read_file},
    {"read_file_bytes", "path", 1, 1, "", Purity::Effect, "file.read", "The bytes of a file.", "",
     "a part of it: slice(bytes, start, end)", read_file_bytes},
    {"read_csv", "path, opts = {}", 1, 2, "", Purity::Effect, "file.read",
     "The rows of a CSV file, types found from the whole of each column.", "", "", read_csv},
    {"read_jsonl", "path, opts = {}", 1, 2, "", Purity::Effect, "file.read",
     "The values of a JSON Lines file, one a line.", "", "", read_jsonl},
    {"file_exists", "path", 1, 1, "", Purity::Effect, "file.read", "Whether a path exists.", "",
     "several files: every(paths, (p) => file_exists(p))", file_exists},
    {"file_info", "path", 1, 1, "", Purity::Effect, "file.read",
     "A map of exists, is_dir, size in bytes and modified in Unix seconds.", "", "", file_info},
    {"list_dir", "path", 1, 1, "", Purity::Effect, "file.read",
     "The entries of a folder by name: maps of name, is_dir and size.", "", "", list_dir},
    {"cwd", "", 0, 0, "", Purity::Effect, "file.read", "The current folder.", "", "", cwd},
};

}  // namespace

const BuiltinTable kFileBuiltins = kRows;

}  // namespace syn
