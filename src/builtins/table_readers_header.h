// Names of the columns of a file: trimmed, unique, none empty.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "builtins/reader_note.h"

namespace syn {

/// Makes names usable: blanks around them go, a repeated name gets `_2`, an empty one is
/// `column_3`. Says so in `notes`.
std::vector<std::string> column_names_of(std::vector<std::string> header,
                                         std::vector<ReaderNote>& notes);

}  // namespace syn
