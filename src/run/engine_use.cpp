// Looking for the words.
// SPDX-License-Identifier: Apache-2.0
#include "run/engine_use.h"

#include <algorithm>
#include <array>

namespace syn {

namespace {

/// Parts of the names of all builtins that open the engine, and the statement that brings in a
/// module, whose text is not known here.
constexpr std::array<std::string_view, 4> kWords = {"sql", "parquet", "read_table", "use"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// `use` as a word of its own: `because` and `used` are common.
bool has_word(std::string_view source, std::string_view word) {
  for (size_t at = source.find(word); at != std::string_view::npos;
       at = source.find(word, at + 1)) {
    size_t end = at + word.size();
    bool starts = at == 0 || !is_letter(source[at - 1]);
    bool ends = end == source.size() || !is_letter(source[end]);
    if (starts && ends) return true;
  }
  return false;
}

}  // namespace

bool may_use_engine(std::string_view source) {
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return word == "use" ? has_word(source, word) : source.find(word) != std::string_view::npos;
  });
}

}  // namespace syn
