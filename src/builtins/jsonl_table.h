// JSON Lines as columns, where every line is an object.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "builtins/jsonl_lines.h"
#include "host/files.h"

namespace syn {

/// Rows with more columns than this in all keep the keys that they have.
inline constexpr size_t kMaxJsonColumns = 10'000;

/// What becomes of rows whose keys differ.
enum class RowKeys : uint8_t {
  Unite,  ///< each row has the keys of all
  Same    ///< there is no table
};

/// The lines of a valid UTF-8 text as a table, or nothing where they are no table (a line that is
/// no object, no lines, too many columns): then `decode_json_lines` reads them. Errors as there.
Result<std::optional<Value>> read_json_table(Call& call, std::string_view text,
                                             const JsonLinesOptions& options, RowKeys keys,
                                             host::FileView* view = nullptr);

}  // namespace syn
