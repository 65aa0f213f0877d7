// Files, as the builtins see them. Every call takes a path that the gate has allowed
// (`cap::PathPermit`); how links, devices and races are refused is the implementation's duty:
// nothing is opened but through that permit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cap/ceiling.h"
#include "cap/path_permit.h"

namespace syn::host {

/// Asked while bytes are read, so that budgets and deadlines hold inside long reads.
class ReadWatch {
 public:
  virtual ~ReadWatch() = default;
  /// Before memory for `num_bytes` is taken.
  virtual Result<void> admit(uint64_t num_bytes) = 0;
  /// After each chunk (at most 1 MiB), with the bytes read since the last call.
  virtual Result<void> advance(uint64_t num_bytes) = 0;
};

struct ReadLimits {
  static constexpr uint64_t kDefaultMaxBytes = uint64_t{4} << 30;

  uint64_t max_bytes = kDefaultMaxBytes;
  ReadWatch* watch = nullptr;  ///< may be null; borrowed for the call
};

enum class FileKind : uint8_t { Missing, Regular, Directory, Other };

struct FileFacts {
  FileKind kind = FileKind::Missing;
  uint64_t size = 0;  ///< bytes; 0 unless regular
  std::optional<double> modified_unix_seconds;

  bool exists() const { return kind != FileKind::Missing; }
};

struct DirectoryEntry {
  std::string name;           ///< valid UTF-8; bad bytes of the real name are U+FFFD
  bool is_directory = false;  ///< links count as what they are, not as their target
  uint64_t size = 0;          ///< bytes; 0 unless regular
};

/// The whole of a file in memory, mapped or read. The bytes live as long as this.
class FileView {
 public:
  virtual ~FileView() = default;
  virtual std::string_view bytes() const = 0;
  /// The bytes before `offset` will hardly be read again: memory that they take may be given back.
  /// They can be read all the same.
  virtual void forget(size_t offset) = 0;
};

/// An open regular file, read by position. Closing is destroying.
class OpenFile {
 public:
  virtual ~OpenFile() = default;
  virtual const FileFacts& facts() const = 0;
  /// Up to `out.size()` bytes from `offset`; 0 at the end.
  virtual Result<size_t> read_at(uint64_t offset, std::span<char> out) = 0;
};

/// A file that a library in this process can open by a name of its own while this lives.
class LentFile : public OpenFile {
 public:
  /// `/proc/self/fd/N`: leads to the open file itself, whatever becomes of its name.
  virtual const std::string& path() const = 0;
  /// What the library finds when it resolves that name: where the file lies, or `path` for one in
  /// memory.
  virtual const std::string& resolved() const = 0;
  /// Whether its bytes have been written to since it was lent.
  virtual bool has_changed() const = 0;
};

enum class DeleteMode : uint8_t { EmptyOnly, Recursive };

class Files {
 public:
  static constexpr uint32_t kMaxEntries = 100'000;

  virtual ~Files() = default;

  virtual Result<std::unique_ptr<OpenFile>> open(const cap::PathPermit& permit) = 0;
  /// As `open`, under a name of its own.
  virtual Result<std::unique_ptr<LentFile>> lend(const cap::PathPermit& permit) = 0;
  /// A new file in memory with these bytes, which the library may also write.
  virtual Result<std::unique_ptr<LentFile>> lend_bytes(std::string_view bytes) = 0;
  virtual Result<std::string> read(const cap::PathPermit& permit, const ReadLimits& limits) = 0;
  /// Large files are mapped, small ones read. A file that shrinks while it is mapped kills the
  /// process.
  virtual Result<std::unique_ptr<FileView>> view(const cap::PathPermit& permit,
                                                 const ReadLimits& limits) = 0;
  /// A missing file is not an error.
  virtual Result<FileFacts> describe(const cap::PathPermit& permit) = 0;
  /// Sorted by name, in byte order. More than `max_entries` is an error.
  virtual Result<std::vector<DirectoryEntry>> list(const cap::PathPermit& permit,
                                                   uint32_t max_entries) = 0;

  /// Replaces the file in one step: readers see the old or the new one, never a part. Makes missing
  /// parent directories beneath the root, keeps the mode of a file that is replaced.
  virtual Result<void> write(const cap::PathPermit& permit, std::string_view bytes) = 0;
  /// Makes the file and missing parents.
  virtual Result<void> append(const cap::PathPermit& permit, std::string_view bytes) = 0;
  virtual Result<void> delete_file(const cap::PathPermit& permit) = 0;
  /// Recursive deletion removes links themselves, not what they point to.
  virtual Result<void> delete_directory(const cap::PathPermit& permit, DeleteMode mode) = 0;
  /// With missing parents; a directory that exists is fine.
  virtual Result<void> make_directory(const cap::PathPermit& permit) = 0;

  /// Opens the directories that grants own now, so that a later swap of the name changes nothing.
  virtual void pin_root(std::string_view directory) = 0;
};

/// `read`, and an error with the offset of the first bad byte unless it is UTF-8.
[[nodiscard]] Result<std::string> read_text(Files& files, const cap::PathPermit& permit,
                                            const ReadLimits& limits);

/// What the audit says of an error that is a refusal (`symbolic link`, `hard link`, `device`, …);
/// empty for errors of other kinds. Record it as a denial beside the grant of the gate.
std::string_view find_refusal_reason(const Error& error);

/// Pins the directories that the path items of these ceilings own: at the start of a confined run.
void pin_ceiling_roots(Files& files, std::span<const cap::Ceiling> ceilings);

}  // namespace syn::host
