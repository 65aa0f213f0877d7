// Lexical forms of scopes: the tables of security.md §3.
// SPDX-License-Identifier: Apache-2.0
#include "cap/scope.h"

#include <gtest/gtest.h>

namespace syn::cap {
namespace {

const ScopeBase kBase{"/home/u/w", "/home/u"};

TEST(NormalizePath, TableOf32) {
  EXPECT_EQ(normalize_path("data/a.txt", kBase), "data/a.txt");
  EXPECT_EQ(normalize_path("./data/./a.txt", kBase), "data/a.txt");
  EXPECT_EQ(normalize_path("data//a.txt/", kBase), "data/a.txt");
  EXPECT_EQ(normalize_path("x/../data/a.txt", kBase), "data/a.txt");
  EXPECT_EQ(normalize_path("data\\..\\.env", kBase), ".env");
  EXPECT_EQ(normalize_path("data/sub/../../../x", kBase), "../x");
  EXPECT_EQ(normalize_path("../../x", kBase), "../../x");
  EXPECT_EQ(normalize_path("/../../x", kBase), "/x");
  EXPECT_EQ(normalize_path("", kBase), ".");
  EXPECT_EQ(normalize_path("a/..", kBase), ".");
  EXPECT_EQ(normalize_path("/", kBase), "/");
  EXPECT_EQ(normalize_path("C:/../x", kBase), "C:/x");
  EXPECT_EQ(normalize_path("data/%2e%2e/x", kBase), "data/%2e%2e/x");
}

TEST(NormalizePath, Home) {
  EXPECT_EQ(normalize_path("~", kBase), "/home/u");
  EXPECT_EQ(normalize_path("~/x", kBase), "/home/u/x");
  EXPECT_EQ(normalize_path("~nobody/x", kBase), "~nobody/x");
  EXPECT_EQ(normalize_path("a/~/x", kBase), "a/~/x");
  EXPECT_EQ(normalize_path("~/x", {"/w", std::nullopt}), "~/x");
}

TEST(AbsolutePath, JoinsWithTheBase) {
  EXPECT_EQ(absolute_path("data/a", kBase), "/home/u/w/data/a");
  EXPECT_EQ(absolute_path("../w/data/a", kBase), "/home/u/w/data/a");
  EXPECT_EQ(absolute_path("../../../../../etc", kBase), "/etc");
  EXPECT_EQ(absolute_path("/etc/x", kBase), "/etc/x");
  EXPECT_EQ(absolute_path("", kBase), "/home/u/w");
  EXPECT_EQ(absolute_path("C:/x", kBase), "/home/u/w/C:/x");
  EXPECT_EQ(absolute_path("C:/../../x", kBase), "/home/u/w/C:/x");
}

std::string url_scope(std::string_view url) {
  auto host = host_of_url(url);
  return host ? host->text() : "none";
}

TEST(Hosts, OfRequests) {
  EXPECT_EQ(url_scope("http://example.com/x"), "example.com");
  EXPECT_EQ(url_scope("http://EXAMPLE.com:8080?x"), "example.com:8080");
  EXPECT_EQ(url_scope("http://example.com@127.0.0.1:9/"), "127.0.0.1:9");
  EXPECT_EQ(url_scope("http://127.0.0.1:9/?x=@example.com"), "127.0.0.1:9");
  EXPECT_EQ(url_scope("http://127.0.0.1:9#@example.com"), "127.0.0.1:9");
  EXPECT_EQ(url_scope("http://[::1]/"), "::1");
  EXPECT_EQ(url_scope("http://[::1]:80/"), "[::1]:80");
  EXPECT_EQ(url_scope("127.0.0.1:9/"), "none");
  EXPECT_EQ(url_scope("file:///etc/passwd"), "none");
  EXPECT_EQ(url_scope("http://"), "none");
}

TEST(Hosts, OfGrants) {
  EXPECT_EQ(host_of_grant("API.example.com")->text(), "api.example.com");
  EXPECT_EQ(host_of_grant("https://u:p@h.example:8443/p?q")->text(), "h.example:8443");
  EXPECT_EQ(host_of_grant("127.0.0.1:1")->text(), "127.0.0.1:1");
  EXPECT_EQ(host_of_grant("[::1]")->text(), "::1");
  EXPECT_EQ(host_of_grant("::1")->text(), "::1");
  EXPECT_EQ(host_of_grant("*.example.com")->text(), "*.example.com");
  EXPECT_FALSE(host_of_grant("http:///x").has_value());
}

TEST(DatabaseUrls, AreCanonical) {
  EXPECT_EQ(canonical_database_url("postgres://u:p@LOCALHOST:1/AppDB?x=1"),
            "postgres://localhost/appdb");
  EXPECT_EQ(canonical_database_url("REDIS://127.0.0.1:1/0"), "redis://127.0.0.1/0");
  EXPECT_EQ(canonical_database_url("postgres://localhost"), "postgres://localhost");
  EXPECT_EQ(canonical_database_url("postgres://localhost/"), "postgres://localhost");
  EXPECT_EQ(canonical_database_url("postgres://*"), "postgres://*");
}

TEST(PrintableScope, CutsAndEscapes) {
  EXPECT_EQ(printable_scope("plain é"), "plain é");
  EXPECT_EQ(printable_scope("a\x1b[31m\n"), "a\\u001b[31m\\u000a");
  EXPECT_EQ(printable_scope("a\u202Eb"), "a\\u202eb");
  EXPECT_EQ(printable_scope(std::string(300, 'x')), std::string(256, 'x') + "…");
  EXPECT_EQ(printable_scope("\xFF"), "\uFFFD");
  EXPECT_LT(printable_scope(std::string(16 << 20, '\n')).size(), 2000u);
}

}  // namespace
}  // namespace syn::cap
