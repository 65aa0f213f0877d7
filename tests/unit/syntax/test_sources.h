// Programs for the tests of this module, and what tests do with errors and fixes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/utf8.h"
#include "syntax/parser.h"

namespace syn::test {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The programs of tests/conformance, sorted by path.
inline std::vector<std::filesystem::path> find_programs() {
  std::vector<std::filesystem::path> paths;
  std::filesystem::path root = std::filesystem::path(SYN_SOURCE_DIR) / "tests/conformance";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".syn") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The lines that would be printed for the errors of `source`, as file ex.syn.
inline std::vector<std::string> error_lines(std::string source) {
  std::vector<std::string> lines;
  for (const Error& error : parse_program(std::move(source), "ex.syn").errors) {
    lines.push_back(error.line());
  }
  return lines;
}

inline size_t find_offset(std::string_view source, uint32_t line, uint32_t column) {
  size_t start = 0;
  for (uint32_t i = 1; i < line; ++i) {
    size_t newline = source.find('\n', start);
    if (newline == std::string_view::npos) return source.size();
    start = newline + 1;
  }
  return start + code_point_offset(source.substr(start), column - 1);
}

inline std::string apply_fix(const std::string& source, const Fix& fix) {
  size_t start = find_offset(source, fix.span.line, fix.span.column);
  size_t end = find_offset(source, fix.span.end_line, fix.span.end_column);
  return source.substr(0, start) + fix.text + source.substr(end);
}

}  // namespace syn::test
