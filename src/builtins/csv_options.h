// The options map of csv_parse and of read_csv (data.md §3.13).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "builtins/csv_cells.h"
#include "tableio/csv_reader.h"
#include "vm/call.h"

namespace syn {

/// What becomes of records of another width than the first.
enum class RaggedRows : uint8_t {
  Refuse,
  Fill,  ///< short ones end with missing values
  Skip
};

struct CsvOptions {
  bool headers = true;
  bool numbers = false;
  tableio::CsvDialect dialect;
  std::vector<std::string> typed_columns;           ///< as given
  std::unordered_map<std::string, CellKind> types;  ///< by column
  std::vector<std::string> missing;

  // Of read_csv only.
  bool infer = false;  ///< columns without a type get the one that all their values fit
  bool delimiter_given = false;
  std::string encoding;      ///< empty: by the bytes
  uint64_t first_line = 1;   ///< of the header
  bool until_blank = false;  ///< stop at the first empty line after a record
  tableio::NumberNotation notation;
  RaggedRows ragged = RaggedRows::Refuse;
};

enum class CsvOptionSet : uint8_t { Parse, Read };
/// `given` may be null. `prefix` begins the messages: `csv_parse`, or `read_csv: sales.csv`.
Result<CsvOptions> csv_options(const Value* given, CsvOptionSet set, std::string_view prefix);

/// A single ASCII character that is neither quote nor line end; the option `delimiter` of both
/// directions.
Result<char> delimiter_option(const Value& value, std::string_view prefix);
/// The options value as a map; null when none was given.
Result<const Map*> options_map(const Value* given, std::string_view prefix);

}  // namespace syn
