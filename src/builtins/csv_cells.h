// Fields of CSV as values: texts, and the types that a column may have (data.md §3.13, values).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tableio/csv_reader.h"
#include "tableio/number_notation.h"
#include "vm/call.h"

namespace syn {

/// What a field becomes. The first seven have names that `types` accepts.
enum class CellKind : uint8_t {
  Text,
  Int,
  Float,
  Decimal,
  Bool,
  Date,
  DateTime,
  AnyNumber,     ///< a number where it looks like one, else the text (option `numbers`)
  DayMonthYear,  ///< found by read_csv
  MonthDayYear
};
std::optional<CellKind> cell_kind_named(std::string_view name);
std::string_view cell_kind_name(CellKind kind);

/// Texts that were made lately, so that a column of few different values has few texts.
class TextCache {
 public:
  Value make(Heap& heap, std::string_view text);

 private:
  static constexpr size_t kSlots = 256;
  static constexpr size_t kMaxBytes = 40;
  std::vector<Value> slots_;
  uint32_t tried_ = 0;
  uint32_t found_ = 0;
};

/// Whether a field that is not empty holds one of the words for a missing value. As csv_parse has
/// it only in plain fields, byte for byte; `anywhere` also in quotes and between blanks.
bool is_missing_mark(const tableio::CsvField& field, const std::vector<std::string>& marks,
                     bool anywhere);

/// Turns the fields of one column into values.
class CellMaker {
 public:
  /// All outlive the maker. `prefix` begins the messages.
  CellMaker(Call& call, std::string_view prefix, std::string column, CellKind kind,
            const std::vector<std::string>& missing, const tableio::CsvDialect& dialect,
            const tableio::NumberNotation& notation = {});

  Result<Value> make(const tableio::CsvField& field, size_t line);

 private:
  Result<Value> convert(std::string_view text, size_t line);
  Value text_value(std::string_view text) { return cache_.make(call_.heap(), text); }
  Result<Value> integer(std::string_view text, size_t line);
  Result<Value> floating(std::string_view text, size_t line);
  Result<Value> boolean(std::string_view text, size_t line);
  Value any_number(std::string_view text);
  Error wrong(std::string_view text, size_t line) const;

  Call& call_;
  std::string_view prefix_;
  std::string column_;
  CellKind kind_;
  const std::vector<std::string>& missing_;
  char quote_;
  bool marks_anywhere_;  ///< missing marks also in quotes and between blanks
  tableio::NumberNotation notation_;
  TextCache cache_;
  std::string scratch_;
};

}  // namespace syn
