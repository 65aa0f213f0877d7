// Pieces of a CSV text, read ahead.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_pieces.h"

#include <algorithm>

namespace syn::tableio {
namespace {

/// Few enough to stay in the cache of a processor, many enough to be worth the handing over.
constexpr size_t kPieceBytes = size_t{64} << 10;
/// How far a piece looks behind its end for that of its last record: a quote that it took for an
/// opening one must not make it read all the rest.
constexpr size_t kBeyond = kPieceBytes;
/// Lines that may be part of a quoted field before a piece gives up.
constexpr int kMaxTries = 64;
/// So many more lost pieces than others show a text that is not worth the guessing.
constexpr size_t kMaxLost = 16;

}  // namespace

CsvPieces::CsvPieces(Source source, std::vector<CsvForm> forms)
    : source_(std::move(source)),
      num_pieces_((source_.text.size() - source_.start + kPieceBytes - 1) / kPieceBytes),
      max_rows_(kPieceBytes / std::max<size_t>(source_.row_bytes, 1) * 3 / 2 + 16),
      forms_(std::make_shared<const std::vector<CsvForm>>(std::move(forms))),
      next_at_(source_.start) {}

std::unique_ptr<CsvPieces> CsvPieces::start(Source source, uint32_t num_threads,
                                            std::vector<CsvForm> forms) {
  std::unique_ptr<CsvPieces> pieces(new CsvPieces(std::move(source), std::move(forms)));
  CsvPieces* self = pieces.get();
  pieces->num_threads_ = num_threads;
  pieces->ahead_ =
      Ahead<CsvPiece>::start(pieces->num_pieces_, num_threads - 1,
                             [self](size_t index, CsvPiece& piece) { self->fill(index, piece); });
  if (pieces->ahead_ == nullptr) return nullptr;
  return pieces;
}

size_t CsvPieces::byte_size() const {
  size_t cell = sizeof(CsvCell) + sizeof(int64_t);
  return Ahead<CsvPiece>::ring_size(static_cast<uint32_t>(num_threads_ - 1)) * max_rows_ *
         (source_.width * cell + sizeof(size_t));
}

void CsvPieces::set_forms(std::vector<CsvForm> forms) {
  if (*forms_ == forms) return;
  auto changed = std::make_shared<const std::vector<CsvForm>>(std::move(forms));
  std::lock_guard<std::mutex> lock(mutex_);
  forms_ = std::move(changed);
}

CsvPieces::Forms CsvPieces::forms() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return forms_;
}

size_t CsvPieces::end_of(size_t index) const {
  return std::min(source_.start + (index + 1) * kPieceBytes, source_.text.size());
}

CsvPiece* CsvPieces::at(size_t offset) {
  while (true) {
    if (piece_ == nullptr) {
      piece_ = ahead_->next();
      if (piece_ == nullptr) {
        next_at_ = SIZE_MAX;
        return nullptr;
      }
      ++index_;
    }
    bool is_lost = piece_->num_rows() == 0 || piece_->start < offset;
    if (!is_lost && piece_->start > offset) {
      next_at_ = piece_->start;
      return nullptr;
    }
    CsvPiece* found = is_lost ? nullptr : piece_;
    piece_ = nullptr;
    next_at_ = end_of(index_ - 1);
    num_lost_ += is_lost ? 1 : 0;
    num_used_ += is_lost ? 0 : 1;
    if (num_lost_ > num_used_ + kMaxLost) {
      ahead_ = nullptr;
      next_at_ = SIZE_MAX;
      return nullptr;
    }
    if (found != nullptr || next_at_ > offset) return found;
  }
}

/// Where the first record of a piece begins, hopefully.
std::optional<size_t> CsvPieces::find_start(size_t index, std::string_view text) const {
  size_t place = source_.start + index * kPieceBytes;
  if (index == 0) return place;
  std::string_view lines = text.substr(0, end_of(index));
  --place;
  for (int i = 0; i < kMaxTries; ++i) {
    place = lines.find('\n', place);
    if (place == std::string_view::npos) break;
    CsvReader reader(text, source_.dialect);
    reader.seek(++place, 1);
    if (reader.next() && is_as_wide(reader.fields(), source_.width)) return place;
  }
  return std::nullopt;
}

void CsvPieces::fill(size_t index, CsvPiece& piece) const {
  cut(index, piece);
  if (piece.num_rows() == 0) return;
  Forms how = forms();
  piece.blocks.resize(source_.width);
  const char* text_end = source_.text.data() + source_.text.size();
  for (size_t i = 0; i < source_.width; ++i) {
    std::span<CsvCell> cells = piece.chunk->column(i);
    if (source_.prepare) source_.prepare(cells);
    piece.blocks[i].fill((*how)[i], cells, text_end);
  }
}

/// Cuts the text into records.
void CsvPieces::cut(size_t index, CsvPiece& piece) const {
  if (!piece.chunk) piece.chunk.emplace(source_.width, max_rows_);
  piece.chunk->clear();
  piece.num_fields = piece.num_words = piece.num_longer = 0;
  piece.any_last = false;
  size_t limit = std::min(end_of(index) + kBeyond, source_.text.size());
  std::string_view text = source_.text.substr(0, limit);
  std::optional<size_t> start = find_start(index, text);
  if (!start) return;
  piece.start = *start;
  CsvReader reader(text, source_.dialect);
  reader.seek(piece.start, 1);
  size_t width = source_.width;
  while (true) {
    piece.end = reader.offset();
    piece.num_lines = reader.next_line() - 1;
    if (piece.end >= end_of(index) || piece.chunk->is_full() || !reader.next()) return;
    bool is_cut_short =
        limit != source_.text.size() && (reader.offset() == limit || reader.met_end_behind_blank());
    std::span<const CsvField> fields = reader.fields();
    if (is_cut_short || reader.line_of_text_after_quote() != 0) return;
    if (!is_as_wide(fields, width)) return;
    piece.num_fields += fields.size();
    piece.num_words += (reader.offset() - piece.end) / 64;
    piece.any_last = piece.any_last || !fields[width - 1].text.empty();
    if (fields.size() != width && piece.num_longer++ == 0) piece.first_longer = reader.line();
    piece.chunk->add(fields, reader.line());
  }
}

}  // namespace syn::tableio
