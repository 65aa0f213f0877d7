// The gate: require, the check and its words, blocks, what a child is lent, the audit of it all.
// SPDX-License-Identifier: Apache-2.0
#include "cap/capability_set.h"

#include <gtest/gtest.h>

#include "cap/errors.h"

namespace syn::cap {
namespace {

using Type = CapabilityType;
const ScopeBase kBase{"/w", std::nullopt};
constexpr Place kPlace{"p.syn", 3};

std::vector<Ceiling> ceilings(std::initializer_list<std::string_view> texts) {
  std::vector<Ceiling> result;
  for (std::string_view text : texts) result.push_back(parse_ceiling(text, kBase).value());
  return result;
}

class Gate : public ::testing::Test {
 protected:
  void start(std::initializer_list<std::string_view> texts) {
    set = std::make_unique<CapabilitySet>("program", kBase, ceilings(texts), log);
    set->grant_ambient();
    sink.take();
  }
  void require(std::string_view name, std::optional<std::string_view> scope) {
    Result<RequireOutcome> outcome = set->require(name, scope, kPlace);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message();
  }
  std::string ask(Type type, std::optional<std::string_view> scope) {
    Result<void> answer = set->demand(type, scope, "test()", kPlace);
    return answer.ok() ? "granted" : answer.error().message();
  }
  std::string read(std::string_view path) { return ask(Type::FileRead, path); }
  const ErrorRow* row(Type type, std::optional<std::string_view> scope) {
    Result<void> answer = set->demand(type, scope, "test()", kPlace);
    return answer.ok() ? nullptr : &answer.error().row();
  }
  PathPermit permit(std::string_view path) {
    Result<PathPermit> answer = set->demand_path(Type::FileRead, path, "read_file()", kPlace);
    EXPECT_TRUE(answer.ok());
    return answer.ok() ? std::move(answer).value() : PathPermit{};
  }

  AuditMemory sink;
  AuditLog log{&sink, [] { return int64_t{0}; }};
  std::unique_ptr<CapabilitySet> set;
};

TEST_F(Gate, NothingIsGrantedByDefault) {
  start({});
  EXPECT_EQ(
      read("./data/a.txt"),
      "Capability not granted: file_read(\"data/a.txt\") — this is a permission, not a bug: add "
      "`require file.read(\"data/a.txt\")` to the program's preamble (or to the importing file, "
      "when this code runs in a module)");
  EXPECT_EQ(row(Type::Random, std::nullopt), &cap_errors::kNotGranted);
  EXPECT_EQ(row(Type::Time, std::nullopt), nullptr);
}

TEST_F(Gate, RequireGrantsFromThenOn) {
  start({});
  require("file.read", "data/*");
  EXPECT_EQ(read("data/a"), "granted");
  EXPECT_EQ(row(Type::FileRead, "data/../.env"), &cap_errors::kNotGranted);
  EXPECT_EQ(row(Type::FileWrite, "data/a"), &cap_errors::kNotGranted);
}

TEST_F(Gate, RequireFaults) {
  start({});
  EXPECT_EQ(set->require("bogus", std::nullopt, kPlace).error().row().code, "C0201");
  EXPECT_EQ(set->require("file.read", "", kPlace).error().row().code, "C0202");
  for (size_t i = 0; set->grants().size() < CapabilitySet::kMaxGrants; ++i)
    require("env", std::to_string(i));
  require("env", "7");  // known already
  EXPECT_EQ(set->require("env", "one more", kPlace).error().row().code, "C0204");
}

TEST_F(Gate, Warnings) {
  start({});
  auto warning = [&](std::string_view name, std::optional<std::string_view> scope) {
    RequireOutcome outcome = std::move(set->require(name, scope, kPlace)).value();
    return outcome.warning ? outcome.warning->message() : "";
  };
  EXPECT_EQ(warning("reveal", std::nullopt),
            "bare `require reveal` permits revealing ANY secret; scope it with `require "
            "reveal(\"NAME\")` (the name/label of the secret)");
  EXPECT_EQ(warning("reveal", std::nullopt), "");  // once
  EXPECT_EQ(warning("reveal", "x"), "");
  EXPECT_NE(warning("file.read", "*"), "");
  EXPECT_EQ(warning("file.read", "./*"), "");
  EXPECT_EQ(warning("file.read", std::nullopt), "");
  EXPECT_EQ(warning("env", "*"), "");
}

TEST_F(Gate, CeilingRefusesWhatTheProgramDeclared) {
  start({"stdout"});
  EXPECT_EQ(row(Type::FileRead, "data/a"), &cap_errors::kNotGranted);
  require("file.read", "data/*");
  EXPECT_EQ(read("data/a"),
            "Capability not granted: file_read(\"data/a\") — declared but above the host ceiling "
            "(--sandbox/--cap-set). The program cannot fix this; the host must widen the ceiling");
  EXPECT_EQ(row(Type::Time, std::nullopt), &cap_errors::kNotGranted);
  require("time", std::nullopt);
  EXPECT_EQ(row(Type::Time, std::nullopt), &cap_errors::kAboveHostCeiling);
}

TEST_F(Gate, RequireInsideACeilingIsWholeOrNothing) {
  start({"stdout,file.read=data/a.txt"});
  require("file.read", "data/*");
  EXPECT_EQ(row(Type::FileRead, "data/a.txt"), &cap_errors::kNotGranted);
  require("file.read", "data/a.txt");
  EXPECT_EQ(read("data/a.txt"), "granted");
  start({"stdout,file.read,file.write"});
  require("file", "data/a.txt");
  EXPECT_EQ(row(Type::FileRead, "data/a.txt"), &cap_errors::kNotGranted);
}

/// Each ceiling is asked by itself; what one lets through another still refuses.
TEST_F(Gate, EveryCeilingMustCover) {
  start({"stdout,file.read=data/*", "stdout,file.read=*.txt"});
  require("file.read", "data/x.txt");
  EXPECT_EQ(read("data/x.txt"), "granted");
  require("file.read", "data/x.csv");
  EXPECT_EQ(row(Type::FileRead, "data/x.csv"), &cap_errors::kAboveHostCeiling);
  start({"stdout,file.read=*", "none"});
  require("file.read", std::nullopt);
  EXPECT_EQ(row(Type::FileRead, "x"), &cap_errors::kAboveHostCeiling);
}

TEST_F(Gate, AnEmptyCeilingCoversNotEvenStdout) {
  start({"none"});
  Result<void> printed = set->demand_stdout(kPlace);
  ASSERT_FALSE(printed.ok());
  EXPECT_TRUE(printed.error().is(cap_errors::kNotGranted));
  start({"stdout=x"});
  EXPECT_FALSE(set->demand_stdout(kPlace).ok());
}

TEST_F(Gate, WordsOfNames) {
  start({"stdout"});
  EXPECT_EQ(ask(Type::Env, "CASE_OTHER_X"),
            "env(\"CASE_OTHER_X\") not permitted: missing capability — add `require "
            "env(\"CASE_OTHER_X\")` (or a prefix: `require env(\"CASE_*\")`)");
  EXPECT_EQ(
      ask(Type::Secret, "PLAIN"),
      "secret(\"PLAIN\") not permitted: missing capability — add `require secret(\"PLAIN\")`");
  require("env", "A");
  EXPECT_EQ(
      ask(Type::Env, "A"),
      "env(\"A\") not permitted: declared but above the host ceiling (--sandbox/--cap-set). The "
      "program cannot fix this; the host must widen the ceiling");
  EXPECT_EQ(ask(Type::Reveal, "other"),
            "reveal() not permitted: Capability not granted: reveal(\"other\") — add `require "
            "reveal(\"other\")` (reveal is loud and writes a persistent audit entry)");
  require("reveal", "lbl");
  EXPECT_EQ(row(Type::Reveal, "lbl"), &cap_errors::kRevealAboveHostCeiling);
}

TEST_F(Gate, ADenialBeatsEveryGrant) {
  start({});
  set->deny(make_grant(Type::FileRead, "data/private/*", kBase).value());
  require("file.read", "data/*");
  EXPECT_EQ(read("data/private/x"),
            "Capability not granted: file_read(\"data/private/x\") — explicitly denied by "
            "file_read(\"data/private/*\")");
  EXPECT_EQ(read("data/x"), "granted");
  set->enter_sandbox_under(parse_ceiling("file.read", kBase).value());
  EXPECT_EQ(row(Type::FileRead, "data/private/x"), &cap_errors::kExplicitlyDenied);
}

TEST_F(Gate, ADenialOfACeilingBeatsGrantsAndTellsNothing) {
  start({"stdout,file.read=./data/*,-file.read=./data/private/*"});
  require("file.read", "./data/*");
  EXPECT_EQ(read("data/x"), "granted");
  Result<void> answer = set->demand(Type::FileRead, "data/private/x", "test()", kPlace);
  ASSERT_FALSE(answer.ok());
  EXPECT_TRUE(answer.error().is(cap_errors::kDeniedByCeiling));
  EXPECT_EQ(answer.error().hint(),
            "a denial of the host beats every grant, and no `require` changes it; other files of "
            "file_read(\"./data/*\") stay open: `require file.read(\"./data/*\")`");
  EXPECT_NE(answer.error().hint(Language::Spanish).find("una denegación del anfitrión"),
            std::string::npos);
  EXPECT_EQ(sink.entries().back().reason, "Explicitly denied by the host ceiling");
  EXPECT_TRUE(set->denies(make_request(Type::FileRead, "data/private/x", kBase)));
  EXPECT_FALSE(set->find_permit(Type::FileRead, "data/private/x"));
  EXPECT_TRUE(set->find_permit(Type::FileRead, "data/x"));
  EXPECT_TRUE(set->may_deny_beneath(Type::FileRead, "data"));
  EXPECT_FALSE(set->may_deny_beneath(Type::FileRead, "out"));
}

TEST_F(Gate, DenialsAreLentAndKeptItemsOverlap) {
  start({"stdout,sandbox_run,file.read=./data/*,-file.read=./data/private/*"});
  require("file.read", "./data/*");
  Ceiling asked = parse_ceiling("file.read=./data/*,file.read=./data/private/*", kBase).value();
  Intersection lent = intersect(asked, *set);
  ASSERT_EQ(lent.kept.items.size(), 1u);
  EXPECT_EQ(lent.dropped.size(), 1u);
  std::vector<Ceiling> child_ceilings = set->lend();
  child_ceilings.push_back(lent.kept);
  CapabilitySet child("program", kBase, child_ceilings, log);
  ASSERT_TRUE(child.require("file.read", "./data/*", kPlace).value().granted);
  EXPECT_TRUE(child.allows(make_request(Type::FileRead, "data/x", kBase)));
  EXPECT_FALSE(child.allows(make_request(Type::FileRead, "data/private/x", kBase)));
}

TEST_F(Gate, LinksAreRefusedWhereADenialOfPathsStands) {
  start({"stdout,file.read,-file.read=./private/*"});
  require("file.read", "*");
  EXPECT_EQ(permit("a").links, LinkPolicy::Refuse);
  start({"stdout,file.read,-net"});
  require("file.read", "*");
  EXPECT_EQ(permit("a").links, LinkPolicy::Follow);
}

TEST_F(Gate, AKindInACeiling) {
  start({"stdout,file.read:data=./data/*"});
  require("file.read", "./data/*");
  EXPECT_EQ(read("data/a.csv"), "granted");
  PathPermit file = permit("data/a.csv");
  EXPECT_TRUE(file.regular_only);
  EXPECT_EQ(file.links, LinkPolicy::Refuse);
  Result<void> answer = set->demand(Type::FileRead, "data/.env", "test()", kPlace);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().row().code, "C0112");
  EXPECT_EQ(answer.error().message(),
            "Capability not granted: file_read(\"data/.env\") — the host ceiling covers only files "
            "of the kind data there");
  EXPECT_NE(answer.error().hint().find("csv, tsv, parquet"), std::string::npos);
  EXPECT_EQ(row(Type::FileRead, "data"), &cap_errors::kNotGranted);
  Result<PathPermit> search = set->demand_search("data/**", "sql()", kPlace);
  ASSERT_TRUE(search.ok());
  EXPECT_FALSE(search.value().regular_only);
  // Intersections are strict: the child has to name the kind.
  Intersection lent =
      intersect(parse_ceiling("file.read=./data/*,file.read:data=./data/*", kBase).value(), *set);
  ASSERT_EQ(lent.kept.items.size(), 1u);
  EXPECT_EQ(lent.kept.items[0].ceiling_text(), "file.read:data=./data/*");
  // A tool that declares the scope gets the files of the kind.
  set->enter_tool(std::vector<Capability>{make_grant(Type::FileRead, "./data/*", kBase).value()},
                  kPlace);
  EXPECT_EQ(read("data/a.csv"), "granted");
  EXPECT_NE(read("data/.env"), "granted");
}

TEST_F(Gate, AKindInARequire) {
  start({});
  require("file.read:data", "./data/*");
  EXPECT_TRUE(permit("data/a.csv").regular_only);
  EXPECT_EQ(permit("data/a.csv").links, LinkPolicy::Refuse);
  EXPECT_EQ(row(Type::FileRead, "data/.env"), &cap_errors::kNotGranted);
  EXPECT_FALSE(set->require("file.read:bogus", "x", kPlace).ok());
  EXPECT_FALSE(set->require("net:data", "x", kPlace).ok());
}

TEST_F(Gate, HintsNameWhatIsLegalAndNothingElse) {
  auto hint = [&](Type type, std::string_view scope) {
    Result<void> answer = set->demand(type, scope, "test()", kPlace);
    return answer.ok() ? "granted" : answer.error().hint();
  };
  start({"stdout,file.read=./logs/*,file.read=./data/in/*", "stdout,file.read=./data/*"});
  // ./logs lies above the inner ceiling, ./data/* above the outer one: neither is named.
  EXPECT_EQ(hint(Type::FileRead, "data/out/a"),
            "the ceiling allows file_read(\"./data/in/*\"); legal here: `require "
            "file.read(\"./data/in/*\")`");
  EXPECT_EQ(hint(Type::FileRead, "logs/a"),
            "the ceiling allows file_read(\"./data/in/*\"); legal here: `require "
            "file.read(\"./data/in/*\")`");
  EXPECT_EQ(hint(Type::Net, "https://a.example/"),
            "the ceiling allows nothing of net here, whatever the program requires; it has: "
            "file.read, stdout");
  EXPECT_EQ(hint(Type::FileRead, "data/in/a"),
            "legal here: `require file.read(\"data/in/a\")` at the top of the program");
  require("file.read", "./data/in/a*");
  EXPECT_EQ(hint(Type::FileRead, "data/in/b"),
            "the program holds file_read(\"./data/in/a*\"); legal here: `require "
            "file.read(\"data/in/b\")` at its top");
  start({"none"});
  EXPECT_EQ(hint(Type::FileRead, "x"),
            "the ceiling allows nothing at all: compute from what the program itself holds");
}

TEST_F(Gate, HintsLeaveOutWhatMeansSomethingElseHere) {
  std::vector<Ceiling> elsewhere = {
      parse_ceiling("file.read=./data/*", ScopeBase{"/other", std::nullopt}).value()};
  set = std::make_unique<CapabilitySet>("program", kBase, elsewhere, log);
  Result<void> answer = set->demand(Type::FileRead, "data/x", "test()", kPlace);
  EXPECT_EQ(answer.error().hint().find("./data"), std::string::npos);
}

TEST_F(Gate, MessagesAreCutAndEscaped) {
  start({});
  std::string message = read(std::string(16 << 20, '\n'));
  EXPECT_LT(message.size(), 8000u);
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST_F(Gate, SandboxBlocks) {
  start({"stdout,time,file.read"});
  require("file.read", "data/*");
  size_t depth = set->depth();
  set->enter_sandbox();
  EXPECT_EQ(row(Type::FileRead, "data/a"), &cap_errors::kNotGranted);
  EXPECT_EQ(row(Type::Time, std::nullopt), &cap_errors::kNotGranted);
  EXPECT_TRUE(set->demand_stdout(kPlace).ok());
  require("file.read", "data/*");
  EXPECT_EQ(row(Type::FileRead, "data/a"), &cap_errors::kNotGranted);
  set->enter_sandbox();
  set->leave_to(depth);
  EXPECT_EQ(read("data/a"), "granted");
}

TEST_F(Gate, SandboxUnderBlocks) {
  start({});
  require("file.read", "data/*");
  set->enter_sandbox_under(parse_ceiling("file.read=data/a*", kBase).value());
  EXPECT_EQ(read("data/a"), "granted");
  EXPECT_EQ(row(Type::FileRead, "data/b"), &cap_errors::kOutsideSandboxUnder);
  EXPECT_EQ(row(Type::Time, std::nullopt), nullptr);
  EXPECT_EQ(row(Type::Exec, "ls"), &cap_errors::kNotGranted);
  set->enter_sandbox_under(parse_ceiling("file.read=data/*", kBase).value());
  EXPECT_EQ(row(Type::FileRead, "data/b"), &cap_errors::kOutsideSandboxUnder);
  require("file.read", "data/b");
  EXPECT_EQ(row(Type::FileRead, "data/b"), &cap_errors::kOutsideSandboxUnder);
  set->leave();
  set->leave();
  EXPECT_EQ(read("data/b"), "granted");
}

TEST_F(Gate, Tools) {
  start({});
  require("file.read", "data/*");
  std::vector<Capability> declared;
  declared.push_back(make_grant(Type::FileRead, "data/a*", kBase).value());
  declared.push_back(make_grant(Type::FileRead, std::nullopt, kBase).value());
  declared.push_back(make_grant(Type::Exec, "ls", kBase).value());
  set->enter_tool(declared, kPlace);
  EXPECT_EQ(read("data/a"), "granted");
  EXPECT_EQ(row(Type::FileRead, "data/b"), &cap_errors::kNotGranted);
  EXPECT_EQ(row(Type::Time, std::nullopt), &cap_errors::kNotGranted);
  EXPECT_EQ(row(Type::Exec, "ls"), &cap_errors::kNotGranted);
  require("file.read", "data/b");
  EXPECT_EQ(row(Type::FileRead, "data/b"), &cap_errors::kNotGranted);
  set->leave();
  EXPECT_EQ(read("data/b"), "granted");
  EXPECT_EQ(sink.entries()[0].source, "tool-scope");
  EXPECT_EQ(sink.entries()[0].reason, "Granted by file_read(\"data/*\")");
  EXPECT_EQ(sink.entries()[1].reason, "No matching grant found");
}

/// A9, A10: a block holds for workers that are started inside.
TEST_F(Gate, WorkersInheritTheBlock) {
  start({});
  require("file.read", "data/*");
  std::unique_ptr<CapabilitySet> free = set->for_worker("parallel");
  set->enter_sandbox();
  std::unique_ptr<CapabilitySet> bound = set->for_worker("parallel");
  auto reads = [](CapabilitySet& worker) {
    return worker.demand(Type::FileRead, "data/a", "read_file()", kPlace).ok();
  };
  EXPECT_TRUE(reads(*free));
  EXPECT_FALSE(reads(*bound));
  EXPECT_FALSE(bound->demand(Type::Time, std::nullopt, "now()", kPlace).ok());
  ASSERT_TRUE(bound->require("file.read", "data/*", kPlace).ok());
  EXPECT_FALSE(reads(*bound));
}

TEST_F(Gate, Permits) {
  start({});
  require("file.read", "data/*");
  PathPermit found = permit("./data/sub/../a.txt");
  EXPECT_EQ(found.path, "/w/data/a.txt");
  EXPECT_EQ(found.shown, "data/a.txt");
  EXPECT_EQ(found.root, "/w/data");
  EXPECT_EQ(found.links, LinkPolicy::FollowWithin);
  require("file.read", "./*");
  EXPECT_EQ(permit("data/a").root, "/w/data");  // the nearest directory that was named
  require("file.read", std::nullopt);
  EXPECT_EQ(permit("data/a").links, LinkPolicy::Follow);
}

TEST_F(Gate, PermitsUnderCeilings) {
  start({"file.read=./*,file.read=data/*", "file.read=data/sub/*,file.read=data/x"});
  require("file.read", "data/sub/*");
  require("file.read", "data/x");
  PathPermit deep = permit("data/sub/a");
  EXPECT_EQ(deep.links, LinkPolicy::Refuse);
  EXPECT_EQ(deep.root, "/w/data");  // the outer ceiling's nearest; the inner one lies beneath
  EXPECT_EQ(permit("data/x").root, "/w/data");
  start({"file.read"});
  require("file.read", "data/*");
  EXPECT_EQ(permit("data/a").links, LinkPolicy::FollowWithin);
  start({"file.read=data/x"});
  require("file.read", "data/x");
  EXPECT_EQ(permit("data/x").root, "/w/data/x");
}

TEST_F(Gate, IntersectionOf16) {
  start({});
  require("file.read", "./data/*");
  require("net", "*.example.com");
  require("sandbox_run", std::nullopt);
  auto kept = [&](std::string_view text) {
    return intersect(parse_ceiling(text, kBase).value(), *set).kept.text();
  };
  for (std::string_view item :
       {"file.read=./data/sub/*", "file.read=./data/*.txt", "file.read=data/*",
        "file.read=./data/../data/a.txt", "net=api.example.com", "net=*.api.example.com", "stdout",
        "time,llm,judge", "file.read=/w/data/*"}) {
    EXPECT_EQ(kept(item), item);
  }
  for (std::string_view item :
       {"file.read=*", "file.read", "file", "file=./data/*", "file.read=./data/../x",
        "file.read=./data", "net=*.com", "net", "stdin", "exec=ls", "file.read=./*"}) {
    EXPECT_EQ(kept(item), "none") << item;
  }
  EXPECT_EQ(kept("stdout,exec,time"), "stdout,time");
  start({});
  require("file", "./data/*");
  EXPECT_EQ(kept("file=./data/*,file.read=./data/*"), "file=./data/*,file.read=./data/*");
  start({});
  require("file.read", "./data/*");
  require("file.write", "./data/*");
  EXPECT_EQ(kept("file=./data/*"), "none");
}

TEST_F(Gate, IntersectionRespectsCeilingsAndBlocks) {
  start({"stdout,sandbox_run,file.read=./data/sub/*"});
  require("file.read", "./data/sub/*");
  auto kept = [&](std::string_view text) {
    return intersect(parse_ceiling(text, kBase).value(), *set).kept.text();
  };
  EXPECT_EQ(kept("stdout,time,file.read=./data/*"), "stdout");
  EXPECT_EQ(kept("file.read=./data/sub/a"), "file.read=./data/sub/a");
  set->enter_sandbox_under(parse_ceiling("file.read=data/sub/a", kBase).value());
  EXPECT_EQ(kept("stdout,file.read=./data/sub/*"), "stdout");
  EXPECT_EQ(kept("file.read=./data/sub/a"), "file.read=./data/sub/a");
}

/// What a child is lent bounds it by itself, whatever its own ceiling says.
TEST_F(Gate, LentCeilingsHoldWithoutTheIntersection) {
  start({"stdout,file.read=./*"});
  require("file.read", "data/*");
  set->deny(make_grant(Type::FileRead, "data/private/*", kBase).value());
  set->enter_sandbox_under(parse_ceiling("file.read=data/a*,file.read=data/p*", kBase).value());
  std::vector<Ceiling> lent = set->lend();
  lent.push_back(parse_ceiling("stdout,file.read=*", kBase).value());
  CapabilitySet child("program", kBase, lent, log);
  child.grant_ambient();
  for (std::string_view path : {"data/a", "data/b", "x", "/etc/x", "data/private/x"}) {
    ASSERT_TRUE(child.require("file.read", path, kPlace).ok());
  }
  auto reads = [&](std::string_view path) {
    return child.demand(Type::FileRead, path, "read_file()", kPlace).ok();
  };
  EXPECT_TRUE(reads("data/a"));
  EXPECT_FALSE(reads("data/b"));
  EXPECT_FALSE(reads("x"));
  EXPECT_FALSE(reads("/etc/x"));
  EXPECT_FALSE(reads("data/private/x"));
  EXPECT_TRUE(child.demand_stdout(kPlace).ok());
  EXPECT_FALSE(child.demand(Type::Time, std::nullopt, "now()", kPlace).ok());
}

TEST_F(Gate, AuditOfAChild) {
  set = std::make_unique<CapabilitySet>("program", kBase, ceilings({"stdout,file.read=./data/*"}),
                                        log);
  set->grant_ambient();
  require("file.read", "./data/*");
  require("net", "x");
  EXPECT_EQ(read("data/a.txt"), "granted");
  ASSERT_TRUE(set->demand_stdout(kPlace).ok());
  ASSERT_TRUE(set->demand_stdout(kPlace).ok());
  std::vector<std::string> lines;
  for (const AuditEntry& entry : sink.entries()) {
    lines.push_back(entry.capability + (entry.granted ? " + " : " - ") + entry.source + " | " +
                    entry.reason + (entry.origin == Origin::Runtime ? " | runtime" : "") +
                    (entry.line ? " | " + std::to_string(*entry.line) : ""));
  }
  const std::string above = " | above host ceiling (--sandbox/--cap-set)";
  EXPECT_EQ(lines,
            (std::vector<std::string>{
                "stdout + ambient | auto-granted by the runtime | runtime",
                "time - ceiling" + above + " | runtime", "llm - ceiling" + above + " | runtime",
                "judge - ceiling" + above + " | runtime", "net(\"x\") - ceiling" + above + " | 3",
                "file_read(\"data/a.txt\") + test() | Granted by file_read(\"./data/*\") | 3",
                "stdout + print() | Granted by stdout | 3"}));
}

TEST_F(Gate, StdoutIsNotAskedForWithoutACeiling) {
  start({});
  ASSERT_TRUE(set->demand_stdout(kPlace).ok());
  EXPECT_TRUE(sink.entries().empty());
}

}  // namespace
}  // namespace syn::cap
