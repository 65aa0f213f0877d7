// The functions of the DuckDB library that we call, found by name once it is loaded. Internal to
// duck/: nothing outside includes DuckDB's header.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef SYN_HAS_DUCKDB
#include <duckdb.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace syn::duck {

// clang-format off
#define SYN_DUCK_FUNCTIONS(ROW) \
  ROW(open_ext) \
  ROW(close) \
  ROW(connect) \
  ROW(disconnect) \
  ROW(interrupt) \
  ROW(query_progress) \
  ROW(free) \
  ROW(create_config) \
  ROW(set_config) \
  ROW(destroy_config) \
  ROW(query) \
  ROW(destroy_result) \
  ROW(result_error) \
  ROW(result_error_type) \
  ROW(column_count) \
  ROW(column_name) \
  ROW(column_logical_type) \
  ROW(fetch_chunk) \
  ROW(destroy_data_chunk) \
  ROW(extract_statements) \
  ROW(prepare_extracted_statement) \
  ROW(extract_statements_error) \
  ROW(destroy_extracted) \
  ROW(destroy_prepare) \
  ROW(prepare_error) \
  ROW(prepared_statement_type) \
  ROW(nparams) \
  ROW(parameter_name) \
  ROW(bind_value) \
  ROW(pending_prepared) \
  ROW(pending_prepared_streaming) \
  ROW(pending_execute_task) \
  ROW(pending_error) \
  ROW(destroy_pending) \
  ROW(execute_pending) \
  ROW(data_chunk_get_size) \
  ROW(data_chunk_set_size) \
  ROW(data_chunk_get_vector) \
  ROW(vector_get_data) \
  ROW(vector_get_validity) \
  ROW(vector_ensure_validity_writable) \
  ROW(vector_assign_string_element_len) \
  ROW(vector_size) \
  ROW(vector_get_column_type) \
  ROW(list_vector_get_child) \
  ROW(list_vector_get_size) \
  ROW(list_vector_set_size) \
  ROW(list_vector_reserve) \
  ROW(struct_vector_get_child) \
  ROW(array_vector_get_child) \
  ROW(get_type_id) \
  ROW(destroy_logical_type) \
  ROW(decimal_width) \
  ROW(decimal_scale) \
  ROW(enum_dictionary_size) \
  ROW(enum_dictionary_value) \
  ROW(list_type_child_type) \
  ROW(array_type_child_type) \
  ROW(array_type_array_size) \
  ROW(map_type_key_type) \
  ROW(map_type_value_type) \
  ROW(struct_type_child_count) \
  ROW(struct_type_child_name) \
  ROW(struct_type_child_type) \
  ROW(create_logical_type) \
  ROW(create_decimal_type) \
  ROW(create_list_type) \
  ROW(create_struct_type) \
  ROW(create_null_value) \
  ROW(create_bool) \
  ROW(create_int64) \
  ROW(create_hugeint) \
  ROW(create_double) \
  ROW(create_decimal) \
  ROW(create_varchar_length) \
  ROW(create_blob) \
  ROW(create_date) \
  ROW(create_timestamp) \
  ROW(create_timestamp_ns) \
  ROW(create_interval) \
  ROW(create_list_value) \
  ROW(destroy_value) \
  ROW(get_varchar) \
  ROW(create_table_function) \
  ROW(destroy_table_function) \
  ROW(table_function_set_name) \
  ROW(table_function_add_parameter) \
  ROW(table_function_set_extra_info) \
  ROW(table_function_set_bind) \
  ROW(table_function_set_init) \
  ROW(table_function_set_function) \
  ROW(table_function_supports_projection_pushdown) \
  ROW(register_table_function) \
  ROW(bind_get_extra_info) \
  ROW(bind_get_parameter) \
  ROW(bind_add_result_column) \
  ROW(bind_set_bind_data) \
  ROW(bind_set_cardinality) \
  ROW(bind_set_error) \
  ROW(init_get_bind_data) \
  ROW(init_get_column_count) \
  ROW(init_get_column_index) \
  ROW(init_set_init_data) \
  ROW(init_set_max_threads) \
  ROW(init_set_error) \
  ROW(function_get_init_data) \
  ROW(function_get_bind_data) \
  ROW(function_set_error) \
  ROW(add_replacement_scan) \
  ROW(replacement_scan_set_function_name) \
  ROW(replacement_scan_add_parameter) \
  ROW(replacement_scan_set_error) \
  ROW(get_int64) \
  ROW(function_get_extra_info)
// clang-format on

struct Api {
#define SYN_DUCK_MEMBER(name) decltype(&::duckdb_##name) name = nullptr;
  SYN_DUCK_FUNCTIONS(SYN_DUCK_MEMBER)
#undef SYN_DUCK_MEMBER
};

/// Loads the library the first time; it stays for the life of the process. `caller` is for errors;
/// `root` is a folder to look in before all others, or empty.
Result<const Api*> load_api(std::string_view caller, std::string_view root);

/// Owns a handle `T` and gives it back by `Destroy`, a member of Api.
template <typename T, auto Destroy>
class Handle {
 public:
  explicit Handle(const Api& api, T value = nullptr) : api_(api), value_(value) {}
  Handle(Handle&& other) noexcept
      : api_(other.api_), value_(std::exchange(other.value_, nullptr)) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (value_ != nullptr) (api_.*Destroy)(&value_);
  }
  T get() const { return value_; }
  T* out() { return &value_; }

 private:
  const Api& api_;  // lives as long as the process
  T value_;
};
using TypeHandle = Handle<duckdb_logical_type, &Api::destroy_logical_type>;
using ValueHandle = Handle<duckdb_value, &Api::destroy_value>;
using ChunkHandle = Handle<duckdb_data_chunk, &Api::destroy_data_chunk>;
using PreparedHandle = Handle<duckdb_prepared_statement, &Api::destroy_prepare>;
using PendingHandle = Handle<duckdb_pending_result, &Api::destroy_pending>;
using ExtractedHandle = Handle<duckdb_extracted_statements, &Api::destroy_extracted>;
using ConfigHandle = Handle<duckdb_config, &Api::destroy_config>;
using FunctionHandle = Handle<duckdb_table_function, &Api::destroy_table_function>;

/// A text of the library's own memory, taken over.
std::string take_text(const Api& api, const char* text);

}  // namespace syn::duck
#endif
