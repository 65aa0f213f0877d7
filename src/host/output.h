// Where print, log and diagnostics go. Implementations may buffer; `flush` is called before
// anything that waits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"

namespace syn::host {

class Output {
 public:
  virtual ~Output() = default;
  /// One text of `print` or `show`, without the line end. Fails when an output limit is reached or
  /// nobody reads any more.
  virtual Result<void> print(std::string_view text) = 0;
  /// As it is, without a line end: prompts.
  virtual Result<void> write(std::string_view text) = 0;
  /// One line on standard error: `log`, `eprint`, warnings.
  virtual void print_error(std::string_view text) = 0;
  virtual void flush() = 0;
  /// Now and then while a program computes: sends what has waited long enough.
  virtual void tick() {}
};

}  // namespace syn::host
