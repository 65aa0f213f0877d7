// Compiled patterns: RE2 behind the flavour of data.md §3.8, and the patterns that were compiled
// lately.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "value/text.h"

namespace syn {

/// Whether a pattern must match the whole text.
enum class PatternUse : uint8_t { Find, Whole };

class CompiledPattern {
 public:
  /// builtin_errors::kInvalidPattern, kPatternTooBig.
  static Result<std::shared_ptr<const CompiledPattern>> create(std::string_view pattern,
                                                               PatternUse use);

  /// For one text: whether it is ASCII decides which program runs.
  const RE2& program(Text& text) const {
    return unicode_ != nullptr && !text.is_ascii() ? *unicode_ : *ascii_;
  }
  int num_groups() const { return ascii_->NumberOfCapturingGroups(); }

 private:
  std::unique_ptr<const RE2> ascii_;
  std::unique_ptr<const RE2> unicode_;  // null where it would be the same
};

/// The pattern compiled, perhaps some time ago.
Result<std::shared_ptr<const CompiledPattern>> compiled_pattern(std::string_view pattern,
                                                                PatternUse use);

}  // namespace syn
