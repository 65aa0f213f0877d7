// csv_encode: rows as the text of a CSV file (data.md §3.13).
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "builtins/argument_checks.h"
#include "builtins/csv_options.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/file_texts.h"
#include "builtins/json_encoding.h"
#include "builtins/text_arguments.h"
#include "num/float_text.h"
#include "value/display.h"
#include "value/list_columns.h"
#include "vm/services.h"

namespace syn {
namespace {

constexpr std::string_view kNames = "headers, delimiter, eol, escape_formulas, missing";
constexpr std::string_view kOneColumnWarning =
    "warning: csv_encode: a one-column table writes nothing as \"\" (it reads back as empty text); "
    "pass {\"missing\": \"NA\"} and read it with {\"missing\": [\"NA\"]} for an exact round trip";

struct EncodeOptions {
  std::optional<std::vector<Value>> headers;  ///< texts
  char delimiter = ',';
  std::string_view eol = "\r\n";
  bool escape_formulas = false;
  std::optional<std::string> missing;
  std::string_view builtin;  ///< who encodes, for messages
};

Result<void> headers_option(const Value& value, EncodeOptions& out) {
  if (!value.is_list())
    return Error(builtin_errors::kCsvHeadersList, {type_name(value), out.builtin});
  out.headers.emplace();
  for (const Value& name : value.list().items()) {
    if (!name.is_text())
      return Error(builtin_errors::kCsvHeadersText, {type_name(name), out.builtin});
    out.headers->push_back(name);
  }
  return {};
}

Result<void> eol_option(const Value& value, EncodeOptions& out) {
  if (!value.is_text()) {
    return Error(builtin_errors::kOptionNotText, {out.builtin, "eol", type_name(value)});
  }
  if (value.view() != "\r\n" && value.view() != "\n") {
    return Error(builtin_errors::kCsvEol, {value.view(), out.builtin});
  }
  out.eol = value.view() == "\n" ? "\n" : "\r\n";
  return {};
}

Result<void> missing_option(const Value& value, EncodeOptions& out) {
  if (!value.is_text()) {
    return Error(builtin_errors::kOptionNotText, {out.builtin, "missing", type_name(value)});
  }
  if (value.view().empty()) return Error(builtin_errors::kCsvMissingEmpty, {out.builtin});
  out.missing = value.view();
  return {};
}

Result<EncodeOptions> encode_options(const Value* given, std::string_view builtin) {
  EncodeOptions out;
  out.builtin = builtin;
  TRY_ASSIGN(const Map* map, options_map(given, builtin));
  for (size_t i = 0; map != nullptr && i < map->size(); ++i) {
    std::string_view name = map->key(i)->view();
    const Value& value = map->value(i);
    if (name == "headers") {
      TRY(headers_option(value, out));
    } else if (name == "delimiter") {
      TRY_ASSIGN(out.delimiter, delimiter_option(value, builtin));
    } else if (name == "eol") {
      TRY(eol_option(value, out));
    } else if (name == "escape_formulas") {
      if (!value.is(Tag::Bool)) {
        return Error(builtin_errors::kOptionNotBool, {out.builtin, name, type_name(value)});
      }
      out.escape_formulas = value.as_bool();
    } else if (name == "missing") {
      TRY(missing_option(value, out));
    } else {
      return Error(builtin_errors::kUnknownOption, {out.builtin, name, kNames});
    }
  }
  if (out.missing &&
      out.missing->find_first_of(std::string("\"\r\n") + out.delimiter) != std::string::npos) {
    return Error(builtin_errors::kCsvMissingMark, {*out.missing, out.builtin});
  }
  return out;
}

std::string a_kind(const Value& value) {
  std::string kind = kind_of(value);
  bool vowel = kind.find_first_of("aeiou") == 0;
  return (vowel ? "an " : "a ") + kind;
}

class CsvEncoder {
 public:
  CsvEncoder(Call& call, EncodeOptions options) : call_(call), options_(std::move(options)) {}

  Result<Value> run(const Value& rows) {
    const table::Table* table = table_of(rows);
    if (table != nullptr && table->num_rows != 0) return run_table(*table);
    std::span<const Value> items = rows.list().items();
    if (items.empty()) {
      if (options_.headers) TRY(header_line());
      return finish_text(call_, out_);
    }
    const Value& first = items[0];
    if (!first.is_map() && !first.is_list()) {
      return Error(builtin_errors::kCsvFirstRow, {a_kind(first), call_.name()});
    }
    bool maps = first.is_map();
    width_ = maps ? first.map().size() : first.list().size();
    TRY(start(first));
    for (size_t i = 0; i < items.size(); ++i) {
      TRY(call_.tick(1 + width_));
      if (items[i].tag() != first.tag()) {
        return Error(builtin_errors::kCsvRowKind,
                     {count_text(i + 1), a_kind(items[i]), maps ? "map" : "list", call_.name()});
      }
      TRY(maps ? map_row(items[i].map(), i + 1) : list_row(items[i].list(), i + 1));
      TRY(look());
    }
    return finish();
  }

 private:
  Result<Value> finish() {
    if (warn_) {
      // A program that may not write there is not stopped by a warning that it did not ask for.
      auto printed = call_.services().print_error(kOneColumnWarning);
      if (!printed.ok() && printed.error().row().category == ErrorCategory::Limit) {
        return std::move(printed).error();
      }
    }
    return finish_text(call_, out_);
  }

  /// As for rows that are maps, without making them.
  Result<Value> run_table(const table::Table& table) {
    if (options_.headers) {
      columns_ = *options_.headers;
    } else {
      for (const std::string& name : table.names) columns_.push_back(make_text(call_.heap(), name));
    }
    TRY(header_line());
    std::vector<const table::Column*> columns;
    for (const Value& column : columns_) {
      int position = table.find(column.view());
      if (position < 0) {
        return Error(builtin_errors::kCsvMissingColumn,
                     {count_text(1), column.view(), call_.name()});
      }
      columns.push_back(table.column(static_cast<size_t>(position)).get());
    }
    for (size_t row = 0; row < table.num_rows; ++row) {
      TRY(call_.tick(1 + columns.size()));
      for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) out_ += options_.delimiter;
        TRY(table_cell(*columns[i], row, i, columns.size() == 1));
      }
      out_ += options_.eol;
      TRY(look());
    }
    return finish();
  }

  Result<void> table_cell(const table::Column& column, size_t row, size_t index, bool only_one) {
    if (column.is_present(row)) {
      switch (column.kind) {
        case table::Kind::Text: text_cell(column.text(row).view()); return {};
        case table::Kind::Int: append_int64(out_, column.ints[row]); return {};
        case table::Kind::Float: append_float(out_, column.floats[row]); return {};
        case table::Kind::Bool: out_ += column.ints[row] != 0 ? "true" : "false"; return {};
        case table::Kind::Date:
        case table::Kind::DateTime:
        case table::Kind::Decimal:
        case table::Kind::Any: break;
      }
    }
    return cell(cell_value(call_.heap(), column, row), row + 1, index, only_one);
  }

  /// The columns, and the header line where there is one.
  Result<void> start(const Value& first) {
    if (first.is_map()) {
      first_ = &first.map();
      if (options_.headers) {
        columns_ = *options_.headers;
      } else {
        for (size_t i = 0; i < first_->size(); ++i) {
          columns_.push_back(Value::share(first_->key(i)));
        }
        is_all_columns_ = true;
      }
      return header_line();
    }
    if (!options_.headers) return {};
    if (options_.headers->size() != width_) {
      return Error(builtin_errors::kCsvHeadersWidth,
                   {count_text(options_.headers->size()), count_text(width_), call_.name()});
    }
    return header_line();
  }

  Result<void> header_line() {
    const std::vector<Value>& names = options_.headers ? *options_.headers : columns_;
    for (size_t i = 0; i < names.size(); ++i) {
      if (i > 0) out_ += options_.delimiter;
      text_cell(names[i].view());
    }
    out_ += options_.eol;
    return {};
  }

  /// Where each column stands in maps of this shape.
  Result<void> find_columns(const Map& row, size_t number) {
    positions_.clear();
    for (const Value& column : columns_) {
      int64_t position = row.find(column.view());
      if (position < 0) {
        return Error(builtin_errors::kCsvMissingColumn,
                     {count_text(number), column.view(), call_.name()});
      }
      positions_.push_back(static_cast<size_t>(position));
    }
    if (is_all_columns_ && row.size() != columns_.size()) {
      return Error(builtin_errors::kCsvExtraKeys,
                   {count_text(number), count_text(row.size()), count_text(columns_.size()),
                    column_names(), call_.name()});
    }
    shape_ = row.shape;
    return {};
  }

  std::string column_names() const {
    std::string names;
    for (const Value& column : columns_) {
      if (!names.empty()) names += ", ";
      names += column.view();
      if (names.size() > 200) return names + ", …";
    }
    return names;
  }

  Result<void> map_row(const Map& row, size_t number) {
    if (row.shape == nullptr || row.shape != shape_) TRY(find_columns(row, number));
    for (size_t i = 0; i < positions_.size(); ++i) {
      if (i > 0) out_ += options_.delimiter;
      TRY(cell(row.value(positions_[i]), number, i, positions_.size() == 1));
    }
    out_ += options_.eol;
    return {};
  }

  Result<void> list_row(const List& row, size_t number) {
    if (row.size() != width_) {
      return Error(builtin_errors::kCsvRowWidth,
                   {count_text(number), count_text(row.size()), count_text(width_), call_.name()});
    }
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out_ += options_.delimiter;
      TRY(cell(row.at(i), number, i, row.size() == 1));
    }
    out_ += options_.eol;
    return {};
  }

  std::string column_name(size_t index) const {
    const std::vector<Value>& names = options_.headers ? *options_.headers : columns_;
    if (index >= names.size()) return std::to_string(index + 1);
    return '"' + std::string(names[index].view()) + '"';
  }

  Result<void> cell(const Value& value, size_t row, size_t column, bool only_one) {
    switch (value.tag()) {
      case Tag::Nothing:
      case Tag::Unbound:
        if (options_.missing) {
          out_ += *options_.missing;
        } else if (only_one) {
          out_ += "\"\"";
          warn_ = true;
        }
        return {};
      case Tag::Text: text_cell(value.view()); return {};
      case Tag::Int: append_int64(out_, value.as_int()); return {};
      case Tag::Float: append_float(out_, value.as_float()); return {};
      case Tag::Bool: out_ += value.as_bool() ? "true" : "false"; return {};
      case Tag::Bytes:
        TRY(call_.reserve(value.bytes().size * 2));
        out_ +=
            base64_text({reinterpret_cast<const char*>(value.bytes().data), value.bytes().size});
        return {};
      case Tag::BigInt:
      case Tag::Decimal:
      case Tag::Complex:
      case Tag::Date:
      case Tag::DateTime:
      case Tag::Duration: append_display(out_, value); return {};
      case Tag::Secret: text_cell(display(value)); return {};
      case Tag::List:
      case Tag::Map:
      case Tag::Array:
        return Error(builtin_errors::kCsvNested,
                     {count_text(row), column_name(column), type_name(value), call_.name()});
      case Tag::Task:
      case Tag::Builtin:
      case Tag::Native:
      case Tag::Cell: break;
    }
    return Error(builtin_errors::kCsvTask,
                 {count_text(row), column_name(column), type_name(value), call_.name()});
  }

  bool needs_quotes(std::string_view text) const {
    if (text.empty() || (options_.missing && text == *options_.missing)) return true;
    for (char c : text) {
      if (c == options_.delimiter || c == '"' || c == '\n' || c == '\r') return true;
    }
    return false;
  }

  void text_cell(std::string_view text) {
    std::string escaped;
    bool formula = options_.escape_formulas && !text.empty() &&
                   std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
    if (formula) {
      escaped = '\'';
      escaped += text;
      text = escaped;
    }
    if (!needs_quotes(text)) {
      out_ += text;
      return;
    }
    out_ += '"';
    for (size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
      out_ += text.substr(0, quote + 1);
      out_ += '"';
      text.remove_prefix(quote + 1);
    }
    out_ += text;
    out_ += '"';
  }

  Result<void> look() {
    constexpr size_t kLookEvery = 1 << 16;
    if (out_.size() - looked_ < kLookEvery) return {};
    TRY(call_.tick((out_.size() - looked_) / 64));
    looked_ = out_.size();
    return call_.reserve(out_.size() * 2);
  }

  Call& call_;
  EncodeOptions options_;
  std::string out_;
  size_t looked_ = 0;
  size_t width_ = 0;
  std::vector<Value> columns_;  // of maps
  bool is_all_columns_ = false;
  const Map* first_ = nullptr;
  const Shape* shape_ = nullptr;  // that positions_ are for
  std::vector<size_t> positions_;
  bool warn_ = false;
};

}  // namespace

Result<Value> encode_csv(Call& call, const Value& rows, const Value* options) {
  TRY_ASSIGN(EncodeOptions read, encode_options(options, call.name()));
  if (!rows.is_list()) return Error(builtin_errors::kCsvEncodeKind, {type_name(rows), call.name()});
  return CsvEncoder(call, std::move(read)).run(rows);
}

namespace {

Result<Value> csv_encode(Call& call) { return encode_csv(call, call[0], call.optional(1)); }

constexpr BuiltinSpec kRows[] = {
    {"csv_encode", "rows, options?", 1, 2, "", Purity::Pure, "",
     "Rows as CSV text; options: headers, delimiter, eol, escape_formulas, missing.",
     "csv_encode([], {\"headers\": [\"a\", \"b\"], \"eol\": \"\\n\"}) == \"a,b\\n\" → true", "",
     csv_encode},
};

}  // namespace

const BuiltinTable kCsvEncodeBuiltins(kRows);

}  // namespace syn
