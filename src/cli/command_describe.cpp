// `synsema describe`.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "cli/commands.h"
#include "cli/description_text.h"
#include "cli/language.h"
#include "cli/world.h"
#include "host/terminal_text.h"

namespace syn::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  size_t num_rows = 3;
  size_t num_columns = 100;
  bool json = false;
  std::string mistake;
};

std::optional<size_t> parse_count(const std::string& text) {
  size_t count = 0;
  auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  constexpr size_t kMost = 100'000;
  bool good = fault == std::errc() && end == text.data() + text.size() && count <= kMost;
  return good ? std::optional<size_t>(count) : std::nullopt;
}

Options parse_options(const std::vector<std::string>& words) {
  Options options;
  bool only_paths = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    size_t* count = word == "--rows"      ? &options.num_rows
                    : word == "--columns" ? &options.num_columns
                                          : nullptr;
    if (only_paths || !word.starts_with("--")) {
      options.paths.push_back(word);
    } else if (word == "--") {
      only_paths = true;
    } else if (word == "--json") {
      options.json = true;
    } else if (count != nullptr) {
      std::optional<size_t> given =
          i + 1 < words.size() ? parse_count(words[++i]) : std::optional<size_t>();
      if (!given) options.mistake = word + " needs a number from 0 to 100000";
      *count = given.value_or(0);
    } else {
      options.mistake = "unknown flag '" + word + "'";
    }
  }
  if (options.paths.empty() && options.mistake.empty()) options.mistake = "which files?";
  return options;
}

}  // namespace

int command_describe(const std::vector<std::string>& given) {
  LanguageWords taken = take_language(given);
  Language language = taken.language;
  Options options = parse_options(taken.words);
  std::string mistake = taken.error.empty() ? options.mistake : taken.error;
  if (!mistake.empty()) {
    fmt::print(stderr, "synsema describe: {}\nusage: synsema {}\n", host::escape_controls(mistake),
               find_command("describe")->usage);
    return 2;
  }
  World world;
  host::Host host = world.host();
  DescribeRequest request;
  request.paths = options.paths;
  request.num_rows = options.num_rows;
  request.max_columns = options.num_columns;
  request.base = world.base();
  request.num_threads = World::num_threads();
  request.sql_library_root = World::sql_library_root();
  bool first = true;
  if (options.json) fmt::print("{{\"files\":[");
  auto show_json = [&](const FileDescription& file) {
    std::string out = first ? "" : ",";
    first = false;
    append_description_json(out, file, language);
    fmt::print("{}", out);
  };
  auto show_text = [&](const FileDescription& file) {
    if (file.error) {
      std::fflush(stdout);
      fmt::print(stderr, "{}\n", host::escape_controls(file.error->message(language)));
      return;
    }
    if (first) fmt::print("{}", description_head(language));
    first = false;
    fmt::print("{}", description_text(file, language));
  };
  DescribeOutcome outcome = options.json ? describe_files(std::move(request), host, show_json)
                                         : describe_files(std::move(request), host, show_text);
  if (options.json) {
    fmt::print("],\"files_left_out\":{}}}\n", outcome.num_files_left_out);
  } else if (outcome.num_files_left_out != 0) {
    bool spanish = language == Language::Spanish;
    fmt::print("\n… {} {}\n", outcome.num_files_left_out,
               spanish ? "ficheros más no se describen" : "more files are not described");
  }
  return outcome.ok ? 0 : 1;
}

}  // namespace syn::cli
