// What a statement asks for, found before the engine binds it: the files that it names, the names
// that may be tables of the program, whether it needs the clock or random numbers. Whatever is not
// known to be harmless is refused here (engine.h tells why that matters).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "duck/engine.h"
#include "duck/query_tree.h"

namespace syn::duck {

enum class Format : uint8_t { Any, Csv, Parquet, Json };

/// One place of a statement that names files.
struct FileUse {
  Format format = Format::Any;     ///< Any: `FROM 'path'`
  std::string function;            ///< as written, empty for Any
  std::vector<std::string> paths;  ///< as written: each may be a glob
  bool has_options = false;        ///< of the engine's reader, beside those below
  std::string filename_column;     ///< asked for by `filename`, empty for none
  bool hive = true;                ///< not turned off by `hive_partitioning`
  bool by_name = false;            ///< `union_by_name`
  size_t node = 0;
};

/// What to put in place of a FileUse.
struct FileTable {
  /// The name of a table that the query's TableFinder knows; or empty, and the engine's reader
  /// reads `lent`.
  std::string table;
  std::vector<std::string> lent;
  /// A query around the reader, which it names `lent_files`; empty for none.
  std::string around;
  std::string arguments;  ///< of the reader, from a comma on
  /// Names a reader where the statement names none: read_csv, read_parquet, read_json.
  std::string reader;
};

class Statement {
 public:
  /// Parses and checks. `is_table` tells which names are tables of the program, so that one with a
  /// point in its name is not taken for a file.
  static Result<Statement> check(Engine& engine, std::string_view sql, const QueryOptions& options,
                                 const std::function<bool(std::string_view)>& is_table);

  const std::vector<FileUse>& files() const { return files_; }
  /// Parameters by name, as QueryOptions names them, but those that only name files.
  const std::set<std::string>& parameters() const { return parameters_; }
  /// Parameters that only name files.
  size_t num_file_parameters() const { return file_parameter_names_.size(); }
  bool uses_random() const { return uses_random_; }
  bool uses_clock() const { return uses_clock_; }

  /// The statement with its files replaced, one FileTable for each of `files()`.
  Result<std::string> with_files(Engine& engine, const std::vector<FileTable>& tables) const;

 private:
  Result<void> look(const QueryOptions& options,
                    const std::function<bool(std::string_view)>& is_table);
  Result<void> look_at_table(size_t node, const QueryOptions& options,
                             const std::function<bool(std::string_view)>& is_table);
  Result<void> look_at_function(size_t node, const QueryOptions& options);
  Result<void> look_at_call(size_t node, const QueryOptions& options);
  Result<void> take_paths(size_t argument, FileUse& use, const QueryOptions& options);
  Result<bool> take_option(size_t argument, FileUse& use, const QueryOptions& options);
  Result<std::string> reader_json(Engine& engine, const FileUse& use, const FileTable& table) const;
  std::string alias_of(const FileUse& use) const;

  std::string sql_;
  QueryTree tree_;
  std::vector<FileUse> files_;
  std::set<std::string> parameters_;
  std::set<size_t> file_parameters_;
  std::set<std::string> file_parameter_names_;
  std::set<std::string, std::less<>> known_names_;  ///< of WITH
  bool uses_random_ = false;
  bool uses_clock_ = false;
};

}  // namespace syn::duck
