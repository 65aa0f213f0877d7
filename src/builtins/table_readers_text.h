// The text of a file that holds a table: decoded, and refused with a place where it cannot be read
// as it stands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "host/files.h"
#include "vm/call.h"

namespace syn {

/// Gives the memory of a mapped file back while it is read, so that a table costs what it holds.
class ReadProgress {
 public:
  /// `view` may be null; it outlives this.
  explicit ReadProgress(host::FileView* view) : view_(view) {}
  /// All bytes before `place` were read; a place outside the file means nothing.
  void reach(const char* place);
  /// Reading begins again.
  void restart() { forgotten_ = 0; }

 private:
  host::FileView* view_;
  size_t forgotten_ = 0;
};

/// Valid UTF-8 without byte order mark and NUL bytes: a part of `bytes`, or of `buffer` where they
/// had to be decoded. `view` is what holds the bytes, or null. `encoding` may be empty. `prefix`
/// begins the messages: `read_csv: sales.csv`.
Result<std::string_view> table_text(Call& call, std::string_view bytes, std::string_view encoding,
                                    std::string_view prefix, host::FileView* view,
                                    std::string& buffer);

/// Refuses text that is plainly something else: an HTML page, JSON.
Result<void> check_is_csv(std::string_view text, std::string_view prefix);

}  // namespace syn
