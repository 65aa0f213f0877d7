// Doubts about columns of texts.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/text_doubt.h"

#include <utf8proc.h>

#include <cstdlib>

#include "json/writer.h"

namespace syn {
namespace {

/// Without case, accents' two forms, invisible characters, and blanks at the ends; empty where the
/// text is no UTF-8.
std::string shared_form(std::string_view text) {
  auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                                UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
  utf8proc_uint8_t* mapped = nullptr;
  utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  if (size < 0) return {};
  std::string form(reinterpret_cast<const char*>(mapped), static_cast<size_t>(size));
  std::free(mapped);
  constexpr std::string_view kBlanks = " \t\r\n";
  size_t start = form.find_first_not_of(kBlanks);
  if (start == std::string::npos) return {};
  return form.substr(start, form.find_last_not_of(kBlanks) + 1 - start);
}

}  // namespace

std::string TextDoubt::note() const {
  if (guess_.is_settled() && !guess_.has_numbers()) return {};
  std::string note = guess_.note("row");
  if (note.empty() && guess_.kind() != tableio::ColumnKind::Text) {
    note = "texts, all of which read as numbers, dates or bools; convert them on purpose";
  }
  return note;
}

void SpellingDoubt::see(std::string_view text) {
  if (is_settled() || text.empty() || text.size() > kMostBytes) return;
  auto [known, is_new] = first_.try_emplace(shared_form(text), text);
  if (is_new || known->first.empty() || known->second == text) return;
  known_ = known->second;
  twin_ = text;
}

std::string SpellingDoubt::note() const {
  if (twin_.empty()) return {};
  std::string note;
  json::append_text(note, known_, json::Escapes::Needed);
  note += " and ";
  json::append_text(note, twin_, json::Escapes::Needed);
  return note + " differ in case, blanks or form alone: trim(x), lower(x), normalize_text(x)";
}

}  // namespace syn
