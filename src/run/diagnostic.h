// An error as fields, for programs and tools to read: the same in `check --json`, in
// `run --format json` and in the result of `run_program`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace syn {

namespace sandbox {
class WireReader;
class WireWriter;
}  // namespace sandbox
class Heap;
class Value;

struct Diagnostic {
  std::string file;
  Span span;  ///< not known: no place, and no keys of one
  std::string code;
  std::string message;
  std::string hint;
  std::optional<Fix> fix;
  std::vector<TraceEntry> trace;  ///< the calls it came through, innermost first
  uint64_t data_row = 0;          ///< as the message counts it; 0 for none
  std::string data_value;         ///< of that row, shortened; empty for none
};

Diagnostic make_diagnostic(const Error& error, Language language);

/// One JSON object: file, line, column, end_line, end_column, code, message, hint; and fix, trace,
/// row and value where there are such.
void append_diagnostic_json(std::string& text, const Diagnostic& diagnostic);
/// The same as a map of the language.
Value diagnostic_map(Heap& heap, const Diagnostic& diagnostic);

void write_diagnostic(sandbox::WireWriter& out, const Diagnostic& diagnostic);
Diagnostic read_diagnostic(sandbox::WireReader& in);

}  // namespace syn
