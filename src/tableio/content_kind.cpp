// Marks at the beginning of files.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/content_kind.h"

#include <algorithm>
#include <cstddef>

namespace syn::tableio {
namespace {

struct Mark {
  std::string_view bytes;
  std::string_view content;
  std::string_view advice;
};

constexpr std::string_view kUnpack = "unpack it first; gzip and zstd are read as they are";
constexpr std::string_view kImage = "tables are read from CSV, JSON, JSON Lines and Parquet";
constexpr std::string_view kSave = "save the sheet or table as CSV";

constexpr Mark kMarks[] = {
    {"PK\x03\x04", "a ZIP archive (a workbook .xlsx is one too)",
     "unpack it, or save the sheet as CSV"},
    {"\xD0\xCF\x11\xE0", "an old Office document (.xls, .doc)", kSave},
    {"PAR1", "a Parquet file", "read_parquet(path) reads it"},
    {"SQLite format 3", "an SQLite database", kSave},
    {"%PDF-", "a PDF document", kSave},
    {"\x89PNG", "a PNG image", kImage},
    {"\xFF\xD8\xFF", "a JPEG image", kImage},
    {"GIF8", "a GIF image", kImage},
    {"BZh", "bzip2 data", kUnpack},
    {std::string_view("\xFD"
                      "7zXZ\0",
                      6),
     "xz data", kUnpack},
    {"7z\xBC\xAF\x27\x1C", "a 7-Zip archive", kUnpack},
    {"ARROW1", "an Arrow file", "write it as Parquet where it is made"},
    {"\x7F"
     "ELF",
     "a program", kImage},
};

constexpr std::string_view kPage = "an HTML page";
constexpr std::string_view kPageAdvice =
    "it may be what a server said in the place of the file: fetch the file again";

constexpr std::string_view kBlanks = " \t\r\n";

/// `prefix` in lower case.
bool starts_with_any_case(std::string_view text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  return std::equal(prefix.begin(), prefix.end(), text.begin(), [](char wanted, char c) {
    return wanted == (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  });
}

std::string_view without_blanks_before(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  size_t start = text.find_first_not_of(kBlanks);
  return text.substr(start == std::string_view::npos ? text.size() : start);
}

}  // namespace

std::string_view foreign_content(std::string_view bytes) {
  for (const Mark& mark : kMarks) {
    if (bytes.starts_with(mark.bytes)) return mark.content;
  }
  return page_content(bytes);
}

std::string_view page_content(std::string_view text) {
  text = without_blanks_before(text);
  bool is_page =
      starts_with_any_case(text, "<!doctype html") || starts_with_any_case(text, "<html");
  return is_page ? kPage : std::string_view();
}

std::string_view foreign_advice(std::string_view content) {
  for (const Mark& mark : kMarks) {
    if (content == mark.content) return mark.advice;
  }
  return kPageAdvice;
}

bool looks_like_json(std::string_view text) {
  std::string_view start = without_blanks_before(text);
  size_t last = start.find_last_not_of(kBlanks);
  if (last == std::string_view::npos || last == 0) return false;
  bool is_list = start[0] == '[' && start[last] == ']';
  bool is_map = start[0] == '{' && start[last] == '}';
  std::string_view inner = without_blanks_before(start.substr(1));
  char next = inner.empty() ? '\0' : inner[0];
  return (is_list && (next == '{' || next == '[')) || (is_map && next == '"');
}

}  // namespace syn::tableio
