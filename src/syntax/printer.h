// The canonical layout of a program: four spaces a level, one space around operators, comments and
// line breaks inside brackets kept, at most one blank line in a row. Formatting twice changes
// nothing, and the tree stays the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace syn {

/// Either `errors` is empty and `text` is the program in its layout, or it does not parse.
struct FormatResult {
  std::string text;
  std::vector<Error> errors;
};

FormatResult format_source(std::string source, std::string file);

}  // namespace syn
