// The engine: opening, running, and turning the library's errors into ours.
// SPDX-License-Identifier: Apache-2.0
#include "duck/engine.h"

#include "duck/api.h"
#include "duck/errors.h"

namespace syn::duck {

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (char c : text) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

std::string quoted_name(std::string_view name) {
  std::string result = "\"";
  for (char c : name) {
    result += c;
    if (c == '"') result += c;
  }
  return result + "\"";
}

}  // namespace syn::duck

#ifdef SYN_HAS_DUCKDB
#include <cctype>
#include <set>
#include <utility>

#include "base/check.h"
#include "duck/interrupter.h"
#include "duck/parameter_value.h"
#include "duck/table_function.h"
#include "duck/type_of.h"

namespace syn::duck {
namespace {

struct Setting {
  const char* name;
  const char* value;
};

/// Told when the database is opened; what closes it to the world is in `lock`.
constexpr Setting kSettings[] = {
    {"threads", "1"},
    {"autoload_known_extensions", "false"},
    {"autoinstall_known_extensions", "false"},
    {"allow_community_extensions", "false"},
    {"allow_persistent_secrets", "false"},
    // Names of lent files are used again for other files.
    {"enable_external_file_cache", "false"},
    {"temp_directory", ""},
    {"enable_object_cache", "false"},
};

std::string memory_text(uint64_t bytes) { return std::to_string(bytes / 1024) + "KiB"; }

class QueryResult {
 public:
  explicit QueryResult(const Api& api) : api_(api) {}
  QueryResult(const QueryResult&) = delete;
  QueryResult& operator=(const QueryResult&) = delete;
  ~QueryResult() { api_.destroy_result(&result_); }
  duckdb_result* get() { return &result_; }

 private:
  const Api& api_;
  duckdb_result result_{};
};

/// The first paragraph of a message, without the excerpt of the query that follows it.
std::string first_paragraph(std::string_view message) {
  message = message.substr(0, message.find("\n\nLINE "));
  std::string result;
  for (char c : message) result += c == '\n' ? ' ' : c;
  return result;
}

/// Lent files under the names that the program knows them by.
std::string with_file_names(std::string text, const FileNames& names) {
  constexpr std::string_view kPrefix = "/proc/self/fd/";
  size_t at = 0;
  while ((at = text.find(kPrefix, at)) != std::string::npos) {
    size_t end = at + kPrefix.size();
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    auto known = names.find(text.substr(at, end - at));
    std::string_view shown =
        known == names.end() ? std::string_view("a file") : known->second.shown;
    text.replace(at, end - at, shown);
    at += shown.size();
  }
  return text;
}

class DuckEngine final : public Engine {
 public:
  explicit DuckEngine(const Api& api) : api_(api), tables_(api) {}
  DuckEngine(const DuckEngine&) = delete;
  DuckEngine& operator=(const DuckEngine&) = delete;
  ~DuckEngine() override { close(); }

  Result<void> start(const EngineOptions& options);
  uint64_t memory_bytes() const override { return memory_bytes_; }
  Result<void> limit_memory(uint64_t bytes, std::string_view caller) override;
  Result<void> run(std::string_view sql, const QueryOptions& options, Watch& watch,
                   Sink& sink) override;
  Result<void> write(std::string_view sql, const QueryOptions& options, Watch& watch) override;
  Result<std::string> text_of(std::string_view sql, std::string_view argument) override;

 private:
  /// Lets queries find the tables of `options` while it lives.
  class Opened {
   public:
    Opened(OpenTables& tables, TableFinder* finder) : tables_(tables) { tables.finder = finder; }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() {
      tables_.finder = nullptr;
      tables_.sources.clear();
      (void)tables_.take_error();
    }

   private:
    OpenTables& tables_;
  };

  Result<void> open(std::string_view caller);
  void close();
  /// Closes external access but for these files, and locks that.
  Result<void> lock(const QueryOptions& options);
  Result<void> execute(const std::string& sql, std::string_view caller);
  Result<void> run_unlocked(std::string_view sql, const QueryOptions& options, Watch& watch,
                            Sink& sink);
  Result<PreparedHandle> prepare(std::string_view sql, const QueryOptions& options);
  Result<void> bind(duckdb_prepared_statement statement, const QueryOptions& options);
  Result<void> execute_steps(duckdb_pending_result pending, const QueryOptions& options,
                             Watch& watch);
  uint64_t newly_scanned();
  Result<void> give_rows(QueryResult& result, const QueryOptions& options, Watch& watch,
                         Sink& sink);
  Error failed(const char* message, const QueryOptions& options);

  const Api& api_;
  OpenTables tables_;
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
  uint64_t memory_bytes_ = UINT64_MAX;
  bool is_locked_ = false;
  uint64_t scanned_ = 0;           // by the query under way, when last asked
  std::set<std::string> allowed_;  // resolved
};

void DuckEngine::close() {
  if (connection_ != nullptr) api_.disconnect(&connection_);
  if (database_ != nullptr) api_.close(&database_);
}

Result<void> DuckEngine::start(const EngineOptions& options) {
  memory_bytes_ = options.memory_bytes;
  return open(options.caller);
}

Result<void> DuckEngine::limit_memory(uint64_t bytes, std::string_view caller) {
  CHECK(!is_locked_);
  memory_bytes_ = bytes;
  return execute("SET memory_limit = '" + memory_text(bytes) + "'", caller);
}

Result<void> DuckEngine::open(std::string_view caller) {
  is_locked_ = false;
  ConfigHandle config(api_);
  if (api_.create_config(config.out()) != DuckDBSuccess) {
    return Error(duck_errors::kCannotOpen, {caller, "no configuration"});
  }
  for (const Setting& setting : kSettings) {
    if (api_.set_config(config.get(), setting.name, setting.value) != DuckDBSuccess) {
      return Error(duck_errors::kCannotOpen, {caller, setting.name});
    }
  }
  if (memory_bytes_ != UINT64_MAX) {
    std::string limit = memory_text(memory_bytes_);
    if (api_.set_config(config.get(), "memory_limit", limit.c_str()) != DuckDBSuccess) {
      return Error(duck_errors::kCannotOpen, {caller, "memory_limit " + limit});
    }
  }
  char* problem = nullptr;
  if (api_.open_ext(nullptr, &database_, config.get(), &problem) != DuckDBSuccess) {
    std::string why = take_text(api_, problem);
    return Error(duck_errors::kCannotOpen, {caller, first_paragraph(why)});
  }
  if (api_.connect(database_, &connection_) != DuckDBSuccess) {
    return Error(duck_errors::kCannotOpen, {caller, "no connection"});
  }
  TRY(register_tables(database_, connection_, tables_, caller));
  // The engine says how far a query is only where it would also draw that.
  return execute(
      "SET TimeZone = 'UTC'; SET enable_progress_bar = true; SET enable_progress_bar_print = false",
      caller);
}

Result<void> DuckEngine::lock(const QueryOptions& options) {
  bool all_allowed = true;
  if (options.file_names != nullptr) {
    for (const auto& [path, name] : *options.file_names) {
      // The path itself is what the engine finds once the file was replaced or deleted.
      for (const std::string& allowed : {path, name.resolved}) {
        if (allowed_.insert(allowed).second) all_allowed = false;
      }
    }
  }
  if (is_locked_ && all_allowed) return {};
  if (is_locked_) {
    close();
    TRY(open(options.caller));
  }
  std::string paths;
  for (const std::string& path : allowed_) paths += (paths.empty() ? "" : ", ") + quoted(path);
  TRY(execute("SET allowed_paths = [" + paths + "]", options.caller));
  for (const char* sql : {"SET enable_external_access = false", "SET lock_configuration = true"}) {
    TRY(execute(sql, options.caller));
  }
  is_locked_ = true;
  return {};
}

Result<void> DuckEngine::execute(const std::string& sql, std::string_view caller) {
  QueryResult result(api_);
  if (api_.query(connection_, sql.c_str(), result.get()) == DuckDBSuccess) return {};
  return Error(duck_errors::kCannotOpen,
               {caller, first_paragraph(api_.result_error(result.get()))});
}

Error DuckEngine::failed(const char* message, const QueryOptions& options) {
  if (std::optional<Error> own = tables_.take_error()) return std::move(*own);
  std::string text = first_paragraph(message == nullptr ? "unknown error" : message);
  if (options.file_names != nullptr) text = with_file_names(std::move(text), *options.file_names);
  constexpr std::string_view kMemory = "Out of Memory Error: ";
  if (text.starts_with(kMemory)) {
    // What the engine goes on to suggest are settings, which are not the program's.
    text = text.substr(0, text.find(" Possible solutions"));
    return Error(duck_errors::kOutOfMemory, {options.caller, text.substr(kMemory.size())});
  }
  return Error(duck_errors::kQuery, {options.caller, text});
}

Result<PreparedHandle> DuckEngine::prepare(std::string_view sql, const QueryOptions& options) {
  std::string text(sql);
  ExtractedHandle statements(api_);
  idx_t count = api_.extract_statements(connection_, text.c_str(), statements.out());
  if (count == 0) {
    const char* problem = api_.extract_statements_error(statements.get());
    if (problem == nullptr) {
      return Error(duck_errors::kManyStatements, {options.caller, "0"});
    }
    return failed(problem, options);
  }
  if (count > 1) {
    return Error(duck_errors::kManyStatements, {options.caller, std::to_string(count)});
  }
  PreparedHandle statement(api_);
  if (api_.prepare_extracted_statement(connection_, statements.get(), 0, statement.out()) !=
      DuckDBSuccess) {
    return failed(api_.prepare_error(statement.get()), options);
  }
  return statement;
}

Result<void> DuckEngine::bind(duckdb_prepared_statement statement, const QueryOptions& options) {
  idx_t count = api_.nparams(statement);
  const Parameters none;
  const Parameters& given = options.parameters == nullptr ? none : *options.parameters;
  for (idx_t i = 1; i <= count; ++i) {
    std::string name = take_text(api_, api_.parameter_name(statement, i));
    auto found = given.find(name);
    if (found == given.end()) return Error(duck_errors::kParameterMissing, {options.caller, name});
    ValueHandle value = make_value(api_, found->second);
    if (api_.bind_value(statement, i, value.get()) != DuckDBSuccess) {
      return failed(api_.prepare_error(statement), options);
    }
  }
  return {};
}

/// Where a guess at the size of a result is far off, so is its progress: no more than what a task
/// can scan.
uint64_t DuckEngine::newly_scanned() {
  constexpr uint64_t kMostRowsOfTask = 50 * 2048;
  uint64_t scanned = api_.query_progress(connection_).rows_processed;
  uint64_t before = std::exchange(scanned_, std::max(scanned, scanned_));
  return std::min(scanned_ - before, kMostRowsOfTask);
}

Result<void> DuckEngine::execute_steps(duckdb_pending_result pending, const QueryOptions& options,
                                       Watch& watch) {
  scanned_ = 0;
  while (true) {
    TRY(watch.step(newly_scanned()));
    switch (api_.pending_execute_task(pending)) {
      case DUCKDB_PENDING_RESULT_READY: return {};
      case DUCKDB_PENDING_ERROR: return failed(api_.pending_error(pending), options);
      case DUCKDB_PENDING_RESULT_NOT_READY:
      case DUCKDB_PENDING_NO_TASKS_AVAILABLE: break;
    }
  }
}

Result<void> DuckEngine::give_rows(QueryResult& result, const QueryOptions& options, Watch& watch,
                                   Sink& sink) {
  std::vector<Column> columns;
  idx_t count = api_.column_count(result.get());
  for (idx_t i = 0; i < count; ++i) {
    TypeHandle type(api_, api_.column_logical_type(result.get(), i));
    columns.push_back({api_.column_name(result.get(), i), type_of(api_, type.get())});
  }
  TRY(sink.start(columns));
  while (true) {
    TRY(watch.step(newly_scanned()));
    ChunkHandle chunk(api_, api_.fetch_chunk(*result.get()));
    if (chunk.get() == nullptr) break;
    std::vector<VectorView> views;
    for (idx_t i = 0; i < count; ++i) {
      views.push_back(view_of(api_, api_.data_chunk_get_vector(chunk.get(), i), columns[i].type));
    }
    TRY(sink.chunk(views, api_.data_chunk_get_size(chunk.get())));
  }
  const char* problem = api_.result_error(result.get());
  if (problem != nullptr && *problem != '\0') return failed(problem, options);
  if (std::optional<Error> own = tables_.take_error()) return std::move(*own);
  return {};
}

Result<void> DuckEngine::run(std::string_view sql, const QueryOptions& options, Watch& watch,
                             Sink& sink) {
  TRY(lock(options));
  Result<void> outcome = run_unlocked(sql, options, watch, sink);
  // An interrupted query says nothing of why.
  if (!outcome.ok()) TRY(watch.step(0));
  return outcome;
}

Result<void> DuckEngine::run_unlocked(std::string_view sql, const QueryOptions& options,
                                      Watch& watch, Sink& sink) {
  Opened opened(tables_, options.tables);
  Interrupter interrupter(watch.left_ns(), [this] { api_.interrupt(connection_); });
  TRY_ASSIGN(PreparedHandle statement, prepare(sql, options));
  if (api_.prepared_statement_type(statement.get()) != DUCKDB_STATEMENT_TYPE_SELECT) {
    return Error(duck_errors::kNotRead, {options.caller});
  }
  TRY(bind(statement.get(), options));
  PendingHandle pending(api_);
  if (api_.pending_prepared_streaming(statement.get(), pending.out()) != DuckDBSuccess) {
    return failed(api_.pending_error(pending.get()), options);
  }
  TRY(execute_steps(pending.get(), options, watch));
  QueryResult result(api_);
  if (api_.execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
    return failed(api_.result_error(result.get()), options);
  }
  return give_rows(result, options, watch, sink);
}

Result<void> DuckEngine::write(std::string_view sql, const QueryOptions& options, Watch& watch) {
  TRY(lock(options));
  Opened opened(tables_, options.tables);
  Interrupter interrupter(watch.left_ns(), [this] { api_.interrupt(connection_); });
  TRY_ASSIGN(PreparedHandle statement, prepare(sql, options));
  TRY(bind(statement.get(), options));
  PendingHandle pending(api_);
  if (api_.pending_prepared(statement.get(), pending.out()) != DuckDBSuccess) {
    return failed(api_.pending_error(pending.get()), options);
  }
  TRY(execute_steps(pending.get(), options, watch));
  QueryResult result(api_);
  if (api_.execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
    return failed(api_.result_error(result.get()), options);
  }
  return {};
}

/// Keeps the first cell, a text.
class OneText final : public Sink {
 public:
  Result<void> start(std::span<const Column>) override { return {}; }
  Result<void> chunk(std::span<const VectorView> columns, size_t num_rows) override {
    if (num_rows > 0 && columns[0].is_valid(0)) text = columns[0].at<TextCell>(0).view();
    return {};
  }
  std::string text;
};

class NoWatch final : public Watch {
 public:
  Result<void> step(uint64_t) override { return {}; }
};

Result<std::string> DuckEngine::text_of(std::string_view sql, std::string_view argument) {
  Parameters parameters;
  parameters["1"].value = std::string(argument);
  QueryOptions options;
  options.caller = "sql";
  options.parameters = &parameters;
  OneText sink;
  NoWatch watch;
  // The bridge's own query over a text: nothing of it is run, so nothing needs to be locked.
  TRY(run_unlocked(sql, options, watch, sink));
  return std::move(sink.text);
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::open(const EngineOptions& options) {
  TRY_ASSIGN(const Api* api, load_api(options.caller, options.library_root));
  auto engine = std::make_unique<DuckEngine>(*api);
  TRY(engine->start(options));
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace syn::duck

#else

namespace syn::duck {

Result<std::unique_ptr<Engine>> Engine::open(const EngineOptions& options) {
  return Error(duck_errors::kNoLibrary,
               {options.caller, "this binary was built without DuckDB's header"});
}

}  // namespace syn::duck
#endif
