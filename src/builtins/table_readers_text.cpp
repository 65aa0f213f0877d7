// The text of a file that holds a table.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers_text.h"

#include <algorithm>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/text_arguments.h"
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

}  // namespace

Result<std::string_view> table_text(Call& call, std::string_view bytes, std::string_view encoding,
                                    std::string_view prefix, std::string& buffer) {
  TRY(tick_bytes(call, bytes.size()));
  tableio::Encoding form = tableio::guess_encoding(bytes);
  if (!encoding.empty()) form = tableio::encoding_named(encoding).value_or(form);
  std::string_view text = bytes;
  if (form == tableio::Encoding::Utf8) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    if (std::optional<size_t> bad = find_invalid_utf8(bytes)) {
      return Error(builtin_errors::kTableUtf8,
                   {prefix, count_text(line_of(bytes, *bad)), count_text(*bad)});
    }
  } else {
    TRY(call.reserve(bytes.size() * 2));
    if (std::optional<size_t> bad = tableio::decode_text(bytes, form, buffer)) {
      return Error(builtin_errors::kTableEncoding, {prefix, count_text(*bad)});
    }
    text = buffer;
  }
  size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    size_t offset = nul + (form == tableio::Encoding::Utf8 ? bytes.size() - text.size() : 0);
    return Error(builtin_errors::kTableNul,
                 {prefix, count_text(line_of(text, nul)), count_text(offset)});
  }
  return text;
}

}  // namespace syn
