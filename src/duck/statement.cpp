// Checking the tree, and putting tables in place of files.
// SPDX-License-Identifier: Apache-2.0
#include "duck/statement.h"

#include <algorithm>

#include "duck/errors.h"
#include "json/writer.h"

namespace syn::duck {
namespace {

struct ReaderRow {
  std::string_view name;
  Format format;
};
constexpr ReaderRow kReaders[] = {
    {"read_csv", Format::Csv},         {"read_csv_auto", Format::Csv},
    {"read_parquet", Format::Parquet}, {"parquet_scan", Format::Parquet},
    {"read_json", Format::Json},       {"read_json_auto", Format::Json},
    {"read_ndjson", Format::Json},     {"read_ndjson_auto", Format::Json},
};

/// Table functions that touch nothing.
constexpr std::string_view kTableFunctions[] = {
    "range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree"};

/// Functions that run other queries, tell of the engine, keep state, wait, or take raw states.
constexpr std::string_view kRefused[] = {
    "json_serialize_plan", "current_setting", "getvariable",      "nextval",      "currval",
    "write_log",           "sleep_ms",        "pg_sleep",         "finalize",     "combine",
    "txid_current",        "current_query",   "constant_or_null", "remap_struct",
};
constexpr std::string_view kRandom[] = {"random", "uuid",   "gen_random_uuid",
                                        "uuidv4", "uuidv7", "setseed"};
constexpr std::string_view kClock[] = {"now",
                                       "today",
                                       "get_current_timestamp",
                                       "transaction_timestamp",
                                       "current_date",
                                       "current_time",
                                       "current_timestamp",
                                       "localtime",
                                       "age",
                                       "localtimestamp",
                                       "get_current_time",
                                       "current_localtime",
                                       "ago",
                                       "current_localtimestamp"};

/// Options of the engine's readers that write, or read keys.
constexpr std::string_view kRefusedOptions[] = {"store_rejects",     "rejects_scan",
                                                "rejects_table",     "rejects_limit",
                                                "encryption_config", "hive_types"};

template <size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return result;
}

/// A name with a point or a slash is a path: `FROM 'orders.csv'`, `FROM 'data/*'`.
bool looks_like_path(std::string_view name) {
  return name.find_first_of("./*?[\\") != std::string_view::npos;
}

std::string json_text(std::string_view text) {
  std::string result;
  json::append_text(result, text, json::Escapes::Needed);
  return result;
}

std::string base_name(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.find('.')));
}

Error parse_error(const QueryTree& tree, const QueryOptions& options) {
  std::string_view type = tree.text_of(0, "error_type");
  if (type == "not implemented") return Error(duck_errors::kNotRead, {options.caller});
  return Error(duck_errors::kQuery, {options.caller, tree.text_of(0, "error_message")});
}

}  // namespace

Result<Statement> Statement::check(Engine& engine, std::string_view sql,
                                   const QueryOptions& options,
                                   const std::function<bool(std::string_view)>& is_table) {
  Statement statement;
  statement.sql_ = sql;
  TRY_ASSIGN(std::string json, engine.text_of("SELECT json_serialize_sql($1::VARCHAR)", sql));
  std::optional<QueryTree> tree = QueryTree::parse(std::move(json));
  if (!tree || tree->size() == 0) {
    return Error(duck_errors::kQuery, {options.caller, "the query cannot be parsed"});
  }
  statement.tree_ = std::move(*tree);
  const TreeNode* error = statement.tree_.find(0, "error");
  if (error == nullptr || error->text != "false") return parse_error(statement.tree_, options);
  const TreeNode* all = statement.tree_.find(0, "statements");
  size_t count =
      all == nullptr ? 0 : statement.tree_.children(statement.tree_.index_of(all)).size();
  if (count != 1) {
    return Error(duck_errors::kManyStatements, {options.caller, std::to_string(count)});
  }
  TRY(statement.look(options, is_table));
  return statement;
}

Result<void> Statement::look(const QueryOptions& options,
                             const std::function<bool(std::string_view)>& is_table) {
  for (size_t i = 0; i < tree_.size(); ++i) {
    if (tree_[i].key != "cte_map") continue;
    const TreeNode* map = tree_.find(i, "map");
    if (map == nullptr) continue;
    for (size_t entry : tree_.children(tree_.index_of(map))) {
      known_names_.emplace(lower(tree_.text_of(entry, "key")));
    }
  }
  for (size_t i = 0; i < tree_.size(); ++i) {
    if (tree_[i].kind != NodeKind::Object) continue;
    std::string_view type = tree_.text_of(i, "type");
    if (type == "BASE_TABLE") {
      TRY(look_at_table(i, options, is_table));
    } else if (type == "TABLE_FUNCTION") {
      TRY(look_at_function(i, options));
    } else if (type == "SHOW_REF") {
      const TreeNode* query = tree_.find(i, "query");
      if (query == nullptr || query->kind != NodeKind::Object) {
        return Error(duck_errors::kSchemaRefused, {options.caller, "SHOW"});
      }
    } else if (type == "FUNCTION") {
      TRY(look_at_call(i, options));
    } else if (type == "COLUMN_REF") {
      const TreeNode* names = tree_.find(i, "column_names");
      std::vector<size_t> parts =
          names == nullptr ? std::vector<size_t>() : tree_.children(tree_.index_of(names));
      if (parts.size() == 1 && is_one_of(lower(tree_[parts[0]].text), kClock)) uses_clock_ = true;
    } else if (type == "VALUE_PARAMETER" && file_parameters_.count(i) == 0) {
      parameters_.emplace(tree_.text_of(i, "identifier"));
    }
    // Rows picked at random; with a seed of the query's own they are the same each time.
    const TreeNode* sample = tree_.find(i, "sample");
    if (sample != nullptr && sample->kind == NodeKind::Object) {
      const TreeNode* seed = tree_.find(tree_.index_of(sample), "seed");
      if (seed == nullptr || seed->text == "-1") uses_random_ = true;
    }
  }
  return {};
}

Result<void> Statement::look_at_table(size_t node, const QueryOptions& options,
                                      const std::function<bool(std::string_view)>& is_table) {
  std::string_view name = tree_.text_of(node, "table_name");
  for (std::string_view part : {"catalog_name", "schema_name"}) {
    std::string_view above = tree_.text_of(node, part);
    if (above.empty()) continue;
    return Error(duck_errors::kSchemaRefused,
                 {options.caller, std::string(above) + "." + std::string(name)});
  }
  if (known_names_.count(lower(name)) != 0 || is_table(name) || !looks_like_path(name)) return {};
  FileUse use;
  use.paths.emplace_back(name);
  use.node = node;
  files_.push_back(std::move(use));
  return {};
}

Result<void> Statement::look_at_function(size_t node, const QueryOptions& options) {
  const TreeNode* function = tree_.find(node, "function");
  if (function == nullptr) return Error(duck_errors::kFunctionRefused, {options.caller, "?"});
  size_t call = tree_.index_of(function);
  std::string name = lower(tree_.text_of(call, "function_name"));
  if (is_one_of(name, kTableFunctions)) return {};
  FileUse use;
  use.function = name;
  use.node = node;
  for (const ReaderRow& row : kReaders) {
    if (row.name == name) use.format = row.format;
  }
  if (use.format == Format::Any) {
    return Error(duck_errors::kFunctionRefused, {options.caller, name});
  }
  const TreeNode* list = tree_.find(call, "children");
  std::vector<size_t> arguments =
      list == nullptr ? std::vector<size_t>() : tree_.children(tree_.index_of(list));
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (tree_.text_of(arguments[i], "type") == "COMPARE_EQUAL") {
      TRY_ASSIGN(bool is_ours, take_option(arguments[i], use, options));
      use.has_options = use.has_options || !is_ours;
    } else if (i == 0) {
      TRY(take_paths(arguments[i], use, options));
    } else {
      return Error(duck_errors::kFileNotConstant, {options.caller, name});
    }
  }
  if (use.paths.empty()) return Error(duck_errors::kFileNotConstant, {options.caller, name});
  files_.push_back(std::move(use));
  return {};
}

/// The files of a reader: a text, a list of texts, or parameters in their place.
Result<void> Statement::take_paths(size_t argument, FileUse& use, const QueryOptions& options) {
  std::vector<size_t> items{argument};
  if (tree_.text_of(argument, "function_name") == "list_value") {
    items = tree_.children(tree_.index_of(tree_.find(argument, "children")));
  }
  for (size_t item : items) {
    std::string_view type = tree_.text_of(item, "type");
    if (type == "VALUE_CONSTANT") {
      const TreeNode* value = tree_.find(item, "value");
      if (value != nullptr && value->kind == NodeKind::Object) {
        const TreeNode* text = tree_.find(tree_.index_of(value), "value");
        if (text != nullptr && text->kind == NodeKind::Text) {
          use.paths.push_back(text->text);
          continue;
        }
      }
    } else if (type == "VALUE_PARAMETER" && options.parameters != nullptr) {
      auto given = options.parameters->find(tree_.text_of(item, "identifier"));
      if (given != options.parameters->end()) {
        if (const auto* path = std::get_if<std::string>(&given->second.value)) {
          use.paths.push_back(*path);
          file_parameters_.insert(item);
          file_parameter_names_.insert(given->first);
          continue;
        }
      }
    }
    return Error(duck_errors::kFileNotConstant, {options.caller, use.function});
  }
  return {};
}

/// True for an option that we see to ourselves, since the engine does not know the files' names.
Result<bool> Statement::take_option(size_t argument, FileUse& use, const QueryOptions& options) {
  const TreeNode* left = tree_.find(argument, "left");
  const TreeNode* names =
      left == nullptr ? nullptr : tree_.find(tree_.index_of(left), "column_names");
  std::vector<size_t> parts =
      names == nullptr ? std::vector<size_t>() : tree_.children(tree_.index_of(names));
  std::string name = parts.size() == 1 ? lower(tree_[parts[0]].text) : std::string("?");
  if (name == "?" || is_one_of(name, kRefusedOptions)) {
    return Error(duck_errors::kOptionRefused, {options.caller, name, use.function});
  }
  bool is_ours = name == "filename" || name == "hive_partitioning";
  if (!is_ours && name != "union_by_name") return false;
  std::string_view value;
  for (size_t i = tree_.index_of(left); i < tree_[argument].next; ++i) {
    if (tree_[i].key == "value" && tree_[i].kind != NodeKind::Object) value = tree_[i].text;
  }
  bool on = value == "t" || value == "true" || value == "1";
  bool off = value == "f" || value == "false" || value == "0";
  if (name == "filename") {
    use.filename_column = on ? "filename" : off ? "" : std::string(value);
  } else if (name == "hive_partitioning") {
    use.hive = !off;
  } else {
    use.by_name = on;
    return false;
  }
  return true;
}

Result<void> Statement::look_at_call(size_t node, const QueryOptions& options) {
  std::string name = lower(tree_.text_of(node, "function_name"));
  const TreeNode* state = tree_.find(node, "export_state");
  bool exports = state != nullptr && state->text == "true";
  if (is_one_of(name, kRefused) || name.starts_with("__internal") || exports) {
    return Error(duck_errors::kFunctionRefused, {options.caller, name});
  }
  if (is_one_of(name, kRandom)) uses_random_ = true;
  if (is_one_of(name, kClock)) uses_clock_ = true;
  return {};
}

/// Without an alias of its own a file goes by its name, a reader by the function's.
std::string Statement::alias_of(const FileUse& use) const {
  std::string_view alias = tree_.text_of(use.node, "alias");
  if (!alias.empty()) return std::string(alias);
  return use.function.empty() ? base_name(use.paths[0]) : use.function;
}

Result<std::string> Statement::with_files(Engine& engine,
                                          const std::vector<FileTable>& tables) const {
  if (files_.empty()) return sql_;
  std::map<size_t, std::string> replacements;
  for (size_t i = 0; i < files_.size(); ++i) {
    TRY_ASSIGN(std::string json, reader_json(engine, files_[i], tables[i]));
    replacements[files_[i].node] = std::move(json);
  }
  return engine.text_of("SELECT json_deserialize_sql($1::JSON)", tree_.with_replaced(replacements));
}

Result<std::string> Statement::reader_json(Engine& engine, const FileUse& use,
                                           const FileTable& table) const {
  const TreeNode* sample = tree_.find(use.node, "sample");
  std::string sample_json = "null";
  if (sample != nullptr && sample->kind == NodeKind::Object) {
    sample_json = tree_.json_of(tree_.index_of(sample));
  }
  const TreeNode* names = tree_.find(use.node, "column_name_alias");
  std::string names_json =
      names == nullptr ? "[]" : std::string(tree_.json_of(tree_.index_of(names)));
  std::string common = ",\"alias\":" + json_text(alias_of(use)) + ",\"sample\":" + sample_json +
                       ",\"column_name_alias\":" + names_json + ",\"query_location\":0";
  if (!table.table.empty()) {
    return "{\"type\":\"BASE_TABLE\"" + common +
           ",\"schema_name\":\"\",\"table_name\":" + json_text(table.table) +
           ",\"catalog_name\":\"\",\"at_clause\":null}";
  }
  std::string files;
  for (const std::string& path : table.lent) {
    files += (files.empty() ? "" : ", ") + quoted(path);
  }
  std::string call = (use.function.empty() ? table.reader : use.function) + "([" + files + "]";
  // Options keep the form in which they were written.
  std::string options_json;
  if (!use.function.empty()) {
    size_t function = tree_.index_of(tree_.find(use.node, "function"));
    size_t list = tree_.index_of(tree_.find(function, "children"));
    for (size_t argument : tree_.children(list)) {
      if (tree_.text_of(argument, "type") != "COMPARE_EQUAL") continue;
      std::string_view json = tree_.json_of(argument);
      bool is_ours =
          json.find("\"column_names\":[\"filename\"]") != std::string_view::npos ||
          json.find("\"column_names\":[\"hive_partitioning\"]") != std::string_view::npos;
      if (!is_ours) options_json += "," + std::string(json);
    }
  }
  std::string inner = table.around.empty() ? "SELECT * FROM lent_files" : table.around;
  size_t at = inner.find("lent_files");
  bool needs_name = inner.find("lent_file_name") != std::string::npos;
  call += table.arguments + (needs_name ? ", filename = 'lent_file_name')" : ")");
  inner.replace(at, std::string_view("lent_files").size(), call);
  TRY_ASSIGN(std::string json, engine.text_of("SELECT json_serialize_sql($1::VARCHAR)", inner));
  std::optional<QueryTree> tree = QueryTree::parse(std::move(json));
  if (!tree) return Error(duck_errors::kQuery, {"sql", "the query cannot be rewritten"});
  std::map<size_t, std::string> added;
  size_t statement = 0;
  for (size_t i = 0; i < tree->size(); ++i) {
    if ((*tree)[i].key == "statements") statement = tree->children(i)[0];
    bool is_reader = (*tree)[i].key == "function" && (*tree)[i].kind == NodeKind::Object;
    if (!is_reader || options_json.empty()) continue;
    size_t list = tree->index_of(tree->find(i, "children"));
    std::string arguments(tree->json_of(list));
    arguments.insert(arguments.size() - 1, options_json);
    added[list] = std::move(arguments);
  }
  std::string whole = tree->with_replaced(added);
  std::optional<QueryTree> full = QueryTree::parse(std::move(whole));
  for (size_t i = 0; i < full->size(); ++i) {
    if ((*full)[i].key == "statements") statement = full->children(i)[0];
  }
  return "{\"type\":\"SUBQUERY\"" + common +
         ",\"subquery\":" + std::string(full->json_of(statement)) + "}";
}

}  // namespace syn::duck
