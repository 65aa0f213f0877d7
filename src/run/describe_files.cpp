// Finding the files, reading them, and looking at their columns.
// SPDX-License-Identifier: Apache-2.0
#include "run/describe_files.h"

#include <algorithm>
#include <string_view>

#include "base/check.h"
#include "builtins/file_globs.h"
#include "builtins/table_files.h"
#include "cap/audit.h"
#include "run/prompt_text.h"
#include "run/run_errors.h"
#include "run/session.h"
#include "run/table_doubts.h"
#include "value/list_columns.h"

namespace syn {
namespace {

std::string_view format_name(FileFormat format) {
  switch (format) {
    case FileFormat::Csv: return "CSV";
    case FileFormat::JsonLines: return "JSON Lines";
    case FileFormat::Json: return "JSON";
    case FileFormat::Parquet: return "Parquet";
  }
  return {};
}

bool is_named_as_table(std::string_view path) {
  for (std::string_view ending : {".gz", ".zst", ".zstd"}) {
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  }
  constexpr std::string_view kEndings[] = {".csv",    ".tsv",  ".jsonl",
                                           ".ndjson", ".json", ".parquet"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

/// The literal folder before the first wildcard, or before the name of a file.
std::string folder_of(std::string path) {
  path.resize(std::min(path.find_first_of("*?["), path.size()));
  size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "/" : path.substr(0, slash);
}

/// Notes about a column go to it, if it is shown; the others stay with the file.
void place_notes(FileDescription& file, std::vector<ReaderNote> notes) {
  for (ReaderNote& note : notes) {
    if (!note.column) {
      file.notes.push_back(std::move(note.text));
    } else if (*note.column < file.columns.size()) {
      std::string& shown = file.columns[*note.column].note;
      shown = shown.empty() ? std::move(note.why) : note.why + "; " + shown;
    }
  }
}

class Describer {
 public:
  Describer(DescribeRequest request, host::Host& host,
            const std::function<void(const FileDescription&)>& show)
      : request_(std::move(request)),
        audit_(nullptr, [] { return int64_t{0}; }),
        session_(run_request(), host, audit_),
        call_(session_.machine(), session_.heap(), "describe", {}, {}, nullptr),
        show_(show) {}

  DescribeOutcome describe() {
    Result<void> granted = session_.require({"file.read", std::nullopt});
    CHECK(granted.ok());
    for (const std::string& path : request_.paths) describe_path(path);
    return outcome_;
  }

 private:
  RunRequest run_request() const {
    RunRequest run;
    run.file = "describe";
    run.base = request_.base;
    run.num_threads = request_.num_threads;
    run.sql_library_root = request_.sql_library_root;
    return run;
  }

  void describe_path(const std::string& path) {
    Result<std::vector<MatchedFile>> matched = match_files(call_, path);
    if (!matched.ok()) return fail(path, std::move(matched).error());
    std::vector<MatchedFile> files = std::move(matched).value();
    std::string absolute = cap::absolute_path(path, request_.base);
    bool is_named = files.size() == 1 && files[0].permit.path == absolute;
    if (!is_named) {
      std::erase_if(files, [](const auto& file) { return !is_named_as_table(file.permit.shown); });
      if (files.empty()) return fail(path, Error(run_errors::kNoTableFiles, {path}));
    }
    for (MatchedFile& file : files) {
      if (num_files_++ >= request_.max_files) {
        ++outcome_.num_files_left_out;
        continue;
      }
      // As under a ceiling of what was named: a link may lead anywhere.
      bool is_folder = !is_named && !has_glob(path);
      file.permit.root = is_folder ? absolute : folder_of(absolute);
      file.permit.links = cap::LinkPolicy::Refuse;
      FileDescription described;
      described.path = file.permit.shown;
      Result<void> done = describe_file(file, described);
      if (!done.ok()) {
        fail(described.path, std::move(done).error());
      } else {
        show_(described);
      }
    }
  }

  Result<void> describe_file(const MatchedFile& matched, FileDescription& file) {
    TRY_ASSIGN(FileTable read, read_table_file(call_, matched));
    const table::Table& table = read.table;
    file.format = format_name(read.format);
    file.num_rows = table.num_rows;
    size_t num_shown = std::min(table.num_columns(), request_.max_columns);
    file.num_columns_left_out = table.num_columns() - num_shown;
    Doubts doubts = read.format == FileFormat::Csv ? Doubts::Skip : Doubts::Look;
    file.rows.resize(std::min(table.num_rows, request_.num_rows));
    for (size_t i = 0; i < num_shown; ++i) {
      const table::Column& column = *table.column(i);
      TRY_ASSIGN(ColumnProfile profile, profile_column(call_, table.names[i], column, doubts));
      file.columns.push_back(std::move(profile));
      for (size_t row = 0; row < file.rows.size(); ++row) {
        std::string cell;
        append_prompt_value(cell, cell_value(session_.heap(), column, row));
        file.rows[row].push_back(std::move(cell));
      }
    }
    place_notes(file, std::move(read.notes));
    if (read.format == FileFormat::Csv) add_table_doubts(table, file.notes);
    return call_.tick();  // what a column left for later
  }

  void fail(std::string path, Error error) {
    FileDescription file;
    file.path = std::move(path);
    file.error = std::move(error);
    outcome_.ok = false;
    show_(file);
  }

  DescribeRequest request_;
  cap::AuditLog audit_;
  Session session_;
  Call call_;
  const std::function<void(const FileDescription&)>& show_;
  size_t num_files_ = 0;
  DescribeOutcome outcome_;
};

}  // namespace

DescribeOutcome describe_files(DescribeRequest request, host::Host& host,
                               const std::function<void(const FileDescription&)>& show) {
  return Describer(std::move(request), host, show).describe();
}

}  // namespace syn
