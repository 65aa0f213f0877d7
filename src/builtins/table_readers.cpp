// Tables from CSV files. The text is cut into records once, and the fields go into columns of the
// types that the first records have; columns whose type turns out to be another are read again.
// Lists of rows (and tables too wide for columns) take two passes: one to check the shape and to
// find what each column holds, one to make the values.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

#include "builtins/argument_checks.h"
#include "builtins/csv_column.h"
#include "builtins/csv_filler.h"
#include "builtins/csv_options.h"
#include "builtins/csv_rows.h"
#include "builtins/csv_widths.h"
#include "builtins/errors_b.h"
#include "builtins/table_readers_header.h"
#include "builtins/table_readers_text.h"
#include "tableio/column_guess.h"
#include "tableio/csv_dialect.h"

namespace syn {
namespace {

/// The text from line `first` on.
std::string_view from_line(std::string_view text, uint64_t first) {
  for (uint64_t line = 1; line < first && !text.empty(); ++line) {
    size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos) return {};
    bool pair = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (pair ? 2 : 1));
  }
  return text;
}

using Column = CsvTableColumn;

class CsvTable {
 public:
  CsvTable(Call& call, std::string_view text, CsvOptions options, std::string_view prefix,
           std::vector<ReaderNote>& notes, TableForm form, host::FileView* view)
      : call_(call),
        options_(std::move(options)),
        prefix_(prefix),
        notes_(notes),
        widths_(options_, prefix),
        has_columns_(form == TableForm::Columns && options_.headers && text.size() <= UINT32_MAX),
        columns_charge_(call.heap()),
        filler_(call, text_, options_, columns_, view) {
    std::optional<char> declared = tableio::declared_delimiter(text);
    if (declared && options_.first_line == 1) {
      options_.first_line = 2;
      if (!options_.delimiter_given) options_.dialect.delimiter = *declared;
      options_.delimiter_given = true;
      note("line 1 declares the delimiter and is no record");
    }
    text_ = from_line(text, options_.first_line);
    if (!options_.delimiter_given) {
      options_.dialect.delimiter = tableio::guess_delimiter(text_, options_.dialect);
      char mark = options_.dialect.delimiter;
      std::string name = mark == '\t' ? "a tab" : std::string("\"") + mark + "\"";
      if (mark != ',') note("the delimiter is " + name);
    }
  }

  Result<Value> read() {
    TRY(look());
    TRY(settle_columns());
    return has_columns_ ? build_columns() : build();
  }

 private:
  tableio::CsvReader reader() const {
    return tableio::CsvReader(text_, options_.dialect, options_.first_line);
  }

  std::string_view value_of(const tableio::CsvField& field) {
    if (!field.needs_unescape) return field.text;
    scratch_.clear();
    tableio::unescape_csv(field.text, options_.dialect.quote, scratch_);
    return scratch_;
  }

  bool is_missing(const tableio::CsvField& field) const {
    if (field.text.empty()) return !field.is_quoted;
    return is_missing_mark(field, options_.missing, true);
  }

  /// Whether the table has ended (option `until_blank`).
  bool is_past_end(const tableio::CsvReader& records, uint64_t num_records) const {
    if (!options_.until_blank || num_records == 0) return false;
    if (records.skipped_empty_line()) return true;
    std::span<const tableio::CsvField> fields = records.fields();
    // A spreadsheet writes an empty line as delimiters alone.
    return std::all_of(fields.begin(), fields.end(), [](const tableio::CsvField& field) {
      return !field.is_quoted && tableio::without_blanks(field.text).empty();
    });
  }

  /// First pass: the header, the width of each record, and what the columns hold.
  Result<void> look() {
    tableio::CsvReader records = reader();
    uint64_t count = 0;
    size_t read = 0;
    while (true) {
      TRY_ASSIGN(const tableio::CsvPiece* piece, filler_.take_piece(records));
      if (piece != nullptr) {
        see(*piece, records);
        read = piece->end;
        continue;
      }
      if (!records.next()) break;
      TRY(call_.tick(1 + records.fields().size() + (records.offset() - read) / 64));
      read = records.offset();
      if (is_past_end(records, count)) break;
      if (count++ == 0) {
        TRY(take_first(records.fields()));
        if (options_.headers) continue;
      }
      if (widths_.is_blank(records.fields())) continue;
      bool fits = widths_.check(records);
      if (!fits && options_.ragged == RaggedRows::Skip) continue;
      ++num_rows_;
      if (!fits) continue;
      if (has_columns_) {
        TRY(take(records));
      } else {
        see(records);
      }
    }
    if (records.has_unclosed_quote()) {
      return Error(builtin_errors::kCsvUnclosedQuote,
                   {prefix_, count_text(records.unclosed_line())});
    }
    if (records.crowded_line() != 0) {
      return Error(builtin_errors::kCsvCrowded, {prefix_, count_text(records.crowded_line()),
                                                 count_text(tableio::CsvReader::kMaxFields)});
    }
    if (records.line_of_text_after_quote() != 0) {
      return Error(builtin_errors::kCsvAfterQuote,
                   {prefix_, count_text(records.line_of_text_after_quote())});
    }
    if (columns_.empty()) return Error(builtin_errors::kTableEmpty, {prefix_});
    TRY(widths_.finish(num_rows_, notes_));
    if (!has_columns_) return {};
    TRY(filler_.finish(num_rows_));
    return guess_again();
  }

  Result<void> take_first(std::span<const tableio::CsvField> fields) {
    // A name, its place in a set, and the state of each column.
    constexpr size_t kNameBytes = 192;
    size_t each = kNameBytes + sizeof(Column) + (has_columns_ ? sizeof(CsvColumn) : 0);
    TRY(columns_charge_.add(call_, fields.size() * each));
    std::vector<std::string> names;
    for (const tableio::CsvField& field : fields) {
      names.push_back(options_.headers ? std::string(value_of(field))
                                       : std::to_string(names.size() + 1));
    }
    unnamed_end_ = options_.headers && names.size() > 1 && names.back().empty();
    if (options_.headers) names = column_names_of(std::move(names), notes_);
    columns_.resize(names.size());
    width_ = names.size();
    widths_.set_width(width_);
    for (size_t i = 0; i < names.size(); ++i) {
      columns_[i].name = std::move(names[i]);
      columns_[i].guess = tableio::ColumnGuess(options_.notation);
    }
    std::unordered_set<std::string_view> known;
    for (Column& column : columns_) {
      known.insert(column.name);
      auto typed = options_.types.find(column.name);
      if (typed != options_.types.end()) column.given = typed->second;
    }
    for (const std::string& column : options_.typed_columns) {
      if (known.count(column) != 0) continue;
      return Error(builtin_errors::kCsvTypesColumn, {prefix_, column});
    }
    if (width_ > kMaxTableColumns) has_columns_ = false;
    if (!has_columns_) return {};
    start_columns();
    return filler_.start_first(width_);
  }

  void start_columns() {
    source_.emplace(CsvSource{call_, prefix_, options_, text_.data() + text_.size()});
    for (Column& column : columns_) {
      std::optional<CellKind> kind = column.given;
      if (!kind && !options_.infer) kind = CellKind::Text;
      column.cells =
          std::make_unique<CsvColumn>(*source_, column.name, kind, kind ? nullptr : &column.guess);
    }
  }

  void see(const tableio::CsvReader& records) {
    std::span<const tableio::CsvField> fields = records.fields();
    for (size_t i = 0; i < std::min(columns_.size(), fields.size()); ++i) {
      Column& column = columns_[i];
      if (fields[i].text.empty()) continue;
      column.any_value = true;
      bool guesses = options_.infer && !column.given && !column.guess.is_settled();
      if (!guesses || is_missing(fields[i])) continue;
      column.guess.see(value_of(fields[i]), records.line());
    }
  }

  /// Puts the fields of a record into their columns.
  Result<void> take(const tableio::CsvReader& records) {
    std::span<const tableio::CsvField> fields = records.fields();
    if (fields.size() >= width_ && !fields[width_ - 1].text.empty()) {
      columns_.back().any_value = true;
    }
    return filler_.take(records);
  }

  /// Records that went into their columns together; the reader stands behind them.
  void see(const tableio::CsvPiece& piece, const tableio::CsvReader& records) {
    num_rows_ += piece.num_rows();
    size_t first_line = records.next_line() - piece.num_lines;
    widths_.add_longer(piece.num_longer, first_line - 1 + piece.first_longer);
    columns_.back().any_value = columns_.back().any_value || piece.any_last;
  }

  /// Gives all rows once more to the columns that are read again.
  Result<void> read_again() {
    tableio::CsvReader records = reader();
    records.next();
    TRY(filler_.start_again(records, num_rows_));
    for (uint64_t row = 0; row < num_rows_;) {
      TRY_ASSIGN(const tableio::CsvPiece* piece, filler_.take_piece(records));
      if (piece != nullptr) {
        row += piece->num_rows();
        continue;
      }
      if (!records.next()) break;
      TRY(call_.tick(1 + columns_.size() / 8));
      if (widths_.is_left_out(records.fields())) continue;
      ++row;
      TRY(filler_.take(records));
    }
    TRY(filler_.finish(num_rows_));
    for (Column& column : columns_) column.is_read_again = false;
    return {};
  }

  /// Columns whose guess missed values are guessed again, from all of them.
  Result<void> guess_again() {
    bool any = false;
    for (Column& column : columns_) {
      if (!column.cells->is_guess_lost()) continue;
      any = true;
      start_anew(column);
    }
    return any ? read_again() : Result<void>();
  }

  void start_anew(Column& column) {
    column.is_read_again = true;
    column.guess = tableio::ColumnGuess(options_.notation);
    column.cells->only_see();
  }

  CellKind kind_of(const Column& column) const {
    return column.given.value_or(options_.infer ? cell_kind(column.guess.kind()) : CellKind::Text);
  }

  Result<Value> build_columns() {
    bool any = false;
    for (Column& column : columns_) {
      if (column.cells->holds(kind_of(column))) continue;
      any = column.is_read_again = true;
      column.cells = std::make_unique<CsvColumn>(*source_, column.name, kind_of(column), nullptr);
    }
    if (any) TRY(read_again());
    Column* wrong = nullptr;
    for (Column& column : columns_) {
      bool first = column.cells->error() &&
                   (wrong == nullptr || column.cells->error_row() < wrong->cells->error_row());
      if (first) wrong = &column;
    }
    if (wrong != nullptr) return std::move(*wrong->cells->error());
    table::Table table;
    table.num_rows = num_rows_;
    for (Column& column : columns_) table.add(column.name, column.cells->finish());
    TRY(call_.tick());
    return make_table_list(call_.heap(), std::move(table));
  }

  /// Decides the types, and leaves out an unnamed last column without values.
  Result<void> settle_columns() {
    if (unnamed_end_ && !columns_.back().any_value) columns_.pop_back();
    for (const Column& column : columns_) {
      auto conflict = column.guess.conflict();
      if (conflict) {
        return Error(builtin_errors::kTableNotation,
                     {prefix_, column.name, count_text(conflict->point.line), conflict->point.text,
                      count_text(conflict->comma.line), conflict->comma.text});
      }
    }
    TRY(settle_grouped());
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].given) continue;
      std::string why = columns_[i].guess.why_text();
      if (!why.empty()) note_text_column(i, std::move(why));
    }
    return {};
  }

  /// Where one column proves that the file writes decimal commas, points before three digits in
  /// another may stand between thousands: those stay texts.
  Result<void> settle_grouped() {
    size_t proof = 0;
    for (const Column& column : columns_) {
      const tableio::SeenValue* comma = column.guess.decimal_comma();
      if (proof == 0 && comma != nullptr) proof = comma->line;
    }
    if (proof == 0) return {};
    bool any = false;
    for (Column& column : columns_) {
      // Values that were read on trust are not in the guess.
      if (!has_columns_ || column.given || column.guess.kind() != tableio::ColumnKind::Float)
        continue;
      any = true;
      start_anew(column);
    }
    if (any) TRY(read_again());
    for (size_t i = 0; i < columns_.size(); ++i) {
      Column& column = columns_[i];
      if (column.given || !column.guess.may_be_grouped()) continue;
      column.given = CellKind::Text;
      note_text_column(i, "its points may stand between thousands, as line " + count_text(proof) +
                              " has a decimal comma; say {\"decimal\": \",\"}");
    }
    return {};
  }

  void note(std::string text) { notes_.push_back({std::move(text)}); }
  void note_text_column(size_t index, std::string why) {
    std::string text = "column " + columns_[index].name + " kept as text: " + why;
    notes_.push_back({std::move(text), index, std::move(why)});
  }

  Result<Value> build() {
    std::vector<std::string> names;
    std::vector<CellMaker> cells;
    cells.reserve(columns_.size());
    for (const Column& column : columns_) {
      names.push_back(column.name);
      CellKind kind = column.given.value_or(cell_kind(column.guess.kind()));
      cells.emplace_back(call_, prefix_, column.name, kind, options_.missing, options_.dialect,
                         options_.notation);
    }
    std::optional<RowMaker> maker;
    if (options_.headers) maker.emplace(call_.heap(), names);
    TRY(call_.reserve(num_rows_ * (sizeof(Value) + sizeof(Map) + columns_.size() * sizeof(Value))));
    TRY(reserve_list(call_, num_rows_));
    Value rows = make_list(call_.heap(), num_rows_);
    tableio::CsvReader records = reader();
    if (options_.headers) records.next();
    while (rows.list().size() < num_rows_ && records.next()) {
      TRY(call_.tick(1 + columns_.size()));
      if (widths_.is_left_out(records.fields())) continue;
      std::span<const tableio::CsvField> fields = records.fields();
      Value row = maker ? maker->make() : make_list(call_.heap(), columns_.size());
      for (size_t i = 0; i < columns_.size(); ++i) {
        // A short record has no more fields (option `ragged`).
        if (i >= fields.size() && maker) break;
        const tableio::CsvField field = i < fields.size() ? fields[i] : tableio::CsvField();
        TRY_ASSIGN(Value cell, cells[i].make(field, records.line()));
        if (maker) {
          maker->set(row, i, std::move(cell));
        } else {
          push(row, std::move(cell));
        }
      }
      push(rows, std::move(row));
    }
    return rows;
  }

  Call& call_;
  CsvOptions options_;
  std::string_view prefix_;
  std::vector<ReaderNote>& notes_;
  std::string_view text_;
  std::vector<Column> columns_;
  size_t width_ = 0;          // fields of the first record
  bool unnamed_end_ = false;  // the header ends with an empty name
  uint64_t num_rows_ = 0;
  std::string scratch_;

  CsvWidths widths_;
  bool has_columns_;
  std::optional<CsvSource> source_;
  ScratchCharge columns_charge_;
  CsvFiller filler_;
};

}  // namespace

Result<Value> read_csv_table(Call& call, std::string_view bytes, const Value* opts,
                             std::string_view name, std::vector<ReaderNote>& notes, TableForm form,
                             host::FileView* view) {
  std::string prefix = std::string(call.name()) + ": " + std::string(name);
  TRY_ASSIGN(CsvOptions options, csv_options(opts, CsvOptionSet::Read, prefix));
  std::string buffer;
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(std::string_view text,
             table_text(call, bytes, options.encoding, prefix, view, buffer));
  TRY(charge.add(call, buffer.capacity()));
  TRY(check_is_csv(text, prefix));
  return CsvTable(call, text, std::move(options), prefix, notes, form, view).read();
}

}  // namespace syn
