// `synsema check`.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/commands.h"
#include "cli/error_report.h"
#include "cli/json_text.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "run/run.h"

namespace syn::cli {
namespace {

void append_span(std::string& out, Span span) {
  out += fmt::format("\"line\":{},\"column\":{},\"end_line\":{},\"end_column\":{}", span.line,
                     span.column, span.end_line, span.end_column);
}

void append_error(std::string& out, const Error& error, Language language) {
  const ErrorBody& body = error.body();
  out += "{\"file\":";
  append_json_text(out, body.file);
  out += ',';
  append_span(out, body.span);
  out += ",\"code\":";
  append_json_text(out, error.row().code);
  out += ",\"message\":";
  append_json_text(out, error.message(language));
  out += ",\"hint\":";
  append_json_text(out, error.hint(language));
  if (body.fix) {
    out += ",\"fix\":{";
    append_span(out, body.fix->span);
    out += ",\"text\":";
    append_json_text(out, body.fix->text);
    out += '}';
  }
  out += '}';
}

}  // namespace

int command_check(const std::vector<std::string>& words) {
  bool json = false;
  Language language = Language::English;
  if (const char* named = std::getenv("SYNSEMA_LANG");
      named != nullptr && std::string_view(named) == "es") {
    language = Language::Spanish;
  }
  std::string file;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--json") {
      json = true;
    } else if (words[i] == "--lang" && i + 1 < words.size()) {
      language = words[++i] == "es" ? Language::Spanish : Language::English;
    } else if (words[i].starts_with("--")) {
      fmt::print(stderr, "synsema check: unknown flag '{}'\nusage: synsema {}\n", words[i],
                 find_command("check")->usage);
      return 2;
    } else {
      file = words[i];
    }
  }
  if (file.empty()) {
    fmt::print(stderr, "usage: synsema {}\n", find_command("check")->usage);
    return 2;
  }
  World world;
  host::Host host = world.host();
  SourceFile source = read_source(host, file, world.base().cwd);
  if (!source.ok) {
    show(stderr, source.error + "\n");
    return 1;
  }
  RunRequest request;
  request.source = source.text;
  request.file = source.name;
  request.module_root = source.module_root;
  request.base = world.base();
  CheckOutcome outcome = check_program(request, host);
  if (json) {
    std::string out = outcome.errors.empty() ? "{\"ok\":true" : "{\"ok\":false";
    out += fmt::format(",\"statements\":{},\"errors\":[", outcome.num_statements);
    for (size_t i = 0; i < outcome.errors.size(); ++i) {
      if (i != 0) out += ',';
      append_error(out, outcome.errors[i], language);
    }
    out += "]}";
    show(stdout, out + "\n");
    return outcome.errors.empty() ? 0 : 1;
  }
  bool terminal = isatty(STDERR_FILENO) == 1;
  bool colours = std::getenv("NO_COLOR") == nullptr;
  for (const Error& error : outcome.errors) {
    if (terminal) {
      fmt::print(stderr, "{}", describe_error(error, source.text, {colours, language}));
    } else {
      show(stderr, fmt::format("Error: {}\n", error.located_message(language)));
    }
  }
  for (const Error& warning : outcome.warnings) {
    show(stderr, fmt::format("warning: {}\n", warning.located_message(language)));
  }
  if (!outcome.errors.empty()) return 1;
  fmt::print("OK: {} statements parsed.\n", outcome.num_statements);
  return 0;
}

}  // namespace syn::cli
