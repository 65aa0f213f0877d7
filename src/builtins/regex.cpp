// matches, regex_find_all, regex_capture, regex_replace and their old names (data.md §3.8).
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/regex_compiled.h"
#include "builtins/regex_pattern.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

using Pattern = std::shared_ptr<CompiledPattern>;

/// A pattern ready to run over the text that is the first argument.
struct Search {
  Pattern pattern;
  const RE2* program = nullptr;
  std::string_view text;  ///< the argument, or `marked`
  std::string marked;
  bool has_marks = false;
};

/// Fills `search`, which stays where it is.
Result<void> prepare(Call& call, PatternUse use, Search& search) {
  TRY_ASSIGN(search.text, only_text(call, call[0]));
  TRY_ASSIGN(std::string_view pattern, text_argument(call, call[1], "pattern"));
  TRY(tick_bytes(call, search.text.size() + pattern.size()));
  TRY_ASSIGN(search.pattern, compiled_pattern(pattern, use));
  Text& text = call[0].text();
  TRY_ASSIGN(search.program, search.pattern->program(text));
  if (!search.pattern->wants_marks(text)) return {};
  TRY(call.reserve(search.text.size() * (kMarksSize + 1)));
  TRY(tick_bytes(call, search.text.size() * kMarksSize));
  search.has_marks = mark_words(search.text, search.marked);
  if (!search.has_marks) return Error(builtin_errors::kTextHoldsMark, {call.name()});
  search.text = search.marked;
  return {};
}

std::string_view view_of(re2::StringPiece piece) { return {piece.data(), piece.size()}; }

/// The matches of a pattern in a text, from left to right, none inside another. An empty match
/// directly behind the last one does not count.
class Matches {
 public:
  Matches(const Search& search, size_t num_groups)
      : search_(search), text_(search.text.data(), search.text.size()), groups_(num_groups) {}

  bool next() {
    while (start_ <= text_.size()) {
      bool found = search_.program->Match(text_, start_, text_.size(), RE2::UNANCHORED,
                                          groups_.data(), static_cast<int>(groups_.size()));
      if (!found) break;
      size_t begin = place(match_start());
      size_t end = place(match_end());
      if (begin == end && last_end_ && *last_end_ == end) {
        step_past(end);
        continue;
      }
      last_end_ = end;
      start_ = end;
      if (begin == end) step_past(end);
      return true;
    }
    return false;
  }
  /// Group 0 is the match; a group that took no part has no data.
  const std::vector<re2::StringPiece>& groups() const { return groups_; }
  size_t match_start() const { return static_cast<size_t>(groups_[0].data() - text_.data()); }
  /// Where the match ends, in front of the marks there.
  size_t end_place() const { return place(match_end()); }

 private:
  size_t match_end() const { return match_start() + groups_[0].size(); }

  /// One offset for all offsets that are the same place in a marked text.
  size_t place(size_t offset) const {
    return search_.has_marks ? before_marks(search_.text, offset) : offset;
  }

  void step_past(size_t at) {
    start_ = at + (search_.has_marks ? kMarksSize : 0);
    if (start_ >= text_.size()) {
      start_ = text_.size() + 1;
      return;
    }
    next_code_point(search_.text, start_);
  }

  const Search& search_;
  re2::StringPiece text_;
  std::vector<re2::StringPiece> groups_;
  size_t start_ = 0;
  std::optional<size_t> last_end_;
};

Result<Value> matches(Call& call) {
  Search search;
  TRY(prepare(call, PatternUse::Whole, search));
  std::string_view text = search.text;
  bool found = search.program->Match({text.data(), text.size()}, 0, text.size(), RE2::ANCHOR_BOTH,
                                     nullptr, 0);
  return Value::boolean(found);
}

Value text_of(Call& call, const Search& search, re2::StringPiece piece) {
  if (search.has_marks) return make_text(call.heap(), without_marks(view_of(piece)));
  return make_text(call.heap(), view_of(piece));
}

Result<Value> find_all(Call& call) {
  Search search;
  TRY(prepare(call, PatternUse::Find, search));
  Value list = make_list(call.heap());
  Matches found(search, 1);
  while (found.next()) {
    TRY(tick_bytes(call, found.groups()[0].size()));
    TRY(reserve_push(call, list));
    push(list, text_of(call, search, found.groups()[0]));
  }
  return list;
}

Value group_value(Call& call, const Search& search, re2::StringPiece group) {
  return group.data() == nullptr ? Value() : text_of(call, search, group);
}

/// What a capture gives for a pattern without groups.
enum class WithoutGroups : uint8_t { List, BareText };

Result<Value> capture_with(Call& call, WithoutGroups form) {
  Search search;
  TRY(prepare(call, PatternUse::Find, search));
  auto num_groups = static_cast<size_t>(search.pattern->num_groups());
  Matches found(search, num_groups + 1);
  if (!found.next()) return Value();
  if (num_groups == 0 && form == WithoutGroups::BareText) {
    return group_value(call, search, found.groups()[0]);
  }
  Value list = make_list(call.heap(), num_groups);
  for (size_t i = num_groups == 0 ? 0 : 1; i <= num_groups; ++i) {
    push(list, group_value(call, search, found.groups()[i]));
  }
  return list;
}

Result<Value> regex_capture(Call& call) { return capture_with(call, WithoutGroups::List); }
Result<Value> capture(Call& call) { return capture_with(call, WithoutGroups::BareText); }

/// A part of a replacement: text, or a group.
struct ReplacementPart {
  std::string_view text;
  std::optional<size_t> group;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The group that `\g<NAME>` means; one that does not exist is empty.
size_t group_named(const RE2& program, std::string_view name) {
  constexpr size_t kNone = SIZE_MAX;
  bool number = !name.empty() && name.size() < 9;
  for (char c : name) number = number && is_digit(c);
  if (number) return std::stoul(std::string(name));
  const auto& names = program.NamedCapturingGroups();
  auto found = names.find(std::string(name));
  return found == names.end() ? kNone : static_cast<size_t>(found->second);
}

/// `\1`, `\g<1>`, `\g<name>` are groups, `\\` a backslash; all else is text.
std::vector<ReplacementPart> replacement_parts(const RE2& program, std::string_view text) {
  std::vector<ReplacementPart> parts;
  size_t start = 0;
  size_t i = 0;
  auto add_text = [&](size_t end) {
    if (end > start) parts.push_back({text.substr(start, end - start), std::nullopt});
  };
  while ((i = text.find('\\', i)) != std::string_view::npos) {
    size_t after = i + 1;
    if (after < text.size() && is_digit(text[after])) {
      size_t end = after + 1;
      if (end < text.size() && is_digit(text[end])) ++end;
      add_text(i);
      parts.push_back({{}, std::stoul(std::string(text.substr(after, end - after)))});
      start = i = end;
    } else if (text.substr(after, 2) == "g<" && text.find('>', after) != std::string_view::npos) {
      size_t end = text.find('>', after);
      add_text(i);
      parts.push_back({{}, group_named(program, text.substr(after + 2, end - after - 2))});
      start = i = end + 1;
    } else if (text.substr(after, 1) == "\\") {
      add_text(after);
      start = i = after + 1;
    } else {
      i = after;
    }
  }
  add_text(text.size());
  return parts;
}

Result<Value> regex_replace(Call& call) {
  Search search;
  TRY(prepare(call, PatternUse::Find, search));
  TRY_ASSIGN(std::string_view replacement, text_argument(call, call[2], "replacement"));
  std::vector<ReplacementPart> parts = replacement_parts(*search.program, replacement);
  size_t used = 0;
  for (const ReplacementPart& part : parts) {
    auto most = static_cast<size_t>(search.pattern->num_groups());
    if (part.group && *part.group <= most) used = std::max(used, *part.group);
  }
  Matches found(search, used + 1);
  std::string out;
  size_t copied = 0;
  bool any = false;
  while (found.next()) {
    any = true;
    TRY(tick_bytes(call, found.groups()[0].size() + replacement.size()));
    out += search.text.substr(copied, found.match_start() - copied);
    for (const ReplacementPart& part : parts) {
      if (!part.group) {
        out += part.text;
      } else if (*part.group <= used) {
        out += view_of(found.groups()[*part.group]);
      }
    }
    copied = found.end_place();
    if (out.size() == out.capacity()) TRY(reserve_text(call, out.size() * 2));
  }
  if (!any) return std::move(call[0]);
  out += search.text.substr(copied);
  return finish_text(call, search.has_marks ? without_marks(out) : out);
}

constexpr BuiltinSpec kRows[] = {
    {"matches", "s, pattern", 2, 2, "", Purity::Pure, "",
     "Whether the whole text matches a regular expression.",
     "matches(\"2026-01-31\", \"[0-9]{4}-[0-9]{2}-[0-9]{2}\") → true",
     "letters of any case: matches(s, \"(?i)pattern\")", matches},
    {"regex_find_all", "s, pattern", 2, 2, "", Purity::Pure, "",
     "Every match of a regular expression.",
     "regex_find_all(\"a1b22\", \"[0-9]+\") → [\"1\", \"22\"]",
     "letters of any case: \"(?i)pattern\"", find_all},
    {"regex_capture", "s, pattern", 2, 2, "", Purity::Pure, "",
     "The groups of the first match, or nothing.",
     "regex_capture(\"k=v\", \"([a-z])=([a-z])\") → [\"k\", \"v\"]", "", regex_capture},
    {"regex_replace", "s, pattern, replacement", 3, 3, "", Purity::Pure, "",
     "A text with every match replaced; \\1 and \\g<name> are groups.",
     "regex_replace(\"2026-01\", \"([0-9]+)-([0-9]+)\", \"\\\\2/\\\\1\") → 01/2026",
     "letters of any case: \"(?i)pattern\"; every match is replaced", regex_replace},
    {"find_all", "s, pattern", 2, 2, "", Purity::Pure, "", "The old name of regex_find_all.",
     "find_all(\"a1b22\", \"[0-9]+\") → [\"1\", \"22\"]", "", find_all},
    {"capture", "s, pattern", 2, 2, "", Purity::Pure, "",
     "The old form of regex_capture: a pattern without groups gives the bare text.",
     "capture(\"x42y\", \"[0-9]+\") → 42", "", capture},
    {"replace_re", "s, pattern, replacement", 3, 3, "", Purity::Pure, "",
     "The old name of regex_replace.", "replace_re(\"cost 5\", \"[0-9]\", \"$0\") → cost $0", "",
     regex_replace},
};

}  // namespace

const BuiltinTable kRegexBuiltins(kRows);

}  // namespace syn
