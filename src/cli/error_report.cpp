// Errors for people.
// SPDX-License-Identifier: Apache-2.0
#include "cli/error_report.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "host/terminal_text.h"

namespace syn::cli {
namespace {

/// Line `number` (from 1) of a text, without its end.
std::string_view line_of(std::string_view source, uint32_t number) {
  for (uint32_t i = 1; i < number; ++i) {
    size_t end = source.find('\n');
    if (end == std::string_view::npos) return {};
    source.remove_prefix(end + 1);
  }
  std::string_view line = source.substr(0, source.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// What comes from the program is shown, never obeyed.
std::string shown(std::string_view text) { return host::escape_controls(text); }

size_t count_lines(std::string_view source) {
  size_t count = 1;
  for (char c : source) count += c == '\n';
  return count;
}

struct Advice {
  std::string_view starts;
  std::string_view category;
  bool recoverable;
  std::vector<std::string_view> suggestions;
};

const std::vector<Advice>& advice_rows() {
  static const std::vector<Advice> rows = {
      {"Undefined variable",
       "logic",
       false,
       {"Check spelling of the variable name",
        "Ensure the variable is defined with 'let' before use",
        "If inside a task, check the variable is passed as parameter"}},
      {"Cannot set undefined variable",
       "logic",
       false,
       {"Check spelling of the variable name",
        "Ensure the variable is defined with 'let' before use",
        "If inside a task, check the variable is passed as parameter"}},
      {"Division by zero",
       "data",
       true,
       {"Add a guard: when divisor != 0 before dividing",
        "Add invariant: divisor > 0 before the division",
        "Provide a default: when divisor == 0, give 0 otherwise give x / divisor"}},
      {"Map has no key",
       "data",
       true,
       {"Check if the key exists with contains()", "Use a default value pattern",
        "Verify the data structure with show or log"}},
      {"Index ",
       "data",
       true,
       {"Check length() before accessing by index", "Use find_first() instead of direct indexing",
        "Add invariant: index < length(list)"}},
      {"Cannot call",
       "type",
       false,
       {"Check that the name refers to a task, not a variable",
        "Ensure the task is defined before it's called", "Use type_of() to inspect the value"}},
      {"Cannot iterate",
       "type",
       false,
       {"Ensure the value is a list before using 'each'",
        "Use type_of() to check the type at runtime", "Wrap single values in a list: [value]"}},
      {"Invariant violation",
       "logic",
       true,
       {"The program state violates a declared guarantee", "Check the data that led to this state",
        "Add validation before the invariant point"}},
      {"Capability not granted",
       "capability",
       false,
       {"Add the matching 'require' at the top of the program",
        "If the host set a ceiling (--sandbox/--cap-set), it must widen it — the program cannot",
        "Check if this operation matches the declared intent"}},
  };
  return rows;
}

}  // namespace

std::string describe_error(const Error& error, std::string_view source, const ReportStyle& style) {
  const char* red = style.colours ? "\x1b[1;31m" : "";
  const char* dim = style.colours ? "\x1b[2m" : "";
  const char* cyan = style.colours ? "\x1b[36m" : "";
  const char* off = style.colours ? "\x1b[0m" : "";
  std::string out = fmt::format("{}{}{}\n", red, shown(error.line(style.language)), off);
  const ErrorBody& body = error.body();
  Span span = body.error_span.known() ? body.error_span : body.span;
  std::string_view line = span.known() ? line_of(source, span.line) : std::string_view();
  if (!line.empty()) {
    std::string number = std::to_string(span.line);
    out += fmt::format("{} {} |{} {}\n", dim, number, off, shown(line));
    std::string pad;
    size_t column = 1;
    for (size_t at = 0; at < line.size() && column < span.column; ++column) {
      pad += line[at] == '\t' ? '\t' : ' ';
      next_code_point(line, at);
    }
    out += fmt::format("{} {} |{} {}{}^{}\n", dim, std::string(number.size(), ' '), off, pad, red,
                       off);
  }
  bool spanish = style.language == Language::Spanish;
  for (const TraceEntry& entry : body.trace) {
    out +=
        fmt::format("{}   {} {} {}:{}:{}{}\n", dim, spanish ? "llamado desde" : "called from",
                    shown(entry.task), shown(entry.file), entry.span.line, entry.span.column, off);
  }
  if (body.data_row != 0) {
    out += fmt::format("{}   {} {}: {}{}\n", dim, spanish ? "fila" : "row", body.data_row,
                       body.data_value, off);
  }
  std::string hint = error.hint(style.language);
  if (!hint.empty()) {
    out += fmt::format("{}{}:{} {}\n", cyan, spanish ? "pista" : "hint", off, shown(hint));
  }
  return out;
}

std::string explain_error(const Error& error, std::string_view source,
                          const std::vector<std::pair<std::string, std::string>>& variables) {
  const std::string bar(60, '=');
  const ErrorBody& body = error.body();
  bool runtime = body.phase == Phase::Runtime;
  std::string message = runtime ? error.message() : error.located_message();
  std::string out = bar + "\nERROR: " + message + "\n" + bar + "\n\n";
  if (runtime && body.span.known()) {
    out += fmt::format("  Location: {}:{}:{}\n\n", body.file, body.span.line, body.span.column);
    out += "  Source:\n";
    size_t total = count_lines(source);
    size_t first = body.span.line > 3 ? body.span.line - 3 : 1;
    for (size_t n = first; n <= body.span.line + 3 && n <= total; ++n) {
      bool here = n == body.span.line;
      out += fmt::format("   {}{:>5} | {}\n", here ? ">>" : "  ", n,
                         line_of(source, static_cast<uint32_t>(n)));
    }
    out += '\n';
  }
  if (runtime && !variables.empty()) {
    out += "  Variables at failure:\n";
    for (const auto& [name, text] : variables) out += fmt::format("    {} = {}\n", name, text);
    out += '\n';
  }
  std::string plain = error.message();
  Advice advice{"", "unknown", false, {"Check the error message for details"}};
  for (const Advice& row : advice_rows()) {
    if (plain.starts_with(row.starts)) advice = row;
  }
  out += "  Suggestions:\n";
  for (size_t i = 0; i < advice.suggestions.size(); ++i) {
    out += fmt::format("    {}. {}\n", i + 1, advice.suggestions[i]);
  }
  out += fmt::format("\n  Category: {}\n  Recoverable: {}\n{}\n", advice.category,
                     advice.recoverable ? "yes" : "no", bar);
  return out;
}

}  // namespace syn::cli
