// The text of a file that holds a table: decoded, and refused with a place where it cannot be read
// as it stands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "vm/call.h"

namespace syn {

/// Valid UTF-8 without byte order mark and NUL bytes: a part of `bytes`, or of `buffer` where they
/// had to be decoded. `encoding` may be empty. `prefix` begins the messages: `read_csv: sales.csv`.
Result<std::string_view> table_text(Call& call, std::string_view bytes, std::string_view encoding,
                                    std::string_view prefix, std::string& buffer);

}  // namespace syn
