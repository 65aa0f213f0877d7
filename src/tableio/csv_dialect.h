// Finds the delimiter of CSV text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "tableio/csv_reader.h"

namespace syn::tableio {

/// Which of `,` `;` tab and `|` cuts the first records most evenly; `,` when none does. The rest of
/// `dialect` is kept.
char guess_delimiter(std::string_view text, CsvDialect dialect);

/// The delimiter of a first line such as `sep=;`, which spreadsheets write and read.
std::optional<char> declared_delimiter(std::string_view text);

}  // namespace syn::tableio
