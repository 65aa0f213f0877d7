// Puts the records of a CSV file into columns.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_filler.h"

#include <algorithm>

#include "vm/services.h"

namespace syn {
namespace {

/// Records of the first chunk, which shows the types, and of the others.
constexpr size_t kFirstRows = 256;
constexpr size_t kChunkRows = 1024;
/// The most cells of a chunk.
constexpr size_t kChunkCells = 64 * 1024;

size_t chunk_rows(size_t rows, size_t width) {
  return std::clamp<size_t>(kChunkCells / std::max<size_t>(width, 1), 16, rows);
}

}  // namespace

CsvFiller::CsvFiller(Call& call, const std::string_view& text, const CsvOptions& options,
                     std::vector<CsvTableColumn>& columns, host::FileView* view)
    : call_(call),
      text_(text),
      options_(options),
      columns_(columns),
      charge_(call.heap()),
      progress_(view) {}

Result<void> CsvFiller::start_first(size_t width) {
  width_ = width;
  return start_chunk(kFirstRows);
}

Result<void> CsvFiller::start_again(const tableio::CsvReader& records, uint64_t num_rows) {
  is_first_ = false;
  num_rows_ = num_rows;
  num_taken_ = 0;
  TRY(start_chunk(kChunkRows));
  progress_.restart();
  return start_pieces(records.offset());
}

size_t CsvFiller::estimate_rows(size_t offset) const {
  if (!is_first_) return num_rows_;
  double share = static_cast<double>(text_.size()) / static_cast<double>(offset);
  return static_cast<size_t>(static_cast<double>(num_taken_) * share * 1.02) + 16;
}

Result<void> CsvFiller::start_chunk(size_t rows) {
  chunk_.emplace(width_, chunk_rows(rows, width_));
  return charge_.add(call_, chunk_->byte_size());
}

Result<void> CsvFiller::take(const tableio::CsvReader& records) {
  chunk_->add(records.fields(), records.line());
  if (chunk_->num_rows() + num_counted_ != chunk_->max_rows()) return {};
  bool is_start = is_first_ && num_taken_ == 0;
  num_taken_ += chunk_->num_rows();
  TRY(take_chunk(estimate_rows(records.offset())));
  progress_.reach(text_.data() + records.offset());
  if (!is_start) return {};
  TRY(start_chunk(kChunkRows));
  return start_pieces(records.offset());
}

Result<void> CsvFiller::take_chunk(size_t expected) {
  size_t num_ticks = chunk_->num_rows() + num_counted_;
  num_counted_ = 0;
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (!is_wanted(columns_[i])) continue;
    TRY(columns_[i].cells->take(*chunk_, i, expected));
    TRY(call_.tick(num_ticks));
  }
  chunk_->clear();
  if (pieces_ != nullptr) pieces_->set_forms(forms());
  return {};
}

Result<void> CsvFiller::finish(uint64_t num_rows) {
  if (!chunk_) return {};
  TRY(take_chunk(num_rows));
  end_pieces();
  return {};
}

/// Has other threads read what follows `offset`, where a record begins.
Result<void> CsvFiller::start_pieces(size_t offset) {
  end_pieces();
  // With `until_blank` it is not said how far the table goes.
  if (text_.size() - offset < kMinBytesForThreads || options_.until_blank) return {};
  uint32_t num_threads = call_.services().num_threads();
  if (num_threads < 2) return {};
  size_t row_bytes = is_first_ ? offset / std::max<size_t>(num_taken_, 1)
                               : text_.size() / std::max<uint64_t>(num_rows_, 1);
  std::function<void(std::span<tableio::CsvCell>)> prepare;
  if (!options_.missing.empty()) {
    prepare = [this](std::span<tableio::CsvCell> cells) { blank_missing_marks(cells, options_); };
  }
  pieces_ = tableio::CsvPieces::start(
      {text_, options_.dialect, width_, offset, row_bytes, std::move(prepare)}, num_threads,
      forms());
  if (pieces_ == nullptr) return {};
  next_piece_ = pieces_->next_at();
  return charge_.add(call_, pieces_->byte_size());
}

void CsvFiller::end_pieces() {
  pieces_ = nullptr;
  next_piece_ = SIZE_MAX;
}

/// Of each column of the file, also where the table leaves the last one out.
std::vector<tableio::CsvForm> CsvFiller::forms() const {
  std::vector<tableio::CsvForm> forms(width_);
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (is_wanted(columns_[i])) forms[i] = columns_[i].cells->form();
  }
  return forms;
}

Result<const tableio::CsvPiece*> CsvFiller::try_piece(tableio::CsvReader& records) {
  tableio::CsvPiece* piece = pieces_->at(records.offset());
  next_piece_ = pieces_->next_at();
  if (piece == nullptr) return nullptr;
  size_t num_wanted = 0;
  for (const CsvTableColumn& column : columns_) num_wanted += is_wanted(column) ? 1 : 0;
  size_t max_rows = chunk_->max_rows();
  size_t num_rows = piece->num_rows();
  size_t num_ahead = chunk_->num_rows() + num_counted_ + num_rows;
  uint64_t num_ticks = num_ahead / max_rows * max_rows * num_wanted;
  num_ticks += is_first_ ? num_rows + piece->num_fields + piece->num_words
                         : num_rows * (1 + columns_.size() / 8);
  const Budget& budget = call_.budget();
  if (budget.out_of_steps() || num_ticks > budget.step_limit() - budget.steps) return nullptr;
  TRY(call_.tick(num_ticks));
  num_counted_ = num_ahead % max_rows;
  num_taken_ += chunk_->num_rows() + num_rows;
  piece->chunk->set_first_line(records.next_line() - 1);
  TRY(fill_piece(*piece, estimate_rows(piece->end)));
  records.seek(piece->end, records.next_line() + piece->num_lines);
  progress_.reach(text_.data() + piece->end);
  pieces_->set_forms(forms());
  return piece;
}

/// What waits in the chunk comes first.
Result<void> CsvFiller::fill_piece(tableio::CsvPiece& piece, size_t expected) {
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (!is_wanted(columns_[i])) continue;
    CsvColumn& column = *columns_[i].cells;
    if (chunk_->num_rows() != 0) TRY(column.take(*chunk_, i, expected));
    TRY(column.take_block(*piece.chunk, i, expected, piece.blocks[i]));
  }
  chunk_->clear();
  return {};
}

}  // namespace syn
