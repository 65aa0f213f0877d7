// Ways out of a granted folder, each shown to work where links are followed and to fail where they
// are not: symbolic links of files and folders, hard links, races, /proc, mounts, and the walk that
// old kernels need.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "host/errors.h"
#include "host/posix/beneath.h"
#include "host/posix/posix_files.h"
#include "host/posix/posix_host.h"
#include "host/temporary_directory.h"

namespace syn::host {
namespace {

using cap::LinkPolicy;
using cap::PathPermit;

class Escape : public ::testing::Test {
 protected:
  Escape() {
    directory.put("secret", "SECRET");
    directory.put("data/a", "inside");
    directory.put("data/sub/b", "inside too");
  }
  /// A permit for data/<name> whose grant owns data.
  PathPermit permit(const std::string& name, LinkPolicy links) const {
    return {directory.at("data/" + name), "data/" + name, directory.at("data"), links};
  }
  std::string read(const std::string& name, LinkPolicy links) {
    Result<std::string> bytes = files.read(permit(name, links), {});
    return bytes.ok() ? bytes.value() : std::string(bytes.error().row().code);
  }
  void link(const std::string& target, const std::string& name) const {
    std::filesystem::create_symlink(target, directory.at("data/" + name));
  }

  TemporaryDirectory directory;
  PosixRandom random;
  PosixFiles files{random};
};

TEST_F(Escape, SymbolicLinkToAFileOutside) {
  link("../secret", "l");
  EXPECT_EQ(read("l", LinkPolicy::Follow), "SECRET");
  EXPECT_EQ(read("l", LinkPolicy::FollowWithin), "H0109");
  EXPECT_EQ(read("l", LinkPolicy::Refuse), "H0108");
  EXPECT_TRUE(
      files.describe(permit("l", LinkPolicy::Refuse)).error().is(host_errors::kLinkRefused));
  EXPECT_FALSE(files.append(permit("l", LinkPolicy::Refuse), "x").ok());
  EXPECT_FALSE(files.append(permit("l", LinkPolicy::FollowWithin), "x").ok());
  EXPECT_EQ(directory.get("secret"), "SECRET");
}

TEST_F(Escape, SymbolicLinkToAFolderOutside) {
  link("..", "up");
  link("/", "root");
  EXPECT_EQ(read("up/secret", LinkPolicy::Follow), "SECRET");
  for (LinkPolicy links : {LinkPolicy::FollowWithin, LinkPolicy::Refuse}) {
    EXPECT_FALSE(files.read(permit("up/secret", links), {}).ok());
    EXPECT_FALSE(files.read(permit("root/etc/passwd", links), {}).ok());
    EXPECT_FALSE(files.list(permit("up", links), 100).ok());
    EXPECT_FALSE(files.write(permit("up/new", links), "x").ok());
    EXPECT_FALSE(files.write(permit("up/made/new", links), "x").ok());
    EXPECT_FALSE(files.delete_file(permit("up/secret", links)).ok());
    EXPECT_FALSE(files.make_directory(permit("up/made", links)).ok());
    EXPECT_FALSE(files.delete_directory(permit("up/data", links), DeleteMode::Recursive).ok());
  }
  EXPECT_FALSE(directory.exists("new"));
  EXPECT_FALSE(directory.exists("made"));
  EXPECT_TRUE(directory.exists("data/a"));
}

/// B4: whether a file outside exists cannot be told from the answer.
TEST_F(Escape, NoExistenceOracleThroughLinks) {
  link("..", "up");
  for (LinkPolicy links : {LinkPolicy::FollowWithin, LinkPolicy::Refuse}) {
    EXPECT_EQ(read("up/secret", links), read("up/nope", links));
    EXPECT_EQ(files.describe(permit("up/secret", links)).error().row().code,
              files.describe(permit("up/nope", links)).error().row().code);
  }
}

TEST_F(Escape, LinksThatStayWithinAreFollowedWithoutACeilingOnly) {
  link("sub/b", "l");
  link("sub", "s");
  EXPECT_EQ(read("l", LinkPolicy::FollowWithin), "inside too");
  EXPECT_EQ(read("s/b", LinkPolicy::FollowWithin), "inside too");
  EXPECT_EQ(read("l", LinkPolicy::Refuse), "H0108");
  EXPECT_EQ(read("s/b", LinkPolicy::Refuse), "H0108");
}

TEST_F(Escape, TheFolderItselfMayBeALinkOfItsGrantor) {
  std::filesystem::create_directory_symlink(directory.at("data"), directory.at("alias"));
  PathPermit below{directory.at("alias/a"), "alias/a", directory.at("alias"), LinkPolicy::Refuse};
  EXPECT_EQ(files.read(below, {}).value(), "inside");
  PathPermit itself{directory.at("alias"), "alias", directory.at("alias"), LinkPolicy::Refuse};
  EXPECT_EQ(files.list(itself, 100).value().size(), 2u);
  PathPermit from_above{directory.at("alias/a"), "alias/a", directory.path(), LinkPolicy::Refuse};
  EXPECT_FALSE(files.read(from_above, {}).ok());
}

TEST_F(Escape, AFileThatIsNamedExactlyMustNotBeALink) {
  link("../secret", "l");
  PathPermit exact{directory.at("data/l"), "data/l", directory.at("data/l"), LinkPolicy::Refuse};
  EXPECT_TRUE(files.read(exact, {}).error().is(host_errors::kLinkRefused));
  exact.links = LinkPolicy::FollowWithin;
  EXPECT_TRUE(files.read(exact, {}).error().is(host_errors::kLinkLeavesGrant));
  EXPECT_FALSE(files.describe(exact).ok());
}

TEST_F(Escape, HardLinks) {
  std::filesystem::create_hard_link(directory.at("secret"), directory.at("data/h"));
  EXPECT_EQ(read("h", LinkPolicy::FollowWithin), "SECRET");
  EXPECT_EQ(read("h", LinkPolicy::Refuse), "H0110");
  EXPECT_FALSE(files.view(permit("h", LinkPolicy::Refuse), {}).ok());
  EXPECT_FALSE(files.describe(permit("h", LinkPolicy::Refuse)).ok());
  EXPECT_FALSE(files.append(permit("h", LinkPolicy::Refuse), "x").ok());
  EXPECT_TRUE(files.write(permit("h", LinkPolicy::Refuse), "new").ok());  // takes the name only
  EXPECT_EQ(directory.get("secret"), "SECRET");
}

/// B14 to B18: what /proc knows of this process.
TEST_F(Escape, MagicLinks) {
  link("/proc/self/environ", "e");
  link("/proc/self/fd/0", "f");
  link("/proc/self/root", "r");
  link("/proc/self/cwd", "c");
  for (LinkPolicy links : {LinkPolicy::FollowWithin, LinkPolicy::Refuse}) {
    for (std::string name : {"e", "f", "r/etc/passwd", "c/x"}) {
      EXPECT_FALSE(files.read(permit(name, links), {}).ok()) << name;
      EXPECT_FALSE(files.append(permit(name, links), "x").ok()) << name;
    }
  }
  PathPermit proc{"/proc/self/root/etc/passwd", "x", "/proc", LinkPolicy::FollowWithin};
  EXPECT_FALSE(files.read(proc, {}).ok());
}

TEST_F(Escape, LoopsOfLinks) {
  link("y", "x");
  link("x", "y");
  EXPECT_EQ(read("x", LinkPolicy::Follow), "H0101");
  EXPECT_EQ(read("x", LinkPolicy::FollowWithin), "H0109");
  EXPECT_EQ(read("x", LinkPolicy::Refuse), "H0108");
}

/// B6: the temporary file had a name that could be taken before.
TEST_F(Escape, TemporaryFilesFollowNothing) {
  for (std::string name : {"q.synsema.tmp", "q.tmp", ".q"}) link("../secret", name);
  EXPECT_TRUE(files.write(permit("q", LinkPolicy::Refuse), "new").ok());
  link("../secret", "w");
  EXPECT_TRUE(
      files.write(permit("w", LinkPolicy::Refuse), "new").ok());  // replaces the link itself
  EXPECT_EQ(directory.get("secret"), "SECRET");
  EXPECT_EQ(directory.get("data/w"), "new");
}

/// B5: somebody else swaps a file and a link under one name, all the time.
TEST_F(Escape, RaceBetweenAFileAndALink) {
  link("../secret", "evil");
  directory.put("data/good", "inside");
  std::atomic<bool> stop{false};
  std::string good = directory.at("data/good");
  std::string evil = directory.at("data/evil");
  std::thread swapper([&] {
    while (!stop) {
      renameat2(AT_FDCWD, good.c_str(), AT_FDCWD, evil.c_str(), RENAME_EXCHANGE);
    }
  });
  int num_good = 0;
  int num_refused = 0;
  for (LinkPolicy links : {LinkPolicy::FollowWithin, LinkPolicy::Refuse}) {
    for (int i = 0; i < 20'000; ++i) {
      Result<std::string> bytes = files.read(permit("good", links), {});
      ++(bytes.ok() ? num_good : num_refused);
      if (bytes.ok()) {
        ASSERT_EQ(bytes.value(), "inside");
      }
    }
  }
  stop = true;
  swapper.join();
  EXPECT_GT(num_good, 0);
  EXPECT_GT(num_refused, 0);
}

/// The same with a folder on the way, while files are written.
TEST_F(Escape, RaceBetweenAFolderAndALink) {
  directory.put("outside/keep", "");
  link("../outside", "evil");
  directory.put("data/good/keep", "");
  std::atomic<bool> stop{false};
  std::string good = directory.at("data/good");
  std::string evil = directory.at("data/evil");
  std::thread swapper([&] {
    while (!stop) {
      renameat2(AT_FDCWD, good.c_str(), AT_FDCWD, evil.c_str(), RENAME_EXCHANGE);
    }
  });
  for (int i = 0; i < 3'000; ++i) {
    for (LinkPolicy links : {LinkPolicy::FollowWithin, LinkPolicy::Refuse}) {
      (void)files.append(permit("good/new", links), "x").ok();
      (void)files.make_directory(permit("good/made/deep", links)).ok();
      (void)files.delete_directory(permit("good/made", links), DeleteMode::Recursive).ok();
    }
  }
  for (int i = 0; i < 50; ++i) {
    (void)files.write(permit("good/written", LinkPolicy::Refuse), "x").ok();
  }
  stop = true;
  swapper.join();
  EXPECT_FALSE(directory.exists("outside/new"));
  EXPECT_FALSE(directory.exists("outside/made"));
  EXPECT_FALSE(directory.exists("outside/written"));
}

/// The name of the granted folder itself is taken over after the start.
TEST_F(Escape, APinnedRootIsNotSwapped) {
  files.pin_root(directory.at("data"));
  std::filesystem::rename(directory.at("data"), directory.at("moved"));
  directory.put("other/a", "STOLEN");
  std::filesystem::create_directory_symlink(directory.at("other"), directory.at("data"));
  EXPECT_EQ(read("a", LinkPolicy::Refuse), "inside");
}

TEST_F(Escape, RootsOfCeilingsArePinned) {
  cap::ScopeBase base{directory.path(), std::nullopt};
  std::vector<cap::Ceiling> ceilings = {
      cap::parse_ceiling("stdout,file.read=data/*,file.read=data/sub/b", base).value()};
  pin_ceiling_roots(files, ceilings);
  std::filesystem::rename(directory.at("data"), directory.at("moved"));
  directory.put("data/a", "STOLEN");
  directory.put("data/sub/b", "STOLEN");
  EXPECT_EQ(read("a", LinkPolicy::Refuse), "inside");
  PathPermit exact{directory.at("data/sub/b"), "b", directory.at("data/sub/b"), LinkPolicy::Refuse};
  EXPECT_EQ(files.read(exact, {}).value(), "inside too");
}

TEST_F(Escape, RefusalsHaveReasonsForTheAudit) {
  link("../secret", "l");
  auto reason = [&](const std::string& name, LinkPolicy links) {
    return find_refusal_reason(files.read(permit(name, links), {}).error());
  };
  EXPECT_EQ(reason("l", LinkPolicy::Refuse), "symbolic link");
  EXPECT_EQ(reason("l", LinkPolicy::FollowWithin), "link that leaves the grant");
  EXPECT_EQ(reason("nope", LinkPolicy::Refuse), "");
}

TEST_F(Escape, Mounts) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can mount: not tested";
  std::string point = directory.at("data/mnt");
  std::filesystem::create_directory(point);
  if (mount("tmpfs", point.c_str(), "tmpfs", 0, nullptr) != 0) {
    GTEST_SKIP() << "no right to mount: not tested";
  }
  directory.put("data/mnt/x", "mounted");
  EXPECT_EQ(read("mnt/x", LinkPolicy::FollowWithin), "mounted");
  EXPECT_EQ(read("mnt/x", LinkPolicy::Refuse), "H0111");
  PathPermit own{point + "/x", "x", point, LinkPolicy::Refuse};
  EXPECT_EQ(files.read(own, {}).value(), "mounted");
  umount2(point.c_str(), MNT_DETACH);
}

/// The stand-in for openat2 refuses the same.
TEST_F(Escape, TheWalkRefusesAllLinks) {
  link("../secret", "l");
  link("sub", "s");
  link("..", "up");
  UniqueFd data(open(directory.at("data").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  auto walk = [&](const std::string& path, int flags) {
    return walk_beneath(data.get(), path, flags, 0600, MountPolicy::Stay).error_number;
  };
  EXPECT_EQ(walk("a", O_RDONLY), 0);
  EXPECT_EQ(walk("sub/b", O_RDONLY), 0);
  EXPECT_EQ(walk("sub/new", O_WRONLY | O_CREAT), 0);
  EXPECT_EQ(walk(".", O_PATH), 0);
  EXPECT_EQ(walk("l", O_RDONLY), ELOOP);
  EXPECT_EQ(walk("l", O_PATH), ELOOP);
  EXPECT_EQ(walk("s/b", O_RDONLY), ELOOP);
  EXPECT_EQ(walk("up/secret", O_RDONLY), ELOOP);
  EXPECT_EQ(walk("../secret", O_RDONLY), EXDEV);
  EXPECT_EQ(walk("sub/../../secret", O_RDONLY), EXDEV);
  EXPECT_EQ(walk("nope", O_RDONLY), ENOENT);
  EXPECT_EQ(walk("a/b", O_RDONLY), ENOTDIR);
}

TEST_F(Escape, DotDotNeverLeavesByDescriptor) {
  UniqueFd data(open(directory.at("data").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (LinkPolicy links : {LinkPolicy::FollowWithin, LinkPolicy::Refuse}) {
    BeneathRules rules{links, MountPolicy::Stay};
    EXPECT_EQ(open_beneath(data.get(), "../secret", O_RDONLY, 0, rules).error_number, EXDEV);
    EXPECT_EQ(open_beneath(data.get(), "/etc/passwd", O_RDONLY, 0, rules).error_number, EXDEV);
  }
}

}  // namespace
}  // namespace syn::host
