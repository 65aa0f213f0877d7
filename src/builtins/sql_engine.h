// The SQL engine of a run, opened on first use, and files lent to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/file_access.h"
#include "duck/engine.h"
#include "host/files.h"
#include "vm/call.h"

namespace syn {

/// The engine; opened anew when less memory is left than it was given.
Result<duck::Engine*> sql_engine(Call& call);

/// An engine that is open and not yet used, for `RunRequest::warm_engine`: opening takes longer
/// than most queries, and files that the walls of a child hide. Null where there is none.
std::unique_ptr<Kept> open_warm_sql_engine(std::string_view library_root);

/// Polls budget and deadline between the steps of a query.
class CallWatch final : public duck::Watch {
 public:
  explicit CallWatch(Call& call) : call_(call) {}
  Result<void> step(uint64_t num_rows) override;
  /// Where no thread may watch the clock, the host does: it ends the process.
  int64_t left_ns() override {
    Services& services = call_.services();
    return services.may_start_threads() ? services.left_ns() : INT64_MAX;
  }

 private:
  Call& call_;
  uint64_t units_ = 256;  ///< of the next step
};

/// Files that the engine may open while this lives, and the names by which messages call them.
class LentFiles {
 public:
  /// Files that stay lent beyond the call.
  struct Held {
    std::vector<std::unique_ptr<host::LentFile>> files;
    duck::FileNames names;
  };

  explicit LentFiles(Call& call) : call_(call) {}

  /// What the gate has let through; gives the path for the engine.
  Result<std::string> lend(const cap::PathPermit& permit);
  /// Bytes in memory, or an empty file to write to.
  Result<std::string> lend_bytes(std::string_view bytes, std::string_view shown);
  /// All bytes of the file lent last.
  Result<std::string> read_back();
  /// So many bytes of the file that was lent as `path`, or fewer at its end.
  Result<std::string> read_at(std::string_view path, uint64_t offset, uint64_t size);
  const duck::FileNames& names() const { return held_.names; }
  Held take() { return std::move(held_); }

 private:
  std::string keep(std::unique_ptr<host::LentFile> file, std::string_view shown);

  Call& call_;
  Held held_;
};

}  // namespace syn
