// csv_parse: the text of a CSV file as rows (data.md §3.13).
// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "builtins/argument_checks.h"
#include "builtins/csv_options.h"
#include "builtins/csv_rows.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

constexpr std::string_view kName = "csv_parse";

std::string field_text(const tableio::CsvField& field, char quote) {
  if (!field.needs_unescape) return std::string(field.text);
  std::string out;
  tableio::unescape_csv(field.text, quote, out);
  return out;
}

/// Builds rows while records come. Of several errors the one that the specification puts first
/// wins, so an error found early is kept while the rest of the text is only cut into records.
class CsvParser {
 public:
  CsvParser(Call& call, std::string_view text, const CsvOptions& options)
      : call_(call),
        options_(options),
        reader_(text, options.dialect),
        rows_(make_list(call.heap())) {}

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
    if (uneven_) return std::move(*uneven_);
    if (pending_) return std::move(*pending_);
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

  void make_columns(std::vector<std::string> names) {
    if (options_.headers) maker_.emplace(call_.heap(), names);
    cells_.reserve(names.size());
    for (std::string& name : names) {
      CellKind kind = options_.numbers ? CellKind::AnyNumber : CellKind::Text;
      auto typed = options_.types.find(name);
      if (typed != options_.types.end()) kind = typed->second;
      cells_.emplace_back(call_, kName, std::move(name), kind, options_.missing, options_.dialect);
    }
  }

  /// Fails only where the Budget says so; a bad field is kept for later.
  Result<void> take_record() {
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

  Call& call_;
  const CsvOptions& options_;
  tableio::CsvReader reader_;
  size_t width_ = 0;
  std::vector<CellMaker> cells_;
  std::optional<RowMaker> maker_;
  Value rows_;
  std::optional<Error> uneven_;
  std::optional<Error> pending_;
};

Result<Value> csv_parse(Call& call) {
  if (!call[0].is_text()) {
    return Error(builtin_errors::kExpectsTextAs, {kName, type_name(call[0]), "first argument"});
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
