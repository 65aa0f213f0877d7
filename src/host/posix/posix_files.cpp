// Reading, looking and listing.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/posix_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/utf8.h"
#include "host/errors.h"
#include "host/posix/os_error.h"

namespace syn::host {

namespace {

constexpr uint64_t kChunkBytes = uint64_t{1} << 20;
/// Below this reading is cheaper than mapping.
constexpr uint64_t kMinMappedBytes = uint64_t{256} << 10;

FileFacts facts_of(const struct stat& status) {
  FileFacts facts;
  if (S_ISREG(status.st_mode)) {
    facts.kind = FileKind::Regular;
    facts.size = static_cast<uint64_t>(status.st_size);
  } else {
    facts.kind = S_ISDIR(status.st_mode) ? FileKind::Directory : FileKind::Other;
  }
  facts.modified_unix_seconds = static_cast<double>(status.st_mtim.tv_sec) +
                                static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
  return facts;
}

/// A regular file, open for reading, with what fstat says of it.
struct Regular {
  UniqueFd fd;
  struct stat status {};
};

Result<Regular> open_regular(const cap::PathPermit& permit, const FileTarget& target) {
  Opened opened = target.open(O_RDONLY);
  Regular file;
  if (opened.error_number == ENXIO) {
    opened = target.open(O_PATH);  // a socket: only its name can be opened
  }
  if (!opened.ok()) return read_error(permit, opened.error_number);
  file.fd = std::move(opened.fd);
  if (fstat(file.fd.get(), &file.status) != 0) return read_error(permit, errno);
  TRY(check_regular(permit, file.status.st_mode, file.status.st_nlink));
  return file;
}

Error too_large(const cap::PathPermit& permit, const ReadLimits& limits) {
  return Error(host_errors::kFileTooLarge, {shown_path(permit), std::to_string(limits.max_bytes)});
}

Result<size_t> read_some(int fd, char* out, size_t size, const cap::PathPermit& permit) {
  while (true) {
    ssize_t count = ::read(fd, out, size);
    if (count >= 0) return static_cast<size_t>(count);
    if (errno != EINTR) return read_error(permit, errno);
  }
}

Result<void> grow(std::string& bytes, uint64_t by, const ReadLimits& limits) {
  if (limits.watch != nullptr) TRY(limits.watch->admit(by));
  bytes.resize(bytes.size() + by);
  return {};
}

/// The size that fstat gave is a promise only: files of /proc have none, and a file may grow.
Result<std::string> read_all(const Regular& file, const cap::PathPermit& permit,
                             const ReadLimits& limits) {
  auto expected = static_cast<uint64_t>(file.status.st_size);
  if (expected > limits.max_bytes) return too_large(permit, limits);
  std::string bytes;
  TRY(grow(bytes, expected + 1, limits));
  uint64_t filled = 0;
  while (true) {
    if (filled == bytes.size()) TRY(grow(bytes, std::max<uint64_t>(filled, 4096), limits));
    uint64_t room = std::min(bytes.size() - filled, kChunkBytes);
    TRY_ASSIGN(size_t count, read_some(file.fd.get(), bytes.data() + filled, room, permit));
    if (count == 0) break;
    filled += count;
    if (filled > limits.max_bytes) return too_large(permit, limits);
    if (limits.watch != nullptr) TRY(limits.watch->advance(count));
  }
  bytes.resize(filled);
  return bytes;
}

class PosixOpenFile final : public OpenFile {
 public:
  PosixOpenFile(Regular file, cap::PathPermit permit)
      : file_(std::move(file)), facts_(facts_of(file_.status)), permit_(std::move(permit)) {}
  const FileFacts& facts() const override { return facts_; }
  Result<size_t> read_at(uint64_t offset, std::span<char> out) override {
    while (true) {
      ssize_t count = pread(file_.fd.get(), out.data(), out.size(), static_cast<off_t>(offset));
      if (count >= 0) return static_cast<size_t>(count);
      if (errno != EINTR) return read_error(permit_, errno);
    }
  }

 private:
  Regular file_;
  FileFacts facts_;
  cap::PathPermit permit_;
};

class OwnedView final : public FileView {
 public:
  explicit OwnedView(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string_view bytes() const override { return bytes_; }
  void forget(size_t) override {}

 private:
  std::string bytes_;
};

class MappedView final : public FileView {
 public:
  MappedView(void* start, size_t size) : start_(start), size_(size) {}
  MappedView(const MappedView&) = delete;
  MappedView& operator=(const MappedView&) = delete;
  ~MappedView() override { munmap(start_, size_); }
  std::string_view bytes() const override { return {static_cast<const char*>(start_), size_}; }
  /// Pages that are dropped come back from the file when they are read.
  void forget(size_t offset) override {
    size_t whole_pages = offset & ~size_t{4095};
    if (whole_pages != 0) madvise(start_, whole_pages, MADV_DONTNEED);
  }

 private:
  void* start_;
  size_t size_;
};

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};
using DirectoryStream = std::unique_ptr<DIR, CloseDirectory>;

DirectoryEntry entry_of(int directory, const char* name) {
  DirectoryEntry entry;
  entry.name = find_invalid_utf8(name) ? to_valid_utf8(name) : name;
  struct stat status {};
  if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
    FileFacts facts = facts_of(status);
    entry.is_directory = facts.kind == FileKind::Directory;
    entry.size = facts.size;
  }
  return entry;
}

}  // namespace

Result<std::unique_ptr<OpenFile>> PosixFiles::open(const cap::PathPermit& permit) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  TRY_ASSIGN(Regular file, open_regular(permit, target));
  return std::unique_ptr<OpenFile>(std::make_unique<PosixOpenFile>(std::move(file), permit));
}

Result<std::string> PosixFiles::read(const cap::PathPermit& permit, const ReadLimits& limits) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  TRY_ASSIGN(Regular file, open_regular(permit, target));
  return read_all(file, permit, limits);
}

Result<std::unique_ptr<FileView>> PosixFiles::view(const cap::PathPermit& permit,
                                                   const ReadLimits& limits) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  TRY_ASSIGN(Regular file, open_regular(permit, target));
  auto size = static_cast<uint64_t>(file.status.st_size);
  if (size > limits.max_bytes) return too_large(permit, limits);
  if (size >= kMinMappedBytes) {
    void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd.get(), 0);
    if (start != MAP_FAILED) {
      madvise(start, size, MADV_SEQUENTIAL);
      return std::unique_ptr<FileView>(std::make_unique<MappedView>(start, size));
    }
  }
  TRY_ASSIGN(std::string bytes, read_all(file, permit, limits));
  return std::unique_ptr<FileView>(std::make_unique<OwnedView>(std::move(bytes)));
}

Result<FileFacts> PosixFiles::describe(const cap::PathPermit& permit) {
  Result<FileTarget> target = roots_.locate(permit);
  if (!target.ok()) {
    if (target.error().is(host_errors::kFileNotFound)) return FileFacts{};
    return std::move(target).error();
  }
  Opened opened = target.value().open(O_PATH);
  if (opened.error_number == ELOOP) {
    Opened directory = target.value().open_directory(O_PATH);
    if (directory.ok()) opened = std::move(directory);
  }
  struct stat status {};
  if (opened.ok() && fstat(opened.fd.get(), &status) != 0) opened.error_number = errno;
  if (!opened.ok()) {
    Error error = read_error(permit, opened.error_number);
    if (error.is(host_errors::kFileNotFound)) return FileFacts{};
    return error;
  }
  if (S_ISREG(status.st_mode)) {
    TRY(check_regular(permit, status.st_mode, status.st_nlink));
  } else {
    TRY(refuse_folder(permit));
  }
  return facts_of(status);
}

Result<std::vector<DirectoryEntry>> PosixFiles::list(const cap::PathPermit& permit,
                                                     uint32_t max_entries) {
  TRY(refuse_folder(permit));
  Result<FileTarget> target = roots_.locate(permit);
  Opened opened;
  if (target.ok()) {
    opened = target.value().open_directory(O_RDONLY);
  } else if (!target.error().is(host_errors::kFileNotFound)) {
    return std::move(target).error();
  }
  if (!target.ok() || !opened.ok()) {
    Error error = read_error(permit, target.ok() ? opened.error_number : ENOENT);
    if (!error.is(host_errors::kFileNotFound)) return error;
    return Error(host_errors::kNotADirectory, {shown_path(permit)});
  }
  DirectoryStream stream(fdopendir(opened.fd.get()));
  if (stream == nullptr) return read_error(permit, errno);
  int directory = opened.fd.release();  // the stream closes it
  std::vector<DirectoryEntry> entries;
  while (const dirent* found = readdir(stream.get())) {
    std::string_view name = found->d_name;
    if (name == "." || name == "..") continue;
    if (entries.size() >= max_entries) {
      return Error(host_errors::kTooManyEntries, {shown_path(permit), std::to_string(max_entries)});
    }
    entries.push_back(entry_of(directory, found->d_name));
  }
  std::sort(entries.begin(), entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return entries;
}

void PosixFiles::pin_root(std::string_view directory) { roots_.pin(directory); }

}  // namespace syn::host
