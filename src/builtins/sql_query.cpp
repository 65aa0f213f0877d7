// Parameters, tables and files of a query.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/sql_query.h"

#include <algorithm>

#include "builtins/file_globs.h"
#include "builtins/sql_errors.h"
#include "builtins/table_files.h"
#include "duck/errors.h"
#include "tableio/compression.h"
#include "value/civil_time.h"
#include "value/display.h"
#include "value/list_columns.h"
#include "value/numbers.h"

namespace syn {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return result;
}

Error parameter_kind(Call& call, const Value& value) {
  return Error(duck_errors::kParameterKind, {call.name(), type_name(value)});
}

Result<duck::Parameter> decimal_parameter(Call& call, const Value& value) {
  constexpr uint64_t kMaxWidth = 38;
  const Decimal& number = value.decimal().value;
  uint64_t width = std::max<uint64_t>(number.digits(), number.scale() + 1);
  if (width > kMaxWidth) return parameter_kind(call, value);
  auto units = static_cast<int128>(number.small_magnitude());
  duck::Parameter parameter;
  parameter.value =
      duck::Parameter::Exact{static_cast<uint8_t>(kMaxWidth), static_cast<uint8_t>(number.scale()),
                             number.is_negative() ? -units : units};
  return parameter;
}

Result<duck::Parameter> parameter_of(Call& call, const Value& value, int depth) {
  duck::Parameter parameter;
  constexpr uint64_t kWideBits = 126;
  if (value.is_nothing()) return parameter;
  if (value.is(Tag::Bool)) {
    parameter.value = value.as_bool();
  } else if (value.is_int()) {
    parameter.value = value.as_int();
  } else if (value.is_float()) {
    parameter.value = value.as_float();
  } else if (value.is_text()) {
    parameter.value = std::string(value.view());
  } else if (value.is(Tag::Decimal)) {
    return decimal_parameter(call, value);
  } else if (value.is(Tag::BigInt) && value.big_int().value.bit_length() <= kWideBits) {
    parameter.value = wide_integer_of(value);
  } else if (value.is(Tag::Bytes)) {
    parameter.value = duck::Parameter::Blob{std::string(bytes_view(value))};
  } else if (value.is(Tag::Date)) {
    parameter.value = duck::Parameter::Day{value.date().days};
  } else if (value.is(Tag::DateTime)) {
    const DateTimeObject& time = value.date_time();
    constexpr int64_t kMicro = 1000;
    bool nanos = time.nanoseconds % kMicro != 0;
    int64_t count = nanos ? time.seconds * kNanosecondsPerSecond + time.nanoseconds
                          : time.seconds * 1'000'000 + time.nanoseconds / kMicro;
    parameter.value = duck::Parameter::Moment{count, nanos};
  } else if (value.is(Tag::Duration)) {
    int128 micros = value.duration().nanoseconds / 1000;
    if (micros > INT64_MAX || micros < INT64_MIN) return parameter_kind(call, value);
    parameter.value = duck::Parameter::Span{static_cast<int64_t>(micros)};
  } else if (value.is_list() && depth == 0) {
    std::vector<duck::Parameter> items;
    for (const Value& item : value.list().items()) {
      TRY(call.tick());
      TRY_ASSIGN(duck::Parameter made, parameter_of(call, item, depth + 1));
      items.push_back(std::move(made));
    }
    parameter.value = std::move(items);
  } else {
    return parameter_kind(call, value);
  }
  return parameter;
}

duck::FileTable reader_of(FileFormat format) {
  duck::FileTable table;
  table.reader = format == FileFormat::Parquet ? "read_parquet"
                 : format == FileFormat::Csv   ? "read_csv"
                                               : "read_json";
  return table;
}

/// `SELECT … FROM lent_files JOIN (VALUES …)`: the columns that the names of files give.
std::string around_reader(const std::vector<MatchedFile>& files,
                          const std::vector<std::string>& lent, const Partitions& partitions,
                          const std::vector<std::vector<Value>>& values,
                          const std::string& file_column) {
  std::vector<std::string> names = partitions.names;
  if (!file_column.empty()) names.push_back(file_column);
  if (names.empty()) return {};
  std::string hidden;
  std::string columns = "lent_file_name";
  for (const std::string& name : names) {
    hidden += (hidden.empty() ? "" : ", ") + duck::quoted(name);
    columns += ", " + duck::quoted_name(name);
  }
  std::string rows;
  for (size_t file = 0; file < files.size(); ++file) {
    rows += (file == 0 ? "(" : ", (") + duck::quoted(lent[file]);
    for (const std::vector<Value>& of_name : values) {
      const Value& value = of_name[file];
      if (value.is_nothing()) {
        rows += ", NULL";
      } else if (value.is(Tag::Date)) {
        rows += ", DATE " + duck::quoted(display(value));
      } else {
        rows += ", " + (value.is_int() ? display(value) : duck::quoted(display(value)));
      }
    }
    if (!file_column.empty()) rows += ", " + duck::quoted(files[file].permit.shown);
    rows += ")";
  }
  return "SELECT * EXCLUDE (lent_file_name) FROM (SELECT COLUMNS(lambda c: c NOT IN (" + hidden +
         ")) FROM lent_files) rows_of_file JOIN (VALUES " + rows + ") of_file(" + columns +
         ") USING (lent_file_name)";
}

FileFormat wanted_format(const duck::FileUse& use, FileFormat found) {
  switch (use.format) {
    case duck::Format::Csv: return FileFormat::Csv;
    case duck::Format::Parquet: return FileFormat::Parquet;
    case duck::Format::Json:
      return found == FileFormat::JsonLines ? FileFormat::JsonLines : FileFormat::Json;
    case duck::Format::Any: break;
  }
  return found;
}

/// The first bytes of a file, decompressed.
struct Glance {
  FileFormat format = FileFormat::Csv;
  tableio::Compression compression = tableio::Compression::None;
};

Result<Glance> glance_at(Call& call, const MatchedFile& file) {
  constexpr size_t kHead = 64 * 1024;
  Glance glance;
  std::string head(kHead, '\0');
  {
    TRY_ASSIGN(auto open, recorded(call, file.permit, cap::CapabilityType::FileRead,
                                   files_of(call).open(file.permit)));
    TRY_ASSIGN(size_t count, open->read_at(0, {head.data(), head.size()}));
    head.resize(count);
  }
  glance.compression = tableio::compression_of(head);
  if (glance.compression != tableio::Compression::None) {
    FileContent content(call);
    TRY(content.read(call, file.permit));
    glance.format = format_of(content.bytes().substr(0, kHead), file.permit.shown);
    return glance;
  }
  glance.format = format_of(head, file.permit.shown);
  return glance;
}

class FilePlacer {
 public:
  FilePlacer(Call& call, LentFiles& lent, SqlTables& tables)
      : call_(call), lent_(lent), tables_(tables) {}

  Result<duck::FileTable> place(const duck::FileUse& use) {
    std::vector<MatchedFile> files;
    for (const std::string& path : use.paths) {
      TRY_ASSIGN(std::vector<MatchedFile> matched, match_files(call_, path));
      std::move(matched.begin(), matched.end(), std::back_inserter(files));
    }
    TRY_ASSIGN(Glance first, glance_at(call_, files[0]));
    FileFormat format = wanted_format(use, first.format);
    bool engine_reads = format == FileFormat::Parquet || use.has_options;
    return engine_reads ? lend(use, files, format, first.compression) : read(use, files);
  }

 private:
  /// Our readers: the same types as read_table gives.
  Result<duck::FileTable> read(const duck::FileUse& use, const std::vector<MatchedFile>& files) {
    TableFiles options;
    options.file_column = use.filename_column;
    options.partitions = use.hive;
    std::vector<std::string> notes;
    TRY_ASSIGN(Value rows, read_table_files(call_, files, options, notes));
    for (std::string& note : notes) call_.services().note(std::move(note));
    duck::FileTable table;
    table.table = tables_.add(std::move(rows), files[0].permit.shown);
    return table;
  }

  Result<duck::FileTable> lend(const duck::FileUse& use, const std::vector<MatchedFile>& files,
                               FileFormat format, tableio::Compression compression) {
    duck::FileTable table = reader_of(format);
    for (const MatchedFile& file : files) {
      TRY_ASSIGN(std::string path, lent_.lend(file.permit));
      table.lent.push_back(std::move(path));
    }
    // Names of lent files have no ending by which the engine would tell.
    if (format != FileFormat::Parquet && compression != tableio::Compression::None) {
      table.arguments = ", compression = " + duck::quoted(tableio::compression_name(compression));
    }
    if (files.size() > 1 && !use.has_options) table.arguments += ", union_by_name = true";
    Partitions partitions;
    if (use.hive) {
      TRY_ASSIGN(partitions, partitions_of_files(call_, files));
    }
    std::vector<std::vector<Value>> values;
    for (size_t i = 0; i < partitions.names.size(); ++i) {
      values.push_back(partition_values(call_.heap(), partitions.names[i], partitions.texts[i]));
    }
    table.around = around_reader(files, table.lent, partitions, values, use.filename_column);
    return table;
  }

  Call& call_;
  LentFiles& lent_;
  SqlTables& tables_;
};

}  // namespace

Result<duck::Parameters> sql_parameters(Call& call, const Value* params) {
  duck::Parameters result;
  if (params == nullptr || params->is_nothing()) return result;
  if (params->is_list()) {
    size_t number = 0;
    for (const Value& value : params->list().items()) {
      TRY_ASSIGN(result[std::to_string(++number)], parameter_of(call, value, 0));
    }
    return result;
  }
  if (!params->is_map()) return Error(sql_errors::kSqlParamsKind, {type_name(*params)});
  for (size_t i = 0; i < params->map().size(); ++i) {
    std::string name(params->map().key(i)->view());
    TRY_ASSIGN(result[name], parameter_of(call, params->map().value(i), 0));
  }
  return result;
}

const Value* SqlTables::variable(std::string_view name) const {
  if (variables_ == nullptr || !variables_->is_map()) return nullptr;
  const Map& map = variables_->map();
  if (const Value* exact = map.get(name)) return exact;
  for (size_t i = 0; i < map.size(); ++i) {
    if (lower(map.key(i)->view()) == lower(name)) return &map.value(i);
  }
  return nullptr;
}

bool SqlTables::knows(std::string_view name) const {
  const Value* value = variable(name);
  if (value == nullptr || !value->is_list()) return false;
  // Columns that wait in a file are read now: within the query the engine is busy.
  if (const table::Table* table = table_of(*value)) table->fetch_all();
  return true;
}

std::string SqlTables::known_names() const {
  std::string names;
  if (variables_ == nullptr || !variables_->is_map()) return names;
  const Map& map = variables_->map();
  for (size_t i = 0; i < map.size(); ++i) {
    if (map.value(i).is_list())
      names += (names.empty() ? "" : ", ") + std::string(map.key(i)->view());
  }
  return names.empty() ? names : " (tables here: " + names + ")";
}

std::string SqlTables::add(Value rows, std::string_view shown) {
  std::string name = "file " + std::to_string(++num_files_) + " of the query";
  made_[name] = std::make_unique<ProgramTable>(
      call_, std::string(call_.name()) + ": " + std::string(shown), std::move(rows));
  return name;
}

Result<duck::TableSource*> SqlTables::find(std::string_view name) {
  auto made = made_.find(name);
  if (made != made_.end()) return made->second.get();
  const Value* value = variable(name);
  if (value == nullptr) return Error(sql_errors::kSqlNoTable, {name, known_names()});
  if (!value->is_list()) return Error(sql_errors::kSqlNotTable, {name, type_name(*value)});
  auto table = std::make_unique<ProgramTable>(
      call_, std::string(call_.name()) + ": table " + std::string(name), *value);
  return (made_[std::string(name)] = std::move(table)).get();
}

Result<std::vector<duck::FileTable>> sql_files(Call& call, const duck::Statement& statement,
                                               LentFiles& lent, SqlTables& tables) {
  std::vector<duck::FileTable> result;
  FilePlacer placer(call, lent, tables);
  for (const duck::FileUse& use : statement.files()) {
    TRY_ASSIGN(duck::FileTable table, placer.place(use));
    result.push_back(std::move(table));
  }
  return result;
}

}  // namespace syn
