// The host of tests keeps the words of the real one.
// SPDX-License-Identifier: Apache-2.0
#include "host/memory/memory_host.h"

#include <gtest/gtest.h>

namespace syn::host {
namespace {

cap::PathPermit permit(const std::string& path) {
  return cap::PathPermit::unrestricted("/w/" + path, path);
}

TEST(MemoryFiles, ReadWriteListDelete) {
  MemoryFiles files;
  EXPECT_EQ(files.read(permit("a"), {}).error().message(), "File not found: a");
  EXPECT_TRUE(files.write(permit("d/a"), "one").ok());
  EXPECT_TRUE(files.append(permit("d/a"), "two").ok());
  EXPECT_EQ(files.read(permit("d/a"), {}).value(), "onetwo");
  EXPECT_EQ(files.read(permit("d"), {}).error().message(), "\"d\" is a directory, not a file");
  EXPECT_EQ(files.write(permit("d/a/x"), "").error().message(),
            "Cannot write file d/a/x: Not a directory (os error 20)");
  EXPECT_TRUE(files.make_directory(permit("d/sub")).ok());
  std::vector<DirectoryEntry> entries = files.list(permit("d"), 10).value();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, "a");
  EXPECT_EQ(entries[0].size, 6u);
  EXPECT_TRUE(entries[1].is_directory);
  EXPECT_FALSE(files.delete_directory(permit("d"), DeleteMode::EmptyOnly).ok());
  EXPECT_TRUE(files.delete_directory(permit("d"), DeleteMode::Recursive).ok());
  EXPECT_FALSE(files.describe(permit("d")).value().exists());
}

TEST(MemoryFiles, TextMustBeUtf8) {
  MemoryFiles files;
  files.put("/w/bad", "a\xC3");
  EXPECT_EQ(read_text(files, permit("bad"), {}).error().message(),
            "\"bad\" is not UTF-8 text: the byte at offset 1 does not belong there");
}

TEST(MemoryHost, StreamsAndTime) {
  MemoryHost memory;
  Host host = memory.host();
  EXPECT_TRUE(host.output.print("x").ok());
  EXPECT_EQ(memory.output.text(), "x\n");
  int64_t start = host.clock.steady_ns();
  host.clock.sleep(5, kNever);
  EXPECT_EQ(host.clock.steady_ns(), start + 5);
  MemoryInput input("a\r\nb");
  EXPECT_EQ(input.read_line().value(), "a");
  EXPECT_EQ(input.read_line().value(), "b");
  EXPECT_FALSE(input.read_line().value().has_value());
}

}  // namespace
}  // namespace syn::host
