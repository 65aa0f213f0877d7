// Ceilings: the grammar of security.md §8, and what they cover.
// SPDX-License-Identifier: Apache-2.0
#include "cap/ceiling.h"

#include <gtest/gtest.h>

namespace syn::cap {
namespace {

const ScopeBase kBase{"/w", std::nullopt};

std::string parsed(std::string_view text) {
  Result<Ceiling> ceiling = parse_ceiling(text, kBase);
  return ceiling.ok() ? ceiling.value().text() : "error: " + ceiling.error().message();
}

TEST(ParseCeiling, Lists) {
  EXPECT_EQ(parsed("stdout"), "stdout");
  EXPECT_EQ(parsed(" stdout , file.read = ./data/* "), "stdout,file.read=./data/*");
  EXPECT_EQ(parsed(",stdout,,stdout,time,"), "stdout,stdout,time");
  EXPECT_EQ(parsed("env=A=B"), "env=A=B");
  EXPECT_EQ(parsed("file_read=x"), "file.read=x");
  EXPECT_EQ(parsed("none"), "none");
  EXPECT_EQ(parsed("  none "), "none");
}

TEST(ParseCeiling, Errors) {
  EXPECT_EQ(parsed(""), "error: --cap-set requires at least one capability");
  EXPECT_EQ(parsed(","), "error: --cap-set requires at least one capability");
  std::string known =
      "Known: net, file, file.read, file.write, exec, env, time, random, stdout, stdin, llm, "
      "judge, "
      "db, serve, secret, reveal, sign, wallet, spend, memory, sandbox_run, attest (or `none` for "
      "an "
      "empty ceiling)";
  EXPECT_EQ(parsed("stdout,bogus"), "error: --cap-set: unknown capability 'bogus'. " + known);
  EXPECT_EQ(parsed("none,stdout"), "error: --cap-set: unknown capability 'none'. " + known);
  EXPECT_EQ(parsed("STDOUT"), "error: --cap-set: unknown capability 'STDOUT'. " + known);
  EXPECT_EQ(parsed("=x"), "error: --cap-set: unknown capability ''. " + known);
  EXPECT_EQ(parsed("a\x1b[2J"), "error: --cap-set: unknown capability 'a\\u001b[2J'. " + known);
}

/// A3: an empty scope was the current directory, and then everything.
TEST(ParseCeiling, EmptyScopesAreRefused) {
  for (std::string_view text : {"file.read=", "stdout,file.read= ", "stdout="}) {
    EXPECT_NE(parsed(text).find("is empty: write"), std::string::npos) << text;
  }
}

TEST(ParseCeiling, TricksInScopes) {
  Ceiling ceiling = parse_ceiling("file.read=./data/,file.read=./x/**,file.read=.", kBase).value();
  auto reads = [&](std::string_view path) {
    return ceiling.covers(make_request(CapabilityType::FileRead, path, kBase));
  };
  EXPECT_TRUE(reads("data"));
  EXPECT_FALSE(reads("data/a"));
  EXPECT_TRUE(reads("x/a/b"));
  EXPECT_FALSE(reads("/etc/x"));
  EXPECT_TRUE(reads("."));
  EXPECT_FALSE(reads(".env"));
}

TEST(Ceiling, NamedOnes) {
  EXPECT_EQ(sandbox_ceiling().text(), "stdout,time");
  EXPECT_EQ(deterministic_ceiling().text(), "stdout");
}

TEST(Ceiling, DenialsBeatItems) {
  Ceiling ceiling = parse_ceiling("file.read=./data/*", kBase).value();
  ceiling.denied.push_back(make_grant(CapabilityType::FileRead, "data/private/*", kBase).value());
  EXPECT_TRUE(ceiling.covers(make_request(CapabilityType::FileRead, "data/a", kBase)));
  EXPECT_FALSE(ceiling.covers(make_request(CapabilityType::FileRead, "data/private/a", kBase)));
}

TEST(ParseCeiling, KindsAndDenials) {
  EXPECT_EQ(parsed("file.read:data=./data/*"), "file.read:data=./data/*");
  EXPECT_EQ(parsed(" file_read : data = ./data/* "), "file.read:data=./data/*");
  EXPECT_EQ(parsed("file.read:data"), "file.read:data");
  EXPECT_EQ(parsed("file.read=./data/*,-file.read=./data/private/*"),
            "file.read=./data/*,-file.read=./data/private/*");
  EXPECT_EQ(parsed("- file.read = ./x , stdout"), "stdout,-file.read=./x");
  EXPECT_EQ(parsed("-net,stdout"), "stdout,-net");
  EXPECT_EQ(parsed("file.read=./-x"), "file.read=./-x");
  // Text comes back as the same ceiling.
  for (std::string_view text :
       {"file.read:data=./data/*,-file.read=./data/private/*,-net", "file:image,-file.write=*"}) {
    Ceiling ceiling = parse_ceiling(text, kBase).value();
    EXPECT_EQ(parse_ceiling(ceiling.text(), kBase).value(), ceiling) << text;
  }
}

TEST(ParseCeiling, WrongKindsAndDenials) {
  EXPECT_EQ(parsed("file.read:bogus=x"),
            "error: --cap-set: unknown kind of files 'bogus'. Known: data, text, image");
  EXPECT_EQ(parsed("file.read:=x"),
            "error: --cap-set: unknown kind of files ''. Known: data, text, image");
  EXPECT_EQ(parsed("net:data=x"),
            "error: --cap-set: net is not about files, so it takes no kind ('data')");
  EXPECT_EQ(parsed("stdout,-file.read:data=x").substr(0, 43),
            "error: --cap-set: a denial takes no kind: -");
  EXPECT_EQ(parsed("-file.read=./x"), "error: --cap-set requires at least one capability");
  for (std::string_view text : {"stdout,-", "stdout,--net", "stdout,-none", "stdout,-NET"}) {
    EXPECT_EQ(parsed(text).substr(0, 36), "error: --cap-set: unknown capability") << text;
  }
  EXPECT_NE(parsed("stdout,-file.read=").find("is empty"), std::string::npos);
}

TEST(Ceiling, HostileDenials) {
  auto ceiling = [](std::string_view text) { return parse_ceiling(text, kBase).value(); };
  auto reads = [](const Ceiling& c, std::string_view path) {
    return c.covers(make_request(CapabilityType::FileRead, path, kBase));
  };
  Ceiling both = ceiling("file.read=./data/*,-file.read=./data/private/*");
  for (std::string_view path :
       {"data/private/x", "data/./private/x", "data//private//x", "data/a/../private/x",
        "./data\\private\\x", "/w/data/private/x", "data/private/a/b"}) {
    EXPECT_FALSE(reads(both, path)) << path;
  }
  // Other names: no folding, neither of case nor of look-alikes.
  for (std::string_view path :
       {"data/Private/x", "data/priv\u0430te/x", "data/private", "data/privatex"}) {
    EXPECT_TRUE(reads(both, path)) << path;
  }
  EXPECT_FALSE(reads(ceiling("file.read=./data/*,-file.read=./data/**"), "data/a"));
  EXPECT_FALSE(reads(ceiling("file.read=./data/*,-file"), "data/a"));
  EXPECT_FALSE(reads(ceiling("file.read,-file.read=./data/private*"), "data/private"));
  // A trailing slash names the folder alone.
  EXPECT_TRUE(reads(ceiling("file.read=./data/*,-file.read=./data/private/"), "data/private/x"));
  EXPECT_FALSE(reads(ceiling("file.read=./data/*,-file.read=./data/private/"), "data/private"));
  // A NUL is a character of a name like any other; such a path opens nothing.
  EXPECT_FALSE(reads(both, std::string_view("data/private/\0x", 15)));
  EXPECT_TRUE(reads(both, std::string_view("data/private\0/x", 15)));
  EXPECT_FALSE(reads(ceiling("file.read:data=./data/*"), std::string_view("data/.env\0.csv", 14)));
  // A pattern that is denied in part stays, whole ones go.
  Capability all = make_grant(CapabilityType::FileRead, "./data/*", kBase).value();
  Capability inside = make_grant(CapabilityType::FileRead, "./data/private/a*", kBase).value();
  EXPECT_TRUE(both.covers(all));
  EXPECT_TRUE(both.admits(all));
  EXPECT_FALSE(both.covers(inside));
  EXPECT_FALSE(both.admits(inside));
}

TEST(Ceiling, AdmitsWhatAKindLimits) {
  Ceiling data = parse_ceiling("file.read:data=./data/*", kBase).value();
  EXPECT_TRUE(data.admits(make_grant(CapabilityType::FileRead, "./data/*", kBase).value()));
  EXPECT_FALSE(data.covers(make_grant(CapabilityType::FileRead, "./data/*", kBase).value()));
  EXPECT_FALSE(data.admits(make_grant(CapabilityType::FileRead, "./*", kBase).value()));
  EXPECT_FALSE(data.admits(make_grant(CapabilityType::FileWrite, "./data/*", kBase).value()));
}

TEST(DelegatedItems, Errors) {
  auto message = [](std::string_view name) {
    Result<Capability> item = make_delegated_item(name, std::nullopt, kBase);
    return item.ok() ? std::string("ok") : item.error().message();
  };
  EXPECT_EQ(message("net"), "ok");
  EXPECT_EQ(
      message("bogus"),
      "sandbox under: unknown capability \"bogus\" — use the same names as `require` (net, db, "
      "file.read, sign, spend, …)");
  EXPECT_EQ(message("stdout"),
            "sandbox under: \"stdout\" is process-local (stdout, stdin, time, random): a delegated "
            "ceiling cannot carry it; the host ceiling governs it");
}

}  // namespace
}  // namespace syn::cap
