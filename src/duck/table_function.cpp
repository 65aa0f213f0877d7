// Callbacks of the library. They run in our thread, inside a query that we started.
// SPDX-License-Identifier: Apache-2.0
#include "duck/table_function.h"

#ifdef SYN_HAS_DUCKDB
#include <algorithm>
#include <memory>

#include "duck/errors.h"
#include "duck/type_of.h"

namespace syn::duck {
namespace {

constexpr const char* kFunctionName = "synsema_table";
constexpr const char* kSeeError = "a table of the program cannot be read";

class Writer final : public VectorWriter {
 public:
  Writer(const Api& api, duckdb_vector vector, const Type& type)
      : api_(api), vector_(vector), type_(type) {}

  void* data() override { return api_.vector_get_data(vector_); }
  void set_null(size_t row) override {
    if (validity_ == nullptr) {
      api_.vector_ensure_validity_writable(vector_);
      validity_ = api_.vector_get_validity(vector_);
    }
    validity_[row / 64] &= ~(uint64_t{1} << (row % 64));
  }
  void set_text(size_t row, std::string_view text) override {
    api_.vector_assign_string_element_len(vector_, row, text.data(), text.size());
  }
  VectorWriter& items(size_t num_items) override {
    api_.list_vector_reserve(vector_, num_items);
    api_.list_vector_set_size(vector_, num_items);
    fields_.clear();
    duckdb_vector child = api_.list_vector_get_child(vector_);
    fields_.push_back(std::make_unique<Writer>(api_, child, type_.children[0]));
    return *fields_.back();
  }
  VectorWriter& field(size_t index) override {
    if (fields_.empty()) {
      for (size_t i = 0; i < type_.children.size(); ++i) {
        duckdb_vector child = api_.struct_vector_get_child(vector_, i);
        fields_.push_back(std::make_unique<Writer>(api_, child, type_.children[i]));
      }
    }
    return *fields_[index];
  }

 private:
  const Api& api_;
  duckdb_vector vector_;
  const Type& type_;  // outlives the chunk
  uint64_t* validity_ = nullptr;
  std::vector<std::unique_ptr<Writer>> fields_;
};

struct Binding {
  TableSource* source;
  std::vector<Column> columns;
};

/// Where one scan of a table stands.
struct Scan {
  std::vector<idx_t> wanted;  ///< columns of the table, in the order of the chunk
  uint64_t next_row = 0;
};

template <typename T>
void drop(void* data) {
  std::unique_ptr<T>(static_cast<T*>(data)).reset();
}

void find_table(duckdb_replacement_scan_info info, const char* name, void* data) {
  auto& tables = *static_cast<OpenTables*>(data);
  if (tables.finder == nullptr) return;
  Result<TableSource*> found = tables.finder->find(name);
  if (!found.ok()) {
    tables.keep(std::move(found).error());
    tables.api.replacement_scan_set_error(info, kSeeError);
    return;
  }
  if (found.value() == nullptr) return;
  tables.sources.push_back(found.value());
  tables.api.replacement_scan_set_function_name(info, kFunctionName);
  auto index = static_cast<int64_t>(tables.sources.size() - 1);
  ValueHandle value(tables.api, tables.api.create_int64(index));
  tables.api.replacement_scan_add_parameter(info, value.get());
}

void bind_table(duckdb_bind_info info) {
  // Before the first use of the library there is no call of this, so the pointer is ours.
  const Api& api = *load_api({}, {}).value();
  auto& tables = *static_cast<OpenTables*>(api.bind_get_extra_info(info));
  ValueHandle value(api, api.bind_get_parameter(info, 0));
  auto index = static_cast<uint64_t>(api.get_int64(value.get()));
  if (index >= tables.sources.size()) {
    api.bind_set_error(info, kSeeError);
    return;
  }
  TableSource* source = tables.sources[index];
  Result<std::span<const Column>> columns = source->columns();
  if (!columns.ok()) {
    tables.keep(std::move(columns).error());
    api.bind_set_error(info, kSeeError);
    return;
  }
  auto binding = std::make_unique<Binding>();
  binding->source = source;
  binding->columns.assign(columns.value().begin(), columns.value().end());
  for (const Column& column : binding->columns) {
    TypeHandle type = make_type(api, column.type);
    api.bind_add_result_column(info, column.name.c_str(), type.get());
  }
  api.bind_set_cardinality(info, source->num_rows(), true);
  api.bind_set_bind_data(info, binding.release(), drop<Binding>);
}

void start_scan(duckdb_init_info info) {
  const Api& api = *load_api({}, {}).value();
  auto scan = std::make_unique<Scan>();
  idx_t count = api.init_get_column_count(info);
  for (idx_t i = 0; i < count; ++i) scan->wanted.push_back(api.init_get_column_index(info, i));
  api.init_set_max_threads(info, 1);
  api.init_set_init_data(info, scan.release(), drop<Scan>);
}

Result<size_t> fill_chunk(const Api& api, Binding& binding, Scan& scan, duckdb_data_chunk chunk) {
  uint64_t left = binding.source->num_rows() - scan.next_row;
  auto count = static_cast<size_t>(std::min<uint64_t>(api.vector_size(), left));
  TRY(binding.source->tick(count + 1));
  for (size_t i = 0; i < scan.wanted.size(); ++i) {
    // count(*) wants a column that is none.
    if (scan.wanted[i] >= binding.columns.size()) continue;
    size_t index = scan.wanted[i];
    Writer writer(api, api.data_chunk_get_vector(chunk, i), binding.columns[index].type);
    TRY(binding.source->fill(index, scan.next_row, count, writer));
  }
  scan.next_row += count;
  return count;
}

void read_rows(duckdb_function_info info, duckdb_data_chunk chunk) {
  const Api& api = *load_api({}, {}).value();
  auto& binding = *static_cast<Binding*>(api.function_get_bind_data(info));
  auto& scan = *static_cast<Scan*>(api.function_get_init_data(info));
  auto& tables = *static_cast<OpenTables*>(api.function_get_extra_info(info));
  Result<size_t> count = fill_chunk(api, binding, scan, chunk);
  if (count.ok()) {
    api.data_chunk_set_size(chunk, count.value());
    return;
  }
  tables.keep(std::move(count).error());
  api.function_set_error(info, kSeeError);
}

}  // namespace

Result<void> register_tables(duckdb_database database, duckdb_connection connection,
                             OpenTables& tables, std::string_view caller) {
  const Api& api = tables.api;
  FunctionHandle function(api, api.create_table_function());
  api.table_function_set_name(function.get(), kFunctionName);
  TypeHandle index(api, api.create_logical_type(DUCKDB_TYPE_BIGINT));
  api.table_function_add_parameter(function.get(), index.get());
  api.table_function_set_extra_info(function.get(), &tables, nullptr);
  api.table_function_set_bind(function.get(), bind_table);
  api.table_function_set_init(function.get(), start_scan);
  api.table_function_set_function(function.get(), read_rows);
  api.table_function_supports_projection_pushdown(function.get(), true);
  if (api.register_table_function(connection, function.get()) != DuckDBSuccess) {
    return Error(duck_errors::kCannotOpen, {caller, kFunctionName});
  }
  api.add_replacement_scan(database, find_table, &tables, nullptr);
  return {};
}

}  // namespace syn::duck
#endif
