// sql(query, params?, tables?) and sql_schema(path): queries in the embedded engine. What a query
// names goes through the gate before the engine opens anything (duck/engine.h).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/sql_errors.h"
#include "builtins/sql_query.h"
#include "builtins/sql_rows.h"
#include "builtins/table_files.h"
#include "builtins/table_union.h"
#include "duck/errors.h"
#include "value/list_columns.h"

namespace syn {
namespace {

using cap::CapabilityType;

Result<void> demand(Call& call, CapabilityType type) {
  return call.services().capabilities().demand(type, std::nullopt, std::string(call.name()) + "()",
                                               place_of(call));
}

/// Each parameter of the query has a value, and each value a parameter.
Result<void> check_parameters(Call& call, const duck::Statement& statement,
                              const duck::Parameters& given, size_t num_in_files) {
  for (const std::string& name : statement.parameters()) {
    if (given.count(name) == 0) {
      return Error(duck_errors::kParameterMissing, {call.name(), name});
    }
  }
  size_t wanted = statement.parameters().size() + num_in_files;
  if (given.size() <= wanted) return {};
  return Error(duck_errors::kParameters,
               {call.name(), std::to_string(wanted), std::to_string(given.size())});
}

const Value* argument(Call& call, size_t index) {
  if (const Value* named = call.named(index - 1)) return named;
  return call.optional(index);
}

Result<Value> sql(Call& call) {
  if (!call[0].is_text()) {
    return Error(sql_errors::kSqlQueryKind, {call.name(), type_name(call[0])});
  }
  const Value* variables = argument(call, 2);
  if (variables != nullptr && !variables->is_map() && !variables->is_nothing()) {
    return Error(sql_errors::kSqlTablesKind, {type_name(*variables)});
  }
  TRY_ASSIGN(duck::Parameters parameters, sql_parameters(call, argument(call, 1)));
  TRY_ASSIGN(duck::Engine * engine, sql_engine(call));
  SqlTables tables(call, variables);
  LentFiles lent(call);
  duck::QueryOptions options;
  options.caller = call.name();
  options.parameters = &parameters;
  options.tables = &tables;
  options.file_names = &lent.names();
  TRY_ASSIGN(duck::Statement statement,
             duck::Statement::check(*engine, call[0].view(), options,
                                    [&](std::string_view name) { return tables.knows(name); }));
  TRY(check_parameters(call, statement, parameters, statement.num_file_parameters()));
  if (statement.uses_random()) TRY(demand(call, CapabilityType::Random));
  if (statement.uses_clock()) TRY(demand(call, CapabilityType::Time));
  if (!statement.files().empty()) TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(std::vector<duck::FileTable> files, sql_files(call, statement, lent, tables));
  // Reading files may have opened the engine anew.
  TRY_ASSIGN(engine, sql_engine(call));
  TRY_ASSIGN(std::string text, statement.with_files(*engine, files));
  SqlRows rows(call, std::string(call.name()));
  CallWatch watch(call);
  TRY(engine->run(text, options, watch, rows));
  return rows.take();
}

std::string_view column_kind_name(const table::Column& column) {
  switch (column.kind) {
    case table::Kind::Int:
    case table::Kind::Float: return "number";
    case table::Kind::Bool: return "bool";
    case table::Kind::Text: return "text";
    case table::Kind::Date: return "date";
    case table::Kind::DateTime: return "datetime";
    case table::Kind::Decimal: return "decimal";
    case table::Kind::Any: break;
  }
  std::string_view name;
  for (const Value& value : ItemCells::of(column).values()) {
    if (value.is_nothing()) continue;
    if (!name.empty() && type_name(value) != name) return "mixed";
    name = type_name(value);
  }
  return name.empty() ? "nothing" : name;
}

/// One row a column: name, type (as `type_of` says), whether some are missing.
Result<Value> sql_schema(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(std::string path, path_argument(call, 0));
  TRY_ASSIGN(std::vector<MatchedFile> files, match_files(call, path));
  std::vector<std::string> notes;
  TRY_ASSIGN(Value rows, read_table_files(call, files, {}, notes));
  TRY_ASSIGN(auto table, table_of_list(call, rows));
  Value result = make_list(call.heap());
  if (table) table->fetch_all();
  for (size_t i = 0; table && i < table->num_columns(); ++i) {
    TRY(call.tick());
    Value row = make_map(call.heap());
    put(row, "column", make_text(call.heap(), table->names[i]));
    put(row, "type", make_text(call.heap(), column_kind_name(*table->column(i))));
    put(row, "has_missing", Value::boolean(table->column(i)->has_missing()));
    push(result, std::move(row));
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"sql", "query, params?, tables?", 1, 3, "params,tables", Purity::Effect, "",
     "Rows of a SQL query (DuckDB) over variables that hold rows and over files: FROM orders, FROM "
     "'data/x.csv'.",
     "", "", sql},
    {"sql_schema", "path", 1, 1, "", Purity::Effect, "file.read",
     "The columns of a table file: rows of column, type, has_missing.", "", "", sql_schema},
};

}  // namespace

const BuiltinTable kSqlBuiltins = kRows;

}  // namespace syn
