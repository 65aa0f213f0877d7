// Rewriting patterns: classes in brackets and Unicode properties.
// SPDX-License-Identifier: Apache-2.0
#include <utf8proc.h>

#include <array>
#include <cstdio>

#include "base/utf8.h"
#include "builtins/regex_pattern.h"

namespace syn {
namespace {

// What Unicode adds to ASCII, in the syntax of RE2.
constexpr std::string_view kUnicodeDigits = "\\p{Nd}";
constexpr std::string_view kUnicodeWords =
    "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200c}\\x{200d}\\x{24b6}-\\x{24e9}"
    "\\x{1f130}-\\x{1f149}\\x{1f150}-\\x{1f169}\\x{1f170}-\\x{1f189}";
constexpr std::string_view kUnicodeSpaces =
    "\\t-\\r "
    "\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
constexpr std::string_view kUnicodeNonSpaces =
    "\\x00-\\x08\\x0e-\\x1f!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}"
    "\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}"
    "\\x{3001}-\\x{fdcf}\\x{fdd2}-\\x{10ffff}";

constexpr std::string_view kMarks = "\\x{fdd0}\\x{fdd1}";
constexpr uint32_t kFirstMark = 0xFDD0;
constexpr size_t kMaxClassNesting = 250;  // of the crate

struct PropertyName {
  std::string_view name;
  std::string_view letters;  ///< of RE2, as a part of a class
};
/// Names that the crate knows and RE2 does not.
constexpr PropertyName kProperties[] = {
    {"Letter", "\\p{L}"},
    {"Alphabetic", "\\p{L}\\p{Nl}\\p{M}"},
    {"Alpha", "\\p{L}\\p{Nl}\\p{M}"},
    {"Lowercase_Letter", "\\p{Ll}"},
    {"Lowercase", "\\p{Ll}"},
    {"Uppercase_Letter", "\\p{Lu}"},
    {"Uppercase", "\\p{Lu}"},
    {"Mark", "\\p{M}"},
    {"Number", "\\p{N}"},
    {"Decimal_Number", "\\p{Nd}"},
    {"Punctuation", "\\p{P}"},
    {"Symbol", "\\p{S}"},
    {"Currency_Symbol", "\\p{Sc}"},
    {"Separator", "\\p{Z}"},
    {"White_Space", kUnicodeSpaces},
    {"Other", "\\p{C}"},
};

/// Names of general categories and scripts that RE2 itself knows are passed on; it says when it
/// does not know one.
bool is_plain_name(std::string_view name) {
  if (name.empty()) return false;
  for (char c : name) {
    bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!fits) return false;
  }
  return true;
}

bool is_digit_character(uint32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_ND;
}

/// All code points that are not, as ranges; without the marks.
std::string ranges_outside(bool (*is_inside)(uint32_t)) {
  auto is_part = [is_inside](uint32_t c) {
    bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    return c <= 0x10FFFF && !surrogate && c != kFirstMark && c != kFirstMark + 1 && !is_inside(c);
  };
  std::string out;
  for (uint32_t c = 0; c <= 0x10FFFF; ++c) {
    if (!is_part(c)) continue;
    uint32_t first = c;
    while (is_part(c + 1)) ++c;
    char text[40];
    int size = std::snprintf(text, sizeof(text), "\\x{%x}-\\x{%x}", first, c);
    out.append(text, static_cast<size_t>(size));
  }
  return out;
}

/// Made once, when a class first needs it: that takes some milliseconds.
const std::string& non_word_ranges() {
  static const std::string ranges = ranges_outside(is_word_character);
  return ranges;
}
const std::string& non_digit_ranges() {
  static const std::string ranges = ranges_outside(is_digit_character);
  return ranges;
}

}  // namespace

bool is_word_character(uint32_t c) {
  if (c < 0x80) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_PC: return true;
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_NO:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO: break;
  }
  return c == 0x200C || c == 0x200D || (c >= 0x24B6 && c <= 0x24E9) ||
         (c >= 0x1F130 && c <= 0x1F149) || (c >= 0x1F150 && c <= 0x1F169) ||
         (c >= 0x1F170 && c <= 0x1F189);
}

std::string class_letters(char letter, ClassReach reach) {
  if (reach == ClassReach::Ascii) {
    // Rust's \s has the vertical tab, RE2's has not.
    if ((letter | 0x20) == 's') return letter == 's' ? "\\t-\\r " : "\\x00-\\x08\\x0e-\\x1f!-\\x7f";
    return std::string("\\") + letter;
  }
  switch (letter) {
    case 'd': return std::string(kUnicodeDigits);
    case 'D': return non_digit_ranges();
    case 'W': return non_word_ranges();
    case 'w': return std::string(kUnicodeWords);
    case 's': return std::string(kUnicodeSpaces);
    case 'S': return std::string(kUnicodeNonSpaces);
    default: return {};
  }
}

/// \pL \p{Greek} \P{…} \p{^…}; `next_` is at the letter p.
bool PatternRewriter::property(size_t start) {
  bool negated = peek() == 'P';
  ++next_;
  std::string name;
  if (peek() == '{') {
    size_t close = pattern_.find('}', next_);
    if (close == std::string_view::npos) {
      return fail("incomplete escape sequence, reached end of pattern prematurely", start,
                  pattern_.size());
    }
    name = pattern_.substr(next_ + 1, close - next_ - 1);
    next_ = close + 1;
  } else if (!at_end()) {
    name = std::string(1, peek());
    ++next_;
  }
  if (!name.empty() && name[0] == '^') {
    negated = !negated;
    name.erase(0, 1);
  }
  size_t equals = name.find_first_of("=:");
  if (equals != std::string::npos) name.erase(0, equals + 1);
  if (!is_plain_name(name)) return fail("Unicode property not found", start, next_);
  for (const PropertyName& row : kProperties) {
    if (row.name != name) continue;
    bool single = row.letters.size() <= 6 && row.letters.substr(0, 3) == "\\p{";
    if (single) {
      name = row.letters.substr(3, row.letters.size() - 4);
      break;
    }
    out_ += std::string(negated ? "[^" : "[") + std::string(row.letters);
    if (negated && reach_ == ClassReach::Marked) out_ += kMarks;
    out_ += ']';
    return true;
  }
  if (negated && reach_ == ClassReach::Marked) {
    out_ += "[^\\p{" + name + "}" + std::string(kMarks) + "]";
  } else {
    out_ += std::string(negated ? "\\P{" : "\\p{") + name + "}";
  }
  return true;
}

/// "[" "^"? items "]"
bool PatternRewriter::bracket() {
  size_t open = next_++;
  begin_character();
  out_ += '[';
  if (peek() == '^') {
    out_ += '^';
    if (reach_ == ClassReach::Marked) out_ += kMarks;
    ++next_;
  }
  if (!bracket_items(open)) return false;
  out_ += ']';
  end_character();
  return true;
}

/// Up to the closing bracket. A class inside a class adds its items.
bool PatternRewriter::bracket_items(size_t open) {
  bool first = true;
  while (true) {
    if (at_end()) return fail("unclosed character class", open, open + 1);
    char c = peek();
    if (c == ']' && !first) break;
    if (verbose_ && (c == ' ' || (c >= '\t' && c <= '\r'))) {
      ++next_;
      continue;
    }
    bool is_operator = (c == '&' || c == '-' || c == '~') && peek(1) == c && !first;
    if (is_operator) {
      return fail("sets in classes (&& -- ~~) are not supported here", next_, next_ + 2);
    }
    first = false;
    std::optional<uint32_t> literal;
    size_t start = next_;
    if (!bracket_item(literal)) return false;
    if (!literal) continue;
    bool is_range =
        peek() == '-' && peek(1) != ']' && peek(1) != '-' && next_ + 1 < pattern_.size();
    if (is_range) {
      if (!bracket_range(*literal, start)) return false;
    } else {
      append_literal(*literal);
    }
  }
  ++next_;
  return true;
}

/// One item of a class: a character that may begin a range (`literal`), or what is written to the
/// output already.
bool PatternRewriter::bracket_item(std::optional<uint32_t>& literal) {
  if (peek() == '\\') return bracket_escape(literal);
  if (peek() == '[') {
    size_t close = peek(1) == ':' ? pattern_.find(":]", next_ + 2) : std::string_view::npos;
    if (close != std::string_view::npos) {
      if (peek(2) == '^' && reach_ == ClassReach::Marked) {
        return fail("a negated class inside a class is not supported together with \\b", next_,
                    close + 2);
      }
      out_ += pattern_.substr(next_, close + 2 - next_);
      next_ = close + 2;
      return true;
    }
    size_t start = next_++;
    if (peek() == '^') {
      return fail("a negated class inside a class is not supported here", start, start + 2);
    }
    if (class_depth_ == kMaxClassNesting) {
      return fail("exceed the maximum number of nested parentheses/brackets (250)", start,
                  start + 1);
    }
    ++class_depth_;
    if (!bracket_items(start)) return false;
    --class_depth_;
    return true;
  }
  literal = take_code_point();
  return true;
}

bool PatternRewriter::bracket_escape(std::optional<uint32_t>& literal) {
  size_t start = next_++;
  if (at_end()) {
    return fail("incomplete escape sequence, reached end of pattern prematurely", start, start + 1);
  }
  char c = peek();
  if (c >= '0' && c <= '9') return fail("backreferences are not supported", start, start + 2);
  if (std::string_view("dDwWsS").find(c) != std::string_view::npos) {
    by_reach_ = true;
    ++next_;
    out_ += class_letters(c, reach_);
    return true;
  }
  if (c == 'p' || c == 'P') {
    size_t before = out_.size();
    if (!property(start)) return false;
    // A property of several parts came in brackets of its own.
    if (out_[before] == '[') {
      if (out_[before + 1] == '^') {
        return fail("this negated property is not supported inside a class", start, next_);
      }
      out_.erase(before, 1);
      out_.pop_back();
    }
    return true;
  }
  if (c == 'x' || c == 'u' || c == 'U') {
    if (!code_point_escape(start, c)) return false;
    literal = escaped_;
    return true;
  }
  constexpr std::string_view kLetters = "afnrtv";
  constexpr std::array<uint32_t, 6> kCodes = {7, 12, 10, 13, 9, 11};
  if (size_t known = kLetters.find(c); known != std::string_view::npos) {
    ++next_;
    literal = kCodes[known];
    return true;
  }
  bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if (is_letter || static_cast<unsigned char>(c) >= 0x80) {
    take_code_point();
    return fail("unrecognized escape sequence", start, next_);
  }
  literal = take_code_point();
  return true;
}

/// `next_` is at the hyphen.
bool PatternRewriter::bracket_range(uint32_t low, size_t low_start) {
  ++next_;
  std::optional<uint32_t> high;
  size_t start = next_;
  if (peek() == '\\') {
    if (!bracket_escape(high)) return false;
    if (!high) {
      return fail("invalid range boundary, must be a literal", start, next_);
    }
  } else {
    high = take_code_point();
  }
  if (low > *high) {
    return fail("invalid character class range, the start must be <= the end", low_start, next_);
  }
  append_literal(low);
  out_ += '-';
  bool around_marks = low<kFirstMark&& * high> kFirstMark + 1;
  if (around_marks && reach_ == ClassReach::Marked) out_ += "\\x{fdcf}\\x{fdd2}-";
  append_literal(*high);
  return true;
}

}  // namespace syn
