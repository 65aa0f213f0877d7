// Kinds of files: names, endings, hidden steps, and what grants of a kind cover.
// SPDX-License-Identifier: Apache-2.0
#include "cap/content_kind.h"

#include <gtest/gtest.h>

#include "cap/capability.h"
#include "cap/errors.h"

namespace syn::cap {
namespace {

const ScopeBase kBase{"/w", std::nullopt};

Capability grant(std::string_view scope, ContentKind kind = ContentKind::Any) {
  return make_grant(CapabilityType::FileRead, scope, kBase, kind).value();
}

bool reads(const Capability& capability, std::string_view path) {
  return capability.covers(make_request(CapabilityType::FileRead, path, kBase));
}

TEST(ContentKind, Names) {
  EXPECT_EQ(known_content_kinds(), "data, text, image");
  EXPECT_EQ(find_content_kind("data"), ContentKind::Data);
  for (std::string_view name : {"", "Data", "DATA", "any", "data ", "dat\u0430"}) {
    EXPECT_EQ(find_content_kind(name), ContentKind::Any) << name;
  }
}

TEST(ContentKind, EndingsOfNames) {
  for (std::string_view path : {"/d/a.csv", "/d/a.CSV", "/d/a.b.parquet", "/d/a.json.gz",
                                "/d/a.txt.ZST", "/d/\u00e1.csv", "/d/-.csv"}) {
    EXPECT_TRUE(has_content_kind(path, ContentKind::Data)) << path;
  }
  for (std::string_view path :
       {"/d/.env", "/d/env", "/d/csv", "/d/.csv", "/d/a.gz", "/d/a.csv.gz.gz", "/d/a.csv ",
        "/d/a.csv.", "/d/a.csv/b", "/d/a.cs\u0475", "/d/a\uff0ecsv", "/d/a.csv~", "/d/acsv",
        "/d/.csv.gz", "/d/a.db", "/"}) {
    EXPECT_FALSE(has_content_kind(path, ContentKind::Data)) << path;
  }
  EXPECT_FALSE(has_content_kind(std::string_view("/d/.env\0.csv", 12), ContentKind::Data));
  EXPECT_TRUE(has_content_kind("/d/x.png", ContentKind::Image));
  EXPECT_FALSE(has_content_kind("/d/x.png.gz", ContentKind::Image));
  EXPECT_TRUE(has_content_kind("/d/.env", ContentKind::Any));
}

TEST(ContentKind, HiddenSteps) {
  EXPECT_FALSE(is_hidden_below("/d/a/b.csv", "/d"));
  EXPECT_TRUE(is_hidden_below("/d/.a/b.csv", "/d"));
  EXPECT_TRUE(is_hidden_below("/d/a/.b.csv", "/d"));
  EXPECT_FALSE(is_hidden_below("/d/.a/b.csv", "/d/.a"));
  EXPECT_TRUE(is_hidden_below("/dd/b.csv", "/d"));
  EXPECT_TRUE(is_hidden_below("/.d/b.csv", "/"));
  EXPECT_FALSE(is_hidden_below("/d", "/d"));
}

TEST(GrantsByKind, CoverRegularNamesOfTheKind) {
  Capability data = grant("./data/*", ContentKind::Data);
  EXPECT_EQ(data.ceiling_text(), "file.read:data=./data/*");
  EXPECT_EQ(data.require_text(), "file.read:data(\"./data/*\")");
  EXPECT_EQ(data.display(), "file_read:data(\"./data/*\")");
  EXPECT_TRUE(reads(data, "data/a.csv"));
  EXPECT_TRUE(reads(data, "data/x/../a.csv"));
  for (std::string_view path :
       {"data/.env", "data/.x.csv", "data/.git/a.csv", "data/a/.b/c.csv", "data/a", "data",
        "data/a.py", "other/a.csv", "data/../a.csv", "/etc/a.csv"}) {
    EXPECT_FALSE(reads(data, path)) << path;
  }
  // What the grant names itself is the host's word.
  EXPECT_TRUE(reads(grant("./.cache/*", ContentKind::Data), ".cache/a.csv"));
  EXPECT_TRUE(reads(grant("*", ContentKind::Data), "/srv/a.csv"));
  EXPECT_FALSE(reads(grant("*", ContentKind::Data), "/home/u/.ssh/a.txt"));
}

TEST(GrantsByKind, AreCoveredByTheSameScopeAndNotTheReverse) {
  Capability any = grant("./data/*");
  Capability data = grant("./data/*", ContentKind::Data);
  EXPECT_TRUE(any.covers(data));
  EXPECT_FALSE(data.covers(any));
  EXPECT_TRUE(data.covers(data));
  EXPECT_TRUE(data.covers(grant("./data/*.csv", ContentKind::Data)));
  EXPECT_FALSE(data.covers(grant("./data/a.csv")));
  EXPECT_FALSE(data.covers(grant("./data/*", ContentKind::Text)));
  EXPECT_FALSE(data.covers(grant("./*", ContentKind::Data)));
  // The root of the inner one lies behind a point, where the outer one does not reach.
  EXPECT_FALSE(data.covers(grant("./data/.git/*", ContentKind::Data)));
  EXPECT_FALSE(data.covers(grant("./data/.a.csv", ContentKind::Data)));
  Capability whole =
      make_grant(CapabilityType::FileRead, std::nullopt, kBase, ContentKind::Data).value();
  EXPECT_TRUE(whole.covers(data));
  EXPECT_FALSE(whole.covers(any));
}

TEST(GrantsByKind, LookingForFiles) {
  Capability data = grant("./data/*", ContentKind::Data);
  Capability search = make_request(CapabilityType::FileRead, "data/**", kBase);
  EXPECT_FALSE(data.covers(search));
  search.is_search = true;
  EXPECT_TRUE(data.covers(search));
  Capability hidden = make_request(CapabilityType::FileRead, "data/.git/**", kBase);
  hidden.is_search = true;
  EXPECT_FALSE(data.covers(hidden));
}

TEST(CapabilityNames, WithKinds) {
  auto message = [](std::string_view text) {
    auto name = parse_capability_name(text);
    return name.ok() ? "ok" : name.error().message();
  };
  EXPECT_EQ(message("file.read:data"), "ok");
  EXPECT_EQ(message("file : image"), "ok");
  EXPECT_EQ(message("file.write:text"), "ok");
  EXPECT_EQ(message("file.read:"), "unknown kind of files ''. Known: data, text, image");
  EXPECT_EQ(message("file.read:any"), "unknown kind of files 'any'. Known: data, text, image");
  EXPECT_EQ(message("file.read:data:text"),
            "unknown kind of files 'data:text'. Known: data, text, image");
  EXPECT_EQ(message("net:data"), "net is not about files, so it takes no kind ('data')");
  EXPECT_EQ(message("bogus:data").substr(0, 26), "unknown capability 'bogus'");
}

TEST(Denials, RefuseWhereTheyMayBeMeant) {
  Capability port = make_grant(CapabilityType::Net, "evil.example:443", kBase).value();
  EXPECT_TRUE(port.denies(make_request(CapabilityType::Net, "https://evil.example/", kBase)));
  EXPECT_TRUE(port.denies(make_request(CapabilityType::Net, "https://evil.example:443/", kBase)));
  EXPECT_FALSE(port.denies(make_request(CapabilityType::Net, "https://evil.example:80/", kBase)));
  Capability hidden = grant("./data/private/*");
  EXPECT_TRUE(hidden.may_deny_beneath(CapabilityType::FileRead, "/w/data"));
  EXPECT_TRUE(hidden.may_deny_beneath(CapabilityType::FileRead, "/w/data/private/x"));
  EXPECT_FALSE(hidden.may_deny_beneath(CapabilityType::FileRead, "/w/data/privates"));
  EXPECT_FALSE(hidden.may_deny_beneath(CapabilityType::FileWrite, "/w/data"));
  Capability every = make_grant(CapabilityType::File, std::nullopt, kBase).value();
  EXPECT_TRUE(every.may_deny_beneath(CapabilityType::FileWrite, "/x"));
}

}  // namespace
}  // namespace syn::cap
