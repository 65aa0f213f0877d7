// Statistics of decimals, exact (data.md §3.4, 0.6.29+): sums and means by decimal arithmetic, the
// others on exact fractions, written in full where they terminate and with 28 significant digits,
// half-even, where they do not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "num/decimal.h"

namespace syn {

/// Adds as `+` does, from left to right, starting with the integer 0.
Result<Decimal> sum(std::span<const Decimal> values);
/// The values are at least one: sum / count by decimal division.
Result<Decimal> mean(std::span<const Decimal> values);
/// Half of a decimal: the same scale when exact, else one more digit.
Result<Decimal> half(const Decimal& value);
/// `sorted` ascending, at least one value.
Result<Decimal> median(std::span<const Decimal> sorted);
/// Sum of squared differences from the mean over (count - ddof); count > ddof.
Result<Decimal> variance(std::span<const Decimal> values, uint64_t ddof);
Result<Decimal> standard_deviation(std::span<const Decimal> values, uint64_t ddof);
/// Linear interpolation at 0 <= q <= 1 of at least one value, `sorted` ascending. For a float q
/// pass `Decimal::from_float_text(q)`; for percentile p, `quantile_of_percentile(p)`.
Result<Decimal> quantile(std::span<const Decimal> sorted, const Decimal& q);
/// p / 100, exactly.
Decimal quantile_of_percentile(const Decimal& p);

}  // namespace syn
