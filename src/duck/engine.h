// The SQL engine of one run: a DuckDB database in memory, locked down before the first query.
//
// What holds, and what breaks it:
//  1. The engine opens no file but those lent to it: before the first query `allowed_paths` names
//     them, external access is closed and the configuration locked. The engine resolves names
//     before it compares them, and what is locked stays so: a query with other files opens the
//     database anew, with their paths beside the earlier ones.
//  2. It writes none: only statements that read are prepared (`prepare`), and those that the bridge
//     makes itself to write into a lent file (`write`).
//  3. It has one thread, ours: callbacks of a TableSource run inside the query that asks. Where
//  time
//     is bounded a second thread waits for the end of it and interrupts.
//  4. No extension is loaded or installed; temporary files are off.
// The caller's duty: each lent file went through the gate, and each query through
// `check_statement` (statement.h), so that no function reaches around 1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/int128.h"
#include "base/result.h"
#include "duck/column_type.h"

namespace syn::duck {

/// Where a column of a program's table is written for the engine. Made by the bridge.
class VectorWriter {
 public:
  virtual ~VectorWriter() = default;
  virtual void* data() = 0;
  virtual void set_null(size_t row) = 0;
  virtual void set_text(size_t row, std::string_view text) = 0;
  /// Of a list: makes room for `num_items` in all and gives the writer of the items.
  virtual VectorWriter& items(size_t num_items) = 0;
  /// Of a struct.
  virtual VectorWriter& field(size_t index) = 0;
  template <typename T>
  T* as() {
    return static_cast<T*>(data());
  }
};

/// A table of the program. An error that it gives is the error of the query.
class TableSource {
 public:
  virtual ~TableSource() = default;
  virtual Result<std::span<const Column>> columns() = 0;
  virtual uint64_t num_rows() const = 0;
  /// Writes rows `first` to `first + count` of column `index`.
  virtual Result<void> fill(size_t index, uint64_t first, size_t count, VectorWriter& out) = 0;
  /// Before each chunk of rows.
  virtual Result<void> tick(uint64_t num_rows) = 0;
};

/// Finds tables by name. Null when there is none of that name.
class TableFinder {
 public:
  virtual ~TableFinder() = default;
  virtual Result<TableSource*> find(std::string_view name) = 0;
};

/// A value for a parameter.
struct Parameter {
  struct Exact {
    uint8_t width;
    uint8_t scale;
    int128 value;
  };
  struct Day {
    int32_t days;
  };
  struct Moment {
    int64_t count;  ///< micros since 1970, or nanos
    bool is_nanos;
  };
  struct Span {
    int64_t micros;
  };
  struct Blob {
    std::string bytes;
  };
  std::variant<std::monostate, bool, int64_t, int128, double, Exact, std::string, Blob, Day, Moment,
               Span, std::vector<Parameter>>
      value;
};
/// By name; `?` and `$1` are named by their number from 1.
using Parameters = std::map<std::string, Parameter, std::less<>>;

/// Asked between the steps of a query.
class Watch {
 public:
  virtual ~Watch() = default;
  /// `num_rows`: how many the engine has scanned since it last asked, as far as it knows. It
  /// guesses what filters and joins leave, alike each time.
  virtual Result<void> step(uint64_t num_rows) = 0;
  /// Nanoseconds until `step` will say stop because time is up; INT64_MAX where it never will, or
  /// where no thread may be started that says so.
  virtual int64_t left_ns() { return INT64_MAX; }
};

/// Takes the rows of a result.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<void> start(std::span<const Column> columns) = 0;
  virtual Result<void> chunk(std::span<const VectorView> columns, size_t num_rows) = 0;
};

struct EngineOptions {
  std::string_view caller;  ///< of errors: "sql"
  std::string_view library_root;
  uint64_t memory_bytes = UINT64_MAX;
};

/// A file that the host has lent.
struct LentName {
  std::string shown;     ///< as the program knows it
  std::string resolved;  ///< host::LentFile::resolved
};
/// By lent path.
using FileNames = std::map<std::string, LentName, std::less<>>;

struct QueryOptions {
  std::string_view caller;                 ///< of errors
  const Parameters* parameters = nullptr;  ///< borrowed, as all here; null for none
  TableFinder* tables = nullptr;
  const FileNames* file_names = nullptr;  ///< all that the query may open
};

class Engine {
 public:
  virtual ~Engine() = default;
  static Result<std::unique_ptr<Engine>> open(const EngineOptions& options);

  virtual uint64_t memory_bytes() const = 0;
  /// Before the first query.
  virtual Result<void> limit_memory(uint64_t bytes, std::string_view caller) = 0;
  /// Runs one reading statement.
  virtual Result<void> run(std::string_view sql, const QueryOptions& options, Watch& watch,
                           Sink& sink) = 0;
  /// Runs a statement of the bridge's own making that writes into a lent file.
  virtual Result<void> write(std::string_view sql, const QueryOptions& options, Watch& watch) = 0;
  /// The one text that a query of one row and one column gives.
  virtual Result<std::string> text_of(std::string_view sql, std::string_view argument) = 0;
};

/// `text` in single quotes, for queries of the bridge's own making.
std::string quoted(std::string_view text);
/// A name in double quotes.
std::string quoted_name(std::string_view name);

}  // namespace syn::duck
