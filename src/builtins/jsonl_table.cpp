// JSON Lines as columns. A column that a row does not have is filled up when its next value comes,
// so that a file of few keys a row out of many costs what it holds.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_table.h"
#include "base/ahead.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "builtins/argument_checks.h"
#include "builtins/column_maker.h"
#include "builtins/jsonl_pieces.h"
#include "builtins/jsonl_row.h"
#include "builtins/table_readers_text.h"
#include "builtins/text_arguments.h"
#include "vm/services.h"

namespace syn {
namespace {

/// Rows between two looks at memory: a few first, to estimate how many come.
constexpr size_t kFirstRows = 64;
constexpr size_t kRows = 4096;
/// Comparing more columns with what they were costs more than a second thread saves.
constexpr size_t kMaxPieceColumns = 1000;

class JsonTable {
 public:
  JsonTable(Call& call, std::string_view text, const JsonLinesOptions& options, RowKeys keys,
            host::FileView* view)
      : call_(call),
        text_(text),
        options_(options),
        lines_(text),
        decoder_(call, options),
        row_(call, options.repeated, options.allow_nan),
        keys_(keys),
        progress_(view),
        pieces_charge_(call.heap()) {}

  Result<std::optional<Value>> read() {
    while (true) {
      if (offset() >= next_piece_) {
        TRY_ASSIGN(bool is_taken, take_run());
        if (is_taken) continue;
      }
      if (!lines_.next()) break;
      may_differ_ = true;
      TRY(call_.tick(1 + lines_.line().size() / 64));
      if (num_rows_ == next_look_) {
        TRY(look(line_start()));
        if (num_rows_ == kFirstRows) TRY(start_pieces());
      }
      if (row_.read(lines_.line())) {
        if (keys_ == RowKeys::Same && !row_.has_all_in_order()) return std::optional<Value>();
        TRY(call_.tick(row_.cells().size()));
        for (const JsonCell& cell : row_.cells()) add(cell);
        ++num_rows_;
        continue;
      }
      if (row_.error()) return std::move(*row_.error());
      if (is_blank_json_line(lines_.line())) continue;
      TRY_ASSIGN(bool is_row, read_slowly());
      if (!is_row) return std::optional<Value>();
    }
    if (num_rows_ == 0 || columns_.empty()) return std::optional<Value>();
    return finish();
  }

 private:
  std::shared_ptr<const JsonPlan> make_plan() {
    auto plan = std::make_shared<JsonPlan>();
    plan->names.assign(row_.names().begin(), row_.names().end());
    for (const auto& cells : columns_) plan->columns.push_back(JsonForm::of(*cells));
    num_members_ = 0;
    for (const JsonForm& form : plan->columns) num_members_ += form.num_members();
    return plan;
  }

  /// Has other threads read what follows the current line.
  Result<void> start_pieces() {
    bool is_large = lines_.bytes_left() >= kMinBytesForThreads;
    if (keys_ != RowKeys::Unite || !is_large) return {};
    uint32_t num_threads = call_.services().num_threads();
    if (num_threads < 2) return {};
    pieces_ = JsonPieces::start(call_, options_, text_, offset(), num_threads, make_plan());
    if (pieces_ == nullptr) return {};
    next_piece_ = pieces_->next_at();
    return pieces_charge_.add(call_, pieces_->byte_size());
  }

  /// Tells the other threads what the columns are now, where a line has changed it.
  void follow_columns() {
    if (!std::exchange(may_differ_, false)) return;
    if (columns_.size() > kMaxPieceColumns) {
      pieces_ = nullptr;
      next_piece_ = SIZE_MAX;
      return;
    }
    const JsonPlan& plan = pieces_->plan();
    bool is_same = plan.columns.size() == columns_.size();
    for (size_t i = 0; is_same && i < columns_.size(); ++i) {
      is_same = plan.columns[i].fits(*columns_[i]);
    }
    if (!is_same) pieces_->set_plan(make_plan());
  }

  /// Puts a run of lines that begins where the next line does into the columns. False where there
  /// is none, and where the run of the program may end within it: then that place must be found.
  Result<bool> take_run() {
    follow_columns();
    if (pieces_ == nullptr) return false;
    const JsonPiece::Run* run = pieces_->at(offset());
    next_piece_ = pieces_->next_at();
    if (run == nullptr) return false;
    JsonPiece& piece = pieces_->piece();
    TRY_ASSIGN(uint32_t end_row, read_slices(piece, *run));
    size_t place = run->start;
    for (uint32_t row = run->first_row; row != end_row;) {
      if (num_rows_ == next_look_) TRY(look(place));
      auto count = static_cast<uint32_t>(std::min<size_t>(end_row - row, next_look_ - num_rows_));
      uint64_t num_ticks = 0;
      for (uint32_t i = row; i != row + count; ++i) {
        num_ticks += piece.rows[i].num_ticks;
        place += piece.rows[i].num_bytes;
      }
      TRY(call_.tick(num_ticks));
      for (size_t i = 0; i < columns_.size(); ++i) {
        piece.blocks[i].move_to(*columns_[i], num_rows_, {row, row + count}, values_);
      }
      num_rows_ += count;
      row += count;
    }
    values_.clear();
    lines_.skip(place - offset(), end_row - run->first_row);
    return end_row != run->first_row;
  }

  /// The values of what was found but not read. Gives the end of the rows that may be taken: not
  /// those from the first on whose slice is not as the column is, and none where the steps of the
  /// program could end among them.
  Result<uint32_t> read_slices(const JsonPiece& piece, const JsonPiece::Run& run) {
    auto slice =
        std::lower_bound(piece.slices.begin(), piece.slices.end(), run.first_row,
                         [](const JsonSlice& each, uint32_t row) { return each.row < row; });
    uint64_t most = ((run.end_row - run.first_row) / kRows + 1) * (columns_.size() + num_members_);
    for (uint32_t i = run.first_row; i != run.end_row; ++i) {
      // A slice takes a step a value, and some for long texts.
      most += piece.rows[i].num_ticks + 2 * uint64_t{piece.rows[i].num_bytes};
    }
    Budget& budget = call_.budget();
    if (most > budget.step_limit() - std::min(budget.steps, budget.step_limit())) {
      return run.first_row;
    }
    values_.resize(piece.slices.size());
    for (; slice != piece.slices.end() && slice->row < run.end_row; ++slice) {
      uint64_t steps = budget.steps;
      std::optional<Value> value = row_.read_slice(slice->json);
      if (row_.error()) return std::move(*row_.error());
      bool fits = value && (slice->kind == table::Kind::Any || slice->kind == column_kind(*value));
      if (!fits) {
        budget.steps = steps;  // the line is read again
        return slice->row;
      }
      values_[static_cast<size_t>(slice - piece.slices.begin())] = std::move(*value);
    }
    return run.end_row;
  }

  ColumnMaker& column(size_t index) {
    ColumnMaker& cells = *columns_[index];
    if (cells.size() < num_rows_) cells.add_missing(num_rows_ - cells.size());
    return cells;
  }

  void add(const JsonCell& cell) {
    if (cell.kind != JsonCell::Kind::Null) add(column(cell.column), row_, cell);
  }

  /// A cell of a row, or of a record in it.
  void add(ColumnMaker& cells, JsonRowReader& row, const JsonCell& cell) {
    switch (cell.kind) {
      case JsonCell::Kind::Int: cells.add_int(cell.integer); break;
      case JsonCell::Kind::Float: cells.add_float(cell.number); break;
      case JsonCell::Kind::False: cells.add_bool(false); break;
      case JsonCell::Kind::True: cells.add_bool(true); break;
      case JsonCell::Kind::Text: cells.add_text(cell.text); break;
      case JsonCell::Kind::Value:
        cells.add(row.take_value(cell));
        return expect_records(cells, row, cell.column);
      case JsonCell::Kind::Record: return add_record(cells, *row.nested(cell.column), cell);
      case JsonCell::Kind::Null: return cells.add_missing();
      case JsonCell::Kind::Slice: return;  // of readers in other threads only
    }
    // Records and another value are values from now on.
    if (row.nested(cell.column) != nullptr) expect_records(cells, row, cell.column);
  }

  void add_record(ColumnMaker& cells, JsonRowReader& record, const JsonCell& cell) {
    RecordMaker& records = *cells.records();
    for (const JsonCell& member : record.cells()) {
      add(records.member(member.column), record, member);
    }
    cells.add_record(static_cast<size_t>(cell.integer));
  }

  /// The reader reads as records what the columns take as such.
  void expect_records(const ColumnMaker& cells, JsonRowReader& row, size_t column) {
    RecordMaker* records = cells.records();
    if (records == nullptr) {
      row.expect_no_records(column);
      return;
    }
    JsonRowReader& nested = row.expect_records(column, records->names(), records->kinds());
    for (size_t i = 0; i < records->names().size(); ++i) {
      expect_records(records->member(i), nested, i);
    }
  }

  /// A line that is not read quickly; false where there is no table.
  Result<bool> read_slowly() {
    TRY_ASSIGN(Value value, decoder_.decode(lines_.line(), lines_.number()));
    if (!value.is_map()) return false;
    const Map& map = value.map();
    if (keys_ == RowKeys::Same && num_rows_ != 0 && map.size() != columns_.size()) return false;
    TRY(call_.tick(map.size()));
    for (size_t i = 0; i < map.size(); ++i) {
      std::string_view name = map.key(i)->view();
      int64_t index = row_.find_key(name);
      bool is_new = index < 0;
      if (keys_ == RowKeys::Same && num_rows_ != 0 && index != static_cast<int64_t>(i))
        return false;
      if (is_new && columns_.size() == kMaxJsonColumns) return false;
      if (is_new) {
        index = static_cast<int64_t>(columns_.size());
        row_.add_key(name);
        columns_.push_back(std::make_unique<ColumnMaker>(call_));
      }
      if (map.value(i).is_nothing()) continue;
      ColumnMaker& cells = column(static_cast<size_t>(index));
      cells.add(map.value(i));
      expect_records(cells, row_, static_cast<size_t>(index));
    }
    ++num_rows_;
    return true;
  }

  size_t offset() const { return text_.size() - lines_.bytes_left(); }
  size_t line_start() const { return static_cast<size_t>(lines_.line().data() - text_.data()); }

  /// `place` is where the line begins that comes next.
  Result<void> look(size_t place) {
    size_t more = num_rows_ == 0 ? kFirstRows : kRows;
    next_look_ = num_rows_ + more;
    progress_.reach(text_.data() + place);
    size_t expected = next_look_;
    if (num_rows_ != 0) {
      double share = static_cast<double>(text_.size()) / static_cast<double>(place);
      expected = static_cast<size_t>(static_cast<double>(num_rows_) * share * 1.02) + 16;
    }
    for (std::unique_ptr<ColumnMaker>& cells : columns_) {
      TRY(call_.tick());
      // A column of few values is not worth the room of all rows.
      bool is_sparse = cells->size() < num_rows_ / 2;
      if (!is_sparse) TRY(cells->make_room(next_look_ - cells->size(), expected));
    }
    return {};
  }

  Result<std::optional<Value>> finish() {
    table::Table table;
    table.num_rows = num_rows_;
    for (size_t i = 0; i < columns_.size(); ++i) {
      TRY(columns_[i]->make_room(num_rows_ - columns_[i]->size(), num_rows_));
      TRY(call_.tick(1 + (num_rows_ - columns_[i]->size()) / 8));
      table.add(row_.names()[i], column(i).finish());
    }
    TRY(call_.tick());
    return std::optional<Value>(make_table_list(call_.heap(), std::move(table)));
  }

  Call& call_;
  std::string_view text_;
  const JsonLinesOptions& options_;  // outlives this
  LineSplitter lines_;
  JsonLineDecoder decoder_;
  JsonRowReader row_;
  RowKeys keys_;
  ReadProgress progress_;
  std::vector<std::unique_ptr<ColumnMaker>> columns_;
  size_t num_rows_ = 0;
  size_t next_look_ = 0;
  ScratchCharge pieces_charge_;
  size_t next_piece_ = SIZE_MAX;  // where there may be one
  bool may_differ_ = false;       // from the plan
  size_t num_members_ = 0;        // of all records
  std::vector<Value> values_;
  std::unique_ptr<JsonPieces> pieces_;  // null: all is read here. Last: it uses the others
};

}  // namespace

Result<std::optional<Value>> read_json_table(Call& call, std::string_view text,
                                             const JsonLinesOptions& options, RowKeys keys,
                                             host::FileView* view) {
  return JsonTable(call, text, options, keys, view).read();
}

}  // namespace syn
