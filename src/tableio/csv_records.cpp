// Records, cut here or ahead.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_records.h"

namespace syn::tableio {
namespace {

/// Fields after which a batch is full: its bytes stay in the cache between the two threads.
constexpr size_t kBatchFields = 4096;

CsvRecords::State state_of(const CsvReader& reader) {
  return {reader.line(),          reader.offset(),
          reader.unclosed_line(), reader.line_of_text_after_quote(),
          reader.crowded_line(),  reader.skipped_empty_line()};
}

}  // namespace

bool CsvRecords::fill(Batch& batch, CsvReader& reader) {
  batch.fields.clear();
  batch.records.clear();
  while (batch.fields.size() < kBatchFields) {
    bool has_record = reader.next();
    batch.end = state_of(reader);
    if (!has_record) return false;
    std::span<const CsvField> fields = reader.fields();
    batch.fields.insert(batch.fields.end(), fields.begin(), fields.end());
    batch.records.push_back({batch.fields.size(), batch.end});
  }
  return true;
}

CsvRecords::CsvRecords(std::string_view text, CsvDialect dialect, size_t first_line,
                       uint32_t num_threads)
    : reader_(text, dialect, first_line) {
  if (num_threads < 2 || text.size() < kMinBytesForThread) return;
  // The thread has the reader for itself: nothing here asks it then.
  ahead_ = Ahead<Batch>::start([this](Batch& batch) { return fill(batch, reader_); });
}

bool CsvRecords::next() {
  if (ahead_ == nullptr) {
    bool has_record = reader_.next();
    fields_ = reader_.fields();
    state_ = state_of(reader_);
    return has_record;
  }
  while (record_ == num_records_) {
    if (batch_ != nullptr) state_ = batch_->end;
    batch_ = ahead_->next();
    record_ = 0;
    num_records_ = batch_ == nullptr ? 0 : batch_->records.size();
    if (batch_ == nullptr) {
      fields_ = {};
      return false;
    }
  }
  size_t start = record_ == 0 ? 0 : batch_->records[record_ - 1].end;
  fields_ = std::span<const CsvField>(batch_->fields)
                .subspan(start, batch_->records[record_].end - start);
  state_ = batch_->records[record_++].state;
  return true;
}

}  // namespace syn::tableio
