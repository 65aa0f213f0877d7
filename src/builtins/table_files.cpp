// Finding formats, reading each file by its own reader, and uniting what they give.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_files.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "builtins/file_access.h"
#include "builtins/json_values.h"
#include "builtins/parquet_files.h"
#include "builtins/sql_engine.h"
#include "builtins/sql_errors.h"
#include "builtins/table_readers.h"
#include "builtins/table_readers_text.h"
#include "builtins/table_union.h"
#include "tableio/column_guess.h"
#include "tableio/compression.h"
#include "tableio/text_encoding.h"
#include "value/civil_time.h"
#include "value/display.h"
#include "value/errors.h"
#include "value/list_columns.h"
#include "value/numbers.h"

namespace syn {
namespace {

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  for (std::string_view ending : {".gz", ".zst", ".zstd"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Whether a text that begins with a brace goes on after the first value: one value a line.
bool has_value_on_next_line(std::string_view text) {
  size_t end = text.find('\n');
  if (end == std::string_view::npos) return false;
  std::string_view first = tableio::without_blanks(text.substr(0, end));
  std::string_view rest = tableio::without_blanks(text.substr(end + 1));
  return first.ends_with('}') && rest.starts_with('{');
}

/// One file, read.
struct ReadFile {
  FileFormat format;
  table::Table table;
  std::vector<ReaderNote> notes;
};

class FileReader {
 public:
  FileReader(Call& call, const TableFiles& options) : call_(call), options_(options) {}

  /// Whether columns may be read when they are first used (ParquetRequest).
  bool may_wait = false;

  /// The file that is read next was lent under this path, together with others; or null.
  LentFiles* lent = nullptr;
  std::string lent_path;

  /// `types` overrides those of CSV columns; null for none.
  Result<ReadFile> read(const MatchedFile& file, const Value* types) {
    std::string_view shown = file.permit.shown;
    FileContent content(call_);
    TRY(content.read(call_, file.permit));
    ReadFile result{format_of(content.bytes(), shown), {}, {}};
    Value list;
    switch (result.format) {
      case FileFormat::Parquet: {
        ParquetRequest request;
        request.shown = shown;
        if (content.is_decompressed()) {
          request.bytes = content.bytes();
          request.has_bytes = true;
        } else {
          request.permit = &file.permit;
          request.may_wait = may_wait;
          request.lent = lent;
          request.lent_path = lent_path;
        }
        TRY_ASSIGN(result.table, read_parquet_table(call_, request));
        return result;
      }
      case FileFormat::Csv: {
        Value options = csv_options_with(types);
        TRY_ASSIGN(list, read_csv_table(call_, content.bytes(), &options, shown, result.notes,
                                        TableForm::Columns, content.view()));
        break;
      }
      case FileFormat::JsonLines: {
        TRY_ASSIGN(list, read_jsonl_text(call_, content.bytes(), nullptr, shown, content.view()));
        break;
      }
      case FileFormat::Json: {
        TRY_ASSIGN(list, read_json_text(call_, content.bytes(), shown));
        if (list.is_map()) list = make_list(call_.heap(), std::span<const Value>(&list, 1));
        break;
      }
    }
    std::optional<table::Table> table;
    if (list.is_list()) {
      TRY_ASSIGN(table, table_of_list(call_, list));
    }
    if (!table) {
      std::string got = list.is_list() ? "a list of other values" : "a " + kind_of(list);
      return Error(sql_errors::kNotRows, {call_.name(), shown, got});
    }
    result.table = std::move(*table);
    return result;
  }

 private:
  /// The options for CSV with types added.
  Value csv_options_with(const Value* types) {
    Value options = options_.csv_options == nullptr || options_.csv_options->is_nothing()
                        ? make_map(call_.heap())
                        : *options_.csv_options;
    if (types == nullptr) return options;
    Value merged = *types;
    if (const Value* given = options.map().get("types"); given != nullptr && given->is_map()) {
      unique_map(merged);
      for (size_t i = 0; i < given->map().size(); ++i) {
        put(merged, given->map().key(i)->view(), given->map().value(i));
      }
    }
    unique_map(options);
    put(options, "types", std::move(merged));
    return options;
  }

  Call& call_;
  const TableFiles& options_;
};

/// Lends several Parquet files at once: the engine is told of files before it is locked, and opens
/// anew where others come later (20 small files: 42 ms instead of 270).
class LentAhead {
 public:
  LentAhead(Call& call, const std::vector<MatchedFile>& files) : call_(call), files_(files) {}

  /// Before file `index` is read, in order.
  void lend(size_t index, FileReader& reader) {
    if (files_.size() == 1) return;
    if (index % kBatch == 0) lend_batch(index);
    reader.lent_path = paths_[index % kBatch];
    reader.lent = reader.lent_path.empty() ? nullptr : &*lent_;
  }

 private:
  static constexpr size_t kBatch = 16;  // descriptors are few

  /// Files that are not called so, or cannot be lent, are left to the reader, and so are its
  /// errors.
  void lend_batch(size_t start) {
    lent_.emplace(call_);
    for (size_t i = 0; i < kBatch; ++i) {
      paths_[i].clear();
      if (start + i >= files_.size()) continue;
      const cap::PathPermit& permit = files_[start + i].permit;
      if (!permit.shown.ends_with(".parquet")) continue;
      Result<std::string> path = lent_->lend(permit);
      if (path.ok()) paths_[i] = std::move(path).value();
    }
  }

  Call& call_;
  const std::vector<MatchedFile>& files_;
  std::optional<LentFiles> lent_;
  std::string paths_[kBatch];
};

bool is_all_missing(const table::Column& column) {
  if (column.size == 0) return true;
  for (size_t i = 0; i < column.size; ++i) {
    if (column.is_present(i)) return false;
  }
  return true;
}

/// The type that the fields of a CSV column have when the kinds of the files differ; empty where
/// they agree. Numbers stay numbers; all else is text again, as it is written in the files.
std::string_view agreed_type(const std::vector<ReadFile>& files, const std::string& name) {
  std::optional<table::Kind> first;
  bool differs = false;
  bool numbers = true;
  bool decimals = false;
  for (const ReadFile& file : files) {
    int position = file.table.find(name);
    if (position < 0) continue;
    const table::Column& column = *file.table.column(static_cast<size_t>(position));
    if (is_all_missing(column)) continue;
    if (!first) first = column.kind;
    differs = differs || column.kind != *first;
    decimals = decimals || column.kind == table::Kind::Decimal;
    numbers = numbers && (column.kind == table::Kind::Int || column.kind == table::Kind::Float ||
                          column.kind == table::Kind::Decimal);
  }
  if (!differs) return {};
  if (!numbers) return "text";
  return decimals ? "decimal" : std::string_view();
}

/// Reads the CSV files again whose columns others have as another type.
Result<void> settle_types(Call& call, FileReader& reader, const std::vector<MatchedFile>& matched,
                          std::vector<ReadFile>& files, std::vector<std::string>& notes) {
  std::unordered_set<std::string> seen;
  std::vector<std::pair<std::string, std::string_view>> wanted;
  for (const ReadFile& file : files) {
    for (const std::string& name : file.table.names) {
      if (!seen.insert(name).second) continue;
      std::string_view type = agreed_type(files, name);
      if (!type.empty()) wanted.emplace_back(name, type);
    }
  }
  for (const auto& [name, type] : wanted) {
    notes.push_back("column " + name + " is " + std::string(type) +
                    ": the files do not have it as one type");
  }
  for (size_t i = 0; i < files.size() && !wanted.empty(); ++i) {
    if (files[i].format != FileFormat::Csv) continue;
    Value types = make_map(call.heap());
    for (const auto& [name, type] : wanted) {
      if (files[i].table.find(name) >= 0) put(types, name, make_text(call.heap(), type));
    }
    if (types.map().size() == 0) continue;
    TRY_ASSIGN(files[i], reader.read(matched[i], &types));
  }
  return {};
}

constexpr std::string_view kMissingPartition = "__HIVE_DEFAULT_PARTITION__";

bool is_number(const std::string& text, bool may_be_padded) {
  constexpr size_t kMost = 18;
  return !text.empty() && text.size() <= kMost &&
         (may_be_padded || text.size() == 1 || text[0] != '0') &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

/// Whether a word of the key is a part of a date or of a time: `month`, `event_hour`.
bool names_date_part(std::string_view key) {
  constexpr std::array<std::string_view, 20> kParts{
      "year", "y", "yyyy", "month",  "mon",  "m",       "mm",  "day", "d",    "dd",
      "hour", "h", "hh",   "minute", "week", "quarter", "mes", "dia", "hora", "semana"};
  for (size_t start = 0; start <= key.size();) {
    size_t end = std::min(key.find_first_of("_-. ", start), key.size());
    std::string word(key.substr(start, end - start));
    for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    if (std::find(kParts.begin(), kParts.end(), word) != kParts.end()) return true;
    start = end + 1;
  }
  return false;
}

}  // namespace

FileFormat format_of(std::string_view bytes, std::string_view name) {
  if (bytes.starts_with("PAR1")) return FileFormat::Parquet;
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  size_t start = text.find_first_not_of(" \t\r\n");
  text.remove_prefix(start == std::string_view::npos ? text.size() : start);
  if (text.starts_with('{')) {
    bool lines = ends_with_any(name, {".jsonl", ".ndjson"}) || has_value_on_next_line(text);
    return lines ? FileFormat::JsonLines : FileFormat::Json;
  }
  if (text.starts_with('[')) return FileFormat::Json;
  if (ends_with_any(name, {".jsonl", ".ndjson"})) return FileFormat::JsonLines;
  if (ends_with_any(name, {".parquet"})) return FileFormat::Parquet;
  return ends_with_any(name, {".json"}) ? FileFormat::Json : FileFormat::Csv;
}

Result<void> FileContent::read(Call& call, const cap::PathPermit& permit) {
  BudgetWatch watch(call);
  host::ReadLimits limits;
  limits.watch = &watch;
  TRY_ASSIGN(view_, recorded(call, permit, cap::CapabilityType::FileRead,
                             files_of(call).view(permit, limits)));
  tableio::Compression compression = tableio::compression_of(view_->bytes());
  if (compression == tableio::Compression::None) return {};
  std::string prefix = std::string(call.name()) + ": " + permit.shown;
  std::string size = count_text(view_->bytes().size());
  std::string_view form = tableio::compression_name(compression);
  tableio::Unpacked unpacked;
  Result<void> outcome = tableio::decompress(view_->bytes(), compression, watch, buffer_, unpacked);
  if (!outcome.ok()) {
    Error error = std::move(outcome).error();
    if (!error.is(value_errors::kMemoryLimit)) return error;
    return Error(sql_errors::kUnpacks, {prefix, error.body().arguments[0], size, form,
                                        count_text(unpacked.offset), count_text(unpacked.made)});
  }
  if (unpacked.state != tableio::Unpacked::State::Whole) {
    bool is_cut_off = unpacked.state == tableio::Unpacked::State::CutOff;
    return Error(sql_errors::kCompressed,
                 {prefix, form, is_cut_off ? "cut off" : "damaged", count_text(unpacked.offset),
                  size, count_text(unpacked.made)});
  }
  is_decompressed_ = true;
  view_.reset();
  return charge_.add(call, buffer_.capacity());
}

Result<Partitions> partitions_of_files(Call& call, const std::vector<MatchedFile>& files) {
  Partitions result;
  for (const auto& [key, text] : files[0].partitions) {
    result.names.push_back(key);
    result.texts.emplace_back();
  }
  for (const MatchedFile& file : files) {
    bool same = file.partitions.size() == result.names.size();
    for (size_t i = 0; same && i < result.names.size(); ++i) {
      same = file.partitions[i].first == result.names[i];
      if (same) result.texts[i].push_back(file.partitions[i].second);
    }
    if (!same) {
      return Error(sql_errors::kPartitionKeys,
                   {call.name(), files[0].permit.shown, file.permit.shown});
    }
  }
  return result;
}

std::vector<Value> partition_values(Heap& heap, std::string_view key,
                                    const std::vector<std::string>& texts) {
  bool is_part = names_date_part(key);
  bool digits = true;
  bool dates = true;
  for (const std::string& text : texts) {
    if (text == kMissingPartition) continue;
    digits = digits && is_number(text, is_part);
    std::optional<IsoDate> date = parse_iso_date(text);
    dates = dates && date.has_value();
  }
  std::vector<Value> values;
  for (const std::string& text : texts) {
    if (text == kMissingPartition) {
      values.emplace_back();
    } else if (digits) {
      values.push_back(Value::integer(std::stoll(text)));
    } else if (dates) {
      IsoDate date = *parse_iso_date(text);
      values.push_back(
          make_date(heap, static_cast<int32_t>(days_of_civil({date.year, date.month, date.day}))));
    } else {
      values.push_back(make_text(heap, text));
    }
  }
  return values;
}

Result<FileTable> read_table_file(Call& call, const MatchedFile& file) {
  FileTable result;
  TableFiles options;
  FileReader reader(call, options);
  TRY_ASSIGN(ReadFile read, reader.read(file, nullptr));
  result.format = read.format;
  result.table = std::move(read.table);
  result.notes = std::move(read.notes);
  return result;
}

namespace {

/// A name without what spellings differ in: case, blanks, and the marks that stand for them.
std::string spelled_plainly(std::string_view name) {
  std::string plain;
  for (char c : name) {
    if (c == ' ' || c == '_' || c == '-' || c == '.') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  return plain;
}

/// Fails where one file has a column under a name that another spells differently: they would be
/// two columns, each with gaps.
Result<void> check_spellings(Call& call, const std::vector<MatchedFile>& matched,
                             const std::vector<ReadFile>& files) {
  std::unordered_map<std::string, std::pair<std::string, size_t>> first;  // name, file
  for (size_t i = 0; i < files.size(); ++i) {
    for (const std::string& name : files[i].table.names) {
      TRY(call.tick());
      auto [known, is_new] = first.try_emplace(spelled_plainly(name), name, i);
      const auto& [other, file] = known->second;
      if (is_new || other == name || files[i].table.find(other) >= 0) continue;
      if (files[file].table.find(name) >= 0) continue;
      return Error(sql_errors::kSpellings,
                   {call.name(), matched[file].permit.shown, short_text(other),
                    matched[i].permit.shown, short_text(name)});
    }
  }
  return {};
}

}  // namespace

Result<Value> read_table_files(Call& call, const std::vector<MatchedFile>& files,
                               const TableFiles& options, std::vector<std::string>& notes) {
  FileReader reader(call, options);
  reader.may_wait = files.size() == 1;
  std::vector<ReadFile> read;
  LentAhead ahead(call, files);
  for (size_t i = 0; i < files.size(); ++i) {
    const MatchedFile& file = files[i];
    TRY(call.services().poll());
    ahead.lend(i, reader);
    TRY_ASSIGN(ReadFile one, reader.read(file, nullptr));
    for (const ReaderNote& note : one.notes) notes.push_back(file.permit.shown + ": " + note.text);
    read.push_back(std::move(one));
  }
  reader.lent = nullptr;
  if (files.size() > 1) {
    TRY(check_spellings(call, files, read));
    TRY(settle_types(call, reader, files, read, notes));
  }
  std::vector<table::Table> tables;
  for (ReadFile& one : read) tables.push_back(std::move(one.table));
  Heap& heap = call.heap();
  auto add = [&](size_t file, const std::string& name, const Value& value) {
    table::Table& table = tables[file];
    table::ColumnPtr column = constant_column(heap, value, table.num_rows);
    int position = table.find(name);
    if (position >= 0) {
      table.replace(static_cast<size_t>(position), std::move(column));
    } else {
      table.add(name, std::move(column));
    }
  };
  if (options.partitions) {
    TRY_ASSIGN(Partitions partitions, partitions_of_files(call, files));
    for (size_t i = 0; i < partitions.names.size(); ++i) {
      std::vector<Value> values = partition_values(heap, partitions.names[i], partitions.texts[i]);
      for (size_t file = 0; file < files.size(); ++file) {
        TRY(call.reserve(tables[file].num_rows * sizeof(Value)));
        add(file, partitions.names[i], values[file]);
      }
    }
  }
  if (!options.file_column.empty()) {
    for (size_t file = 0; file < files.size(); ++file) {
      TRY(call.reserve(tables[file].num_rows * sizeof(Value)));
      add(file, options.file_column, make_text(heap, files[file].permit.shown));
    }
  }
  TRY_ASSIGN(table::Table table, unite_tables(call, tables));
  return make_table_list(heap, std::move(table));
}

}  // namespace syn
