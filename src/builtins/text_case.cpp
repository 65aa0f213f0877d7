// Upper and lower case, and folding for comparison (data.md §3.7). Full Unicode, by utf8proc.
// SPDX-License-Identifier: Apache-2.0
#include <utf8proc.h>

#include <array>
#include <vector>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "builtins/text_upper_table.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr uint32_t kCapitalSigma = 0x3A3;
constexpr uint32_t kFinalSigma = 0x3C2;
constexpr uint32_t kDottedCapitalI = 0x130;
constexpr uint32_t kDotAbove = 0x307;

utf8proc_category_t category(uint32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

bool is_cased(uint32_t c) {
  utf8proc_category_t kind = category(c);
  return kind == UTF8PROC_CATEGORY_LU || kind == UTF8PROC_CATEGORY_LL ||
         kind == UTF8PROC_CATEGORY_LT;
}

/// Marks, modifiers and the like do not end a word for the rule of the final sigma.
bool is_case_ignorable(uint32_t c) {
  utf8proc_category_t kind = category(c);
  return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_ME ||
         kind == UTF8PROC_CATEGORY_CF || kind == UTF8PROC_CATEGORY_LM ||
         kind == UTF8PROC_CATEGORY_SK || c == '\'' || c == '.' || c == ':' || c == 0xB7 ||
         c == 0x2019;
}

/// Whether the first code point of `text` that counts is a cased letter.
bool next_is_cased(std::string_view text) {
  for (size_t offset = 0; offset < text.size();) {
    uint32_t c = next_code_point(text, offset);
    if (!is_case_ignorable(c)) return is_cased(c);
  }
  return false;
}

void append_upper(std::string& out, uint32_t c) {
  if (const UpperExpansion* expansion = find_upper_expansion(c)) {
    for (uint32_t part : expansion->upper) {
      if (part != 0) append_code_point(out, part);
    }
    return;
  }
  append_code_point(out, static_cast<uint32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c))));
}

uint32_t simple_lower(uint32_t c) {
  return static_cast<uint32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

Result<Value> map_ascii(Call& call, std::string_view text, char (*map)(char)) {
  TRY(reserve_text(call, text.size()));
  Value result = make_text_buffer(call.heap(), text.size());
  char* out = result.text().data;
  for (size_t i = 0; i < text.size(); ++i) out[i] = map(text[i]);
  return result;
}

/// Bytes between two looks at the Budget in the loops below.
constexpr size_t kLookEvery = 4096;

Result<Value> upper(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY(tick_bytes(call, text.size()));
  if (call[0].text().is_ascii()) return map_ascii(call, text, ascii_upper);
  TRY(call.reserve(text.size() * 3));
  std::string out;
  out.reserve(text.size());
  for (size_t offset = 0; offset < text.size();) {
    if (offset % kLookEvery == 0) TRY(call.tick());
    append_upper(out, next_code_point(text, offset));
  }
  return finish_text(call, out);
}

Result<Value> lower(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY(tick_bytes(call, text.size()));
  if (call[0].text().is_ascii()) return map_ascii(call, text, ascii_lower);
  TRY(call.reserve(text.size() * 3));
  std::string out;
  out.reserve(text.size());
  bool after_cased = false;
  for (size_t offset = 0; offset < text.size();) {
    if (offset % kLookEvery == 0) TRY(call.tick());
    uint32_t c = next_code_point(text, offset);
    if (c == kCapitalSigma && after_cased && !next_is_cased(text.substr(offset))) {
      append_code_point(out, kFinalSigma);
    } else if (c == kDottedCapitalI) {
      out += 'i';
      append_code_point(out, kDotAbove);
    } else {
      append_code_point(out, simple_lower(c));
    }
    if (!is_case_ignorable(c)) after_cased = is_cased(c);
  }
  return finish_text(call, out);
}

/// Marks that are accents; vowel signs and the like of other scripts are letters and stay.
bool is_accent(uint32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x1AB0 && c <= 0x1AFF) ||
         (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
         (c >= 0xFE20 && c <= 0xFE2F);
}

/// Letters that have no decomposition into a plain letter and an accent.
std::string_view plain_form(uint32_t c) {
  switch (c) {
    case 0xE6: return "ae";   // æ
    case 0x153: return "oe";  // œ
    case 0xF8: return "o";    // ø
    case 0xF0:                // ð
    case 0x111: return "d";   // đ
    case 0xFE: return "th";   // þ
    case 0x142: return "l";   // ł
    case 0x127: return "h";   // ħ
    case 0x131: return "i";   // ı
    default: return {};
  }
}

/// Appends one code point folded: decomposed, case folded, without accents.
void append_folded(std::vector<utf8proc_int32_t>& out, uint32_t c) {
  std::array<utf8proc_int32_t, 32> parts;
  int last_boundary = 0;
  auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD);
  utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(),
                                                   parts.size(), options, &last_boundary);
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    auto part = static_cast<uint32_t>(parts[static_cast<size_t>(i)]);
    if (is_accent(part)) continue;
    std::string_view plain = plain_form(part);
    if (plain.empty()) out.push_back(parts[static_cast<size_t>(i)]);
    for (char letter : plain) out.push_back(letter);
  }
}

Result<Value> fold_text(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY(tick_bytes(call, text.size()));
  if (call[0].text().is_ascii()) return map_ascii(call, text, ascii_lower);
  TRY(call.reserve(text.size() * sizeof(utf8proc_int32_t) * 3));
  std::vector<utf8proc_int32_t> folded;
  folded.reserve(text.size() + 1);
  for (size_t offset = 0; offset < text.size();) {
    if (offset % kLookEvery == 0) TRY(call.tick());
    append_folded(folded, next_code_point(text, offset));
  }
  // Composed again, for scripts whose letters the decomposition took apart (Hangul).
  auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  utf8proc_ssize_t count = utf8proc_normalize_utf32(
      folded.data(), static_cast<utf8proc_ssize_t>(folded.size()), options);
  std::string out;
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    append_code_point(out, static_cast<uint32_t>(folded[static_cast<size_t>(i)]));
  }
  return finish_text(call, out);
}

struct NormalForm {
  std::string_view name;
  int options;
};
constexpr std::array<NormalForm, 4> kNormalForms{{
    {"NFC", UTF8PROC_COMPOSE},
    {"NFD", UTF8PROC_DECOMPOSE},
    {"NFKC", UTF8PROC_COMPOSE | UTF8PROC_COMPAT},
    {"NFKD", UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT},
}};

Result<utf8proc_option_t> form_argument(Call& call) {
  const Value* given = call.optional(1) != nullptr ? call.optional(1) : call.named(0);
  if (given == nullptr) return static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  for (const NormalForm& form : kNormalForms) {
    if (given->is_text() && given->view() == form.name) {
      return static_cast<utf8proc_option_t>(form.options | UTF8PROC_STABLE);
    }
  }
  return Error(builtin_errors::kNormalForm, {short_display(*given)});
}

/// A Unicode normal form: in the composed one what is written in two ways becomes one text.
Result<Value> normalize_text(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY_ASSIGN(utf8proc_option_t options, form_argument(call));
  TRY(tick_bytes(call, text.size()));
  if (call[0].text().is_ascii()) return std::move(call[0]);
  auto decompose = [&](std::vector<utf8proc_int32_t>& parts) {
    return utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                              static_cast<utf8proc_ssize_t>(text.size()), parts.data(),
                              static_cast<utf8proc_ssize_t>(parts.size()), options);
  };
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, text.size() * sizeof(utf8proc_int32_t) * 3));
  std::vector<utf8proc_int32_t> parts(text.size() * 3 + 32);
  utf8proc_ssize_t count = decompose(parts);
  if (count > static_cast<utf8proc_ssize_t>(parts.size())) {
    // A compatibility form may be up to 18 times as long.
    TRY(charge.add(call, static_cast<uint64_t>(count) * sizeof(utf8proc_int32_t)));
    parts.resize(static_cast<size_t>(count) + 1);
    count = decompose(parts);
  }
  count = utf8proc_normalize_utf32(parts.data(), count, options);
  std::string out;
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    append_code_point(out, static_cast<uint32_t>(parts[static_cast<size_t>(i)]));
  }
  return finish_text(call, out);
}

constexpr BuiltinSpec kRows[] = {
    {"upper", "s", 1, 1, "", Purity::Pure, "", "A text in capitals.", "upper(\"straße\") → STRASSE",
     "only the first letter: upper(slice(s, 0, 1)) + slice(s, 1)", upper},
    {"lower", "s", 1, 1, "", Purity::Pure, "", "A text in small letters.",
     "lower(\"HÉLLO\") → héllo", "compare without case: fold_text(a) == fold_text(b)", lower},
    {"fold_text", "s", 1, 1, "", Purity::Pure, "",
     "A text in small letters without accents, for comparing.", "fold_text(\"Ñandú\") → nandu", "",
     fold_text},
    {"fold", "s", 1, 1, "", Purity::Pure, "", "The old name of fold_text.",
     "fold(\"Ångström\") → angstrom", "", fold_text},
    {"normalize_text", "s, form = \"NFC\"", 1, 2, "form", Purity::Pure, "",
     "A text in a Unicode form (NFC, NFD, NFKC, NFKD); in NFC, texts that look equal are equal.",
     "normalize_text(\"u\\u0308\") == \"\\u00fc\" → true", "", normalize_text},
};

}  // namespace

const BuiltinTable kTextCaseBuiltins(kRows);

}  // namespace syn
