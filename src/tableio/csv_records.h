// The records of a CSV text, one after the other, as CsvReader cuts them; those of a large text are
// cut by a second thread, some ahead, where the caller may have one. Both give the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/ahead.h"
#include "tableio/csv_reader.h"

namespace syn::tableio {

/// Texts with fewer bytes are cut in the caller's thread.
inline constexpr size_t kMinBytesForThread = size_t{4} << 20;

class CsvRecords {
 public:
  /// As CsvReader. With `num_threads` above 1 a thread may be started, which is gone when this is.
  CsvRecords(std::string_view text, CsvDialect dialect, size_t first_line, uint32_t num_threads);
  CsvRecords(const CsvRecords&) = delete;
  CsvRecords& operator=(const CsvRecords&) = delete;
  ~CsvRecords() = default;

  bool next();
  /// Of the last record, until `next` is called again.
  std::span<const CsvField> fields() const { return fields_; }
  size_t line() const { return state_.line; }
  size_t offset() const { return state_.offset; }
  bool skipped_empty_line() const { return state_.skipped_empty_line; }
  bool has_unclosed_quote() const { return state_.unclosed_line != 0; }
  size_t unclosed_line() const { return state_.unclosed_line; }
  size_t crowded_line() const { return state_.crowded_line; }
  size_t line_of_text_after_quote() const { return state_.after_quote_line; }

  /// What a reader says after it has read a record.
  struct State {
    size_t line = 0;
    size_t offset = 0;
    size_t unclosed_line = 0;
    size_t after_quote_line = 0;
    size_t crowded_line = 0;
    bool skipped_empty_line = false;
  };

 private:
  struct Batch {
    struct Record {
      size_t end;  ///< of its fields
      State state;
    };
    std::vector<CsvField> fields;
    std::vector<Record> records;
    State end;  ///< what the reader says after the last of them
  };

  static bool fill(Batch& batch, CsvReader& reader);

  CsvReader reader_;
  std::span<const CsvField> fields_;
  State state_;
  const Batch* batch_ = nullptr;
  size_t record_ = 0;  // the next one of the batch
  size_t num_records_ = 0;
  std::unique_ptr<Ahead<Batch>> ahead_;  // null: the reader is asked here. Last: it uses the reader
};

}  // namespace syn::tableio
