// The options map of csv_parse and of read_csv.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_options.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "tableio/text_encoding.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kParseNames = "headers, delimiter, numbers, types, missing";
constexpr std::string_view kReadNames =
    "headers, delimiter, types, missing, quote, encoding, first_line, until_blank, decimal, "
    "thousands, "
    "comment, ragged";

/// What readers of other libraries call their options, and what is written here.
struct OtherName {
  std::string_view name;
  std::string_view here;
};
constexpr std::string_view kDelimiterHere = "{\"delimiter\": \";\"}";
constexpr std::string_view kHeadersHere =
    "{\"headers\": false}; the line of the header is first_line";
constexpr std::string_view kSkipHere =
    "{\"first_line\": n + 1}, the line of the header, counted from 1";
constexpr std::string_view kMissingHere = "{\"missing\": [\"NA\", \"-\"]}";
constexpr std::string_view kTypesHere = "{\"types\": {\"column\": \"text\"}}";
constexpr std::string_view kDatesHere =
    "{\"types\": {\"column\": \"date\"}}, or parse_date(x, pattern)";
constexpr std::string_view kNamesHere =
    "{\"headers\": false}, which gives each row as a list: r[0], r[1]";
constexpr std::string_view kRaggedHere = "{\"ragged\": \"skip\"} or {\"ragged\": \"fill\"}";
constexpr OtherName kOtherNames[] = {
    {"sep", kDelimiterHere},
    {"separator", kDelimiterHere},
    {"delim", kDelimiterHere},
    {"header", kHeadersHere},
    {"has_header", kHeadersHere},
    {"skip", kSkipHere},
    {"skiprows", kSkipHere},
    {"skip_rows", kSkipHere},
    {"skip_lines", kSkipHere},
    {"header_line", kSkipHere},
    {"header_row", kSkipHere},
    {"na", kMissingHere},
    {"na_values", kMissingHere},
    {"null_values", kMissingHere},
    {"nulls", kMissingHere},
    {"nullstr", kMissingHere},
    {"dtype", kTypesHere},
    {"dtypes", kTypesHere},
    {"schema", kTypesHere},
    {"column_types", kTypesHere},
    {"parse_dates", kDatesHere},
    {"dates", kDatesHere},
    {"date_format", kDatesHere},
    {"dateformat", kDatesHere},
    {"names", kNamesHere},
    {"columns", kNamesHere},
    {"column_names", kNamesHere},
    {"quotechar", "{\"quote\": \"'\"}; no quotes at all: {\"quote\": nothing}"},
    {"quoting", "{\"quote\": nothing}"},
    {"charset", "{\"encoding\": \"windows-1252\"}"},
    {"thousands_separator", "{\"thousands\": \",\"}"},
    {"decimal_separator", "{\"decimal\": \",\"}"},
    {"usecols", "select(rows, \"a\", \"b\") of what is read"},
    {"comments", "{\"comment\": \"#\"}"},
    {"on_bad_lines", kRaggedHere},
    {"ignore_errors", kRaggedHere},
    {"fill", kRaggedHere},
    {"skipfooter", "slice(rows, 0, -n) of what is read, or {\"until_blank\": true}"},
};

/// Reads one map of options; each function reads one option.
class OptionReader {
 public:
  OptionReader(CsvOptionSet set, std::string_view prefix) : set_(set), prefix_(prefix) {}

  Result<void> read(std::string_view name, const Value& value) {
    if (name == "headers") return flag(name, value, options_.headers);
    if (name == "delimiter") return delimiter(value);
    if (name == "types") return types(value);
    if (name == "missing") return missing(value);
    if (set_ == CsvOptionSet::Parse) {
      if (name == "numbers") return flag(name, value, options_.numbers);
      return Error(builtin_errors::kUnknownOption, {prefix_, name, kParseNames});
    }
    if (name == "quote") return quote(value);
    if (name == "encoding") return encoding(value);
    if (name == "first_line") return first_line(value);
    if (name == "until_blank") return flag(name, value, options_.until_blank);
    if (name == "decimal") return decimal(value);
    if (name == "thousands") return thousands(value);
    if (name == "comment") return comment(value);
    if (name == "ragged") return ragged(value);
    for (const OtherName& known : kOtherNames) {
      if (known.name != name) continue;
      return Error(builtin_errors::kUnknownOptionHabit, {prefix_, name, kReadNames, known.here});
    }
    return Error(builtin_errors::kUnknownOption, {prefix_, name, kReadNames});
  }

  Result<CsvOptions> finish() {
    if (!options_.headers && !options_.types.empty()) {
      return Error(builtin_errors::kCsvTypesNeedHeaders, {prefix_});
    }
    if (options_.dialect.delimiter == options_.dialect.quote) {
      return Error(builtin_errors::kCsvDelimiterQuote, {prefix_, "\"\""});
    }
    if (options_.notation.thousands == std::string_view(&options_.notation.decimal, 1)) {
      return Error(builtin_errors::kCsvMarksEqual, {prefix_, options_.notation.thousands});
    }
    return std::move(options_);
  }
  CsvOptions& options() { return options_; }

 private:
  Result<void> flag(std::string_view name, const Value& value, bool& out) {
    if (!value.is(Tag::Bool)) {
      return Error(builtin_errors::kOptionNotBool, {prefix_, name, type_name(value)});
    }
    out = value.as_bool();
    return {};
  }

  Result<void> delimiter(const Value& value) {
    TRY_ASSIGN(options_.dialect.delimiter, delimiter_option(value, prefix_));
    options_.delimiter_given = true;
    return {};
  }

  Result<void> types(const Value& value) {
    if (set_ == CsvOptionSet::Read && value.is_text()) {
      if (value.view() != "infer" && value.view() != "text") {
        return Error(builtin_errors::kCsvTypesWord, {prefix_, value.view()});
      }
      options_.infer = value.view() == "infer";
      return {};
    }
    if (!value.is_map()) return Error(builtin_errors::kCsvTypesMap, {prefix_, type_name(value)});
    const Map& map = value.map();
    for (size_t i = 0; i < map.size(); ++i) {
      const Value& kind = map.value(i);
      std::optional<CellKind> named =
          kind.is_text() ? cell_kind_named(kind.view()) : std::optional<CellKind>();
      if (!named) {
        std::string got = kind.is_text() ? short_display(kind) : kind_of(kind);
        return Error(builtin_errors::kCsvTypeName, {prefix_, map.key(i)->view(), got});
      }
      options_.typed_columns.emplace_back(map.key(i)->view());
      options_.types[options_.typed_columns.back()] = *named;
    }
    return {};
  }

  Result<void> missing(const Value& value) {
    if (value.is_text()) {
      options_.missing.emplace_back(value.view());
      return {};
    }
    if (!value.is_list()) return Error(builtin_errors::kCsvMissing, {prefix_, type_name(value)});
    for (const Value& mark : value.list().items()) {
      if (!mark.is_text()) {
        return Error(builtin_errors::kCsvMissingItem, {prefix_, type_name(mark)});
      }
      options_.missing.emplace_back(mark.view());
    }
    return {};
  }

  /// One ASCII character, or "" or nothing for no quotes at all.
  Result<void> quote(const Value& value) {
    if (value.is_nothing() || (value.is_text() && value.view().empty())) {
      options_.dialect.quote = '\0';
      return {};
    }
    bool fits = value.is_text() && value.view().size() == 1 && value.view()[0] > 0x20 &&
                value.view()[0] != options_.dialect.delimiter;
    if (!fits) return Error(builtin_errors::kCsvQuote, {prefix_, short_display(value)});
    options_.dialect.quote = value.view()[0];
    return {};
  }

  Result<void> encoding(const Value& value) {
    if (!value.is_text()) {
      return Error(builtin_errors::kOptionNotText, {prefix_, "encoding", type_name(value)});
    }
    if (!tableio::encoding_named(value.view())) {
      return Error(builtin_errors::kCsvEncoding, {prefix_, value.view(), tableio::kEncodingNames});
    }
    options_.encoding = value.view();
    return {};
  }

  Result<void> first_line(const Value& value) {
    if (!value.is_int() || value.as_int() < 1) {
      return Error(builtin_errors::kCsvFirstLine, {prefix_, short_display(value)});
    }
    options_.first_line = static_cast<uint64_t>(value.as_int());
    return {};
  }

  Result<void> decimal(const Value& value) {
    if (!value.is_text() || (value.view() != "," && value.view() != ".")) {
      return Error(builtin_errors::kCsvDecimal, {prefix_, short_display(value)});
    }
    options_.notation.decimal = value.view()[0];
    return {};
  }

  /// One character that is not a digit.
  Result<void> thousands(const Value& value) {
    bool fits = value.is_text() && value.text().length() == 1 &&
                value.view().find_first_of("0123456789-+eE") == std::string_view::npos;
    if (!fits) return Error(builtin_errors::kCsvThousands, {prefix_, short_display(value)});
    options_.notation.thousands = value.view();
    return {};
  }

  Result<void> comment(const Value& value) {
    bool fits = value.is_text() && value.view().size() == 1 && value.view()[0] > 0x20;
    if (!fits) return Error(builtin_errors::kCsvComment, {prefix_, short_display(value)});
    options_.dialect.comment = value.view()[0];
    return {};
  }

  Result<void> ragged(const Value& value) {
    if (value.is_text() && value.view() == "error") return {};
    bool fills = value.is_text() && value.view() == "fill";
    if (!fills && !(value.is_text() && value.view() == "skip")) {
      return Error(builtin_errors::kCsvRagged, {prefix_, short_display(value)});
    }
    options_.ragged = fills ? RaggedRows::Fill : RaggedRows::Skip;
    return {};
  }

  CsvOptionSet set_;
  std::string_view prefix_;
  CsvOptions options_;
};

}  // namespace

Result<const Map*> options_map(const Value* given, std::string_view prefix) {
  const Map* none = nullptr;
  if (given == nullptr || given->is_nothing()) return none;
  if (!given->is_map()) return Error(builtin_errors::kOptionsNotMap, {prefix, type_name(*given)});
  const Map* map = &given->map();
  return map;
}

Result<char> delimiter_option(const Value& value, std::string_view prefix) {
  if (!value.is_text()) {
    return Error(builtin_errors::kOptionNotText, {prefix, "delimiter", type_name(value)});
  }
  std::string_view text = value.view();
  if (text.size() != 1 || static_cast<unsigned char>(text[0]) >= 0x80 || text[0] == '\0') {
    return Error(builtin_errors::kCsvDelimiter, {prefix, text});
  }
  if (text[0] == '"' || text[0] == '\n' || text[0] == '\r') {
    std::string_view shown = text[0] == '"' ? "'\"'" : text[0] == '\n' ? "\"\\n\"" : "\"\\r\"";
    return Error(builtin_errors::kCsvDelimiterQuote, {prefix, shown});
  }
  return text[0];
}

Result<CsvOptions> csv_options(const Value* given, CsvOptionSet set, std::string_view prefix) {
  OptionReader reader(set, prefix);
  reader.options().infer = set == CsvOptionSet::Read;
  if (set == CsvOptionSet::Read) {
    reader.options().dialect.blank_before_quote = tableio::BlankBeforeQuote::Skipped;
  }
  TRY_ASSIGN(const Map* map, options_map(given, prefix));
  for (size_t i = 0; map != nullptr && i < map->size(); ++i) {
    TRY(reader.read(map->key(i)->view(), map->value(i)));
  }
  return reader.finish();
}

}  // namespace syn
