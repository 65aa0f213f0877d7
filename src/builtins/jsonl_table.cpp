// JSON Lines as columns. A column that a row does not have is filled up when its next value comes,
// so that a file of few keys a row out of many costs what it holds.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_table.h"

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/ahead.h"
#include "builtins/column_maker.h"
#include "builtins/jsonl_row.h"
#include "builtins/table_readers_text.h"
#include "builtins/text_arguments.h"
#include "tableio/csv_records.h"
#include "vm/services.h"

namespace syn {
namespace {

/// Lines that a second thread reads some ahead. Keys that it does not know, and what takes the
/// heap, it leaves to the reader of the run.
class LinesAhead {
 public:
  struct Line {
    std::string_view line;
    size_t num_cells;  ///< after the line before
    bool is_read;
  };

  /// Reads what follows the last line of `lines`, with the keys that are known so far.
  LinesAhead(Call& call, const LineSplitter& lines, const JsonLinesOptions& options,
             const std::deque<std::string>& names)
      : lines_(lines), row_(call, options.repeated, options.allow_nan) {
    row_.read_plain_only();
    for (const std::string& name : names) row_.add_key(name);
    ahead_ = Ahead<Batch>::start([this](Batch& batch) { return fill(batch); });
  }
  LinesAhead(const LinesAhead&) = delete;
  LinesAhead& operator=(const LinesAhead&) = delete;
  ~LinesAhead() = default;

  bool is_running() const { return ahead_ != nullptr; }
  /// The next line and its cells, which stay until the next call; null after the last one.
  const Line* next() {
    while (batch_ == nullptr || line_ == batch_->lines.size()) {
      batch_ = ahead_->next();
      if (batch_ == nullptr) return nullptr;
      line_ = 0;
      num_used_ = 0;
    }
    const Line& line = batch_->lines[line_++];
    cells_ = std::span<const JsonCell>(batch_->cells).subspan(num_used_, line.num_cells);
    num_used_ += line.num_cells;
    return &line;
  }
  std::span<const JsonCell> cells() const { return cells_; }

 private:
  struct Batch {
    std::vector<Line> lines;
    std::vector<JsonCell> cells;
  };

  bool fill(Batch& batch) {
    constexpr size_t kBatchCells = 4096;
    batch.lines.clear();
    batch.cells.clear();
    while (batch.cells.size() + batch.lines.size() < kBatchCells) {
      if (!lines_.next()) return false;
      bool is_read = row_.read(lines_.line());
      if (is_read) batch.cells.insert(batch.cells.end(), row_.cells().begin(), row_.cells().end());
      batch.lines.push_back({lines_.line(), is_read ? row_.cells().size() : 0, is_read});
    }
    return true;
  }

  LineSplitter lines_;
  JsonRowReader row_;
  const Batch* batch_ = nullptr;
  size_t line_ = 0;      // the next one of the batch
  size_t num_used_ = 0;  // cells of the lines before
  std::span<const JsonCell> cells_;
  std::unique_ptr<Ahead<Batch>> ahead_;  // last: it uses the others
};

/// Rows between two looks at memory: a few first, to estimate how many come.
constexpr size_t kFirstRows = 64;
constexpr size_t kRows = 4096;

class JsonTable {
 public:
  JsonTable(Call& call, std::string_view text, const JsonLinesOptions& options, RowKeys keys,
            host::FileView* view)
      : call_(call),
        text_size_(text.size()),
        options_(options),
        lines_(text),
        decoder_(call, options),
        row_(call, options.repeated, options.allow_nan),
        keys_(keys),
        progress_(view) {}

  Result<std::optional<Value>> read() {
    while (next_line()) {
      TRY(call_.tick(1 + lines_.line().size() / 64));
      if (num_rows_ == next_look_) TRY(look());
      if (line_ahead_ != nullptr && line_ahead_->is_read) {
        TRY(call_.tick(ahead_->cells().size()));
        for (const JsonCell& cell : ahead_->cells()) add(cell);
        ++num_rows_;
        continue;
      }
      if (row_.read(lines_.line())) {
        if (keys_ == RowKeys::Same && !row_.has_all_in_order()) return std::optional<Value>();
        TRY(call_.tick(row_.cells().size()));
        for (const JsonCell& cell : row_.cells()) add(cell);
        ++num_rows_;
        if (num_rows_ == kFirstRows) read_ahead();
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
  /// Moves to the next line; `line_ahead_` says whether it was read ahead.
  bool next_line() {
    if (!lines_.next()) return false;
    if (ahead_ == nullptr) return true;
    line_ahead_ = ahead_->next();
    return true;
  }

  void read_ahead() {
    bool is_large = lines_.bytes_left() >= tableio::kMinBytesForThread;
    if (keys_ != RowKeys::Unite || !is_large || call_.services().num_threads() < 2) return;
    ahead_ = std::make_unique<LinesAhead>(call_, lines_, options_, row_.names());
    if (!ahead_->is_running()) ahead_ = nullptr;
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

  Result<void> look() {
    size_t more = num_rows_ == 0 ? kFirstRows : kRows;
    next_look_ = num_rows_ + more;
    progress_.reach(lines_.line().data());
    size_t expected = next_look_;
    if (num_rows_ != 0) {
      double read = static_cast<double>(text_size_ - lines_.bytes_left());
      double share = static_cast<double>(text_size_) / read;
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
  size_t text_size_;
  const JsonLinesOptions& options_;  // outlives this
  LineSplitter lines_;
  JsonLineDecoder decoder_;
  JsonRowReader row_;
  RowKeys keys_;
  ReadProgress progress_;
  std::vector<std::unique_ptr<ColumnMaker>> columns_;
  size_t num_rows_ = 0;
  size_t next_look_ = 0;
  std::unique_ptr<LinesAhead> ahead_;             // null: lines are read here
  const LinesAhead::Line* line_ahead_ = nullptr;  // of the current line
};

}  // namespace

Result<std::optional<Value>> read_json_table(Call& call, std::string_view text,
                                             const JsonLinesOptions& options, RowKeys keys,
                                             host::FileView* view) {
  return JsonTable(call, text, options, keys, view).read();
}

}  // namespace syn
