// Errors for people: the line, the source with a caret, a hint; and the long report of --explain.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace syn::cli {

struct ReportStyle {
  bool colours = false;
  Language language = Language::English;
};

/// The error line, then the source line with a caret, the call chain and the hint.
std::string describe_error(const Error& error, std::string_view source, const ReportStyle& style);

/// The report of `--explain` (language.md §23.1).
std::string explain_error(const Error& error, std::string_view source,
                          const std::vector<std::pair<std::string, std::string>>& variables);

}  // namespace syn::cli
