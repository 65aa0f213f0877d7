// From text to AST. The parser recovers after an error and reports up to 20 in one go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "syntax/ast.h"

namespace syn {

/// Either `program` is set and `errors` is empty, or there is at least one error.
struct ParseResult {
  std::unique_ptr<ast::Program> program;
  std::vector<Error> errors;  ///< in source order, each with file, span and phase
};

/// Parses `source` (any bytes; invalid UTF-8 is an error with its byte offset). `file` is the name
/// that messages show. Nesting deeper than `kMaxNesting` is an error, never a crash.
ParseResult parse_program(std::string source, std::string file);

inline constexpr int kMaxNesting = 1000;
inline constexpr size_t kMaxSourceBytes = size_t{64} << 20;
inline constexpr size_t kMaxErrors = 20;

}  // namespace syn
