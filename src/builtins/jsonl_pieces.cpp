// Pieces of a JSON Lines text, read ahead.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_pieces.h"

#include <algorithm>

namespace syn {
namespace {

/// Few enough to stay in the cache of a processor, many enough to be worth the handing over.
constexpr size_t kPieceBytes = size_t{64} << 10;
/// A file whose lines are mostly left to the user is not worth more looks at it.
constexpr size_t kMaxRuns = 64;
/// So many more pieces of which nothing was used than others show the same.
constexpr size_t kMaxLost = 16;
/// So that what is counted of a line fits.
constexpr size_t kMaxLine = size_t{1} << 24;

void expect(JsonRowReader& row, size_t column, const JsonForm& form) {
  if (!form.has_records) return row.expect_no_records(column);
  JsonRowReader& nested = row.expect_records(column, form.names, form.kinds);
  for (size_t i = 0; i < form.members.size(); ++i) expect(nested, i, form.members[i]);
}

}  // namespace

JsonPieces::JsonPieces(Call& call, const JsonLinesOptions& options, std::string_view text,
                       size_t start, Plan plan)
    : call_(call),
      options_(options),
      text_(text),
      start_(start),
      plan_(std::move(plan)),
      next_at_(start) {}

std::unique_ptr<JsonPieces> JsonPieces::start(Call& call, const JsonLinesOptions& options,
                                              std::string_view text, size_t start,
                                              uint32_t num_threads, Plan plan) {
  std::unique_ptr<JsonPieces> pieces(new JsonPieces(call, options, text, start, std::move(plan)));
  JsonPieces* self = pieces.get();
  pieces->num_threads_ = num_threads;
  size_t num_pieces = (text.size() - start + kPieceBytes - 1) / kPieceBytes;
  pieces->ahead_ =
      Ahead<JsonPiece>::start(num_pieces, num_threads - 1,
                              [self](size_t index, JsonPiece& piece) { self->fill(index, piece); });
  if (pieces->ahead_ == nullptr) return nullptr;
  return pieces;
}

size_t JsonPieces::byte_size() const {
  return Ahead<JsonPiece>::ring_size(num_threads_ - 1) * kPieceBytes * 2;
}

void JsonPieces::set_plan(Plan plan) {
  std::lock_guard<std::mutex> lock(mutex_);
  plan_ = std::move(plan);
}

const JsonPiece::Run* JsonPieces::at(size_t offset) {
  while (true) {
    while (piece_ == nullptr || run_ == piece_->runs.size()) {
      if (piece_ != nullptr) ++(is_used_ ? num_used_ : num_lost_);
      is_used_ = false;
      bool is_worth_it = num_lost_ <= num_used_ + kMaxLost;
      if (!is_worth_it) ahead_ = nullptr;
      piece_ = is_worth_it ? ahead_->next() : nullptr;
      run_ = 0;
      if (piece_ != nullptr) continue;
      next_at_ = SIZE_MAX;
      return nullptr;
    }
    const JsonPiece::Run& run = piece_->runs[run_];
    next_at_ = run.start;
    if (run.start > offset) return nullptr;
    ++run_;
    // The plan changes only in the thread that asks here.
    if (run.start < offset || piece_->plan != plan_) continue;
    next_at_ = 0;
    is_used_ = true;
    return &run;
  }
}

/// Where the first line of a piece begins.
size_t JsonPieces::start_of(size_t index) const {
  if (index == 0) return start_;
  size_t place = start_ + index * kPieceBytes;
  if (place >= text_.size()) return text_.size();
  size_t end = text_.find('\n', place - 1);
  return end == std::string_view::npos ? text_.size() : end + 1;
}

void JsonPieces::fill(size_t index, JsonPiece& piece) {
  prepare(piece);
  read_lines(index, piece);
}

void JsonPieces::prepare(JsonPiece& piece) {
  piece.runs.clear();
  piece.rows.clear();
  piece.slices.clear();
  Plan plan;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    plan = plan_;
  }
  if (piece.plan == plan) {
    for (JsonBlock& block : piece.blocks) block.clear();
    return;
  }
  if (!piece.reader) {
    piece.reader.emplace(call_, options_.repeated, options_.allow_nan);
    piece.reader->read_plain_only();
  }
  JsonRowReader& reader = *piece.reader;
  piece.blocks.clear();
  for (size_t i = 0; i < plan->names.size(); ++i) {
    if (i == reader.names().size()) reader.add_key(plan->names[i]);
    expect(reader, i, plan->columns[i]);
    piece.blocks.emplace_back(plan->columns[i]);
  }
  piece.plan = std::move(plan);
}

void JsonPieces::read_lines(size_t index, JsonPiece& piece) const {
  size_t place = start_of(index);
  size_t end = start_of(index + 1);
  JsonRowReader& reader = *piece.reader;
  bool goes_on = false;  // the last run
  while (place < end) {
    size_t newline = std::min(text_.find('\n', place), text_.size());
    std::string_view line = text_.substr(place, newline - place);
    size_t start = place;
    place = std::min(newline + 1, text_.size());
    bool is_row =
        line.size() <= kMaxLine && reader.read(line) &&
        std::all_of(reader.cells().begin(), reader.cells().end(), [&](const JsonCell& cell) {
          return piece.blocks[cell.column].fits(reader, cell);
        });
    if (!is_row) {
      goes_on = false;
      continue;
    }
    auto row = static_cast<uint32_t>(piece.rows.size());
    if (!goes_on && piece.runs.size() == kMaxRuns) return;
    if (!goes_on) piece.runs.push_back({start, row, row});
    goes_on = true;
    for (const JsonCell& cell : reader.cells()) {
      piece.blocks[cell.column].add(row, reader, cell, piece.slices);
    }
    size_t num_ticks = 1 + line.size() / 64 + reader.cells().size();
    piece.rows.push_back({static_cast<uint32_t>(place - start), static_cast<uint32_t>(num_ticks)});
    piece.runs.back().end_row = row + 1;
  }
}

}  // namespace syn
