// The aggregates of `summarize`: functions of a group of rows that `sum_of("column")` and its like
// make (data.md §3.5).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "builtins/group_keys.h"
#include "builtins/number_series.h"
#include "vm/call.h"

namespace syn {

/// What `count()` gives.
Value make_count_aggregate(Heap& heap);

enum class AggregateKind : uint8_t {
  Count,
  Sum,
  Mean,
  Min,
  Max,
  Median,
  Quantile,
  First,
  Unique,
  Deviation,
  Variance
};

/// A column aggregate ready to run over many groups.
class Aggregate {
 public:
  /// Nothing when the function is not a column aggregate.
  static std::optional<Aggregate> from(const Value& function);
  static std::optional<Aggregate> from(const Native& function);
  AggregateKind kind() const { return kind_; }
  const std::string& column() const { return reader_.column(); }
  /// Of a quantile.
  const Value& place() const { return place_; }
  bool is_spread() const {
    return kind_ == AggregateKind::Deviation || kind_ == AggregateKind::Variance;
  }
  /// Of a group's numbers; nothing where there are too few.
  Result<Value> spread_of(Heap& heap, Numbers& numbers) const;
  std::optional<double> spread_of(std::span<const double> numbers) const;
  /// Fails when no row of the table has the column.
  Result<void> check(Call& call, std::span<const Value> rows) const;
  /// The value for the rows at these positions.
  Result<Value> run(Call& call, std::span<const Value> rows, std::span<const uint32_t> positions);

 private:
  explicit Aggregate(AggregateKind kind, std::string_view column) : kind_(kind), reader_(column) {}
  Result<const Value*> cell(const Value& row, size_t position);
  Result<Value> run_sum(Call& call, std::span<const Value> rows,
                        std::span<const uint32_t> positions);
  Result<Value> run_numbers(Call& call, std::span<const Value> rows,
                            std::span<const uint32_t> positions);
  Result<Value> run_extreme(std::span<const Value> rows, std::span<const uint32_t> positions);
  Result<Value> run_unique(Call& call, std::span<const Value> rows,
                           std::span<const uint32_t> positions);
  Error not_a_number(std::span<const Value> rows, size_t position);

  AggregateKind kind_;
  ColumnReader reader_;
  Value place_;  ///< of a quantile; ddof of a deviation or variance
};

}  // namespace syn
