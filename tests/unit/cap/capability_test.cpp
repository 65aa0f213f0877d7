// Capabilities: the table, and which covers which.
// SPDX-License-Identifier: Apache-2.0
#include "cap/capability.h"

#include <gtest/gtest.h>

#include "cap/errors.h"

namespace syn::cap {
namespace {

using Type = CapabilityType;
const ScopeBase kBase{"/w", "/home/u"};

Capability grant(Type type, std::optional<std::string_view> scope, const ScopeBase& base = kBase) {
  Result<Capability> result = make_grant(type, scope, base);
  EXPECT_TRUE(result.ok());
  return result.ok() ? std::move(result).value() : Capability{};
}

bool covers(Type type, std::string_view pattern, std::string_view request) {
  return grant(type, pattern).covers(make_request(type, request, kBase));
}
bool covers_path(std::string_view pattern, std::string_view request) {
  return covers(Type::FileRead, pattern, request);
}

TEST(CapabilityTable, BothSpellingsAreKnown) {
  EXPECT_EQ(find_capability("file.read")->type, Type::FileRead);
  EXPECT_EQ(find_capability("file_read")->type, Type::FileRead);
  EXPECT_EQ(find_capability("NET"), nullptr);
  EXPECT_EQ(find_capability(""), nullptr);
  EXPECT_EQ(known_capabilities(),
            "net, file, file.read, file.write, exec, env, time, random, stdout, stdin, llm, judge, "
            "db, serve, secret, reveal, sign, wallet, spend, memory, sandbox_run, attest");
}

TEST(Covers, FileCoversReadAndWriteAndNothingCoversFile) {
  Capability file = grant(Type::File, "data/*");
  EXPECT_TRUE(file.covers(make_request(Type::FileRead, "data/a", kBase)));
  EXPECT_TRUE(file.covers(make_request(Type::FileWrite, "data/a", kBase)));
  EXPECT_FALSE(grant(Type::FileRead, std::nullopt).covers(file));
  EXPECT_FALSE(grant(Type::FileRead, "*").covers(make_request(Type::FileWrite, "a", kBase)));
}

TEST(Covers, NoScopeIsNotAnEmptyScope) {
  EXPECT_TRUE(grant(Type::Random, std::nullopt).covers(make_request(Type::Random, {}, kBase)));
  EXPECT_FALSE(grant(Type::Random, "x").covers(make_request(Type::Random, {}, kBase)));
  EXPECT_FALSE(grant(Type::Stdout, "*").covers(make_request(Type::Stdout, {}, kBase)));
  Result<Capability> empty = make_grant(Type::FileRead, "", kBase);
  ASSERT_FALSE(empty.ok());
  EXPECT_TRUE(empty.error().is(cap_errors::kEmptyScope));
}

TEST(Covers, PathsOf32) {
  EXPECT_TRUE(covers_path("./data/*", "data/a.txt"));
  EXPECT_TRUE(covers_path("data/*", "x/../data/a.txt"));
  EXPECT_TRUE(covers_path("data/*", "data\\a.txt"));
  EXPECT_FALSE(covers_path("data/*", "data"));
  EXPECT_FALSE(covers_path("data", "data/a.txt"));
  EXPECT_TRUE(covers_path("data/", "data"));
  EXPECT_TRUE(covers_path("data*", "data/a.txt"));
  EXPECT_FALSE(covers_path("data/[ab].txt", "data/a.txt"));
  EXPECT_FALSE(covers_path("data/*", "data/../.env"));
  EXPECT_FALSE(covers_path("data/*", "data/sub/../../.env"));
  EXPECT_FALSE(covers_path("data/*", "DATA/a.txt"));
  EXPECT_FALSE(covers_path(".", ".env"));
  EXPECT_FALSE(covers_path("data/*", "/data/a.txt"));
}

/// Decision 1: relative scopes are absolute once declared, so both spellings of a file agree.
TEST(Covers, AbsoluteAndRelativeSpellingsAgree) {
  EXPECT_TRUE(covers_path("data/*", "/w/data/a.txt"));
  EXPECT_TRUE(covers_path("/w/data/*", "data/a.txt"));
  EXPECT_TRUE(covers_path("../w/data/*", "data/a.txt"));
  EXPECT_TRUE(covers_path("~/x", "/home/u/x"));
}

/// A1: `./*` was the whole disk.
TEST(Covers, OnlyStarAloneIsUniversal) {
  EXPECT_TRUE(covers_path("*", "/etc/hostname"));
  EXPECT_TRUE(covers_path("./*", "data/a"));
  for (std::string_view pattern : {"./*", "**", "*.txt", "?*", "./", "*/", "data/../*"}) {
    EXPECT_FALSE(covers_path(pattern, "/etc/hostname")) << pattern;
    EXPECT_FALSE(covers_path(pattern, "/etc/x.txt")) << pattern;
    EXPECT_FALSE(covers_path(pattern, "../x.txt")) << pattern;
  }
  EXPECT_FALSE(covers(Type::Db, "./*", "redis://h/0"));
  EXPECT_TRUE(covers(Type::Db, "*", "redis://h/0"));
}

TEST(Covers, WildcardsInNamesOfFoldersStayLiteral) {
  ScopeBase odd{"/tmp/a*b", "/home/?"};
  Capability pattern = grant(Type::FileRead, "data/*", odd);
  EXPECT_TRUE(pattern.covers(make_request(Type::FileRead, "data/x", odd)));
  EXPECT_FALSE(pattern.covers(make_request(Type::FileRead, "/tmp/aXb/data/x", odd)));
  Capability home = grant(Type::FileRead, "~/*", odd);
  EXPECT_FALSE(home.covers(make_request(Type::FileRead, "/home/u/x", odd)));
  EXPECT_EQ(pattern.literal_root(), "/tmp/a*b/data");
}

TEST(Covers, ARequestNeverHoldsWildcards) {
  EXPECT_FALSE(covers_path("data/a.txt", "data/*"));
  EXPECT_FALSE(covers_path("data/a*", "data/*"));
  EXPECT_FALSE(covers_path("data/ab", "data/??"));
  EXPECT_TRUE(covers_path("data/*", "data/*"));
}

/// A2: pattern against pattern.
TEST(Covers, PatternsAreComparedAsLanguages) {
  EXPECT_FALSE(grant(Type::FileRead, "data/?.txt").covers(grant(Type::FileRead, "data/*.txt")));
  EXPECT_FALSE(grant(Type::Env, "?").covers(grant(Type::Env, "*")));
  EXPECT_TRUE(grant(Type::FileRead, "./data/*").covers(grant(Type::FileRead, "data/*.txt")));
  EXPECT_FALSE(grant(Type::FileRead, "data/*").covers(grant(Type::FileRead, "*")));
  EXPECT_TRUE(grant(Type::Net, "*.example.com").covers(grant(Type::Net, "*.api.example.com")));
  EXPECT_FALSE(grant(Type::Net, "*.example.com").covers(grant(Type::Net, "*.com")));
}

TEST(Covers, HostsAndPorts) {
  EXPECT_TRUE(covers(Type::Net, "127.0.0.*", "http://127.0.0.1:9/"));
  EXPECT_TRUE(covers(Type::Net, "127.0.0.1:9", "http://127.0.0.1:9/"));
  EXPECT_FALSE(covers(Type::Net, "127.0.0.1:9", "http://127.0.0.1:8/"));
  EXPECT_FALSE(covers(Type::Net, "127.0.0.1:9", "http://127.0.0.1/"));
  EXPECT_FALSE(covers(Type::Net, "*.example.com", "http://example.com/"));
  EXPECT_FALSE(covers(Type::Net, "*.example.com", "http://badexample.com/"));
  EXPECT_TRUE(covers(Type::Net, "https://API.example.com/v1", "http://api.example.com:80/"));
  EXPECT_FALSE(covers(Type::Net, "http:///x", "http://x/"));
  EXPECT_FALSE(covers(Type::Net, "127.0.0.1", "127.0.0.1:9/"));
  EXPECT_FALSE(covers(Type::Net, "*passwd", "file:///etc/passwd"));
  EXPECT_TRUE(covers(Type::Net, "*", "file:///etc/passwd"));
  EXPECT_FALSE(grant(Type::Net, "h").covers(make_request(Type::Net, "", kBase)));
  EXPECT_FALSE(grant(Type::Net, "h:1").covers(grant(Type::Net, "h")));
  EXPECT_TRUE(grant(Type::Net, "h").covers(grant(Type::Net, "h:1")));
  EXPECT_EQ(make_request(Type::Net, "http://u@H:9/x", kBase).display(), "net(\"h:9\")");
}

TEST(Covers, Databases) {
  EXPECT_TRUE(covers(Type::Db, "postgres://localhost/appdb", "postgres://u:p@LOCALHOST:1/AppDB?x"));
  EXPECT_FALSE(covers(Type::Db, "postgres://localhost", "postgres://localhost/appdb"));
  EXPECT_TRUE(covers(Type::Db, "postgres://*", "postgres://localhost/appdb"));
  EXPECT_FALSE(covers(Type::Db, "./data/*", "./data/../y.db"));
  EXPECT_FALSE(covers(Type::Db, "./*", ":memory:"));
  EXPECT_TRUE(covers(Type::Db, ":memory:", ":memory:"));
}

TEST(Covers, LongRequestsNeedAUniversalGrant) {
  std::string path(1 << 20, 'a');
  EXPECT_FALSE(covers_path("./*", path));
  EXPECT_TRUE(covers_path("*", path));
}

TEST(Grants, TooLongOrTooStarryIsAnError) {
  std::string stars;
  for (int i = 0; i < 40; ++i) stars += "*a";
  for (const std::string& scope : {stars, std::string(5000, 'a'), std::string(1 << 20, 'a')}) {
    Result<Capability> result = make_grant(Type::FileRead, scope, kBase);
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().is(cap_errors::kScopeTooLong));
  }
}

TEST(Capability, Texts) {
  EXPECT_EQ(grant(Type::FileRead, "./data/*").display(), "file_read(\"./data/*\")");
  EXPECT_EQ(grant(Type::FileRead, "./data/*").ceiling_text(), "file.read=./data/*");
  EXPECT_EQ(make_request(Type::FileRead, "./data/a", kBase).require_text(),
            "file.read(\"data/a\")");
  EXPECT_EQ(make_request(Type::Env, "", kBase).display(), "env");
}

TEST(Capability, LiteralRoots) {
  EXPECT_EQ(grant(Type::FileRead, "data/*").literal_root(), "/w/data");
  EXPECT_EQ(grant(Type::FileRead, "data*").literal_root(), "/w");
  EXPECT_EQ(grant(Type::FileRead, "data/s?b/*").literal_root(), "/w/data");
  EXPECT_EQ(grant(Type::FileRead, "data/a.txt").literal_root(), "/w/data/a.txt");
  EXPECT_EQ(grant(Type::FileRead, "/*").literal_root(), "/");
  EXPECT_EQ(grant(Type::FileRead, "/").literal_root(), "/");
  EXPECT_EQ(grant(Type::FileRead, "*").literal_root(), "/");
}

}  // namespace
}  // namespace syn::cap
