// Tables from JSON Lines files.
// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "builtins/argument_checks.h"
#include "builtins/csv_options.h"
#include "builtins/csv_rows.h"
#include "builtins/errors_b.h"
#include "builtins/jsonl_table.h"
#include "builtins/table_readers.h"
#include "builtins/table_readers_text.h"
#include "vm/services.h"

namespace syn {
namespace {

Result<JsonLinesOptions> jsonl_options(const Value* opts, std::string_view prefix) {
  JsonLinesOptions options;
  options.repeated = RepeatedKeys::Refuse;
  TRY_ASSIGN(const Map* map, options_map(opts, prefix));
  for (size_t i = 0; map != nullptr && i < map->size(); ++i) {
    std::string_view name = map->key(i)->view();
    if (name != "allow_nan") {
      return Error(builtin_errors::kUnknownOption, {prefix, name, "allow_nan"});
    }
    if (!map->value(i).is(Tag::Bool)) {
      return Error(builtin_errors::kOptionNotBool, {prefix, name, type_name(map->value(i))});
    }
    options.allow_nan = map->value(i).as_bool();
  }
  return options;
}

bool are_all_maps(std::span<const Value> items) {
  for (const Value& item : items) {
    if (!item.is_map()) return false;
  }
  return true;
}

/// One array of objects, as a JSON file has it.
bool is_table(const Value& value) {
  if (!value.is_list() || value.list().empty()) return false;
  return are_all_maps(value.list().items());
}

bool share_one_shape(std::span<const Value> rows) {
  for (const Value& row : rows) {
    if (row.map().shape == nullptr || row.map().shape != rows[0].map().shape) return false;
  }
  return true;
}

/// The keys of all rows, in order of first appearance.
Result<std::vector<std::string>> all_keys(Call& call, std::span<const Value> rows) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;  // views of the keys that the rows hold
  const Shape* last = nullptr;
  for (const Value& row : rows) {
    TRY(call.tick());
    const Map& map = row.map();
    if (map.shape != nullptr && map.shape == last) continue;
    last = map.shape;
    TRY(call.tick(map.size()));
    for (size_t i = 0; i < map.size(); ++i) {
      if (seen.insert(map.key(i)->view()).second) names.emplace_back(map.key(i)->view());
    }
    if (names.size() > kMaxJsonColumns) break;
  }
  return names;
}

/// Gives every row all keys.
Result<Value> with_all_keys(Call& call, Value list) {
  std::span<const Value> rows = list.list().items();
  if (rows.empty() || !are_all_maps(rows) || share_one_shape(rows)) return list;
  TRY_ASSIGN(std::vector<std::string> names, all_keys(call, rows));
  if (names.size() > kMaxJsonColumns) return list;
  RowMaker maker(call.heap(), names);
  TRY(reserve_list(call, rows.size()));
  Value result = make_list(call.heap(), rows.size());
  const Shape* last = nullptr;
  std::vector<int64_t> positions(names.size());
  for (const Value& row : rows) {
    TRY(call.tick(1 + names.size()));
    const Map& map = row.map();
    if (map.shape == nullptr || map.shape != last) {
      for (size_t i = 0; i < names.size(); ++i) positions[i] = map.find(names[i]);
      last = map.shape;
    }
    Value full = maker.make();
    for (size_t i = 0; i < names.size(); ++i) {
      if (positions[i] >= 0) maker.set(full, i, map.value(static_cast<size_t>(positions[i])));
    }
    push(result, std::move(full));
  }
  return result;
}

/// The objects of a file that is one JSON array of them, whatever its name says.
Result<std::optional<Value>> read_as_array(Call& call, std::string_view text,
                                           std::string_view name) {
  std::optional<Value> none;
  size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] != '[') return none;
  Result<Value> whole = read_json_text(call, text, name);
  if (!whole.ok()) {
    if (whole.error().row().category == ErrorCategory::Limit) return std::move(whole).error();
    return none;  // lines that are lists, or no JSON at all: reading the lines tells
  }
  if (!is_table(whole.value())) return none;
  call.services().note(std::string(name) + ": one JSON array, whose " +
                       count_text(whole.value().list().size()) + " objects are the rows");
  return std::optional<Value>(std::move(whole).value());
}

}  // namespace

Result<Value> read_jsonl_table(Call& call, std::string_view bytes, const Value* opts,
                               std::string_view name, TableForm form, host::FileView* view) {
  std::string prefix = std::string(call.name()) + ": " + std::string(name);
  TRY_ASSIGN(JsonLinesOptions options, jsonl_options(opts, prefix));
  options.place = std::string(name) + ": ";
  options.is_file = true;
  std::string buffer;
  TRY_ASSIGN(std::string_view text, table_text(call, bytes, {}, prefix, view, buffer));
  TRY_ASSIGN(std::optional<Value> array, read_as_array(call, text, name));
  if (array) return with_all_keys(call, std::move(*array));
  if (form == TableForm::Columns) {
    TRY_ASSIGN(std::optional<Value> table,
               read_json_table(call, text, options, RowKeys::Unite, view));
    if (table) return std::move(*table);
  }
  TRY_ASSIGN(Value list, decode_json_lines(call, text, options));
  return with_all_keys(call, std::move(list));
}

Result<Value> read_jsonl_text(Call& call, std::string_view bytes, const Value* opts,
                              std::string_view name, host::FileView* view) {
  return read_jsonl_table(call, bytes, opts, name, TableForm::Columns, view);
}

}  // namespace syn
