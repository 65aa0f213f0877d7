// `synsema doctor`: what this machine offers to the walls.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "cli/commands.h"
#include "cli/terminal_text.h"
#include "cli/version.h"
#include "cli/world.h"
#include "host/posix/machine_probe.h"
#include "json/writer.h"
#include "run/run.h"

namespace syn::cli {
namespace {

/// Gives the one line that the probe program prints.
class LineOutput final : public host::Output {
 public:
  Result<void> print(std::string_view text) override {
    line_ = text;
    return {};
  }
  Result<void> write(std::string_view text) override { return print(text); }
  void print_error(std::string_view) override {}
  void flush() override {}
  const std::string& line() const { return line_; }

 private:
  std::string line_;
};

/// Where the library that was loaded lies, as the kernel says.
std::string loaded_library() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    size_t slash = line.find('/');
    if (slash != std::string::npos && line.find("libduckdb") != std::string::npos) {
      return line.substr(slash);
    }
  }
  return "linked in";
}

host::MachineFact engine_fact(World& world) {
  LineOutput output;
  host::Host host = world.host_with(output);
  cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  RunRequest request;
  request.source = "print(sql(\"select version() as v\")[0].v)\n";
  request.file = "<doctor>";
  request.base = world.base();
  request.sql_library_root = World::sql_library_root();
  int64_t start = host.clock.steady_ns();
  RunOutcome outcome = run_program_here(std::move(request), host, audit);
  double milliseconds = static_cast<double>(host.clock.steady_ns() - start) / 1e6;
  host::MachineFact fact{"duckdb", host::Finding::Ok, "",
                         "sql and Parquet work, inside the child's walls", ""};
  if (outcome.ok) {
    fact.found = fmt::format("{} in {}, first query after {:.1f} ms", output.line(),
                             loaded_library(), milliseconds);
    return fact;
  }
  fact.finding = host::Finding::Weaker;
  fact.found = outcome.errors.empty() ? "does not load" : outcome.errors.front().message();
  fact.meaning = "all but sql and Parquet works";
  fact.advice = "make bootstrap, or set DUCKDB_ROOT to a folder with libduckdb.so";
  return fact;
}

void print_fact(const host::MachineFact& fact) {
  std::string text =
      fmt::format("{:<8} {:<20} {}\n", host::finding_name(fact.finding), fact.name, fact.found);
  text += fmt::format("{:<29} {}\n", "", fact.meaning);
  if (!fact.advice.empty()) text += fmt::format("{:<29} do: {}\n", "", fact.advice);
  show(stdout, text);
}

void print_json(const std::vector<host::MachineFact>& facts, bool sound) {
  std::string text;
  json::Writer out(text, {json::Spacing::Compact, json::Escapes::Needed, 0});
  out.begin_object();
  out.key("ok");
  out.raw(sound ? "true" : "false");
  out.text_field("version", kVersion);
  out.key("facts");
  out.begin_array();
  for (const host::MachineFact& fact : facts) {
    out.begin_object();
    out.text_field("name", fact.name);
    out.text_field("finding", host::finding_name(fact.finding));
    out.text_field("found", fact.found);
    out.text_field("meaning", fact.meaning);
    out.text_field("advice", fact.advice);
    out.end_object();
  }
  out.end_array();
  out.end_object();
  show(stdout, text + "\n");
}

}  // namespace

int command_doctor(const std::vector<std::string>& words) {
  bool json = false;
  for (const std::string& word : words) {
    if (word != "--json") {
      show(stderr, fmt::format("synsema doctor: it takes no '{}'\nusage: synsema {}\n", word,
                               find_command("doctor")->usage));
      return 2;
    }
    json = true;
  }
  World world;
  std::vector<host::MachineFact> facts = host::probe_machine();
  facts.push_back(engine_fact(world));
  auto is_missing = [](const host::MachineFact& fact) {
    return fact.finding == host::Finding::Missing;
  };
  bool sound = std::none_of(facts.begin(), facts.end(), is_missing);
  if (json) {
    print_json(facts, sound);
    return sound ? 0 : 1;
  }
  for (const host::MachineFact& fact : facts) print_fact(fact);
  fmt::print("\n{}\n", sound ? "Everything that `walls: require` needs is here."
                             : "`walls: require` cannot be met here: programs would not run.");
  return sound ? 0 : 1;
}

}  // namespace syn::cli
