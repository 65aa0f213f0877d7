// Reading Parquet: read_parquet, parquet_read (data.md §3.14).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "builtins/argument_checks.h"
#include "builtins/file_access.h"
#include "builtins/parquet_columns.h"
#include "builtins/parquet_files.h"
#include "builtins/parquet_metadata.h"
#include "builtins/sql_errors.h"
#include "duck/errors.h"
#include "value/list_columns.h"

namespace syn {
namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr uint64_t kLeastFile = 12;
constexpr uint64_t kGiB = uint64_t{1} << 30;

struct Ends {
  std::string head;
  std::string tail;  ///< the last 8 bytes: length of the footer, mark
  uint64_t size = 0;

  uint32_t footer_size() const {
    uint32_t footer = 0;
    std::memcpy(&footer, tail.data(), sizeof(footer));
    return footer;
  }
};

Result<void> check_ends(const Ends& ends, const std::string& prefix) {
  auto fail = [&](std::string_view why) { return Error(sql_errors::kParquetNot, {prefix, why}); };
  if (ends.size < kLeastFile) {
    return fail("it has " + std::to_string(ends.size) + " bytes, the least is 12");
  }
  if (ends.head != kMagic) return fail("it does not begin with PAR1");
  if (ends.tail.substr(4) != kMagic) {
    return fail("it begins with PAR1 and does not end with it at byte " +
                std::to_string(ends.size - 4) + " (cut off?)");
  }
  uint32_t footer = ends.footer_size();
  if (uint64_t{footer} + kLeastFile > ends.size) {
    return fail("its footer is said to have " + std::to_string(footer) +
                " bytes, more than the file holds");
  }
  return {};
}

Result<Ends> ends_of_file(Call& call, const cap::PathPermit& permit) {
  TRY_ASSIGN(auto file,
             recorded(call, permit, cap::CapabilityType::FileRead, files_of(call).open(permit)));
  Ends ends;
  ends.size = file->facts().size;
  ends.head.resize(4);
  ends.tail.resize(8);
  if (ends.size < kLeastFile) return ends;
  TRY_ASSIGN(size_t head, file->read_at(0, {ends.head.data(), 4}));
  TRY_ASSIGN(size_t tail, file->read_at(ends.size - 8, {ends.tail.data(), 8}));
  ends.head.resize(head);
  ends.tail.resize(std::max<size_t>(tail, 8));
  return ends;
}

Ends ends_of_bytes(std::string_view bytes) {
  Ends ends;
  ends.size = bytes.size();
  if (ends.size < kLeastFile) return ends;
  ends.head = bytes.substr(0, 4);
  ends.tail = bytes.substr(bytes.size() - 8);
  return ends;
}

}  // namespace

Result<table::Table> read_parquet_table(Call& call, const ParquetRequest& request) {
  std::string prefix(call.name());
  if (!request.shown.empty()) prefix += ": " + std::string(request.shown);
  Ends ends;
  if (request.has_bytes) {
    ends = ends_of_bytes(request.bytes);
  } else {
    TRY_ASSIGN(ends, ends_of_file(call, *request.permit));
  }
  TRY(check_ends(ends, prefix));
  ParquetSize size{ends.size, ends.footer_size()};
  TRY_ASSIGN(duck::Engine * engine, sql_engine(call));
  LentFiles own(call);
  LentFiles& lent = request.lent != nullptr ? *request.lent : own;
  std::string path = request.lent_path;
  if (request.lent != nullptr) {
    CHECK(!request.may_wait);  // which would take the files of the others along
  } else if (request.has_bytes) {
    TRY_ASSIGN(path, lent.lend_bytes(request.bytes, "the bytes"));
  } else {
    TRY_ASSIGN(path, lent.lend(*request.permit));
  }
  TRY_ASSIGN(ParquetFacts facts, parquet_facts(call, *engine, lent, path, size, prefix));
  uint64_t cells = facts.num_rows;
  if (__builtin_mul_overflow(cells, std::max<uint64_t>(facts.num_leaves, 1), &cells)) {
    cells = UINT64_MAX;
  }
  if (request.has_cell_limit && cells > request.max_cells) {
    return Error(sql_errors::kParquetCells,
                 {prefix, count_text(cells), count_text(request.max_cells)});
  }
  uint64_t most = request.max_bytes;
  if (most == 0) most = std::max(kGiB, ends.size > UINT64_MAX / 64 ? UINT64_MAX : ends.size * 64);
  if (facts.uncompressed_bytes > most) {
    return Error(sql_errors::kParquetExpands, {prefix, count_text(most)});
  }
  if (request.may_wait && columns_can_wait(facts, cells, path)) {
    return waiting_table(call, lent, path, prefix, std::move(facts));
  }
  SqlRows rows(call, prefix, facts.columns);
  CallWatch watch(call);
  duck::QueryOptions options;
  options.caller = prefix;
  options.file_names = &lent.names();
  std::string sql =
      "SELECT * FROM read_parquet(" + duck::quoted(path) + ", hive_partitioning = false)";
  Result<void> outcome = engine->run(sql, options, watch, rows);
  if (!outcome.ok()) {
    Error error = std::move(outcome).error();
    if (!error.is(duck_errors::kQuery)) return error;
    return Error(sql_errors::kParquetDamaged, {prefix, error.body().arguments[1]});
  }
  return rows.take_table();
}

}  // namespace syn
