// Patterns of regular expressions: the flavour of the Rust `regex` crate (data.md §3.8), checked
// and rewritten into that of RE2, with the crate's own reasons and places where a pattern is wrong.
//
// What differs between the two and is rewritten: \d \w \s are of Unicode, (?x), (?<name>…), \u{…},
// nested classes, repetitions of repetitions. What RE2 cannot do is refused: sets made by && -- ~~
// in classes. \b knows ASCII words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn {

/// Whether \d \w \s mean Unicode, or (for texts of ASCII, where it is the same) ASCII, which is
/// quicker.
enum class ClassReach : uint8_t { Unicode, Ascii };

struct PatternProblem {
  std::string reason;
  size_t start = 0;  ///< bytes of the pattern
  size_t end = 0;

  /// The pattern with carets under the place, indented by four spaces; of several lines in the
  /// ruled form.
  std::string notated(std::string_view pattern) const;
};

struct PatternRewrite {
  std::string text;       ///< for RE2
  bool by_reach = false;  ///< whether the reach made a difference
};

/// Rewrites a pattern; a problem when it is wrong.
class PatternRewriter {
 public:
  PatternRewriter(std::string_view pattern, ClassReach reach) : pattern_(pattern), reach_(reach) {}
  std::optional<PatternProblem> run();
  PatternRewrite take() { return {std::move(out_), by_reach_}; }

 private:
  struct Group {
    size_t open = 0;  ///< in the pattern
    size_t out_start = 0;
    bool verbose = false;  ///< around the group
  };

  bool step();
  bool open_group();
  bool group_flags(size_t start);
  bool group_name(size_t name_start);
  bool close_group();
  bool repeat();
  bool counted();
  void finish_repeat(std::string_view text);
  bool escape();
  bool class_escape(char letter);
  bool code_point_escape(size_t start, char letter);
  bool property(size_t start);
  bool bracket();
  bool bracket_items(size_t open);
  bool bracket_item(std::optional<uint32_t>& literal);
  bool bracket_escape(std::optional<uint32_t>& literal);
  bool bracket_range(uint32_t low, size_t low_start);
  void comment();

  bool at_end() const { return next_ >= pattern_.size(); }
  char peek(size_t ahead = 0) const {
    return next_ + ahead < pattern_.size() ? pattern_[next_ + ahead] : '\0';
  }
  bool fail(std::string reason, size_t start, size_t end);
  void atom(std::string_view text);
  void append_literal(uint32_t code_point);
  uint32_t take_code_point();

  std::string_view pattern_;
  ClassReach reach_;
  size_t next_ = 0;
  std::string out_;
  bool by_reach_ = false;
  bool verbose_ = false;
  std::vector<Group> groups_;
  std::vector<std::string_view> names_;  // of the groups so far
  bool has_atom_ = false;                // something that can be repeated stands before
  bool is_repeated_ = false;             // and is a repetition itself
  size_t atom_start_ = 0;                // where it begins in out_
  std::optional<PatternProblem> problem_;
  std::optional<uint32_t> escaped_;  // the code point of the last code_point_escape
};

/// Letters in brackets that \d \w \s stand for inside a class, or `[^…]`-like parts for \D \W \S.
std::string class_letters(char letter, ClassReach reach);

}  // namespace syn
