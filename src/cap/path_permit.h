// A path that the gate has allowed, with the directory that the grant owns. Files take only these:
// whoever opens a path has asked first, or has said `unrestricted` in as many words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace syn::cap {

enum class LinkPolicy : uint8_t {
  Follow,        ///< any link: nothing confines this path
  FollowWithin,  ///< links whose target stays beneath the root; no ceiling is in force
  Refuse  ///< no symbolic link below the root, no hard link, no other mount: a ceiling is in force
};

struct PathPermit {
  std::string path;  ///< absolute, without `.`, `..` and doubled slashes
  std::string
      shown;  ///< as messages show it: normalised, relative where the program wrote it relative
  /// Absolute directory that the grant names literally; `path` is it or lies beneath it. Equal to
  /// `path` when the grant names the path itself.
  std::string root;
  LinkPolicy links = LinkPolicy::Refuse;
  bool regular_only = false;  ///< the grant is of a kind of files: no folder

  /// The permit of an entry of this directory.
  PathPermit child(std::string_view name) const;

  /// For what no program asked for: the program file itself, an env file, files of tests.
  static PathPermit unrestricted(std::string absolute_path, std::string shown);
};

}  // namespace syn::cap
