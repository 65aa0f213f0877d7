// The language of messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace syn::cli {

/// What SYNSEMA_LANG asks for: Spanish for `es`, English for anything else. `--lang` goes first.
Language environment_language();

/// The words of a command without `--lang en|es`, and the language that they ask for.
struct LanguageWords {
  std::vector<std::string> words;
  Language language = Language::English;
  std::string error;  ///< wrong use of `--lang`; empty for none
};
LanguageWords take_language(const std::vector<std::string>& words);

}  // namespace syn::cli
