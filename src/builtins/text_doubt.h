// What is doubtful about a column of texts: that it looks like numbers, dates or bools, or nearly
// does. What `describe` says of a column that its reader left as text, or never looked at.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tableio/column_guess.h"

namespace syn {

class TextDoubt {
 public:
  /// A text that is present, at a row counted from 1.
  void see(std::string_view text, size_t row) { guess_.see(text, row); }
  /// Nothing that comes changes the note.
  bool is_settled() const { return guess_.is_settled(); }
  /// What all of them read as; Text where they do not, or where that is in doubt.
  tableio::ColumnKind kind() const { return guess_.kind(); }
  /// In English; empty where there is no doubt.
  std::string note() const;

 private:
  tableio::ColumnGuess guess_;
};

}  // namespace syn
