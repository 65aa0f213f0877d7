// Finding programs by path.
// SPDX-License-Identifier: Apache-2.0
#include "cli/program_files.h"

#include <glob.h>

#include <algorithm>

#include "host/files.h"

namespace syn::cli {
namespace {

std::vector<std::string> expand_pattern(const std::string& pattern) {
  std::vector<std::string> paths;
  glob_t found{};
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return paths;
}

class Finder {
 public:
  Finder(host::Host& host, const cap::ScopeBase& base) : host_(host), base_(base) {}

  ProgramFiles find(const std::vector<std::string>& paths) {
    result_.titled = paths.size() > 1;
    for (const std::string& path : paths) {
      if (kind_of(path) == host::FileKind::Missing && path != "-" &&
          path.find_first_of("*?[") != std::string::npos) {
        std::vector<std::string> matches = expand_pattern(path);
        if (matches.empty()) fail("nothing matches '" + path + "'");
        result_.titled = true;
        for (const std::string& match : matches) add(match);
      } else {
        add(path);
      }
    }
    return std::move(result_);
  }

 private:
  cap::PathPermit permit(const std::string& path) const {
    return cap::PathPermit::unrestricted(cap::absolute_path(path, base_), path);
  }

  host::FileKind kind_of(const std::string& path) {
    auto facts = host_.files.describe(permit(path));
    return facts.ok() ? facts.value().kind : host::FileKind::Other;
  }

  void fail(std::string text) {
    if (result_.error.empty()) result_.error = std::move(text);
  }

  void add(const std::string& path) {
    host::FileKind kind = path == "-" ? host::FileKind::Regular : kind_of(path);
    if (kind == host::FileKind::Missing) {
      fail("there is no '" + path + "'");
    } else if (kind == host::FileKind::Directory) {
      result_.titled = true;
      std::vector<std::string> inside = programs_below(path);
      if (inside.empty()) fail("there is no .syn file in '" + path + "'");
      result_.files.insert(result_.files.end(), inside.begin(), inside.end());
    } else {
      result_.files.push_back(path);
    }
  }

  std::vector<std::string> programs_below(const std::string& folder) {
    std::vector<std::string> programs;
    std::vector<std::string> folders{folder};
    while (!folders.empty()) {
      std::string at = std::move(folders.back());
      folders.pop_back();
      auto entries = host_.files.list(permit(at), host::Files::kMaxEntries);
      if (!entries.ok()) {
        fail("cannot look into '" + at + "': " + entries.error().message());
        continue;
      }
      if (!at.ends_with('/')) at += '/';
      for (const host::DirectoryEntry& entry : entries.value()) {
        if (entry.is_directory) {
          folders.push_back(at + entry.name);
        } else if (entry.name.ends_with(".syn")) {
          programs.push_back(at + entry.name);
        }
      }
    }
    std::sort(programs.begin(), programs.end());
    return programs;
  }

  host::Host& host_;
  const cap::ScopeBase& base_;
  ProgramFiles result_;
};

}  // namespace

ProgramFiles find_program_files(host::Host& host, const std::vector<std::string>& paths,
                                const cap::ScopeBase& base) {
  return Finder(host, base).find(paths);
}

}  // namespace syn::cli
