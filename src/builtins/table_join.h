// Joining two tables on equal keys (data.md §3.5).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "builtins/group_keys.h"
#include "vm/call.h"

namespace syn {

enum class JoinKind : uint8_t { Inner, Left, Right, Outer, Semi, Anti };

/// The key columns, pair by pair; the result has them under the names of the left side.
struct JoinKeys {
  std::vector<std::string> left;
  std::vector<std::string> right;
};

/// One join: finds the matches of each left row, and writes the rows that the kind asks for.
class TableJoin {
 public:
  TableJoin(Call& call, JoinKind kind, JoinKeys keys);
  Result<Value> run();

 private:
  /// A column of the result: where its cells come from on each side.
  struct Column {
    std::string name;
    std::optional<ColumnReader> left;
    std::optional<ColumnReader> right;
  };
  static constexpr uint32_t kEnd = UINT32_MAX;

  Result<void> check_keys();
  Result<void> check_key_kinds(const std::string& left, const std::string& right);
  Result<void> check_key_twins(std::span<const Value> numbers, const std::string& number_column,
                               std::span<const Value> texts, const std::string& text_column,
                               std::string_view names);
  Result<void> plan_columns();
  Result<void> add_right_column(std::string_view name);
  Result<void> index_right();
  /// The first matching right row of a left row's key, or kEnd; the others follow in `next_`.
  Result<uint32_t> first_match(std::span<const Value* const> key);
  Result<void> emit(Value& result, const Value* left, const Value* right);
  Result<void> join_left_row(Value& result, const Value& row, uint32_t match);
  bool keeps_columns() const { return kind_ == JoinKind::Semi || kind_ == JoinKind::Anti; }

  Call& call_;
  std::span<const Value> left_;
  std::span<const Value> right_;
  JoinKind kind_;
  JoinKeys keys_;
  std::vector<Column> columns_;
  size_t num_left_columns_ = 0;
  Shape* shape_ = nullptr;
  KeyIndex index_;
  std::vector<uint32_t> first_;  // right row, by key
  std::vector<uint32_t> next_;   // right row with the same key, by right row
  std::vector<bool> matched_;    // by right row
  ScratchCharge charge_;
};

/// The join on columns; nothing where a side has none, or keys that do not compare as columns do.
Result<std::optional<Value>> column_join(Call& call, JoinKind kind, const JoinKeys& on);

}  // namespace syn
