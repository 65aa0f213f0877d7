// `synsema fmt`: the canonical layout.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/language.h"
#include "cli/program_files.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "host/files.h"
#include "run/source_views.h"

namespace syn::cli {
namespace {

enum class Mode : uint8_t { Print, Check, Write };

struct Tally {
  Language language = Language::English;
  bool failed = false;   ///< unreadable, unwritable, or no program
  bool changes = false;  ///< something is not in its layout
};

void write_back(World& world, const std::string& file, std::string_view text, Tally& tally) {
  host::Host host = world.host();
  auto permit = cap::PathPermit::unrestricted(cap::absolute_path(file, world.base()), file);
  auto written = host.files.write(permit, text);
  if (written.ok()) {
    show(stdout, file + "\n");
  } else {
    bool spanish = tally.language == Language::Spanish;
    show(stderr, fmt::format("{} '{}': {}\n", spanish ? "no se puede escribir" : "cannot write",
                             file, written.error().message(tally.language)));
    tally.failed = true;
  }
}

void format_file(World& world, const std::string& file, Mode mode, Tally& tally) {
  host::Host host = world.host();
  SourceFile source = read_source(host, file, world.base().cwd, tally.language);
  if (!source.ok) {
    show(stderr, source.error + "\n");
    tally.failed = true;
    return;
  }
  SourceView view = view_layout(source.text, source.name);
  for (const Error& error : view.errors) show(stderr, error.line(tally.language) + "\n");
  if (!view.errors.empty()) {
    tally.failed = true;
  } else if (mode == Mode::Print) {
    std::fwrite(view.text.data(), 1, view.text.size(), stdout);
  } else if (view.text != source.text) {
    tally.changes = true;
    if (mode == Mode::Check) {
      show(stdout, source.name + "\n");
    } else {
      write_back(world, file, view.text, tally);
    }
  }
}

int wrong_usage(std::string_view text) {
  fmt::print(stderr, "synsema fmt: {}\nusage: synsema {}\n", text, find_command("fmt")->usage);
  return 2;
}

}  // namespace

int command_fmt(const std::vector<std::string>& given) {
  auto [words, language, mistake] = take_language(given);
  if (!mistake.empty()) return wrong_usage(mistake);
  bool check = false;
  bool write = false;
  bool has_stdin = false;
  std::vector<std::string> paths;
  for (const std::string& word : words) {
    if (word == "--check") {
      check = true;
    } else if (word == "--write") {
      write = true;
    } else if (word.size() > 1 && word.starts_with('-')) {
      return wrong_usage("unknown flag '" + word + "'");
    } else {
      paths.push_back(word);
    }
    has_stdin = has_stdin || word == "-";
  }
  if (write && has_stdin) return wrong_usage("--write cannot write to standard input");
  if (check && write) return wrong_usage("--check and --write are mutually exclusive; choose one");
  if (paths.empty()) return wrong_usage("no program given");
  Mode mode = check ? Mode::Check : write ? Mode::Write : Mode::Print;
  World world;
  host::Host host = world.host();
  ProgramFiles found = find_program_files(host, paths, world.base());
  if (!found.error.empty()) {
    show(stderr, fmt::format("synsema fmt: {}\n", found.error));
    return 2;
  }
  Tally tally;
  tally.language = language;
  for (const std::string& file : found.files) format_file(world, file, mode, tally);
  return tally.failed || (mode == Mode::Check && tally.changes) ? 1 : 0;
}

}  // namespace syn::cli
