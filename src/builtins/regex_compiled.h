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
  static Result<std::shared_ptr<CompiledPattern>> create(std::string_view pattern, PatternUse use);

  /// The program for one text: whether it is ASCII decides. The one for other texts is made when it
  /// is first needed.
  Result<const RE2*> program(Text& text);
  /// Whether that program wants the text marked (`mark_words`).
  bool wants_marks(Text& text) const { return has_boundary_ && !text.is_ascii(); }
  int num_groups() const { return ascii_->NumberOfCapturingGroups(); }

 private:
  std::string pattern_;
  PatternUse use_ = PatternUse::Find;
  std::unique_ptr<const RE2> ascii_;
  std::unique_ptr<const RE2> unicode_;
  bool by_reach_ = false;  // the two differ
  bool has_boundary_ = false;
};

/// The pattern compiled, perhaps some time ago.
Result<std::shared_ptr<CompiledPattern>> compiled_pattern(std::string_view pattern, PatternUse use);

}  // namespace syn
