// Doubts about a table as a whole that its reader does not have: a row of totals at its end, a
// header that looks like data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "table/table.h"

namespace syn {

/// Of a table from CSV. Appends sentences in English.
void add_table_doubts(const table::Table& table, std::vector<std::string>& notes);

}  // namespace syn
