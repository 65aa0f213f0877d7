// The text of a file that holds a table.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers_text.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/ahead.h"
#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/text_arguments.h"
#include "tableio/content_kind.h"
#include "tableio/text_encoding.h"
#include "vm/services.h"

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

constexpr size_t kPiece = size_t{1} << 20;

/// A piece ends before the first byte of a character.
size_t end_of_piece(std::string_view bytes, size_t index) {
  size_t end = std::min(index * kPiece, bytes.size());
  for (int i = 0; i < 3 && end != 0 && end < bytes.size() && (bytes[end] & 0xC0) == 0x80; ++i) {
    --end;
  }
  return end;
}

/// Looks at a piece twice while it is at hand.
Checked check_piece(std::string_view bytes, size_t index) {
  size_t start = end_of_piece(bytes, index);
  std::string_view piece = bytes.substr(start, end_of_piece(bytes, index + 1) - start);
  Checked checked;
  if (std::optional<size_t> bad = find_invalid_utf8(piece)) checked.invalid = start + *bad;
  size_t nul = piece.find('\0');
  if (nul != std::string_view::npos) checked.nul = start + nul;
  return checked;
}

/// Looks piece by piece, with other threads where that is worth it, and lets each piece go.
Checked check_utf8(Call& call, std::string_view bytes, host::FileView* view) {
  size_t num_pieces = (bytes.size() + kPiece - 1) / kPiece;
  std::unique_ptr<Ahead<Checked>> ahead;
  bool is_large = bytes.size() >= kMinBytesForThreads;
  uint32_t num_threads = is_large ? call.services().num_threads() : 1;
  if (num_threads > 1) {
    ahead = Ahead<Checked>::start(num_pieces, num_threads - 1, [bytes](size_t i, Checked& checked) {
      checked = check_piece(bytes, i);
    });
  }
  ReadProgress progress(view);
  Checked checked;
  for (size_t i = 0; i < num_pieces; ++i) {
    Checked piece = ahead != nullptr ? *ahead->next() : check_piece(bytes, i);
    if (!checked.nul) checked.nul = piece.nul;
    checked.invalid = piece.invalid;
    if (checked.invalid) break;
    progress.reach(bytes.data() + end_of_piece(bytes, i + 1));
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
    Checked checked = check_utf8(call, bytes, view);
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
