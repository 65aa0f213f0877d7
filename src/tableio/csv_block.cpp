// The cells of one column, read on trust.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_block.h"

namespace syn::tableio {

size_t read_plain(const CsvForm& form, std::span<const CsvCell> cells, const char* end,
                  int64_t* out) {
  if (!form.kind) return 0;
  switch (*form.kind) {
    case table::Kind::Int: return read_plain_ints(cells, end, out);
    case table::Kind::Decimal: return read_plain_decimals(cells, end, form.scale, out);
    case table::Kind::Bool: return read_plain_bools(cells, form.yes, form.no, out);
    case table::Kind::Date: return read_plain_dates(cells, end, out);
    case table::Kind::DateTime: return read_plain_date_times(cells, form.offset_seconds, out);
    case table::Kind::Float:
    case table::Kind::Text:
    case table::Kind::Any: break;
  }
  return 0;
}

void CsvBlock::fill(const CsvForm& how, std::span<const CsvCell> cells, const char* end) {
  form = how;
  gaps.clear();
  if (!how.kind) return;
  bool is_float = how.kind == table::Kind::Float;
  if (is_float) {
    floats.resize(cells.size());
  } else {
    ints.resize(cells.size());
  }
  for (size_t row = 0; row < cells.size(); ++row) {
    std::span<const CsvCell> rest = cells.subspan(row);
    row += is_float ? read_plain_floats(rest, end, floats.data() + row)
                    : read_plain(how, rest, end, ints.data() + row);
    if (row < cells.size()) gaps.push_back(static_cast<uint32_t>(row));
  }
}

}  // namespace syn::tableio
