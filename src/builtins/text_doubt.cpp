// Doubts about columns of texts.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/text_doubt.h"

namespace syn {

std::string TextDoubt::note() const {
  if (guess_.is_settled() && !guess_.has_numbers()) return {};
  std::string note = guess_.note("row");
  if (note.empty() && guess_.kind() != tableio::ColumnKind::Text) {
    note = "texts, all of which read as numbers, dates or bools; convert them on purpose";
  }
  return note;
}

}  // namespace syn
