// What is doubtful about a column of texts: that it looks like numbers, dates or bools, or nearly
// does. What `describe` says of a column that its reader left as text, or never looked at.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

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

/// Values that differ in nothing but case, blanks at the ends or the form of their characters:
/// groups and joins tell them apart. Of the first thousand different ones.
class SpellingDoubt {
 public:
  void see(std::string_view text);
  bool is_settled() const { return !twin_.empty() || first_.size() >= kMost; }
  /// In English; empty where there is no doubt.
  std::string note() const;

 private:
  static constexpr size_t kMost = 1000;
  static constexpr size_t kMostBytes = 80;              // longer ones are no keys
  std::unordered_map<std::string, std::string> first_;  // by what spellings share
  std::string known_;
  std::string twin_;
};

}  // namespace syn
