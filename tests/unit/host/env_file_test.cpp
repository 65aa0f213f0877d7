// Env files.
// SPDX-License-Identifier: Apache-2.0
#include "host/env_file.h"

#include <gtest/gtest.h>

namespace syn::host {
namespace {

std::string value_of(std::string_view line) {
  EnvFile file = parse_env_file(line);
  if (file.variables.size() != 1) return "none";
  return file.variables[0].first + "=[" + file.variables[0].second + "]";
}

TEST(EnvFile, Values) {
  EXPECT_EQ(value_of("K=fromfile"), "K=[fromfile]");
  EXPECT_EQ(value_of("K=\"two words\""), "K=[two words]");
  EXPECT_EQ(value_of("K=val # note"), "K=[val]");
  EXPECT_EQ(value_of("K=a#b"), "K=[a#b]");
  EXPECT_EQ(value_of("K='s q'"), "K=[s q]");
  EXPECT_EQ(value_of("K='a' # note"), "K=[a]");
  EXPECT_EQ(value_of("K=\"a # b\""), "K=[a # b]");
  EXPECT_EQ(value_of("K="), "K=[]");
  EXPECT_EQ(value_of("K=#x"), "K=[]");
  EXPECT_EQ(value_of("  K = v \r\n"), "K=[v]");
  EXPECT_EQ(value_of("K=\"open"), "K=[\"open]");
  EXPECT_EQ(value_of("K=$HOME\\n"), "K=[$HOME\\n]");
  EXPECT_EQ(value_of("K=a=b"), "K=[a=b]");
  EXPECT_EQ(value_of("\xEF\xBB\xBFK=v"), "K=[v]");
}

TEST(EnvFile, CommentsBlanksAndBadLines) {
  EnvFile file = parse_env_file("# c\n\nA=1\nno equals\n=x\n1A=2\nexport B=3\nA=4\n");
  EXPECT_EQ(file.bad_lines, (std::vector<uint32_t>{4, 5, 6, 7}));
  ASSERT_EQ(file.variables.size(), 2u);
  EXPECT_EQ(file.variables[1].second, "4");
}

}  // namespace
}  // namespace syn::host
