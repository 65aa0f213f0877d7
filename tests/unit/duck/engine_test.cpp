// The engine by itself: what it may open, what it may run, and what comes back as an error.
// SPDX-License-Identifier: Apache-2.0
#include "duck/engine.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "duck/errors.h"
#include "duck/statement.h"

namespace syn::duck {
namespace {

class Steps final : public Watch {
 public:
  Result<void> step(uint64_t num_rows) override {
    scanned += num_rows;
    if (++count > most) return Error(duck_errors::kQuery, {"test", "stopped"});
    return {};
  }
  uint64_t count = 0;
  uint64_t scanned = 0;
  uint64_t most = UINT64_MAX;
};

class Deadline final : public Watch {
 public:
  explicit Deadline(std::chrono::nanoseconds left)
      : end_(std::chrono::steady_clock::now() + left) {}
  Result<void> step(uint64_t) override {
    if (late().count() < 0) return {};
    return Error(duck_errors::kQuery, {"test", "time is up"});
  }
  int64_t left_ns() override { return -late().count(); }
  std::chrono::nanoseconds late() const { return std::chrono::steady_clock::now() - end_; }

 private:
  std::chrono::steady_clock::time_point end_;
};

class Rows final : public Sink {
 public:
  Result<void> start(std::span<const Column> found) override {
    columns.assign(found.begin(), found.end());
    return {};
  }
  Result<void> chunk(std::span<const VectorView> views, size_t num_rows) override {
    count += num_rows;
    if (views[0].type->kind == Kind::Int64 && views[0].is_valid(0)) first = views[0].at<int64_t>(0);
    return {};
  }
  std::vector<Column> columns;
  size_t count = 0;
  int64_t first = 0;
};

/// 0, 1, 2, … in a column `i`.
class Numbers final : public TableSource, public TableFinder {
 public:
  explicit Numbers(uint64_t count) : count_(count) {
    columns_.push_back({"i", {}});
    columns_[0].type.kind = Kind::Int64;
  }
  Result<TableSource*> find(std::string_view name) override {
    if (name == "numbers") return this;
    if (name == "broken") return Error(duck_errors::kQuery, {"test", "broken table"});
    return nullptr;
  }
  Result<std::span<const Column>> columns() override { return std::span<const Column>(columns_); }
  uint64_t num_rows() const override { return count_; }
  Result<void> tick(uint64_t) override { return {}; }
  Result<void> fill(size_t, uint64_t first, size_t count, VectorWriter& out) override {
    if (fails) return Error(duck_errors::kQuery, {"test", "cannot be read"});
    for (size_t i = 0; i < count; ++i) out.as<int64_t>()[i] = static_cast<int64_t>(first + i);
    return {};
  }
  bool fails = false;

 private:
  uint64_t count_;
  std::vector<Column> columns_;
};

class EngineTest : public testing::Test {
 protected:
  void SetUp() override {
    EngineOptions options;
    options.caller = "test";
    options.memory_bytes = uint64_t{64} << 20;
    auto opened = Engine::open(options);
    if (!opened.ok() && opened.error().is(duck_errors::kNoLibrary)) GTEST_SKIP();
    ASSERT_TRUE(opened.ok());
    engine_ = std::move(opened).value();
    options_.caller = "test";
  }
  /// The message of the error, or empty.
  std::string run(std::string_view sql) {
    rows_ = {};
    Steps steps;
    Result<void> outcome = engine_->run(sql, options_, steps, rows_);
    return outcome.ok() ? std::string() : outcome.error().message();
  }
  std::string check(std::string_view sql) {
    auto outcome =
        Statement::check(*engine_, sql, options_, [](std::string_view) { return false; });
    return outcome.ok() ? std::string() : outcome.error().message();
  }

  std::unique_ptr<Engine> engine_;
  QueryOptions options_;
  Rows rows_;
};

TEST_F(EngineTest, ReadsTablesOfTheProgram) {
  Numbers numbers(10'000);
  options_.tables = &numbers;
  EXPECT_EQ(run("select sum(i)::bigint from numbers"), "");
  EXPECT_EQ(rows_.first, 49'995'000);
  EXPECT_EQ(run("select count(*) from numbers a join numbers b using (i)"), "");
  EXPECT_EQ(rows_.first, 10'000);
}

TEST_F(EngineTest, GivesTheErrorsOfTables) {
  Numbers numbers(10);
  numbers.fails = true;
  options_.tables = &numbers;
  EXPECT_EQ(run("select * from numbers"), "test: cannot be read");
  EXPECT_EQ(run("select * from broken"), "test: broken table");
  numbers.fails = false;
  EXPECT_EQ(run("select * from numbers"), "");
}

TEST_F(EngineTest, OpensNoFileThatWasNotLent) {
  std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "engine_test.csv";
  std::ofstream(file) << "a\n1\n";
  std::string read = "select * from read_csv('" + file.string() + "')";
  EXPECT_NE(run(read).find("Permission Error"), std::string::npos);
  EXPECT_NE(run("select * from glob('/etc/*')").find("Permission Error"), std::string::npos);
  EXPECT_NE(run("select * from '/etc/passwd.csv'"), "");
  FileNames names{{file.string(), {"shown.csv", file.string()}}};
  options_.file_names = &names;
  EXPECT_EQ(run(read), "");
  EXPECT_EQ(rows_.count, 1U);
  // The next query may still open what an earlier one was lent, and nothing else.
  options_.file_names = nullptr;
  EXPECT_EQ(run("select 1"), "");
  EXPECT_NE(run("select * from read_csv('/etc/hostname')").find("Permission Error"),
            std::string::npos);
  std::filesystem::remove(file);
}

TEST_F(EngineTest, RunsOnlyStatementsThatRead) {
  for (std::string_view sql :
       {"create table t (a int)", "copy (select 1) to '/tmp/x.csv'", "attach '/tmp/x.db'",
        "install httpfs", "load httpfs", "set threads = 2", "pragma threads = 2", "checkpoint",
        "insert into t values (1)", "export database '/tmp/x'", "begin"}) {
    EXPECT_NE(run(sql), "") << sql;
  }
  EXPECT_NE(run("select 1; select 2"), "");
  EXPECT_NE(run(""), "");
}

TEST_F(EngineTest, StopsWhenTheWatchSaysSo) {
  Steps steps;
  steps.most = 3;
  Numbers numbers(10'000'000);
  options_.tables = &numbers;
  Result<void> outcome =
      engine_->run("select i, count(*) from numbers group by i", options_, steps, rows_);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().message(), "test: stopped");
  EXPECT_EQ(run("select 1::bigint"), "");
}

/// A file of which nobody but the engine knows how long it is.
TEST_F(EngineTest, TellsTheRowsThatItScans) {
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "many.csv";
  constexpr uint64_t kRows = 400'000;
  {
    std::ofstream file(path);
    file << "a\n";
    for (uint64_t i = 0; i < kRows; ++i) file << i << '\n';
  }
  FileNames names{{path.string(), {"many.csv", path.string()}}};
  options_.file_names = &names;
  std::string sql = "select sum(a)::bigint from read_csv('" + path.string() + "')";
  std::array<uint64_t, 2> scanned{};
  for (uint64_t& each : scanned) {
    Steps steps;
    auto outcome = engine_->run(sql, options_, steps, rows_);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message();
    each = steps.scanned;
  }
  EXPECT_EQ(scanned[0], scanned[1]);
  EXPECT_GT(scanned[0], kRows / 4);
  EXPECT_LT(scanned[0], kRows * 4);
}

TEST_F(EngineTest, StopsWithinOneLongStep) {
  Deadline deadline(std::chrono::milliseconds(100));
  Result<void> outcome =
      engine_->run("select sum(a.range + b.range) from range(100000) a, range(100000) b", options_,
                   deadline, rows_);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().message(), "test: time is up");
  EXPECT_LT(deadline.late(), std::chrono::milliseconds(500));
  EXPECT_EQ(run("select 1::bigint"), "");
}

TEST_F(EngineTest, StaysWithinItsMemory) {
  std::string message = run("select list(range) from range(50000000)");
  EXPECT_NE(message.find("memory limit"), std::string::npos) << message;
  EXPECT_EQ(run("select 1::bigint"), "");
}

TEST_F(EngineTest, ChecksStatementsBeforeTheyAreBound) {
  EXPECT_EQ(check("select a, sum(b) from t group by all"), "");
  EXPECT_EQ(check("with q as (select 1) from q"), "");
  EXPECT_EQ(check("summarize t"), "");
  for (std::string_view sql :
       {"select * from read_text('x')", "select * from duckdb_secrets()", "from seq_scan(1)",
        "select * from query('select 1')", "select * from a.b.c",
        "select * from pg_catalog.pg_class", "select (select max(x) from arrow_scan(1, 2, 3))",
        "show tables", "select __internal_decompress_string(1)",
        "select sum(x) export_state from t",
        "select * from t where x in (select y from sniff_csv('x'))",
        "with q as (select * from glob('*')) select 1", "explain select 1"}) {
    EXPECT_NE(check(sql), "") << sql;
  }
}

TEST_F(EngineTest, SurvivesDeepQueries) {
  for (std::string_view open : {"(", "[", "-", "not ", "array[", "case when "}) {
    std::string sql = "select ";
    for (int i = 0; i < 50'000; ++i) sql += open;
    EXPECT_NE(check(sql + "1"), "");
  }
  std::string nested = "select 1";
  for (int i = 0; i < 5'000; ++i) nested = "select * from (" + nested + ")";
  EXPECT_NE(check(nested) + run(nested), "");
}

}  // namespace
}  // namespace syn::duck
