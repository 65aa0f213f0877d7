// Files in memory: the messages of the real ones, no links, no permissions.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "cap/scope.h"
#include "host/errors.h"
#include "host/memory/memory_host.h"

namespace syn::host {

namespace {

std::string shown_path(const cap::PathPermit& permit) { return cap::printable_scope(permit.shown); }

class MemoryView final : public FileView {
 public:
  explicit MemoryView(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string_view bytes() const override { return bytes_; }
  void forget(size_t) override {}

 private:
  std::string bytes_;
};

class MemoryOpenFile final : public OpenFile {
 public:
  explicit MemoryOpenFile(std::string bytes) : bytes_(std::move(bytes)) {
    facts_.kind = FileKind::Regular;
    facts_.size = bytes_.size();
  }
  const FileFacts& facts() const override { return facts_; }
  Result<size_t> read_at(uint64_t offset, std::span<char> out) override {
    if (offset >= bytes_.size()) return size_t{0};
    size_t count = std::min<size_t>(out.size(), bytes_.size() - offset);
    std::memcpy(out.data(), bytes_.data() + offset, count);
    return count;
  }

 private:
  std::string bytes_;
  FileFacts facts_;
};

std::string with_slash(std::string_view path) {
  return path == "/" ? "/" : std::string(path) + "/";
}

template <typename Map>
bool has_below(const Map& map, const std::string& prefix) {
  auto found = map.lower_bound(prefix);
  return found != map.end() && found->first.compare(0, prefix.size(), prefix) == 0;
}

template <typename Map>
void erase_below(Map& map, const std::string& prefix) {
  auto found = map.lower_bound(prefix);
  while (found != map.end() && found->first.compare(0, prefix.size(), prefix) == 0) {
    found = map.erase(found);
  }
}

}  // namespace

void MemoryFiles::put(std::string absolute_path, std::string bytes) {
  files_[std::move(absolute_path)] = std::move(bytes);
}

std::optional<std::string> MemoryFiles::find(std::string_view absolute_path) const {
  auto found = files_.find(absolute_path);
  if (found == files_.end()) return std::nullopt;
  return found->second;
}

bool MemoryFiles::is_directory(std::string_view path) const {
  std::string prefix = with_slash(path);
  return path == "/" || directories_.count(path) > 0 || has_below(files_, prefix) ||
         has_below(directories_, prefix);
}

/// A file that stands where the path needs a directory.
const std::string* MemoryFiles::file_above(std::string_view path) const {
  for (const auto& [name, bytes] : files_) {
    if (path.size() > name.size() && path.compare(0, name.size(), name) == 0 &&
        path[name.size()] == '/') {
      return &name;
    }
  }
  return nullptr;
}

Result<std::unique_ptr<LentFile>> MemoryFiles::lend(const cap::PathPermit& permit) {
  TRY(open(permit));
  return Error(host_errors::kCannotLend, {"there are no descriptors here"});
}

Result<std::unique_ptr<LentFile>> MemoryFiles::lend_bytes(std::string_view) {
  return Error(host_errors::kCannotLend, {"there are no descriptors here"});
}

Result<std::string> MemoryFiles::read(const cap::PathPermit& permit, const ReadLimits& limits) {
  std::optional<std::string> bytes = find(permit.path);
  if (!bytes) {
    return Error(
        is_directory(permit.path) ? host_errors::kIsADirectory : host_errors::kFileNotFound,
        {shown_path(permit)});
  }
  if (bytes->size() > limits.max_bytes) {
    return Error(host_errors::kFileTooLarge,
                 {shown_path(permit), std::to_string(limits.max_bytes)});
  }
  if (limits.watch != nullptr) {
    TRY(limits.watch->admit(bytes->size()));
    TRY(limits.watch->advance(bytes->size()));
  }
  return std::move(*bytes);
}

Result<std::unique_ptr<OpenFile>> MemoryFiles::open(const cap::PathPermit& permit) {
  TRY_ASSIGN(std::string bytes, read(permit, {}));
  return std::unique_ptr<OpenFile>(std::make_unique<MemoryOpenFile>(std::move(bytes)));
}

Result<std::unique_ptr<FileView>> MemoryFiles::view(const cap::PathPermit& permit,
                                                    const ReadLimits& limits) {
  TRY_ASSIGN(std::string bytes, read(permit, limits));
  return std::unique_ptr<FileView>(std::make_unique<MemoryView>(std::move(bytes)));
}

Result<FileFacts> MemoryFiles::describe(const cap::PathPermit& permit) {
  FileFacts facts;
  if (std::optional<std::string> bytes = find(permit.path)) {
    facts.kind = FileKind::Regular;
    facts.size = bytes->size();
    facts.modified_unix_seconds = 0;
  } else if (is_directory(permit.path)) {
    facts.kind = FileKind::Directory;
    facts.modified_unix_seconds = 0;
  }
  return facts;
}

Result<std::vector<DirectoryEntry>> MemoryFiles::list(const cap::PathPermit& permit,
                                                      uint32_t max_entries) {
  if (!is_directory(permit.path)) {
    return Error(host_errors::kNotADirectory, {shown_path(permit)});
  }
  const std::string prefix = with_slash(permit.path);
  std::map<std::string, DirectoryEntry> found;
  auto add = [&](const std::string& path, bool is_made_directory, uint64_t size) {
    if (path.size() <= prefix.size() || path.compare(0, prefix.size(), prefix) != 0) return;
    size_t slash = path.find('/', prefix.size());
    std::string name = path.substr(prefix.size(), slash - prefix.size());
    bool is_directory_entry = is_made_directory || slash != std::string::npos;
    found[name] = {name, is_directory_entry, is_directory_entry ? 0 : size};
  };
  for (const auto& [path, bytes] : files_) add(path, false, bytes.size());
  for (const auto& [path, unused] : directories_) add(path, true, 0);
  if (found.size() > max_entries) {
    return Error(host_errors::kTooManyEntries, {shown_path(permit), std::to_string(max_entries)});
  }
  std::vector<DirectoryEntry> entries;
  for (auto& [name, entry] : found) entries.push_back(std::move(entry));
  return entries;
}

Result<void> MemoryFiles::write(const cap::PathPermit& permit, std::string_view bytes) {
  bool is_blocked = file_above(permit.path) != nullptr;
  if (is_blocked || is_directory(permit.path)) {
    return Error(host_errors::kCannotWrite,
                 {shown_path(permit),
                  is_blocked ? "Not a directory (os error 20)" : "Is a directory (os error 21)"});
  }
  files_[permit.path] = std::string(bytes);
  return {};
}

Result<void> MemoryFiles::append(const cap::PathPermit& permit, std::string_view bytes) {
  return write(permit, find(permit.path).value_or("") + std::string(bytes));
}

Result<void> MemoryFiles::delete_file(const cap::PathPermit& permit) {
  if (files_.erase(permit.path) > 0) return {};
  return Error(
      is_directory(permit.path) ? host_errors::kDeleteFileIsDirectory : host_errors::kFileNotFound,
      {shown_path(permit)});
}

Result<void> MemoryFiles::delete_directory(const cap::PathPermit& permit, DeleteMode mode) {
  if (!is_directory(permit.path)) {
    return Error(host_errors::kDirectoryNotFound, {shown_path(permit)});
  }
  const std::string prefix = with_slash(permit.path);
  bool is_empty = !has_below(files_, prefix) && !has_below(directories_, prefix);
  if (!is_empty && mode == DeleteMode::EmptyOnly) {
    return Error(host_errors::kDirectoryNotEmpty, {shown_path(permit)});
  }
  erase_below(files_, prefix);
  erase_below(directories_, prefix);
  directories_.erase(permit.path);
  return {};
}

Result<void> MemoryFiles::make_directory(const cap::PathPermit& permit) {
  bool is_file = files_.count(permit.path) > 0;
  if (is_file || file_above(permit.path) != nullptr) {
    return Error(host_errors::kCannotCreateDirectory,
                 {shown_path(permit),
                  is_file ? "File exists (os error 17)" : "Not a directory (os error 20)"});
  }
  directories_[permit.path] = true;
  return {};
}

}  // namespace syn::host
