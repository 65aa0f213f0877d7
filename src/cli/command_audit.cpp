// `synsema audit`: an audit file for a person.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cap/scope.h"
#include "cli/audit_summary.h"
#include "cli/commands.h"
#include "cli/source_file.h"
#include "cli/terminal_text.h"
#include "cli/world.h"
#include "json/writer.h"

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

void write_texts(json::Writer& out, std::string_view name, const std::set<std::string>& texts) {
  out.key(name);
  out.begin_array();
  for (const std::string& text : texts) out.text(text);
  out.end_array();
}

void write_refusals(json::Writer& out, std::string_view name,
                    const std::vector<Refusal>& refusals) {
  out.key(name);
  out.begin_array();
  for (const Refusal& refusal : refusals) {
    out.begin_object();
    out.text_field("capability", refusal.capability);
    out.text_field("source", refusal.source);
    out.text_field("reason", refusal.reason);
    out.text_field("place", refusal.place);
    out.number_field("count", refusal.count);
    out.end_object();
  }
  out.end_array();
}

void write_capability(json::Writer& out, std::string_view name, const CapabilitySummary& sum) {
  out.begin_object();
  out.text_field("capability", name);
  out.number_field("granted", sum.granted);
  out.number_field("denied", sum.denied);
  write_texts(out, "who", sum.who);
  out.text_field("first", sum.first);
  out.text_field("last", sum.last);
  write_texts(out, "places", sum.places);
  write_texts(out, "scopes", sum.scopes);
  write_refusals(out, "refusals", sum.refusals);
  out.number_field("more_refusals", sum.more_refusals);
  out.end_object();
}

std::string overview_json(const AuditOverview& overview, std::string_view file) {
  std::string text;
  json::Writer out(text, {json::Spacing::Compact, json::Escapes::Needed, 0});
  out.begin_object();
  out.text_field("file", file);
  out.key("ok");
  out.raw(overview.problems.empty() ? "true" : "false");
  out.number_field("entries", overview.entries);
  out.number_field("granted", overview.granted);
  out.number_field("denied", overview.denied);
  out.text_field("first", overview.first);
  out.text_field("last", overview.last);
  out.key("exit");
  out.raw(overview.exit_code ? std::to_string(*overview.exit_code) : "null");
  out.key("capabilities");
  out.begin_array();
  for (const auto& [name, sum] : overview.capabilities) write_capability(out, name, sum);
  out.end_array();
  write_refusals(out, "stops", overview.stops);
  out.key("problems");
  out.begin_array();
  for (const AuditProblem& problem : overview.problems) {
    out.begin_object();
    out.number_field("line", problem.line);
    out.text_field("problem", problem.text);
    out.end_object();
  }
  out.end_array();
  out.number_field("more_problems", overview.more_problems);
  out.end_object();
  return text + "\n";
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
