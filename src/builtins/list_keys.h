// Sort keys that are lists, as `sort_by(rows, (r) => [-r.total, r.name])` makes them: where all
// have the same length and each place holds one kind, they are compared without looking at values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "value/objects.h"

namespace syn {

class ListKeys {
 public:
  /// Longer lists are compared as values.
  static constexpr size_t kMaxParts = 8;
  /// Bytes that a key of `num_parts` takes.
  static constexpr size_t byte_size(size_t num_parts) {
    return num_parts * sizeof(Part) + sizeof(Place);
  }
  /// Of the keys at these positions; nothing where they are not of that kind. Texts stay where they
  /// are.
  static std::optional<ListKeys> open(std::span<const Value> keys,
                                      std::span<const uint32_t> positions);
  /// The positions in order; equal keys keep theirs.
  void sort(std::vector<uint32_t>& positions, bool descending) const;

 private:
  /// A number in an order of its own; of a text, its first eight bytes.
  struct Part {
    uint64_t rank;
    std::string_view text;
  };
  struct Place {
    uint32_t part;  ///< where its parts begin
    uint32_t position;
  };

  ListKeys() = default;
  bool add_place(std::span<const Value> keys, std::span<const uint32_t> positions, size_t place);
  int compare(uint32_t left, uint32_t right) const;

  size_t num_parts_ = 0;  // of a key
  std::vector<Part> parts_;
};

}  // namespace syn
