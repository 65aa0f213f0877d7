// Cuts CSV text into records and fields.
//
// Separators (the delimiter, CR and LF) are found in blocks of 64 bytes: one bit a byte in `mask_`,
// so that a short field costs a shift and a count of zeros. Quotes need no bit: they matter only as
// the first character of a field, and inside a quoted field the end is found with memchr.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace syn::tableio {
namespace {

constexpr size_t kBlock = 64;

uint64_t slow_mask(const char* from, size_t size, char delimiter) {
  uint64_t mask = 0;
  for (size_t i = 0; i < size; ++i) {
    char c = from[i];
    if (c == delimiter || c == '\n' || c == '\r') mask |= uint64_t{1} << i;
  }
  return mask;
}

#if defined(__SSE2__)
uint64_t block_mask(const char* from, char delimiter) {
  const __m128i wanted = _mm_set1_epi8(delimiter);
  const __m128i newline = _mm_set1_epi8('\n');
  const __m128i carriage = _mm_set1_epi8('\r');
  uint64_t mask = 0;
  for (size_t i = 0; i < kBlock; i += 16) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    __m128i hits =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, wanted),
                     _mm_or_si128(_mm_cmpeq_epi8(bytes, newline), _mm_cmpeq_epi8(bytes, carriage)));
    mask |= uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(hits))} << i;
  }
  return mask;
}
#else
uint64_t block_mask(const char* from, char delimiter) { return slow_mask(from, kBlock, delimiter); }
#endif

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

void unescape_csv(std::string_view text, char quote, std::string& out) {
  size_t i = 0;
  while (true) {
    size_t found = text.find(quote, i);
    if (found == std::string_view::npos) break;
    out += text.substr(i, found - i);
    i = found + 1;
    if (i >= text.size() || text[i] != quote) break;  // the closing quote
    out += quote;
    ++i;
  }
  out += text.substr(i);
}

CsvReader::CsvReader(std::string_view text, CsvDialect dialect, size_t first_line)
    : dialect_(dialect),
      begin_(text.data()),
      next_(begin_),
      end_(begin_ + text.size()),
      line_(first_line),
      record_line_(first_line) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") next_ += 3;
}

void CsvReader::seek(size_t offset, size_t line) {
  next_ = begin_ + offset;
  line_ = line;
  num_fields_ = 0;
}

inline void CsvReader::load_block(const char* block) {
  block_ = block;
  auto left = static_cast<size_t>(end_ - block);
  mask_ = left >= kBlock ? block_mask(block, dialect_.delimiter)
                         : slow_mask(block, left, dialect_.delimiter);
}

/// The first delimiter or line end at or after `from`, or the end of the text. Mostly it is one
/// that the last block has shown.
inline const char* CsvReader::find_special(const char* from) {
  auto offset = static_cast<size_t>(from - block_);
  if (offset < kBlock) [[likely]] {
    uint64_t mask = mask_ & (~uint64_t{0} << offset);
    if (mask != 0) [[likely]]
      return block_ + std::countr_zero(mask);
  }
  return find_in_blocks(from);
}

const char* CsvReader::find_in_blocks(const char* from) {
  if (block_ == nullptr || from < block_ || from >= block_ + kBlock) load_block(from);
  uint64_t mask = mask_ & (~uint64_t{0} << (from - block_));
  while (mask == 0) {
    if (end_ - block_ <= static_cast<std::ptrdiff_t>(kBlock)) return end_;
    load_block(block_ + kBlock);
    mask = mask_;
  }
  return block_ + std::countr_zero(mask);
}

/// Moves past lines without any character, and past comments; false at the end of the text.
bool CsvReader::skip_empty_lines() {
  skipped_empty_line_ = false;
  while (next_ != end_) {
    bool is_comment = dialect_.comment != 0 && *next_ == dialect_.comment;
    if (!is_comment && *next_ != '\n' && *next_ != '\r') break;
    if (is_comment)
      next_ = std::find_if(next_, end_, [](char c) { return c == '\n' || c == '\r'; });
    if (next_ == end_) break;
    if (*next_ == '\r' && next_ + 1 != end_ && next_[1] == '\n') ++next_;
    ++next_;
    ++line_;
    skipped_empty_line_ = skipped_empty_line_ || !is_comment;
  }
  return next_ != end_;
}

/// Line ends inside a quoted field.
void CsvReader::count_lines(const char* from, const char* to) {
  for (const char* p = from; p < to; ++p) {
    if (*p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] != '\n'))) ++line_;
  }
}

/// After blanks at the start of a field: where its quote opens, or null.
const char* CsvReader::blank_quote(const char* start) const {
  if (dialect_.blank_before_quote == BlankBeforeQuote::IsText || start == end_) return nullptr;
  const char* p = start;
  while (p != end_ && is_blank(*p) && *p != dialect_.delimiter) ++p;
  return p != start && p != end_ && *p == dialect_.quote && closes_cleanly(p) ? p : nullptr;
}

/// Whether the quoted text that opens here ends the field, blanks aside.
bool CsvReader::closes_cleanly(const char* open) const {
  const char* p = open + 1;
  while (true) {
    p = static_cast<const char*>(std::memchr(p, dialect_.quote, static_cast<size_t>(end_ - p)));
    if (p == nullptr) {
      met_end_behind_blank_ = true;
      return false;
    }
    if (++p == end_ || *p != dialect_.quote) break;
    ++p;
  }
  while (p != end_ && is_blank(*p) && *p != dialect_.delimiter) ++p;
  return p == end_ || *p == dialect_.delimiter || *p == '\n' || *p == '\r';
}

/// Member by member: a field that is made first and copied then waits for its own stores.
inline void CsvReader::add_field(const char* start, const char* end, bool is_quoted,
                                 bool needs_unescape) {
  if (num_fields_ == fields_.size()) [[unlikely]]
    fields_.resize(std::max<size_t>(16, fields_.size() * 2));
  CsvField& field = fields_[num_fields_++];
  field.text = {start, static_cast<size_t>(end - start)};
  field.is_quoted = is_quoted;
  field.needs_unescape = needs_unescape;
}

/// A quoted field; false when its quote is never closed.
bool CsvReader::read_quoted(const char* open) {
  const char* start = open + 1;
  const char* p = start;
  bool doubled = false;
  size_t start_line = line_;
  while (true) {
    const void* found = std::memchr(p, dialect_.quote, static_cast<size_t>(end_ - p));
    if (found == nullptr) {
      unclosed_line_ = start_line;
      return false;
    }
    p = static_cast<const char*>(found) + 1;
    if (p == end_ || *p != dialect_.quote) break;
    doubled = true;
    ++p;
  }
  const char* close = p - 1;
  count_lines(start, close);
  next_ = find_special(p);
  const char* field_end = next_;
  if (dialect_.blank_before_quote == BlankBeforeQuote::Skipped) {
    const char* q = p;
    while (q != field_end && is_blank(*q)) ++q;
    if (q == field_end) field_end = p;  // blanks behind the quote belong to no one
  }
  if (field_end != p && after_quote_line_ == 0) after_quote_line_ = start_line;
  bool unescape = doubled || field_end != p;
  const char* text_end = unescape ? field_end : close;
  add_field(start, text_end, true, unescape);
  return true;
}

inline void CsvReader::read_plain(const char* start) {
  next_ = find_special(start);
  add_field(start, next_, false, false);
}

/// Moves past what ended a field; true when the record goes on.
inline bool CsvReader::end_field() {
  if (next_ == end_) return false;
  char separator = *next_++;
  if (separator == dialect_.delimiter) return true;
  if (separator == '\r' && next_ != end_ && *next_ == '\n') ++next_;
  ++line_;
  return false;
}

bool CsvReader::next() {
  num_fields_ = 0;
  if (has_unclosed_quote() || crowded_line_ != 0 || !skip_empty_lines()) return false;
  record_line_ = line_;
  do {
    if (num_fields_ >= kMaxFields) [[unlikely]] {
      crowded_line_ = record_line_;
      return false;
    }
    const char* start = next_;
    bool may_quote = start != end_ && (*start == dialect_.quote || is_blank(*start));
    if (may_quote && dialect_.quote != 0) [[unlikely]] {
      if (start != end_ && *start == dialect_.quote) {
        if (!read_quoted(start)) return false;
        continue;
      }
      if (start != end_ && is_blank(*start)) {
        if (const char* open = blank_quote(start)) {
          if (!read_quoted(open)) return false;
          continue;
        }
      }
    }
    read_plain(start);
  } while (end_field());
  return true;
}

}  // namespace syn::tableio
