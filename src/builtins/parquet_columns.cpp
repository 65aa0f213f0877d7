// One query for each set of columns that is asked for, over a file that is held open.
//
//  1. The file is the one that was opened when the program read it: another one under its name
//     changes nothing. One that was written to in place is an error.
//  2. The gate was asked when the file was opened; nothing else is opened here.
//  3. A column is fetched outside of queries only (sql.cpp has those of its tables at hand before).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/parquet_columns.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <optional>

#include "builtins/sql_errors.h"
#include "builtins/sql_rows.h"
#include "duck/errors.h"

namespace syn {
namespace {

/// A table that waits holds its file open, and descriptors are few: from this one on, files are
/// read at once.
constexpr int kMaxDescriptor = 48;

class ParquetColumns final : public table::ColumnSource {
 public:
  ParquetColumns(Call& call, LentFiles::Held held, std::string path, std::string prefix,
                 ParquetFacts facts)
      : context_(call.context()),
        heap_(call.heap()),
        name_(call.name()),
        held_(std::move(held)),
        path_(std::move(path)),
        prefix_(std::move(prefix)),
        facts_(std::move(facts)),
        columns_(facts_.columns.size()),
        failed_(facts_.columns.size(), false) {}
  ParquetColumns(const ParquetColumns&) = delete;
  ParquetColumns& operator=(const ParquetColumns&) = delete;
  ~ParquetColumns() override = default;

  const table::ColumnPtr& fetch(size_t position) override {
    fetch_all({&position, 1});
    return failed_[position] ? stand_in(facts_.num_rows) : columns_[position];
  }

  void fetch_all(std::span<const size_t> positions) override {
    std::vector<size_t> wanted;
    for (size_t position : positions) {
      if (columns_[position] == nullptr) wanted.push_back(position);
    }
    if (wanted.empty()) return;
    if (heap_.budget().has_late_error()) {
      // The program is about to be told; until then everything is in vain.
      for (size_t position : wanted) failed_[position] = true;
      return;
    }
    Result<void> outcome = read(wanted);
    for (size_t position : wanted) failed_[position] = !outcome.ok();
    if (!outcome.ok()) heap_.budget().fail_later(std::move(outcome).error());
    bool is_done = std::all_of(columns_.begin(), columns_.end(),
                               [](const table::ColumnPtr& column) { return column != nullptr; });
    if (is_done) held_ = {};
  }

  bool has_failed(size_t position) const override { return failed_[position]; }

  const table::ColumnPtr& stand_in(size_t num_rows) override {
    auto column = std::make_shared<table::Column>(table::Kind::Int, num_rows);
    column->ints.assign(num_rows, 0);
    column->present = table::make_bits(num_rows, false);
    return stand_ins_.emplace_back(std::move(column));
  }

 private:
  Result<void> read(const std::vector<size_t>& positions) {
    if (held_.files.front()->has_changed()) {
      return Error(sql_errors::kParquetChanged, {prefix_});
    }
    Call call(context_, heap_, name_, {}, {}, nullptr);
    TRY_ASSIGN(duck::Engine * engine, sql_engine(call));
    std::vector<ColumnReading> readings;
    std::string names;
    for (size_t position : positions) {
      readings.push_back(facts_.columns[position]);
      // By number: names may differ from those of the engine, which changes some.
      names += (names.empty() ? "#" : ", #") + std::to_string(position + 1);
    }
    CallWatch watch(call);
    duck::QueryOptions options;
    options.caller = prefix_;
    options.file_names = &held_.names;
    std::optional<SqlRows> rows;
    for (bool is_copied = false;; is_copied = true) {
      std::string sql = "SELECT " + names + " FROM read_parquet(" + duck::quoted(path_) +
                        ", hive_partitioning = false)";
      rows.emplace(call, prefix_, readings);
      rows->expect(facts_.num_rows);
      Result<void> outcome = engine->run(sql, options, watch, *rows);
      if (outcome.ok()) break;
      Error error = std::move(outcome).error();
      if (!error.is(duck_errors::kQuery)) return error;
      const std::string& why = error.body().arguments[1];
      // The engine knows a file by its name, which it may have lost: then a copy is read.
      bool is_nameless = why.starts_with("Permission Error") && !is_copied;
      if (!is_nameless) return Error(sql_errors::kParquetDamaged, {prefix_, why});
      TRY(copy_file(call));
    }
    table::Table table = rows->take_table();
    if (table.num_rows != facts_.num_rows) {
      return Error(sql_errors::kParquetDamaged,
                   {prefix_, "its footer says " + std::to_string(facts_.num_rows) +
                                 " rows, its columns hold " + std::to_string(table.num_rows)});
    }
    for (size_t i = 0; i < positions.size(); ++i) columns_[positions[i]] = table.column(i);
    return {};
  }

  /// Puts a copy in memory in the place of the file.
  Result<void> copy_file(Call& call) {
    host::LentFile& file = *held_.files.front();
    TRY(call.reserve(2 * file.facts().size));
    std::string bytes(file.facts().size, '\0');
    for (size_t filled = 0; filled < bytes.size();) {
      TRY_ASSIGN(size_t count,
                 file.read_at(filled, {bytes.data() + filled, bytes.size() - filled}));
      if (count == 0) return Error(sql_errors::kParquetChanged, {prefix_});
      filled += count;
    }
    TRY(call.tick(bytes.size() / 64));
    LentFiles lent(call);
    std::string_view shown = held_.names.begin()->second.shown;
    TRY_ASSIGN(path_, lent.lend_bytes(bytes, shown));
    held_ = lent.take();
    return {};
  }

  Context& context_;  // of the run; values do not outlive it
  Heap& heap_;
  std::string_view name_;  // of a builtin's row
  LentFiles::Held held_;   // empty once all is read
  std::string path_;
  std::string prefix_;
  ParquetFacts facts_;
  std::vector<table::ColumnPtr> columns_;
  std::vector<bool> failed_;
  std::deque<table::ColumnPtr> stand_ins_;
};

}  // namespace

bool columns_can_wait(const ParquetFacts& facts, uint64_t num_cells, std::string_view path) {
  int descriptor = kMaxDescriptor;
  std::string_view number = path.substr(path.rfind('/') + 1);
  std::from_chars(number.data(), number.data() + number.size(), descriptor);
  return descriptor < kMaxDescriptor && num_cells >= kMinWaitingCells && !facts.columns.empty() &&
         facts.num_rows < table::kNoRow;
}

table::Table waiting_table(Call& call, LentFiles& lent, std::string path, std::string prefix,
                           ParquetFacts facts) {
  table::Table table;
  table.num_rows = facts.num_rows;
  std::vector<std::string> names;
  for (const ColumnReading& column : facts.columns) names.push_back(column.name);
  auto source = std::make_shared<ParquetColumns>(call, lent.take(), std::move(path),
                                                 std::move(prefix), std::move(facts));
  for (size_t i = 0; i < names.size(); ++i) table.add_from_source(names[i], source, i);
  return table;
}

}  // namespace syn
