// Cuts CSV text into records and fields (data.md §3.13, tokenising). Fields are views into the
// text; it knows nothing of types or values. Separators are found 64 bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syn::tableio {

/// What follows a delimiter and blanks: `a, "b, c"`.
enum class BlankBeforeQuote : uint8_t {
  IsText,  ///< the field begins with the blank, so the quote is an ordinary character
  Skipped  ///< the quote opens the field, where its closing quote ends the field too
};

struct CsvDialect {
  char delimiter = ',';
  char quote = '"';  ///< 0: no character quotes
  BlankBeforeQuote blank_before_quote = BlankBeforeQuote::IsText;
  char comment = 0;  ///< lines that begin with it are skipped; 0: none are
};

struct CsvField {
  /// What the field holds. With `needs_unescape`: all after the opening quote, see `unescape_csv`.
  std::string_view text;
  bool is_quoted = false;
  bool needs_unescape = false;
};

/// The text of a field that `needs_unescape`, appended to `out`: `""` is one quote, what follows
/// the closing quote stays as it is.
void unescape_csv(std::string_view text, char quote, std::string& out);

class CsvReader {
 public:
  /// A record holds at most so many: one endless line must not take all memory.
  static constexpr size_t kMaxFields = 1'000'000;

  /// `text` must outlive the reader; a byte order mark at its start is skipped. `first_line` is the
  /// number of its first line.
  CsvReader(std::string_view text, CsvDialect dialect, size_t first_line = 1);

  /// Reads the next record; empty lines are skipped. False at the end, and where a quote is never
  /// closed.
  bool next();
  /// Of the last record, until `next` is called again.
  std::span<const CsvField> fields() const { return {fields_.data(), num_fields_}; }
  /// Goes on at `offset`, where a record begins, which is on this line.
  void seek(size_t offset, size_t line);
  /// The line of what comes next.
  size_t next_line() const { return line_; }
  /// The line (from 1) where the last record starts.
  size_t line() const { return record_line_; }
  /// Bytes read so far.
  size_t offset() const { return static_cast<size_t>(next_ - begin_); }
  /// True after `next` skipped an empty line before the last record, or ended at one.
  bool skipped_empty_line() const { return skipped_empty_line_; }

  bool has_unclosed_quote() const { return unclosed_line_ != 0; }
  /// The line where the field with the unclosed quote starts.
  size_t unclosed_line() const { return unclosed_line_; }
  /// The line of a record with more than kMaxFields fields, where reading ended; 0 where there is
  /// none.
  size_t crowded_line() const { return crowded_line_; }
  /// The line of the first field with text behind its closing quote; 0 where there is none. Such
  /// text is part of the field, but the quote was hardly meant to close it.
  size_t line_of_text_after_quote() const { return after_quote_line_; }
  /// Whether a quote behind blanks was an ordinary character because no other came before the end
  /// of the text.
  bool met_end_behind_blank() const { return met_end_behind_blank_; }

 private:
  const char* find_special(const char* from);
  const char* find_in_blocks(const char* from);
  void load_block(const char* block);
  bool skip_empty_lines();
  const char* blank_quote(const char* start) const;
  bool closes_cleanly(const char* open) const;
  bool read_quoted(const char* open);
  void read_plain(const char* start);
  void add_field(const char* start, const char* end, bool is_quoted, bool needs_unescape);
  void count_lines(const char* from, const char* to);
  bool end_field();

  CsvDialect dialect_;
  const char* begin_;
  const char* next_;
  const char* end_;
  const char* block_ = nullptr;   // the 64 bytes that mask_ describes
  uint64_t mask_ = 0;             // bit i: a delimiter or line end at block_ + i
  std::vector<CsvField> fields_;  // as many as any record had; those of the last come first
  size_t num_fields_ = 0;
  size_t line_ = 1;
  size_t record_line_ = 1;
  size_t unclosed_line_ = 0;
  size_t after_quote_line_ = 0;
  size_t crowded_line_ = 0;
  bool skipped_empty_line_ = false;
  mutable bool met_end_behind_blank_ = false;
};

}  // namespace syn::tableio
