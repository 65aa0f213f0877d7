// `synsema audit`: an audit file for a person.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cap/scope.h"
#include "cli/audit_summary.h"
#include "cli/commands.h"
#include "cli/json_text.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"

namespace syn::cli {
namespace {

/// One line, cut: the file may hold anything.
std::string shown(std::string_view text) { return cap::printable_scope(text); }

std::string joined(const std::set<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + shown(text);
  return texts.size() < AuditOverview::kMaxShown ? out : out + ", …";
}

std::string refusal_text(const Refusal& refusal) {
  std::string out = fmt::format("{} by {}", shown(refusal.capability), shown(refusal.source));
  if (!refusal.place.empty()) out += " at " + shown(refusal.place);
  out += ": " + shown(refusal.reason);
  if (refusal.count > 1) out += fmt::format(" ({} times)", refusal.count);
  return out;
}

std::string overview_text(const AuditOverview& overview, std::string_view file) {
  std::string out = fmt::format("{}: {} decisions, {} granted, {} denied", shown(file),
                                overview.entries, overview.granted, overview.denied);
  if (!overview.first.empty()) {
    out += fmt::format(", {} to {}", shown(overview.first), shown(overview.last));
  }
  if (overview.exit_code) out += fmt::format(", exit {}", *overview.exit_code);
  out += "\n\n";
  for (const auto& [name, sum] : overview.capabilities) {
    out += fmt::format("{:<12} {:>6} granted {:>6} denied   {}\n", shown(name), sum.granted,
                       sum.denied, joined(sum.who));
    out += fmt::format("    when     {} to {}\n", shown(sum.first), shown(sum.last));
    if (!sum.places.empty()) out += "    where    " + joined(sum.places) + "\n";
    if (!sum.scopes.empty()) out += "    granted  " + joined(sum.scopes) + "\n";
    for (const Refusal& refusal : sum.refusals) {
      out += "    denied   " + refusal_text(refusal) + "\n";
    }
    if (sum.more_refusals != 0) out += fmt::format("    denied   … {} more\n", sum.more_refusals);
  }
  if (!overview.stops.empty()) out += "\nstops\n";
  for (const Refusal& stop : overview.stops) out += "    " + refusal_text(stop) + "\n";
  if (!overview.problems.empty()) out += "\nproblems\n";
  for (const AuditProblem& problem : overview.problems) {
    out += problem.line == 0 ? "    " : fmt::format("    line {}: ", problem.line);
    out += shown(problem.text) + "\n";
  }
  if (overview.more_problems != 0) out += fmt::format("    … {} more\n", overview.more_problems);
  return out;
}

void append_list(std::string& out, const std::set<std::string>& texts) {
  out += '[';
  bool first = true;
  for (const std::string& text : texts) {
    if (!first) out += ',';
    first = false;
    append_json_text(out, text);
  }
  out += ']';
}

void append_field(std::string& out, std::string_view key, std::string_view text) {
  out += fmt::format("\"{}\":", key);
  append_json_text(out, text);
}

void append_refusals(std::string& out, const std::vector<Refusal>& refusals) {
  out += '[';
  for (size_t i = 0; i < refusals.size(); ++i) {
    const Refusal& refusal = refusals[i];
    out += i == 0 ? "{" : ",{";
    append_field(out, "capability", refusal.capability);
    out += ',';
    append_field(out, "source", refusal.source);
    out += ',';
    append_field(out, "reason", refusal.reason);
    out += ',';
    append_field(out, "place", refusal.place);
    out += fmt::format(",\"count\":{}}}", refusal.count);
  }
  out += ']';
}

std::string overview_json(const AuditOverview& overview, std::string_view file) {
  std::string out = "{";
  append_field(out, "file", file);
  out +=
      fmt::format(",\"ok\":{},\"entries\":{},\"granted\":{},\"denied\":{},",
                  overview.problems.empty(), overview.entries, overview.granted, overview.denied);
  append_field(out, "first", overview.first);
  out += ',';
  append_field(out, "last", overview.last);
  out += ",\"exit\":" + (overview.exit_code ? std::to_string(*overview.exit_code) : "null");
  out += ",\"capabilities\":[";
  bool first = true;
  for (const auto& [name, sum] : overview.capabilities) {
    out += first ? "{" : ",{";
    first = false;
    append_field(out, "capability", name);
    out += fmt::format(",\"granted\":{},\"denied\":{},\"who\":", sum.granted, sum.denied);
    append_list(out, sum.who);
    out += ',';
    append_field(out, "first", sum.first);
    out += ',';
    append_field(out, "last", sum.last);
    out += ",\"places\":";
    append_list(out, sum.places);
    out += ",\"scopes\":";
    append_list(out, sum.scopes);
    out += ",\"refusals\":";
    append_refusals(out, sum.refusals);
    out += fmt::format(",\"more_refusals\":{}}}", sum.more_refusals);
  }
  out += "],\"stops\":";
  append_refusals(out, overview.stops);
  out += ",\"problems\":[";
  for (size_t i = 0; i < overview.problems.size(); ++i) {
    out += fmt::format("{}{{\"line\":{},", i == 0 ? "" : ",", overview.problems[i].line);
    append_field(out, "problem", overview.problems[i].text);
    out += '}';
  }
  return out + fmt::format("],\"more_problems\":{}}}\n", overview.more_problems);
}

}  // namespace

int command_audit(const std::vector<std::string>& words) {
  bool json = false;
  std::string file;
  std::string wrong;
  for (const std::string& word : words) {
    if (word == "--json") {
      json = true;
    } else if (word.starts_with("--") || !file.empty()) {
      wrong = word;
    } else {
      file = word;
    }
  }
  if (!wrong.empty() || file.empty()) {
    if (!wrong.empty()) show(stderr, fmt::format("synsema audit: it takes no '{}'\n", wrong));
    fmt::print(stderr, "usage: synsema {}\n", find_command("audit")->usage);
    return 2;
  }
  World world;
  host::Host host = world.host();
  SourceFile source = read_source(host, file, world.base().cwd);
  if (!source.ok) {
    show(stderr, source.error + "\n");
    return 1;
  }
  AuditOverview overview = read_audit(source.text);
  show(stdout, json ? overview_json(overview, source.name) : overview_text(overview, source.name));
  return overview.problems.empty() ? 0 : 1;
}

}  // namespace syn::cli
