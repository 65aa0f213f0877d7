// Entropy: for `random`, `token` and names of temporary files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace syn::host {

class Random {
 public:
  virtual ~Random() = default;
  virtual void fill(std::span<std::byte> out) = 0;
};

}  // namespace syn::host
