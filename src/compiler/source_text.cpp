// Places of the tree in the source.
// SPDX-License-Identifier: Apache-2.0
#include "compiler/source_text.h"

#include "base/utf8.h"

namespace syn {

Span point_of(Span span) { return {span.line, span.column, span.line, span.column}; }

size_t source_offset(std::string_view source, Span place) {
  size_t at = 0;
  for (uint32_t line = 1; line < place.line && at < source.size(); ++at) line += source[at] == '\n';
  for (uint32_t column = 1; column < place.column && at < source.size(); ++column) {
    next_code_point(source, at);
  }
  return at;
}

std::string_view literal_source(std::string_view source, Span place) {
  std::string_view rest = source.substr(source_offset(source, place));
  if (rest.empty()) return {};
  if (rest.starts_with("[]") || rest.starts_with("{}")) return rest.substr(0, 2);
  if (rest[0] == '"' || rest[0] == '\'') {
    for (size_t i = 1; i < rest.size() && rest[i] != '\n'; ++i) {
      if (rest[i] == '\\') {
        ++i;
      } else if (rest[i] == rest[0]) {
        return rest.substr(0, i + 1);
      }
    }
    return {};
  }
  size_t end = rest.find_first_not_of("0123456789_.");
  return rest.substr(0, end);
}

Span span_through(Span from, Span last, std::string_view text) {
  return {from.line, from.column, last.line,
          last.column + static_cast<uint32_t>(count_code_points(text))};
}

}  // namespace syn
