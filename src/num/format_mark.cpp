// Reading format marks: `[[fill]align][sign][#][0][width][,|_][.precision][type]`.
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "base/utf8.h"
#include "num/errors.h"
#include "num/number_text.h"

namespace syn {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<Align> align_of(char c) {
  switch (c) {
    case '<': return Align::Left;
    case '>': return Align::Right;
    case '^': return Align::Center;
    case '=': return Align::AfterSign;
    default: return std::nullopt;
  }
}

std::optional<FormatType> type_of(char c) {
  switch (c) {
    case 's': return FormatType::Text;
    case 'd': return FormatType::Integer;
    case 'b': return FormatType::Binary;
    case 'o': return FormatType::Octal;
    case 'x': return FormatType::HexLower;
    case 'X': return FormatType::HexUpper;
    case 'f':
    case 'F': return FormatType::Fixed;
    case 'e': return FormatType::Exponent;
    case 'E': return FormatType::ExponentUpper;
    case 'g': return FormatType::General;
    case 'G': return FormatType::GeneralUpper;
    case '%': return FormatType::Percent;
    default: return std::nullopt;
  }
}

bool takes_prefix(FormatType type) {
  return type == FormatType::Binary || type == FormatType::Octal || type == FormatType::HexLower ||
         type == FormatType::HexUpper;
}

/// Reads one mark front to back.
class MarkReader {
 public:
  explicit MarkReader(std::string_view text) : text_(text), rest_(text) {}

  Result<FormatMark> read() {
    read_align();
    read_sign();
    mark_.alternate = take('#');
    mark_.zero_pad = take('0');
    TRY_ASSIGN(auto width, read_number());
    mark_.width = width.value_or(0);
    if (rest_.starts_with(',') || rest_.starts_with('_')) mark_.grouping = take_any();
    if (take('.')) {
      TRY_ASSIGN(mark_.precision, read_number());
      if (!mark_.precision) return Error(num_errors::kFormatMarkNeedsDigits, {text_});
    }
    if (!rest_.empty()) {
      std::optional<FormatType> type = type_of(rest_.front());
      if (type && rest_.size() == 1) {
        mark_.type = *type;
        rest_.remove_prefix(1);
      }
    }
    if (!rest_.empty()) return Error(num_errors::kBadFormatMark, {text_, rest_});
    TRY(check_conflicts());
    return mark_;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  char take_any() {
    char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  void read_align() {
    if (rest_.empty()) return;
    size_t after_fill = 0;
    uint32_t fill = next_code_point(rest_, after_fill);
    if (after_fill < rest_.size()) {
      if (std::optional<Align> align = align_of(rest_[after_fill])) {
        mark_.fill = static_cast<char32_t>(fill);
        mark_.align = *align;
        rest_.remove_prefix(after_fill + 1);
        return;
      }
    }
    if (std::optional<Align> align = align_of(rest_.front())) {
      mark_.align = *align;
      rest_.remove_prefix(1);
    }
  }

  void read_sign() {
    if (take('+')) {
      mark_.sign = SignMark::Plus;
    } else if (take(' ')) {
      mark_.sign = SignMark::Space;
    } else {
      take('-');
    }
  }

  Result<std::optional<uint32_t>> read_number() {
    if (rest_.empty() || !is_digit(rest_.front())) return std::optional<uint32_t>();
    uint32_t number = 0;
    while (!rest_.empty() && is_digit(rest_.front())) {
      number = number * 10 + static_cast<uint32_t>(take_any() - '0');
      if (number > kMaxFormatWidth) return Error(num_errors::kFormatMarkTooWide, {text_});
    }
    return std::optional<uint32_t>(number);
  }

  Result<void> check_conflicts() const {
    std::string_view letter = text_.empty() ? text_ : text_.substr(text_.size() - 1);
    bool integer_type = takes_prefix(mark_.type) || mark_.type == FormatType::Integer;
    if (mark_.grouping == ',' && (takes_prefix(mark_.type) || mark_.type == FormatType::Text)) {
      return Error(num_errors::kFormatMarkConflict, {",", letter});
    }
    if (mark_.grouping == '_' && mark_.type == FormatType::Text) {
      return Error(num_errors::kFormatMarkConflict, {"_", letter});
    }
    if (mark_.precision && integer_type) {
      return Error(num_errors::kFormatMarkConflict,
                   {"." + std::to_string(*mark_.precision), std::string(letter)});
    }
    if (mark_.alternate && !takes_prefix(mark_.type)) {
      return Error(num_errors::kFormatMarkConflict, {"#", letter});
    }
    return {};
  }

  std::string_view text_;
  std::string_view rest_;
  FormatMark mark_;
};

}  // namespace

Result<FormatMark> parse_format_mark(std::string_view mark) { return MarkReader(mark).read(); }

}  // namespace syn
