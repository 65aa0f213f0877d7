// Real files: what is read, listed and written, with the words for each fault.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/posix_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "host/errors.h"
#include "host/posix/posix_host.h"
#include "host/temporary_directory.h"

namespace syn::host {
namespace {

using cap::LinkPolicy;
using cap::PathPermit;

class PosixFilesTest : public ::testing::Test {
 protected:
  PathPermit permit(const std::string& name, LinkPolicy links = LinkPolicy::Refuse) const {
    return {directory.at(name), name, directory.path(), links};
  }
  std::string read(const std::string& name) {
    Result<std::string> bytes = read_text(files, permit(name), {});
    return bytes.ok() ? bytes.value() : bytes.error().message();
  }
  std::string write(const std::string& name, std::string_view bytes) {
    Result<void> done = files.write(permit(name), bytes);
    return done.ok() ? "written" : done.error().message();
  }
  size_t num_entries(const std::string& name) {
    return files.list(permit(name), Files::kMaxEntries).value().size();
  }

  TemporaryDirectory directory;
  PosixRandom random;
  PosixFiles files{random};
};

TEST_F(PosixFilesTest, ReadsText) {
  directory.put("a.txt", "hello\n");
  directory.put("sub/empty", "");
  EXPECT_EQ(read("a.txt"), "hello\n");
  EXPECT_EQ(read("sub/empty"), "");
}

TEST_F(PosixFilesTest, WordsForWhatCannotBeRead) {
  directory.put("a.txt", "x");
  directory.put("bad", "ab\xFFz");
  EXPECT_EQ(read("nope"), "File not found: nope");
  EXPECT_EQ(read("a.txt/x"), "File not found: a.txt/x");
  EXPECT_EQ(read("bad"), "\"bad\" is not UTF-8 text: the byte at offset 2 does not belong there");
  std::filesystem::create_directory(directory.at("sub"));
  EXPECT_EQ(read("sub"), "\"sub\" is a directory, not a file");
  EXPECT_EQ(read(std::string("a.txt\0.x", 8)), "File not found: a.txt\\u0000.x");
  EXPECT_EQ(read(std::string(5000, 'a')), "File not found: " + std::string(256, 'a') + "…");
}

TEST_F(PosixFilesTest, NoPermissionIsNotMissing) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything: not tested";
  directory.put("secret", "x");
  chmod(directory.at("secret").c_str(), 0);
  EXPECT_EQ(read("secret"), "no permission to open \"secret\": the system refuses it");
}

TEST_F(PosixFilesTest, RefusesDevicesPipesAndSockets) {
  mkfifo(directory.at("fifo").c_str(), 0600);
  EXPECT_EQ(read("fifo"), "\"fifo\" is a pipe (FIFO), not a regular file");
  EXPECT_EQ(files.append(permit("fifo"), "x").error().row().code, "H0121");
  EXPECT_EQ(write("fifo", "x"), "\"fifo\" is a pipe (FIFO), not a regular file");
  PathPermit device{"/dev/zero", "/dev/zero", "/dev", LinkPolicy::Refuse};
  EXPECT_TRUE(files.read(device, {}).error().is(host_errors::kDeviceRefused));
  PathPermit free = PathPermit::unrestricted("/dev/zero", "/dev/zero");
  EXPECT_TRUE(files.read(free, {}).error().is(host_errors::kDeviceRefused));
}

TEST_F(PosixFilesTest, LimitsHoldBeforeReading) {
  directory.put("big", std::string(1000, 'x'));
  ReadLimits limits;
  limits.max_bytes = 999;
  EXPECT_EQ(files.read(permit("big"), limits).error().message(),
            "\"big\" is too large: more than 999 bytes");
  EXPECT_FALSE(files.view(permit("big"), limits).ok());
  limits.max_bytes = 1000;
  EXPECT_EQ(files.read(permit("big"), limits).value().size(), 1000u);
  // B22: a sparse file of terabytes costs nothing.
  directory.put("sparse", "");
  std::filesystem::resize_file(directory.at("sparse"), uint64_t{1} << 43);
  EXPECT_TRUE(files.read(permit("sparse"), {}).error().is(host_errors::kFileTooLarge));
}

class Watch final : public ReadWatch {
 public:
  Result<void> admit(uint64_t num_bytes) override {
    admitted += num_bytes;
    if (admitted > limit) return Error(host_errors::kFileTooLarge, {"watched", "0"});
    return {};
  }
  Result<void> advance(uint64_t num_bytes) override {
    read += num_bytes;
    ++num_calls;
    if (num_calls == stop_at) return Error(host_errors::kFileNotFound, {"stopped"});
    return {};
  }
  uint64_t limit = UINT64_MAX;
  int stop_at = -1;
  uint64_t admitted = 0;
  uint64_t read = 0;
  int num_calls = 0;
};

TEST_F(PosixFilesTest, TheWatchIsAskedAndHeard) {
  directory.put("big", std::string(3 << 20, 'x'));
  Watch watch;
  ReadLimits limits;
  limits.watch = &watch;
  EXPECT_TRUE(files.read(permit("big"), limits).ok());
  EXPECT_EQ(watch.read, uint64_t{3} << 20);
  EXPECT_GE(watch.num_calls, 3);
  Watch poor;
  poor.limit = 1000;
  limits.watch = &poor;
  EXPECT_FALSE(files.read(permit("big"), limits).ok());
  EXPECT_EQ(poor.read, 0u);
  Watch impatient;
  impatient.stop_at = 2;
  limits.watch = &impatient;
  EXPECT_EQ(files.read(permit("big"), limits).error().message(), "File not found: stopped");
}

TEST_F(PosixFilesTest, ReadsFilesWithoutASize) {
  PathPermit version = PathPermit::unrestricted("/proc/version", "/proc/version");
  EXPECT_EQ(files.read(version, {}).value().substr(0, 5), "Linux");
  ReadLimits limits;
  limits.max_bytes = 5;
  EXPECT_FALSE(files.read(version, limits).ok());
}

TEST_F(PosixFilesTest, ViewsSmallAndLargeFiles) {
  directory.put("small", "abc");
  directory.put("large", std::string(1 << 20, 'y'));
  EXPECT_EQ(files.view(permit("small"), {}).value()->bytes(), "abc");
  EXPECT_EQ(files.view(permit("large"), {}).value()->bytes(), std::string(1 << 20, 'y'));
  auto open = files.open(permit("small")).value();
  std::array<char, 8> out{};
  EXPECT_EQ(open->read_at(1, out).value(), 2u);
  EXPECT_EQ(open->read_at(9, out).value(), 0u);
  EXPECT_EQ(open->facts().size, 3u);
}

TEST_F(PosixFilesTest, Describes) {
  directory.put("sub/a", "abc");
  FileFacts facts = files.describe(permit("sub/a")).value();
  EXPECT_EQ(facts.kind, FileKind::Regular);
  EXPECT_EQ(facts.size, 3u);
  EXPECT_GT(*facts.modified_unix_seconds, 1.6e9);
  EXPECT_EQ(files.describe(permit("sub")).value().kind, FileKind::Directory);
  EXPECT_EQ(files.describe(permit("sub")).value().size, 0u);
  EXPECT_FALSE(files.describe(permit("nope")).value().exists());
  EXPECT_FALSE(files.describe(permit("sub/a/b")).value().exists());
}

TEST_F(PosixFilesTest, ListsSortedAndBounded) {
  for (std::string name : {"b", "a", ".hidden", "Z", "é"}) directory.put("d/" + name, "xy");
  std::filesystem::create_directory(directory.at("d/sub"));
  std::filesystem::create_symlink("/etc/passwd", directory.at("d/link"));
  directory.put("d/bad\xFF", "");
  std::vector<DirectoryEntry> entries = files.list(permit("d"), 100).value();
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : entries) names.push_back(entry.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{".hidden", "Z", "a", "b", "bad\uFFFD", "link", "sub", "é"}));
  EXPECT_EQ(entries[2].size, 2u);
  EXPECT_EQ(entries[5].size, 0u);  // not the length of what it points to
  EXPECT_FALSE(entries[5].is_directory);
  EXPECT_TRUE(entries[6].is_directory);
  EXPECT_EQ(files.list(permit("d"), 7).error().message(), "\"d\" holds more than 7 entries");
  EXPECT_EQ(files.list(permit("nope"), 7).error().message(), "Not a directory: nope");
  EXPECT_EQ(files.list(permit("d/a"), 7).error().message(), "Not a directory: d/a");
}

TEST_F(PosixFilesTest, WritesInOneStepAndKeepsTheMode) {
  EXPECT_EQ(write("new/deep/a", "one"), "written");
  EXPECT_EQ(directory.get("new/deep/a"), "one");
  chmod(directory.at("new/deep/a").c_str(), 0640);
  EXPECT_EQ(write("new/deep/a", "two"), "written");
  EXPECT_EQ(directory.get("new/deep/a"), "two");
  struct stat status {};
  stat(directory.at("new/deep/a").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(num_entries("new/deep"), 1u);  // nothing temporary stays
}

TEST_F(PosixFilesTest, WordsForWhatCannotBeWritten) {
  directory.put("a.txt", "x");
  std::filesystem::create_directory(directory.at("sub"));
  EXPECT_EQ(write("a.txt/x", "y"), "Cannot write file a.txt/x: Not a directory (os error 20)");
  EXPECT_EQ(write("sub", "y"), "Cannot write file sub: Is a directory (os error 21)");
  PathPermit proc = PathPermit::unrestricted("/proc/nope/x", "/proc/nope/x");
  EXPECT_FALSE(files.write(proc, "y").ok());
  EXPECT_EQ(directory.get("a.txt"), "x");
}

/// A reader sees the old text or the new one, whole, never a part.
TEST_F(PosixFilesTest, ReplacedFilesStayWholeForThoseWhoReadThem) {
  directory.put("a", "old");
  auto open = files.open(permit("a")).value();
  EXPECT_EQ(write("a", "new and longer"), "written");
  std::array<char, 32> out{};
  EXPECT_EQ(open->read_at(0, out).value(), 3u);
  EXPECT_EQ(std::string(out.data(), 3), "old");
}

TEST_F(PosixFilesTest, Appends) {
  EXPECT_TRUE(files.append(permit("log/a"), "1").ok());
  EXPECT_TRUE(files.append(permit("log/a"), "2").ok());
  EXPECT_EQ(directory.get("log/a"), "12");
  EXPECT_FALSE(files.append(permit("log"), "2").ok());
}

TEST_F(PosixFilesTest, DeletesFiles) {
  directory.put("d/a", "x");
  EXPECT_TRUE(files.delete_file(permit("d/a")).ok());
  EXPECT_EQ(files.delete_file(permit("d/a")).error().message(), "File not found: d/a");
  EXPECT_EQ(files.delete_file(permit("d")).error().message(),
            "delete_file: \"d\" is a directory (use delete_dir)");
}

TEST_F(PosixFilesTest, DeletesDirectories) {
  directory.put("outside", "keep");
  directory.put("d/x/y/z", "1");
  directory.put("d/x/w", "2");
  directory.put("d/a", "3");
  std::filesystem::create_symlink(directory.at("outside"), directory.at("d/link"));
  std::filesystem::create_directory_symlink(directory.path(), directory.at("d/x/up"));
  auto remove = [&](const std::string& name, DeleteMode mode) {
    Result<void> done = files.delete_directory(permit(name), mode);
    return done.ok() ? "deleted" : done.error().message();
  };
  EXPECT_EQ(remove("nope", DeleteMode::Recursive), "Directory not found: nope");
  EXPECT_EQ(remove("d/a", DeleteMode::EmptyOnly), "Directory not found: d/a");
  EXPECT_EQ(remove("d/link", DeleteMode::Recursive), "Directory not found: d/link");
  EXPECT_EQ(remove("d", DeleteMode::EmptyOnly),
            "delete_dir: \"d\" is not empty (pass {\"recursive\": true} to delete its contents)");
  EXPECT_EQ(remove("d", DeleteMode::Recursive), "deleted");
  EXPECT_FALSE(directory.exists("d"));
  EXPECT_EQ(directory.get("outside"), "keep");
  std::filesystem::create_directory(directory.at("e"));
  EXPECT_EQ(remove("e", DeleteMode::EmptyOnly), "deleted");
}

TEST_F(PosixFilesTest, DeletesDeepTreesWithFewDescriptors) {
  std::string deep = "t";
  for (int i = 0; i < 200; ++i) deep += "/d";
  directory.put(deep + "/f", "x");
  EXPECT_TRUE(files.delete_directory(permit("t"), DeleteMode::Recursive).ok());
  EXPECT_FALSE(directory.exists("t"));
}

TEST_F(PosixFilesTest, MakesDirectories) {
  EXPECT_TRUE(files.make_directory(permit("a/b/c")).ok());
  EXPECT_TRUE(files.make_directory(permit("a/b/c")).ok());
  directory.put("f", "x");
  EXPECT_EQ(files.make_directory(permit("f")).error().message(),
            "Cannot create directory f: File exists (os error 17)");
}

/// The program may delete the directory that its grant owns, and make it again.
TEST_F(PosixFilesTest, ADeletedRootIsFoundAgain) {
  PathPermit file{directory.at("out/x"), "out/x", directory.at("out"), LinkPolicy::Refuse};
  ASSERT_TRUE(files.write(file, "1").ok());  // makes the root
  ASSERT_TRUE(files.write(file, "2").ok());  // pins it
  ASSERT_TRUE(files.delete_directory(permit("out"), DeleteMode::Recursive).ok());
  EXPECT_TRUE(files.read(file, {}).error().is(host_errors::kFileNotFound));
  ASSERT_TRUE(files.write(file, "3").ok());
  EXPECT_EQ(directory.get("out/x"), "3");
}

}  // namespace
}  // namespace syn::host
