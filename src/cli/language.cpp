// SYNSEMA_LANG and --lang.
// SPDX-License-Identifier: Apache-2.0
#include "cli/language.h"

#include <cstdlib>
#include <string_view>

namespace syn::cli {

Language environment_language() {
  const char* named = std::getenv("SYNSEMA_LANG");
  bool spanish = named != nullptr && std::string_view(named) == "es";
  return spanish ? Language::Spanish : Language::English;
}

LanguageWords take_language(const std::vector<std::string>& words) {
  LanguageWords taken;
  taken.language = environment_language();
  for (size_t i = 0; i < words.size(); ++i) {
    bool joined = words[i].starts_with("--lang=");
    if (!joined && words[i] != "--lang") {
      taken.words.push_back(words[i]);
      continue;
    }
    std::string wanted = joined ? words[i].substr(7) : i + 1 < words.size() ? words[++i] : "";
    if (wanted != "en" && wanted != "es") {
      taken.error = "--lang must be 'en' or 'es', got '" + wanted + "'";
    }
    taken.language = wanted == "es" ? Language::Spanish : Language::English;
  }
  return taken;
}

}  // namespace syn::cli
