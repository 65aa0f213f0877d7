// One column of a CSV file while it is read.
//
// Why skipping the guess is right: an integer of at most 18 digits in a column of integers, a
// number in a column of floats that a double keeps, a date among dates and so on change nothing
// that ColumnGuess tells. All other values are shown to it. Columns that are texts for now, and
// those that no quick reading serves, show it everything until it is settled.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_column.h"

#include <algorithm>
#include <cstring>

namespace syn {

CellKind cell_kind(tableio::ColumnKind kind) {
  switch (kind) {
    case tableio::ColumnKind::Text: return CellKind::Text;
    case tableio::ColumnKind::Int: return CellKind::Int;
    case tableio::ColumnKind::Float: return CellKind::Float;
    case tableio::ColumnKind::Decimal: return CellKind::Decimal;
    case tableio::ColumnKind::Bool: return CellKind::Bool;
    case tableio::ColumnKind::Date: return CellKind::Date;
    case tableio::ColumnKind::DateTime: return CellKind::DateTime;
    case tableio::ColumnKind::DayMonthYear: return CellKind::DayMonthYear;
    case tableio::ColumnKind::MonthDayYear: return CellKind::MonthDayYear;
  }
  return CellKind::Text;
}

namespace {

bool is_missing(const tableio::CsvCell& cell) { return cell.size == 0 && !cell.is_quoted; }

}  // namespace

void blank_missing_marks(std::span<tableio::CsvCell> cells, const CsvOptions& options) {
  // As CellMaker has it.
  bool anywhere = options.dialect.blank_before_quote == tableio::BlankBeforeQuote::Skipped;
  for (tableio::CsvCell& cell : cells) {
    if (cell.size == 0 || !is_missing_mark(cell.field(), options.missing, anywhere)) continue;
    cell.size = 0;
    cell.is_quoted = false;
  }
}

CsvColumn::CsvColumn(const CsvSource& source, std::string name, std::optional<CellKind> kind,
                     tableio::ColumnGuess* guess)
    : source_(source), name_(std::move(name)), guess_(guess), cells_(source.call) {
  if (kind) set_kind(*kind);
}

bool CsvColumn::holds(CellKind kind) const {
  return state_ == State::Filling && (kind_ ? *kind_ == kind : kind == CellKind::Text);
}

void CsvColumn::only_see() {
  state_ = State::Seeing;
  kind_.reset();
  cells_.clear();
}

void CsvColumn::set_kind(CellKind kind) {
  kind_ = kind;
  slow_.emplace(source_.call, source_.prefix, name_, kind, source_.options.missing,
                source_.options.dialect, source_.options.notation);
}

std::string_view CsvColumn::text_of(const tableio::CsvCell& cell) {
  if (!cell.needs_unescape) return cell.text();
  scratch_.clear();
  tableio::unescape_csv(cell.text(), source_.options.dialect.quote, scratch_);
  return scratch_;
}

Result<void> CsvColumn::take(tableio::CsvChunk& chunk, size_t index, size_t expected) {
  std::span<tableio::CsvCell> cells = chunk.column(index);
  if (!source_.options.missing.empty()) blank_missing_marks(cells, source_.options);
  TRY_ASSIGN(bool wanted, prepare(chunk, cells, expected));
  return wanted ? fill(chunk, cells) : Result<void>();
}

/// Shows the guess what it must see, and makes room; whether the cells are to be filled in.
Result<bool> CsvColumn::prepare(tableio::CsvChunk& chunk, std::span<const tableio::CsvCell> cells,
                                size_t expected) {
  if (state_ == State::Lost) return false;
  has_seen_all_ = guess_ != nullptr && must_see_all();
  if (has_seen_all_) see_all(chunk, cells);
  if (state_ != State::Filling) return false;
  TRY(cells_.make_room(cells.size(), expected));
  if (kind_) return true;
  cells_.add_missing(cells.size());
  return false;
}

Result<void> CsvColumn::take_block(tableio::CsvChunk& chunk, size_t index, size_t expected,
                                   const tableio::CsvBlock& block) {
  std::span<const tableio::CsvCell> cells = chunk.column(index);
  TRY_ASSIGN(bool wanted, prepare(chunk, cells, expected));
  if (!wanted) return {};
  if (!block.form.kind || block.form != form()) return fill(chunk, cells);
  size_t row = 0;
  for (uint32_t gap : block.gaps) {
    append(block, row, gap - row);
    row = gap + 1;
    if (is_missing(cells[gap])) {
      cells_.add_missing();
      continue;
    }
    TRY(read_slowly(cells[gap], chunk.line(gap)));
    if (state_ != State::Filling) return {};
    if (block.form != form()) return fill(chunk, cells, row);
  }
  append(block, row, cells.size() - row);
  return {};
}

void CsvColumn::append(const tableio::CsvBlock& block, size_t from, size_t count) {
  if (count == 0) return;
  if (block.form.kind == table::Kind::Float) {
    std::memcpy(cells_.extend_floats(count), block.floats.data() + from, count * sizeof(double));
  } else {
    std::memcpy(cells_.extend_ints(*block.form.kind, count), block.ints.data() + from,
                count * sizeof(int64_t));
  }
}

bool CsvColumn::must_see_all() const {
  if (!kind_ || state_ == State::Seeing) return true;
  if (guess_->is_settled()) return false;
  switch (*kind_) {
    // Every value counts for whether points may stand between thousands.
    case CellKind::Float: return !source_.options.notation.is_plain() || guess_->may_be_grouped();
    case CellKind::Int:
    case CellKind::Decimal: return !source_.options.notation.is_plain();
    case CellKind::Bool:
    case CellKind::Date:
    case CellKind::DateTime: return false;
    case CellKind::Text:
    case CellKind::DayMonthYear:
    case CellKind::MonthDayYear:
    case CellKind::AnyNumber: return true;
  }
  return true;
}

void CsvColumn::see_all(tableio::CsvChunk& chunk, std::span<const tableio::CsvCell> cells) {
  bool any = kind_.has_value();
  for (size_t i = 0; i < cells.size(); ++i) {
    if (is_missing(cells[i])) continue;
    any = true;
    if (cells[i].size != 0) follow_guess(cells[i], chunk.line(i));
  }
  if (!any) return;
  CellKind kind = cell_kind(guess_->kind());
  if (!kind_) {
    set_kind(kind);
  } else if (kind != *kind_) {
    cells_.clear();
    state_ = State::Seeing;
    set_kind(kind);
  }
}

/// Shows the guess a value.
void CsvColumn::follow_guess(const tableio::CsvCell& cell, size_t line) {
  guess_->see(text_of(cell), line);
}

Result<void> CsvColumn::fill(tableio::CsvChunk& chunk, std::span<const tableio::CsvCell> cells,
                             size_t first) {
  for (size_t i = first; i < cells.size(); ++i) {
    if (kind_ == CellKind::Text) {
      TRY_ASSIGN(size_t read, read_texts(cells.subspan(i)));
      i += read;
    } else {
      i += read_quickly(cells.subspan(i));
    }
    if (i == cells.size()) return {};
    if (is_missing(cells[i])) {
      cells_.add_missing();
    } else {
      TRY(read_slowly(cells[i], chunk.line(i)));
      if (state_ != State::Filling) return {};
    }
  }
  return {};
}

/// Reads cells as long as they are plain values of the column's kind, and gives how many.
size_t CsvColumn::read_quickly(std::span<const tableio::CsvCell> cells) {
  tableio::CsvForm how = form();
  if (!how.kind) {
    bool is_words = kind_ == CellKind::AnyNumber && cells_.is(table::Kind::Text);
    return is_words ? read_words(cells) : 0;
  }
  size_t read = 0;
  if (how.kind == table::Kind::Float) {
    double* out = cells_.extend_floats(cells.size());
    read = tableio::read_plain_floats(cells, source_.text_end, out);
  } else {
    int64_t* out = cells_.extend_ints(*how.kind, cells.size());
    read = tableio::read_plain(how, cells, source_.text_end, out);
  }
  cells_.drop(cells.size() - read);
  return read;
}

tableio::CsvForm CsvColumn::form() const {
  if (state_ != State::Filling || !kind_) return {};
  auto if_is = [this](table::Kind kind, bool may_start) -> tableio::CsvForm {
    if (!cells_.is(kind) && !(may_start && !cells_.kind())) return {};
    return {kind, cells_.scale(), cells_.offset_seconds(), yes_, no_};
  };
  bool point = source_.options.notation.is_plain();
  switch (*kind_) {
    case CellKind::AnyNumber:
    case CellKind::Int: return point ? if_is(table::Kind::Int, true) : tableio::CsvForm();
    case CellKind::Float: return point ? if_is(table::Kind::Float, true) : tableio::CsvForm();
    case CellKind::Decimal: return point ? if_is(table::Kind::Decimal, false) : tableio::CsvForm();
    case CellKind::Bool: return yes_.empty() ? tableio::CsvForm() : if_is(table::Kind::Bool, false);
    case CellKind::Date: return if_is(table::Kind::Date, true);
    case CellKind::DateTime: return if_is(table::Kind::DateTime, false);
    case CellKind::Text:
    case CellKind::DayMonthYear:
    case CellKind::MonthDayYear: break;
  }
  return {};
}

/// Reads texts that do not begin as a number does.
size_t CsvColumn::read_words(std::span<const tableio::CsvCell> cells) {
  constexpr uint32_t kLong = 4096;
  for (size_t i = 0; i < cells.size(); ++i) {
    const tableio::CsvCell& cell = cells[i];
    if (!cell.is_plain() || cell.size > kLong) return i;
    char first = cell.data[0];
    bool may_be_number =
        (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    if (may_be_number) return i;
    cells_.add_text(cell.text());
  }
  return cells.size();
}

/// Texts never fail to be what they are.
Result<size_t> CsvColumn::read_texts(std::span<const tableio::CsvCell> cells) {
  constexpr size_t kLong = 4096;
  for (const tableio::CsvCell& cell : cells) {
    if (is_missing(cell)) {
      cells_.add_missing();
      continue;
    }
    if (cell.size > kLong) TRY(source_.call.reserve(cell.size));
    cells_.add_text(text_of(cell));
  }
  return cells.size();
}

Result<void> CsvColumn::read_slowly(const tableio::CsvCell& cell, size_t line) {
  if (guess_ != nullptr && !has_seen_all_) {
    follow_guess(cell, line);
    CellKind kind = cell_kind(guess_->kind());
    if (kind != *kind_) {
      bool widens = *kind_ == CellKind::Int && kind == CellKind::Float && !has_negative_zero_ &&
                    (!cells_.kind() || (cells_.is(table::Kind::Int) && cells_.become_floats()));
      if (!widens) {
        cells_.clear();
        state_ = State::Lost;
        return {};
      }
      set_kind(kind);
    }
  }
  auto made = slow_->make(cell.field(), line);
  if (!made.ok()) {
    if (made.error().row().category == ErrorCategory::Limit) return std::move(made).error();
    error_row_ = cells_.size();
    error_ = std::move(made).error();
    cells_.clear();
    state_ = State::Lost;
    return {};
  }
  Value value = std::move(made).value();
  if (value.is_int() && value.as_int() == 0 && cell.text().find('-') != std::string_view::npos) {
    has_negative_zero_ = true;
  }
  if (kind_ == CellKind::Bool && yes_.empty()) {
    char first = cell.data[0];
    bool upper = cell.size > 1 && cell.data[1] >= 'A' && cell.data[1] <= 'Z';
    bool is_title = first == 'T' || first == 'F';
    yes_ = upper ? "TRUE" : is_title ? "True" : "true";
    no_ = upper ? "FALSE" : is_title ? "False" : "false";
  }
  cells_.add(std::move(value));
  return {};
}

}  // namespace syn
