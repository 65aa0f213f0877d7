// Reading the options of `run`.
// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.h"

namespace syn::cli {
namespace {

/// Walks the words once; flags may stand before or after the file, `--` ends them.
class Reader {
 public:
  Reader(std::string_view command, const std::vector<std::string>& words,
         const cap::ScopeBase& base)
      : words_(words), base_(base) {
    result_.options.command = command;
  }

  ParsedOptions read() {
    while (at_ < words_.size() && result_.error.empty()) {
      const std::string& word = words_[at_++];
      if (word == "--" && have_file_) {
        while (at_ < words_.size()) result_.options.arguments.push_back(words_[at_++]);
      } else if (word.size() > 2 && word.starts_with("--")) {
        flag(word);
      } else if (!have_file_) {
        have_file_ = true;
        result_.options.file = word;
      } else {
        result_.options.arguments.push_back(word);
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  void fail(std::string text) {
    if (result_.error.empty()) result_.error = std::move(text);
  }

  /// The value of `--name value` or `--name=value`.
  std::optional<std::string> value(const std::string& word, std::string_view missing) {
    size_t equals = word.find('=');
    if (equals != std::string::npos) return word.substr(equals + 1);
    if (at_ == words_.size() || words_[at_].starts_with("--")) {
      fail(std::string(missing));
      return std::nullopt;
    }
    return words_[at_++];
  }

  void flag(const std::string& word) {
    std::string_view name = std::string_view(word).substr(0, word.find('='));
    RunOptions& options = result_.options;
    if (word == "--sandbox") {
      sandbox_ = true;
    } else if (name == "--cap-set") {
      if (auto list = value(word, "--cap-set requires a value")) cap_set_ = *list;
    } else if (word == "--deterministic") {
      options.deterministic = true;
    } else if (name == "--profile") {
      profile(word);
    } else if (name == "--audit") {
      if (auto target = value(word, "--audit requires a value")) options.audit = *target;
    } else if (name == "--format") {
      format(word);
    } else if (name == "--filename") {
      if (auto text = value(word, "--filename requires a value")) options.filename = *text;
    } else if (name == "--env-file") {
      if (auto path = value(word, "--env-file requires a value")) options.env_file = *path;
    } else if (word == "--no-env-file") {
      options.env_file = "";
    } else if (word == "--explain") {
      options.explain = true;
    } else if (name == "--lang") {
      auto lang = value(word, "--lang requires a value (en|es)");
      if (lang && *lang != "en" && *lang != "es") {
        fail("--lang must be 'en' or 'es', got '" + *lang + "'");
      }
      options.language_given = true;
      if (lang) options.language = *lang == "es" ? Language::Spanish : Language::English;
    } else {
      fail("unknown flag '" + word + "'");
      result_.show_usage = true;
    }
  }

  void profile(const std::string& word) {
    auto text = value(word, "--profile requires a value (native|pure)");
    if (!text) return;
    auto found = cap::find_profile(*text);
    if (!found) {
      fail("--profile must be 'native' or 'pure', got '" + *text + "'");
      return;
    }
    result_.options.profile = *found;
    native_asked_ = *found == cap::Profile::Native;
  }

  void format(const std::string& word) {
    auto text = value(word, "--format requires a value (human|json)");
    if (!text) return;
    if (*text != "human" && *text != "json") {
      fail("--format must be 'human' or 'json', got '" + *text + "'");
    }
    result_.options.format = *text == "json" ? Format::Json : Format::Human;
  }

  void finish() {
    RunOptions& options = result_.options;
    if (options.deterministic) {
      if (sandbox_ || cap_set_) {
        fail(
            "--deterministic already fixes the ceiling (stdout only, no time/random); drop "
            "--sandbox/--cap-set");
      }
      if (native_asked_) fail("--deterministic runs the pure profile; drop --profile native");
      options.profile = cap::Profile::Pure;
      options.ceilings.push_back(cap::deterministic_ceiling());
    } else if (sandbox_ && cap_set_) {
      fail("--sandbox and --cap-set are mutually exclusive; choose one");
    } else if (sandbox_) {
      options.ceilings.push_back(cap::sandbox_ceiling());
    } else if (cap_set_) {
      auto ceiling = cap::parse_ceiling(*cap_set_, base_);
      if (ceiling.ok()) {
        options.ceilings.push_back(std::move(ceiling).value());
      } else {
        fail(ceiling.error().message());
      }
    }
    if (!have_file_ && result_.error.empty()) {
      fail("no program given");
      result_.show_usage = true;
    }
  }

  const std::vector<std::string>& words_;
  const cap::ScopeBase& base_;
  ParsedOptions result_;
  size_t at_ = 0;
  bool have_file_ = false;
  bool sandbox_ = false;
  bool native_asked_ = false;
  std::optional<std::string> cap_set_;
};

}  // namespace

ParsedOptions parse_run_options(std::string_view command, const std::vector<std::string>& words,
                                const cap::ScopeBase& base) {
  return Reader(command, words, base).read();
}

}  // namespace syn::cli
