// Marking texts, so that RE2 sees the words of Unicode: see regex_pattern.h.
// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"
#include "builtins/regex_pattern.h"

namespace syn {
namespace {

constexpr size_t kMarkSize = 3;
constexpr std::string_view kMarkLead = "\xEF\xB7";

/// Whether one of the marks stands at `offset`.
bool is_mark(std::string_view text, size_t offset) {
  if (text.substr(offset, 2) != kMarkLead || offset + 2 >= text.size()) return false;
  return text[offset + 2] == kBoundaryMark[2] || text[offset + 2] == kInsideMark[2];
}

}  // namespace

bool mark_words(std::string_view text, std::string& marked) {
  marked.clear();
  marked.reserve(text.size() * (kMarksSize + 1) + kMarksSize);
  bool after_word = false;
  for (size_t offset = 0; offset < text.size();) {
    if (is_mark(text, offset)) return false;
    size_t start = offset;
    bool is_word = is_word_character(next_code_point(text, offset));
    std::string_view mark = is_word != after_word ? kBoundaryMark : kInsideMark;
    marked += mark;
    marked += mark;
    marked += text.substr(start, offset - start);
    after_word = is_word;
  }
  std::string_view last = after_word ? kBoundaryMark : kInsideMark;
  marked += last;
  marked += last;
  return true;
}

std::string without_marks(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 2);
  size_t copied = 0;
  for (size_t found = text.find(kMarkLead); found != std::string_view::npos;
       found = text.find(kMarkLead, found)) {
    if (!is_mark(text, found)) {
      ++found;
      continue;
    }
    out += text.substr(copied, found - copied);
    found += kMarkSize;
    copied = found;
  }
  out += text.substr(copied);
  return out;
}

size_t before_marks(std::string_view marked, size_t offset) {
  while (offset >= kMarkSize && is_mark(marked, offset - kMarkSize)) offset -= kMarkSize;
  return offset;
}

}  // namespace syn
