// What a reader of tables decided in a doubt.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace syn {

/// In English.
struct ReaderNote {
  std::string text;
  std::optional<size_t> column = std::nullopt;  ///< which stays text; none: it is about the file
  std::string why = {};                         ///< of a column: the reason alone

  bool operator==(const ReaderNote&) const = default;
};

}  // namespace syn
