// The cells of one column in some records of CSV, read on trust that they are plain values of the
// kind that the column has had so far. Where one is not, its row is a gap for the caller to see to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "table/column.h"
#include "tableio/csv_cells.h"

namespace syn::tableio {

/// How plain cells of a column read.
struct CsvForm {
  std::optional<table::Kind> kind;  ///< nothing: not this way
  uint32_t scale = 0;               ///< of Decimal
  int32_t offset_seconds = 0;       ///< of DateTime
  std::string_view yes;             ///< of Bool
  std::string_view no;
  bool operator==(const CsvForm&) const = default;
};

/// Reads cells from the front into `out`, up to the first that is not plain, and gives how many.
/// Not of floats, which have doubles. `end` is that of the text.
size_t read_plain(const CsvForm& form, std::span<const CsvCell> cells, const char* end,
                  int64_t* out);

struct CsvBlock {
  CsvForm form;
  table::Buffer<int64_t> ints;  ///< a value a row, or of floats:
  table::Buffer<double> floats;
  table::Buffer<uint32_t> gaps;  ///< rows whose cells are not plain

  void fill(const CsvForm& how, std::span<const CsvCell> cells, const char* end);
};

}  // namespace syn::tableio
