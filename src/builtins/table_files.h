// Tables from files of any format, found by content: one file, or many united by column names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/argument_checks.h"
#include "builtins/file_globs.h"
#include "builtins/reader_note.h"
#include "host/files.h"
#include "table/table.h"
#include "vm/call.h"

namespace syn {

enum class FileFormat : uint8_t { Csv, JsonLines, Json, Parquet };
/// By the first bytes of what a file holds, and its name where those leave it open.
FileFormat format_of(std::string_view bytes, std::string_view name);

/// What a file holds, decompressed when it is gzip or zstd. Charged while this lives.
class FileContent {
 public:
  explicit FileContent(Call& call) : charge_(call.heap()) {}
  Result<void> read(Call& call, const cap::PathPermit& permit);
  std::string_view bytes() const { return is_decompressed_ ? buffer_ : view_->bytes(); }
  /// What holds the bytes as they are in the file; null when they were decompressed.
  host::FileView* view() const { return view_.get(); }
  bool is_decompressed() const { return is_decompressed_; }

 private:
  std::unique_ptr<host::FileView> view_;
  std::string buffer_;
  bool is_decompressed_ = false;
  ScratchCharge charge_;
};

struct TableFiles {
  const Value* csv_options = nullptr;  ///< for files of CSV; may be null
  std::string file_column;             ///< where each row is from; empty for no such column
  bool partitions = true;              ///< `year=2024` of folders as columns
};

/// The rows of all files. What was decided is appended to `notes`.
Result<Value> read_table_files(Call& call, const std::vector<MatchedFile>& files,
                               const TableFiles& options, std::vector<std::string>& notes);

/// One file by itself, without partition columns, all columns at hand.
struct FileTable {
  FileFormat format = FileFormat::Csv;
  table::Table table;
  std::vector<ReaderNote> notes;
};
Result<FileTable> read_table_file(Call& call, const MatchedFile& file);

/// Partition columns of files: names, and one text for each file; empty where files have none. An
/// error where the folders do not agree.
struct Partitions {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> texts;  ///< by name, then by file
};
Result<Partitions> partitions_of_files(Call& call, const std::vector<MatchedFile>& files);
/// What the folders `key=text` hold: a number where all are digits, a date where all are dates,
/// else text. Leading zeros make names (`zip=01234`), as in columns of CSV, but in parts of dates
/// (`month=07`), which are numbers wherever such folders are read.
std::vector<Value> partition_values(Heap& heap, std::string_view key,
                                    const std::vector<std::string>& texts);

/// The call as one of read_table. Readers of one file hand over paths with `*` or `?`.
Result<Value> read_tables(Call& call);
inline bool is_path_pattern(const Value& path) {
  return path.is_text() && path.view().find_first_of("*?") != std::string_view::npos;
}

}  // namespace syn
