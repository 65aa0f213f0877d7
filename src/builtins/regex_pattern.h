// Patterns of regular expressions: the flavour of the Rust `regex` crate (data.md §3.8), checked
// and rewritten into that of RE2, with the crate's own reasons and places where a pattern is wrong.
//
// What differs between the two and is rewritten: \d \w \s are of Unicode, (?x), (?<name>…), \u{…},
// nested classes, repetitions of repetitions. Refused: sets made by && -- ~~ in classes, and
// negated classes inside classes.
//
// \b and \B of Unicode. RE2 has them for ASCII words only, and has no look-around to build them
// from. For texts beyond ASCII, the text is marked: between any two characters, and at both ends,
// stand two copies of one of two marks (noncharacters that no text holds), which says whether a
// word begins or ends there (`mark_words`). In the pattern \b becomes the one mark and \B the
// other; everything that takes a character takes the marks in front of it first, and nothing else
// takes a mark. Two copies, so that two assertions at one place both find theirs. What RE2 then
// finds is brought back by leaving the marks out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn {

/// For which texts a pattern is rewritten.
enum class ClassReach : uint8_t {
  Ascii,    ///< \d \w \s and \b mean ASCII, which is quicker
  Unicode,  ///< they mean Unicode; the pattern has no \b
  Marked    ///< as Unicode, for a marked text
};

/// U+FDD0 where a word begins or ends, U+FDD1 elsewhere.
inline constexpr std::string_view kBoundaryMark = "\xEF\xB7\x90";
inline constexpr std::string_view kInsideMark = "\xEF\xB7\x91";
/// The size of the marks at one place.
inline constexpr size_t kMarksSize = 6;
/// The text with its marks; false when it holds a mark itself.
bool mark_words(std::string_view text, std::string& marked);
/// `text` without marks.
std::string without_marks(std::string_view text);
/// Where the marks in front of `offset` begin: the same place in the text, in one form.
size_t before_marks(std::string_view marked, size_t offset);
/// \w of Unicode.
bool is_word_character(uint32_t code_point);

struct PatternProblem {
  std::string reason;
  size_t start = 0;  ///< bytes of the pattern
  size_t end = 0;

  /// The pattern with carets under the place, indented by four spaces; of several lines in the
  /// ruled form.
  std::string notated(std::string_view pattern) const;
};

struct PatternRewrite {
  std::string text;           ///< for RE2
  bool by_reach = false;      ///< whether the reach made a difference
  bool has_boundary = false;  ///< \b or \B
};

/// Rewrites a pattern; a problem when it is wrong.
class PatternRewriter {
 public:
  PatternRewriter(std::string_view pattern, ClassReach reach) : pattern_(pattern), reach_(reach) {}
  std::optional<PatternProblem> run();
  PatternRewrite take() { return {std::move(out_), by_reach_, has_boundary_}; }

 private:
  struct Group {
    size_t open = 0;  ///< in the pattern
    size_t out_start = 0;
    bool verbose = false;  ///< these two around the group
    bool dot_all = false;
  };

  bool step();
  bool open_group();
  bool group_flags(size_t start);
  bool group_name(size_t name_start);
  bool close_group();
  bool check_repeat();
  bool repeat();
  bool counted();
  void finish_repeat(std::string_view text);
  bool escape();
  bool assertion_escape(char letter);
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
  void begin_atom();
  void begin_character();
  void end_character();
  void append_literal(uint32_t code_point);
  uint32_t take_code_point();

  std::string_view pattern_;
  ClassReach reach_;
  size_t next_ = 0;
  std::string out_;
  bool by_reach_ = false;
  bool has_boundary_ = false;
  bool verbose_ = false;
  bool dot_all_ = false;
  size_t class_depth_ = 0;
  std::vector<Group> groups_;
  std::vector<std::string_view> names_;  // of the groups so far
  bool has_atom_ = false;                // something that can be repeated stands before
  size_t repetitions_ = 0;               // that it is nested in already: a** has two
  size_t atom_start_ = 0;                // where it begins in out_
  std::optional<PatternProblem> problem_;
  std::optional<uint32_t> escaped_;  // the code point of the last code_point_escape
};

/// Letters in brackets that \d \w \s stand for inside a class, or `[^…]`-like parts for \D \W \S.
std::string class_letters(char letter, ClassReach reach);

}  // namespace syn
