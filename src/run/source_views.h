// A program as its tokens, its tree, its bytecode, and in its canonical layout: for the command
// line, which knows nothing of how programs are made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace syn {

/// `text` unless there are errors; tokens show what is wrong in their own text too.
struct SourceView {
  std::string text;
  std::vector<Error> errors;
};

SourceView view_tokens(std::string source, std::string file);
SourceView view_tree(std::string source, std::string file);
SourceView view_bytecode(std::string source, std::string file);
/// The canonical layout (syntax/printer.h).
SourceView view_layout(std::string source, std::string file);

}  // namespace syn
