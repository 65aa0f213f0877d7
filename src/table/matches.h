// Which rows of two tables have equal keys: what joins are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "table/keys.h"

namespace syn::table {

/// The right rows that match each left row. A key with an absent part matches nothing.
struct RowMatches {
  Buffer<uint32_t> first;  ///< by left row: the first right row, or kNoRow
  Buffer<uint32_t> next;   ///< by right row: the next one of the same key, or kNoRow; empty where
                           ///< no key comes twice
};

/// Bytes that matching may take, for asking the Budget first.
uint64_t matching_bytes(size_t num_left, size_t num_right);
/// Matches rows by these columns, which are alike pair by pair. Nothing when `keep_going` said
/// stop.
std::optional<RowMatches> match_rows(std::span<const Column* const> left, size_t num_left,
                                     std::span<const Column* const> right, size_t num_right,
                                     const KeepGoing& keep_going);

}  // namespace syn::table
