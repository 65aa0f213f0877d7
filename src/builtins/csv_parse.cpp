// csv_parse: the text of a CSV file as rows (data.md §3.13).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <unordered_set>

#include "builtins/argument_checks.h"
#include "builtins/csv_column.h"
#include "builtins/csv_rows.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kName = "csv_parse";

std::string field_text(const tableio::CsvField& field, char quote) {
  if (!field.needs_unescape) return std::string(field.text);
  std::string out;
  tableio::unescape_csv(field.text, quote, out);
  return out;
}

/// Records of a chunk, and the most cells.
constexpr size_t kChunkRows = 256;
constexpr size_t kChunkCells = 64 * 1024;

/// Fills columns (lists where there is no header) while records come. Of several errors the one
/// that the specification puts first wins, so an error found early is kept while the rest of the
/// text is only cut into records.
class CsvParser {
 public:
  CsvParser(Call& call, std::string_view text, const CsvOptions& options)
      : call_(call),
        options_(options),
        source_{call, kName, options, text.data() + text.size()},
        text_size_(text.size()),
        reader_(text, options.dialect),
        rows_(make_list(call.heap())),
        chunk_charge_(call.heap()) {}

  Result<Value> run() {
    size_t read = 0;
    while (reader_.next()) {
      TRY(call_.tick(1 + reader_.fields().size() + (reader_.offset() - read) / 64));
      read = reader_.offset();
      if (width_ == 0) {
        width_ = reader_.fields().size();
        if (options_.headers) {
          take_header();
          continue;
        }
        make_columns(std::vector<std::string>(width_));
      }
      if (reader_.fields().size() != width_) note_uneven();
      if (!pending_ && !uneven_) TRY(take_record());
    }
    if (reader_.has_unclosed_quote()) {
      return Error(builtin_errors::kCsvUnclosedQuote, {kName, count_text(reader_.unclosed_line())});
    }
    if (reader_.crowded_line() != 0) {
      return Error(builtin_errors::kCsvCrowded, {kName, count_text(reader_.crowded_line()),
                                                 count_text(tableio::CsvReader::kMaxFields)});
    }
    if (uneven_) return std::move(*uneven_);
    if (pending_) return std::move(*pending_);
    if (chunk_) return finish_table();
    return std::move(rows_);
  }

 private:
  void note_uneven() {
    if (uneven_) return;
    uneven_ = Error(builtin_errors::kCsvUneven,
                    {kName, count_text(reader_.line()), count_text(reader_.fields().size()),
                     count_text(width_), options_.headers ? "the header row" : "the first row"});
  }

  void take_header() {
    std::vector<std::string> names;
    std::unordered_set<std::string_view> seen;
    names.reserve(width_);
    for (const tableio::CsvField& field : reader_.fields()) {
      names.push_back(field_text(field, options_.dialect.quote));
      if (seen.insert(names.back()).second || pending_) continue;
      pending_ = Error(builtin_errors::kCsvDuplicateHeader,
                       {kName, names.back(), count_text(reader_.line())});
    }
    for (const std::string& column : options_.typed_columns) {
      if (seen.count(column) != 0 || pending_) continue;
      pending_ = Error(builtin_errors::kCsvTypesColumn, {kName, column});
    }
    if (!pending_) make_columns(std::move(names));
  }

  CellKind kind_of(const std::string& name) const {
    auto typed = options_.types.find(name);
    if (typed != options_.types.end()) return typed->second;
    return options_.numbers ? CellKind::AnyNumber : CellKind::Text;
  }

  void make_columns(std::vector<std::string> names) {
    if (options_.headers && width_ <= kMaxTableColumns && text_size_ <= UINT32_MAX) {
      for (std::string& name : names) {
        columns_.push_back(std::make_unique<CsvColumn>(source_, name, kind_of(name), nullptr));
      }
      chunk_.emplace(width_, std::clamp<size_t>(kChunkCells / width_, 16, kChunkRows));
      names_ = std::move(names);
      return;
    }
    if (options_.headers) maker_.emplace(call_.heap(), names);
    cells_.reserve(names.size());
    for (std::string& name : names) {
      CellKind kind = kind_of(name);
      cells_.emplace_back(call_, kName, std::move(name), kind, options_.missing, options_.dialect);
    }
  }

  /// Fails only where the Budget says so; a bad field is kept for later.
  Result<void> take_record() {
    if (chunk_) {
      if (num_rows_++ == 0) TRY(chunk_charge_.add(call_, chunk_->byte_size()));
      chunk_->add(reader_.fields(), reader_.line());
      return chunk_->is_full() ? take_chunk() : Result<void>();
    }
    TRY(reserve_push(call_, rows_));
    Value row = maker_ ? maker_->make() : make_list(call_.heap(), width_);
    std::span<const tableio::CsvField> fields = reader_.fields();
    for (size_t i = 0; i < fields.size(); ++i) {
      auto cell = cells_[i].make(fields[i], reader_.line());
      if (!cell.ok()) {
        if (cell.error().row().category == ErrorCategory::Limit) return std::move(cell).error();
        pending_ = std::move(cell).error();
        return {};
      }
      if (maker_) {
        maker_->set(row, i, std::move(cell).value());
      } else {
        push(row, std::move(cell).value());
      }
    }
    push(rows_, std::move(row));
    return {};
  }

  Result<void> take_chunk() {
    double share = static_cast<double>(text_size_) / static_cast<double>(reader_.offset());
    auto expected = static_cast<size_t>(static_cast<double>(num_rows_) * share * 1.02) + 16;
    for (size_t i = 0; i < columns_.size(); ++i) {
      TRY(columns_[i]->take(*chunk_, i, expected));
      TRY(call_.tick(chunk_->num_rows()));
    }
    chunk_->clear();
    return {};
  }

  /// Of the wrong fields the first one counts, row by row.
  Result<Value> finish_table() {
    TRY(take_chunk());
    CsvColumn* wrong = nullptr;
    for (const std::unique_ptr<CsvColumn>& column : columns_) {
      bool first =
          column->error() && (wrong == nullptr || column->error_row() < wrong->error_row());
      if (first) wrong = column.get();
    }
    if (wrong != nullptr) return std::move(*wrong->error());
    if (num_rows_ == 0) return std::move(rows_);
    table::Table table;
    table.num_rows = num_rows_;
    for (size_t i = 0; i < columns_.size(); ++i) table.add(names_[i], columns_[i]->finish());
    TRY(call_.tick());
    return make_table_list(call_.heap(), std::move(table));
  }

  Call& call_;
  const CsvOptions& options_;
  CsvSource source_;
  size_t text_size_;
  tableio::CsvReader reader_;
  size_t width_ = 0;
  std::vector<CellMaker> cells_;
  std::optional<RowMaker> maker_;
  Value rows_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<CsvColumn>> columns_;
  std::optional<tableio::CsvChunk> chunk_;
  ScratchCharge chunk_charge_;
  size_t num_rows_ = 0;
  std::optional<Error> uneven_;
  std::optional<Error> pending_;
};

/// One line that names a file and has no second field: nobody's table.
bool looks_like_path(std::string_view text) {
  if (text.find_first_of("\n,;\t|") != std::string_view::npos) return false;
  for (std::string_view end : {".csv", ".tsv", ".txt", ".CSV", ".csv.gz"}) {
    if (text.size() > end.size() && text.ends_with(end)) return true;
  }
  return false;
}

Result<Value> csv_parse(Call& call) {
  if (!call[0].is_text()) {
    return Error(builtin_errors::kExpectsTextAs, {kName, type_name(call[0]), "first argument"});
  }
  if (looks_like_path(call[0].view())) {
    return Error(builtin_errors::kCsvPath, {"\"" + short_display(call[0]) + "\""});
  }
  TRY_ASSIGN(CsvOptions options, csv_options(call.optional(1), CsvOptionSet::Parse, kName));
  return CsvParser(call, call[0].view(), options).run();
}

constexpr BuiltinSpec kRows[] = {
    {"csv_parse", "text, options?", 1, 2, "", Purity::Pure, "",
     "The rows of a CSV text (not a path), as maps; options: headers, delimiter, numbers, types, "
     "missing.",
     "csv_parse(\"a,b\\n1,x\\n\", {\"numbers\": true}) → [{a: 1, b: \"x\"}]", "", csv_parse},
};

}  // namespace

const BuiltinTable kCsvParseBuiltins(kRows);

}  // namespace syn
