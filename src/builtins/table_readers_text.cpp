// The text of a file that holds a table.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/text_arguments.h"
#include "tableio/content_kind.h"
#include "tableio/text_encoding.h"

namespace syn {
namespace {

/// The line (from 1) of a byte; CR, LF and CRLF end lines.
uint64_t line_of(std::string_view text, size_t offset) {
  uint64_t line = 1;
  for (size_t i = 0; i < offset; ++i) {
    bool ends =
        text[i] == '\n' || (text[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n'));
    line += ends ? 1 : 0;
  }
  return line;
}

/// What is wrong with bytes that are no text, when they are something else that is known; else
/// `otherwise`.
Error not_text(std::string_view bytes, std::string_view prefix, Error otherwise) {
  std::string_view content = tableio::foreign_content(bytes);
  if (content.empty()) return otherwise;
  return Error(builtin_errors::kTableForeign, {prefix, content, tableio::foreign_advice(content)});
}

/// Where UTF-8 is wrong, and where the first NUL byte is.
struct Checked {
  std::optional<size_t> invalid;
  std::optional<size_t> nul;
};

/// Looks at each piece twice while it is at hand, then lets it go.
Checked check_utf8(std::string_view bytes, host::FileView* view) {
  constexpr size_t kPiece = size_t{1} << 20;
  ReadProgress progress(view);
  Checked checked;
  for (size_t start = 0; start < bytes.size();) {
    size_t end = std::min(start + kPiece, bytes.size());
    // A piece ends before the first byte of a character.
    for (int i = 0; i < 3 && end < bytes.size() && (bytes[end] & 0xC0) == 0x80; ++i) --end;
    std::string_view piece = bytes.substr(start, end - start);
    if (std::optional<size_t> bad = find_invalid_utf8(piece)) {
      checked.invalid = start + *bad;
      return checked;
    }
    size_t nul = checked.nul ? std::string_view::npos : piece.find('\0');
    if (nul != std::string_view::npos) checked.nul = start + nul;
    progress.reach(bytes.data() + end);
    start = end;
  }
  return checked;
}

}  // namespace

void ReadProgress::reach(const char* place) {
  constexpr size_t kStep = size_t{4} << 20;
  if (view_ == nullptr) return;
  std::string_view bytes = view_->bytes();
  auto offset = reinterpret_cast<uintptr_t>(place) - reinterpret_cast<uintptr_t>(bytes.data());
  if (offset > bytes.size() || offset < forgotten_ + kStep) return;
  view_->forget(offset);
  forgotten_ = offset;
}

Result<void> check_is_csv(std::string_view text, std::string_view prefix) {
  std::string_view content = tableio::page_content(text);
  if (!content.empty()) {
    return Error(builtin_errors::kTableForeign,
                 {prefix, content, tableio::foreign_advice(content)});
  }
  if (tableio::looks_like_json(text)) return Error(builtin_errors::kTableIsJson, {prefix});
  return {};
}

Result<std::string_view> table_text(Call& call, std::string_view bytes, std::string_view encoding,
                                    std::string_view prefix, host::FileView* view,
                                    std::string& buffer) {
  TRY(tick_bytes(call, bytes.size()));
  tableio::Encoding form = tableio::guess_encoding(bytes);
  if (!encoding.empty()) form = tableio::encoding_named(encoding).value_or(form);
  std::string_view text = bytes;
  size_t nul = std::string_view::npos;
  if (form == tableio::Encoding::Utf8) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    Checked checked = check_utf8(bytes, view);
    if (checked.invalid) {
      Error error(builtin_errors::kTableUtf8, {prefix, count_text(line_of(bytes, *checked.invalid)),
                                               count_text(*checked.invalid)});
      return not_text(bytes, prefix, std::move(error));
    }
    if (checked.nul) nul = *checked.nul - (bytes.size() - text.size());
  } else {
    TRY(call.reserve(bytes.size() * 2));
    if (std::optional<size_t> bad = tableio::decode_text(bytes, form, buffer)) {
      return Error(builtin_errors::kTableEncoding, {prefix, count_text(*bad)});
    }
    text = buffer;
    nul = text.find('\0');
  }
  if (nul != std::string_view::npos) {
    size_t offset = nul + (form == tableio::Encoding::Utf8 ? bytes.size() - text.size() : 0);
    Error error(builtin_errors::kTableNul,
                {prefix, count_text(line_of(text, nul)), count_text(offset)});
    return not_text(bytes, prefix, std::move(error));
  }
  return text;
}

}  // namespace syn
