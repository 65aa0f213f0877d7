// Rewriting patterns: groups, repetitions, escapes. Classes are in regex_class.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/regex_pattern.h"

#include <algorithm>

#include "base/utf8.h"

namespace syn {
namespace {

constexpr size_t kMaxNesting = 250;  // of the crate
constexpr std::string_view kLookAround =
    "look-around, including look-ahead and look-behind, is not supported";
constexpr std::string_view kSkipMarks = "(?:[\\x{fdd0}\\x{fdd1}]*";
constexpr std::string_view kTooDeep =
    "exceed the maximum number of nested parentheses/brackets (250)";
constexpr std::string_view kMissingExpression = "repetition operator missing expression";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

bool PatternRewriter::fail(std::string reason, size_t start, size_t end) {
  problem_ = PatternProblem{std::move(reason), start, end};
  return false;
}

void PatternRewriter::begin_atom() {
  atom_start_ = out_.size();
  has_atom_ = true;
  repetitions_ = 0;
}

/// Around what takes one character.
void PatternRewriter::begin_character() {
  begin_atom();
  if (reach_ == ClassReach::Marked) out_ += kSkipMarks;
}
void PatternRewriter::end_character() {
  if (reach_ == ClassReach::Marked) out_ += ')';
}

uint32_t PatternRewriter::take_code_point() { return next_code_point(pattern_, next_); }

/// A code point that stands for itself, also inside a class.
void PatternRewriter::append_literal(uint32_t code_point) {
  bool is_word = code_point >= 0x80 || code_point == '_' ||
                 is_letter(static_cast<char>(code_point)) ||
                 is_digit(static_cast<char>(code_point));
  if (code_point < 0x20 || code_point == 0x7F) {
    constexpr char kHex[] = "0123456789abcdef";
    out_ += "\\x";
    out_ += kHex[code_point >> 4];
    out_ += kHex[code_point & 15];
    return;
  }
  if (!is_word) out_ += '\\';
  append_code_point(out_, code_point);
}

std::optional<PatternProblem> PatternRewriter::run() {
  while (!at_end()) {
    if (!step()) return problem_;
  }
  if (!groups_.empty()) {
    fail("unclosed group", groups_.back().open, groups_.back().open + 1);
    return problem_;
  }
  return std::nullopt;
}

bool PatternRewriter::step() {
  char c = peek();
  if (verbose_ && is_space(c)) {
    ++next_;
    return true;
  }
  if (verbose_ && c == '#') {
    comment();
    return true;
  }
  switch (c) {
    case '(': return open_group();
    case ')': return close_group();
    case '[': return bracket();
    case '\\': return escape();
    case '*':
    case '+':
    case '?': return repeat();
    case '{': return counted();
    case '|':
      out_ += '|';
      ++next_;
      has_atom_ = false;
      return true;
    case '^':
      begin_atom();
      out_ += pattern_[next_++];
      return true;
    case '$':
      begin_character();  // marks stand in front of an end too
      out_ += pattern_[next_++];
      end_character();
      return true;
    case '.':
      ++next_;
      begin_character();
      if (reach_ == ClassReach::Marked) {
        out_ += dot_all_ ? "[^\\x{fdd0}\\x{fdd1}]" : "[^\\n\\x{fdd0}\\x{fdd1}]";
      } else {
        out_ += '.';
      }
      end_character();
      return true;
    default: break;
  }
  uint32_t code_point = take_code_point();
  begin_character();
  append_literal(code_point);
  end_character();
  return true;
}

void PatternRewriter::comment() {
  size_t end = pattern_.find('\n', next_);
  next_ = end == std::string_view::npos ? pattern_.size() : end + 1;
}

bool PatternRewriter::open_group() {
  size_t start = next_;
  if (groups_.size() >= kMaxNesting) {
    return fail(std::string(kTooDeep), start, start + 1);
  }
  std::string_view rest = pattern_.substr(start);
  for (std::string_view look : {"(?=", "(?!", "(?<=", "(?<!"}) {
    if (rest.substr(0, look.size()) == look) {
      return fail(std::string(kLookAround), start, start + look.size());
    }
  }
  groups_.push_back({start, out_.size(), verbose_, dot_all_});
  has_atom_ = false;
  if (rest.substr(0, 2) != "(?") {
    out_ += '(';
    ++next_;
    return true;
  }
  if (rest.substr(0, 4) == "(?P<") return group_name(start + 4);
  if (rest.substr(0, 3) == "(?<") return group_name(start + 3);
  next_ += 2;
  return group_flags(start);
}

bool PatternRewriter::group_name(size_t name_start) {
  size_t end = pattern_.find('>', name_start);
  if (end == std::string_view::npos) {
    return fail("unclosed capture group name", pattern_.size(), pattern_.size());
  }
  std::string_view name = pattern_.substr(name_start, end - name_start);
  if (name.empty()) return fail("empty capture group name", name_start, name_start);
  for (size_t i = 0; i < name.size(); ++i) {
    bool fits = is_letter(name[i]) || name[i] == '_' || (i > 0 && is_digit(name[i]));
    if (!fits) {
      return fail("invalid capture group character", name_start + i, name_start + i + 1);
    }
  }
  out_ += "(?P<";
  out_ += name;
  out_ += '>';
  if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
    return fail("duplicate capture group name", name_start, end);
  }
  names_.push_back(name);
  next_ = end + 1;
  return true;
}

/// flags = [imsUxuR]* ("-" [imsUxuR]*)? (":" | ")")
bool PatternRewriter::group_flags(size_t start) {
  std::string kept;
  bool negated = false;
  bool verbose = verbose_;
  bool dot_all = dot_all_;
  size_t negation = 0;
  for (;; ++next_) {
    if (at_end()) return fail("unclosed group", start, start + 1);
    char c = peek();
    if (c == ':' || c == ')') break;
    if (c == '-') {
      if (negated) return fail("duplicate flag negation operator", next_, next_ + 1);
      negated = true;
      negation = next_;
      kept += '-';
      continue;
    }
    if (std::string_view("imsUxuR").find(c) == std::string_view::npos) {
      size_t from = next_;
      take_code_point();
      return fail("unrecognized flag", from, next_);
    }
    if (c == 'x') verbose = !negated;
    if (c == 's') dot_all = !negated;
    if (c == 'u' && negated) return fail("Unicode cannot be turned off here", next_, next_ + 1);
    if (std::string_view("imsU").find(c) != std::string_view::npos) kept += c;
  }
  bool dangling = negated && next_ == negation + 1;
  if (dangling) return fail("dangling flag negation operator", negation, negation + 1);
  if (!kept.empty() && kept.back() == '-') kept.pop_back();
  verbose_ = verbose;
  dot_all_ = dot_all;
  if (peek() == ')') {
    if (next_ == start + 2) return fail(std::string(kMissingExpression), start + 1, start + 2);
    // Flags for the rest of the group around.
    groups_.pop_back();
    if (!kept.empty()) out_ += "(?" + kept + ")";
  } else {
    out_ += "(?" + kept + ":";
  }
  ++next_;
  return true;
}

bool PatternRewriter::close_group() {
  if (groups_.empty()) return fail("unopened group", next_, next_ + 1);
  out_ += ')';
  ++next_;
  atom_start_ = groups_.back().out_start;
  verbose_ = groups_.back().verbose;
  dot_all_ = groups_.back().dot_all;
  groups_.pop_back();
  has_atom_ = true;
  repetitions_ = 0;
  return true;
}

/// Appends a repetition; what is a repetition itself is put into a group first.
void PatternRewriter::finish_repeat(std::string_view text) {
  if (repetitions_++ > 0) {
    out_.insert(atom_start_, "(?:");
    out_ += ')';
  }
  out_ += text;
  if (peek() == '?') {
    out_ += '?';
    ++next_;
  }
}

/// Whether what stands before can be repeated.
bool PatternRewriter::check_repeat() {
  if (!has_atom_) return fail(std::string(kMissingExpression), next_, next_ + 1);
  if (repetitions_ < kMaxNesting) return true;
  return fail(std::string(kTooDeep), next_, next_ + 1);
}

bool PatternRewriter::repeat() {
  size_t start = next_;
  if (!check_repeat()) return false;
  ++next_;
  finish_repeat(pattern_.substr(start, 1));
  return true;
}

/// "{" n "}" | "{" n "," m? "}"
bool PatternRewriter::counted() {
  size_t start = next_;
  if (!check_repeat()) return false;
  size_t close = pattern_.find('}', start);
  if (close == std::string_view::npos) {
    return fail("unclosed counted repetition", start, pattern_.size());
  }
  std::string inside;
  for (char c : pattern_.substr(start + 1, close - start - 1)) {
    if (!is_space(c)) inside += c;
  }
  size_t comma = inside.find(',');
  std::string low = inside.substr(0, comma);
  std::string high = comma == std::string::npos ? low : inside.substr(comma + 1);
  auto is_number = [](const std::string& text) {
    return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), is_digit);
  };
  if (!is_number(low) || (!high.empty() && !is_number(high))) {
    return fail("repetition quantifier expects a valid decimal", start + 1, close);
  }
  if (!high.empty() && std::stoul(low) > std::stoul(high)) {
    return fail("invalid repetition count range, the start must be <= the end", start, close + 1);
  }
  next_ = close + 1;
  finish_repeat("{" + inside + "}");
  return true;
}

bool PatternRewriter::escape() {
  size_t start = next_++;
  if (at_end()) {
    return fail("incomplete escape sequence, reached end of pattern prematurely", start, start + 1);
  }
  char c = peek();
  if (is_digit(c)) return fail("backreferences are not supported", start, start + 2);
  if (class_escape(c)) return true;
  if (assertion_escape(c)) return true;
  if (c == 'p' || c == 'P') {
    begin_character();
    if (!property(start)) return false;
    end_character();
    return true;
  }
  if (c == 'x' || c == 'u' || c == 'U') {
    if (!code_point_escape(start, c)) return false;
    begin_character();
    append_literal(*escaped_);
    end_character();
    return true;
  }
  if (std::string_view("afnrtv").find(c) != std::string_view::npos) {
    ++next_;
    begin_character();
    out_ += pattern_.substr(start, 2);
    end_character();
    return true;
  }
  if (is_letter(c) || static_cast<unsigned char>(c) >= 0x80) {
    take_code_point();
    return fail("unrecognized escape sequence", start, next_);
  }
  ++next_;
  begin_character();
  append_literal(static_cast<unsigned char>(c));
  end_character();
  return true;
}

/// \b \B \A \z
bool PatternRewriter::assertion_escape(char letter) {
  if (std::string_view("bBAz").find(letter) == std::string_view::npos) return false;
  ++next_;
  bool marked = reach_ == ClassReach::Marked;
  if (letter == 'b' || letter == 'B') {
    by_reach_ = true;
    has_boundary_ = true;
    begin_atom();
    if (marked) {
      out_ += letter == 'b' ? "\\x{fdd0}" : "\\x{fdd1}";
      return true;
    }
  } else if (letter == 'z') {
    begin_character();
    out_ += "\\z";
    end_character();
    return true;
  } else {
    begin_atom();
  }
  out_ += '\\';
  out_ += letter;
  return true;
}

/// \d \w \s and their opposites, outside a class.
bool PatternRewriter::class_escape(char letter) {
  if (std::string_view("dDwWsS").find(letter) == std::string_view::npos) return false;
  ++next_;
  by_reach_ = true;
  char lower = static_cast<char>(letter | 0x20);
  begin_character();
  out_ += letter == lower ? "[" : "[^";
  out_ += class_letters(lower, reach_);
  if (letter != lower && reach_ == ClassReach::Marked) out_ += "\\x{fdd0}\\x{fdd1}";
  out_ += ']';
  end_character();
  return true;
}

/// \x7F \x{7F} \u007F \u{7F} \U0000007F \U{7F}; `next_` is at the letter.
bool PatternRewriter::code_point_escape(size_t start, char letter) {
  ++next_;
  size_t digits_start = next_;
  size_t digits_end = next_ + (letter == 'x' ? 2 : letter == 'u' ? 4 : 8);
  size_t after = digits_end;
  if (peek() == '{') {
    digits_start = next_ + 1;
    digits_end = pattern_.find('}', digits_start);
    if (digits_end == std::string_view::npos) {
      return fail("incomplete escape sequence, reached end of pattern prematurely", start,
                  pattern_.size());
    }
    after = digits_end + 1;
    if (digits_end == digits_start) return fail("hexadecimal literal empty", start, after);
  }
  if (after > pattern_.size()) {
    return fail("incomplete escape sequence, reached end of pattern prematurely", start,
                pattern_.size());
  }
  uint64_t value = 0;
  for (size_t i = digits_start; i < digits_end; ++i) {
    char c = pattern_[i];
    int digit = is_digit(c)                         ? c - '0'
                : is_letter(c) && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                    : -1;
    if (digit < 0) return fail("invalid hexadecimal digit", i, i + 1);
    value = std::min<uint64_t>(value * 16 + static_cast<uint64_t>(digit), 0x200000);
  }
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
    return fail("hexadecimal literal is not a Unicode scalar value", digits_start, digits_end);
  }
  next_ = after;
  escaped_ = static_cast<uint32_t>(value);
  return true;
}

std::string PatternProblem::notated(std::string_view pattern) const {
  bool ruled = pattern.find('\n') != std::string_view::npos;
  std::string out;
  std::string divider(79, '~');
  if (ruled) out += divider + "\n";
  size_t line_number = 1;
  size_t num_lines = static_cast<size_t>(std::count(pattern.begin(), pattern.end(), '\n')) + 1;
  size_t width = ruled ? std::to_string(num_lines).size() : 0;
  for (size_t line_start = 0;; ++line_number) {
    size_t line_end = std::min(pattern.find('\n', line_start), pattern.size());
    std::string number = std::to_string(line_number);
    out += ruled ? std::string(width - number.size(), ' ') + number + ": " : "    ";
    out += pattern.substr(line_start, line_end - line_start);
    out += '\n';
    if (start >= line_start && start <= line_end) {
      size_t column = count_code_points(pattern.substr(line_start, start - line_start));
      size_t marked_end = std::min(std::max(end, start), line_end);
      size_t marks = count_code_points(pattern.substr(start, marked_end - start));
      out.append((ruled ? width + 2 : 4) + column, ' ');
      out.append(std::max<size_t>(marks, 1), '^');
      out += '\n';
    }
    if (line_end == pattern.size()) break;
    line_start = line_end + 1;
  }
  if (ruled) return out + divider;
  out.pop_back();
  return out;
}

}  // namespace syn
