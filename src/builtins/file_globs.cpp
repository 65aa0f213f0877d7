// Walking folders for patterns. Links are not followed to other folders; the files' own rules hold.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/file_globs.h"

#include <algorithm>

#include "base/utf8.h"
#include "builtins/file_access.h"
#include "builtins/sql_errors.h"
#include "host/errors.h"

namespace syn {
namespace {

using cap::CapabilityType;

constexpr size_t kMaxFiles = 100'000;
constexpr int kMaxDepth = 64;

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= path.size();) {
    size_t stop = std::min(path.find('/', start), path.size());
    if (stop > start) parts.emplace_back(path.substr(start, stop - start));
    start = stop + 1;
  }
  return parts;
}

/// The value of a hexadecimal digit, or -1.
int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Writers of partitions put `%2F` for what cannot stand in a name. As it is where that gives no
/// text.
std::string percent_decoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    int high = text[i] == '%' && i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    int low = high < 0 ? -1 : digit_of(text[i + 2]);
    if (low < 0) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return find_invalid_utf8(result) ? std::string(text) : result;
}

std::vector<std::pair<std::string, std::string>> partitions_of(std::string_view path) {
  std::vector<std::pair<std::string, std::string>> result;
  std::vector<std::string> parts = parts_of(path);
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    size_t equals = parts[i].find('=');
    if (equals == std::string::npos || equals == 0) continue;
    std::string_view part = parts[i];
    result.emplace_back(percent_decoded(part.substr(0, equals)),
                        percent_decoded(part.substr(equals + 1)));
  }
  return result;
}

class Walk {
 public:
  Walk(Call& call, std::string source) : call_(call), source_(std::move(source)) {}

  /// `base` is a folder; `parts` from `at` on say what to find beneath it.
  Result<void> find(const cap::PathPermit& base, const std::vector<std::string>& parts, size_t at,
                    int depth) {
    if (depth > kMaxDepth) return {};
    TRY_ASSIGN(auto entries, recorded(call_, base, CapabilityType::FileRead,
                                      files_of(call_).list(base, host::Files::kMaxEntries)));
    TRY(call_.tick(entries.size() + 1));
    bool last = at + 1 == parts.size();
    bool any_folder = parts[at] == "**";
    for (const host::DirectoryEntry& entry : entries) {
      std::string_view name = entry.name;
      bool hidden = name[0] == '.' || (is_folder_walk_ && name[0] == '_');
      if (hidden && parts[at][0] != '.') continue;
      cap::PathPermit child = base.child(name);
      if (entry.is_directory && is_denied(child)) continue;
      if (any_folder) {
        if (entry.is_directory) TRY(find(child, parts, at, depth + 1));
        // `**` may also stand for no folder at all.
        if (last ? !entry.is_directory : true) TRY(visit(entry, child, parts, at + 1, depth));
        continue;
      }
      TRY(visit(entry, child, parts, at, depth));
    }
    return {};
  }

  void set_folder_walk() { is_folder_walk_ = true; }
  std::vector<MatchedFile> take() {
    std::sort(files_.begin(), files_.end(), [](const MatchedFile& a, const MatchedFile& b) {
      return a.permit.shown < b.permit.shown;
    });
    return std::move(files_);
  }
  Result<void> add(std::string_view shown) {
    if (files_.size() >= kMaxFiles) {
      return Error(host_errors::kTooManyEntries, {shown, std::to_string(kMaxFiles)});
    }
    cap::CapabilitySet& own = call_.services().capabilities();
    // A file that a denial or the kind of a grant leaves out is as if it were not there.
    if (!own.find_permit(CapabilityType::FileRead, shown)) return {};
    TRY_ASSIGN(cap::PathPermit permit,
               own.demand_path(CapabilityType::FileRead, shown, source_, place_of(call_)));
    auto partitions = partitions_of(permit.shown);
    files_.push_back({std::move(permit), std::move(partitions)});
    return {};
  }

 private:
  Result<void> visit(const host::DirectoryEntry& entry, const cap::PathPermit& child,
                     const std::vector<std::string>& parts, size_t at, int depth) {
    if (at == parts.size()) return entry.is_directory ? Result<void>() : add(child.shown);
    if (parts[at] == "**" || !matches_name(parts[at], entry.name)) return {};
    if (at + 1 == parts.size()) return entry.is_directory ? Result<void>() : add(child.shown);
    return entry.is_directory ? find(child, parts, at + 1, depth + 1) : Result<void>();
  }

  bool is_denied(const cap::PathPermit& folder) const {
    const cap::CapabilitySet& own = call_.services().capabilities();
    return own.denies(cap::make_request(CapabilityType::FileRead, folder.shown, own.base()));
  }

  Call& call_;
  std::string source_;
  bool is_folder_walk_ = false;
  std::vector<MatchedFile> files_;
};

/// The folder before the first wildcard, as a permit, from that of the whole pattern.
cap::PathPermit folder_permit(const cap::PathPermit& whole, size_t num_tail_parts) {
  auto cut = [&](std::string path) {
    for (size_t i = 0; i < num_tail_parts; ++i) {
      size_t slash = path.rfind('/');
      path = slash == std::string::npos ? "." : path.substr(0, std::max<size_t>(slash, 1));
    }
    return path;
  };
  cap::PathPermit folder = whole;
  folder.path = cut(folder.path);
  folder.shown = cut(folder.shown);
  return folder;
}

bool lies_beneath(const std::string& path, const std::string& root) {
  if (root == "/" || path == root) return true;
  return path.size() > root.size() && path.compare(0, root.size(), root) == 0 &&
         path[root.size()] == '/';
}

}  // namespace

bool has_glob(std::string_view path) { return path.find_first_of("*?[") != std::string_view::npos; }

bool matches_name(std::string_view pattern, std::string_view name) {
  size_t p = 0;
  size_t n = 0;
  size_t star = std::string_view::npos;
  size_t resume = 0;
  // One star is remembered: linear in practice, at worst the product of both lengths.
  while (n < name.size()) {
    bool matched = false;
    size_t next = p + 1;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
      continue;
    }
    if (p < pattern.size() && pattern[p] == '[') {
      size_t close = pattern.find(']', p + 2);
      if (close == std::string_view::npos) {
        matched = name[n] == '[';
      } else {
        bool negated = pattern[p + 1] == '!' || pattern[p + 1] == '^';
        bool inside = false;
        for (size_t i = p + 1 + (negated ? 1 : 0); i < close; ++i) {
          if (i + 2 < close && pattern[i + 1] == '-') {
            inside = inside || (name[n] >= pattern[i] && name[n] <= pattern[i + 2]);
            i += 2;
          } else {
            inside = inside || name[n] == pattern[i];
          }
        }
        matched = inside != negated;
        next = close + 1;
      }
    } else if (p < pattern.size()) {
      matched = pattern[p] == '?' || pattern[p] == name[n];
    }
    if (matched) {
      p = next;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

Result<std::vector<MatchedFile>> match_files(Call& call, std::string_view path) {
  std::string source = std::string(call.name()) + "()";
  cap::CapabilitySet& own = call.services().capabilities();
  Walk walk(call, source);
  std::string pattern(path);
  enum class Search : uint8_t { No, Yes };
  auto is_allowed = [&](std::string_view wanted, Search search) {
    cap::Capability request = cap::make_request(CapabilityType::FileRead, wanted, own.base());
    request.is_search = search == Search::Yes;
    return own.allows(request);
  };
  if (!has_glob(pattern)) {
    while (pattern.size() > 1 && pattern.back() == '/') pattern.pop_back();
    // A grant of what lies in a folder does not say that the folder itself may be looked at.
    std::string below = (pattern == "/" ? "" : pattern) + "/**";
    bool is_folder = !is_allowed(pattern, Search::No) && is_allowed(below, Search::Yes);
    // Under a grant of a kind of files the name may also be that of a file of another kind.
    if (is_folder && !is_allowed(below, Search::No)) {
      TRY_ASSIGN(cap::PathPermit tree, own.demand_search(below, source, place_of(call)));
      TRY_ASSIGN(host::FileFacts facts, files_of(call).describe(folder_permit(tree, 1)));
      is_folder = facts.kind == host::FileKind::Directory;
    }
    if (!is_folder) {
      TRY_ASSIGN(cap::PathPermit permit,
                 own.demand_path(CapabilityType::FileRead, pattern, source, place_of(call)));
      TRY_ASSIGN(host::FileFacts facts,
                 recorded(call, permit, CapabilityType::FileRead, files_of(call).describe(permit)));
      if (facts.kind != host::FileKind::Directory) {
        auto partitions = partitions_of(permit.shown);
        std::vector<MatchedFile> files;
        files.push_back({std::move(permit), std::move(partitions)});
        return files;
      }
    }
    walk.set_folder_walk();
    pattern = below;
  }
  TRY_ASSIGN(cap::PathPermit whole, own.demand_search(pattern, source, place_of(call)));
  std::vector<std::string> parts = parts_of(whole.shown);
  size_t first = 0;
  while (first < parts.size() && !has_glob(parts[first])) ++first;
  cap::PathPermit folder = folder_permit(whole, parts.size() - first);
  if (!lies_beneath(folder.path, whole.root)) {
    return Error(sql_errors::kGlobBeyondGrant, {call.name(), whole.shown});
  }
  TRY(walk.find(folder, parts, first, 0));
  std::vector<MatchedFile> files = walk.take();
  if (files.empty()) return Error(sql_errors::kNoFilesMatch, {call.name(), whole.shown});
  return files;
}

}  // namespace syn
