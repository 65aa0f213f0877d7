// What files hold, for a model's prompt (`synsema describe`): read by the readers that programs
// use, each file whole and once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cap/scope.h"
#include "run/column_profile.h"

namespace syn {

namespace host {
struct Host;
}

struct DescribeRequest {
  std::vector<std::string> paths;  ///< files, folders, patterns
  size_t num_rows = 3;             ///< sample rows of each file
  size_t max_columns = 100;        ///< of each file; the others are counted
  size_t max_files = 200;
  cap::ScopeBase base;
  uint32_t num_threads = 1;
  std::string sql_library_root;
};

struct FileDescription {
  std::string path;  ///< as a program would write it
  std::string format;
  uint64_t num_rows = 0;
  std::vector<ColumnProfile> columns;
  uint64_t num_columns_left_out = 0;
  std::vector<std::string> notes;              ///< of the reader about the file, in English
  std::vector<std::vector<std::string>> rows;  ///< cells as JSON
  std::optional<Error> error;                  ///< then nothing but `path` is known
};

struct DescribeOutcome {
  uint64_t num_files_left_out = 0;
  bool ok = true;  ///< all were read
};

/// Gives each file to `show` as soon as it is known. Files that a folder or pattern stands for are
/// those whose name is that of a table; links in folders are refused, as they are under a ceiling.
DescribeOutcome describe_files(DescribeRequest request, host::Host& host,
                               const std::function<void(const FileDescription&)>& show);

}  // namespace syn
