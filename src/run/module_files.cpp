// Paths of modules, kept inside the folder of the entry program, and their texts.
// SPDX-License-Identifier: Apache-2.0
#include "run/module_files.h"

#include <optional>
#include <vector>

#include "bytecode/errors.h"
#include "host/files.h"

namespace syn {
namespace {

constexpr uint64_t kMaxModuleBytes = 64 << 20;

std::string_view folder_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

/// Joins and removes `.` and `..`; nothing when it climbs above where it starts.
std::optional<std::string> join_inside(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> parts;
  std::string whole = std::string(folder) + std::string(path);
  std::string_view rest = whole;
  while (!rest.empty()) {
    size_t slash = rest.find('/');
    std::string_view part = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string joined;
  for (std::string_view part : parts) {
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return joined;
}

}  // namespace

Result<std::string> resolve_module(std::string_view entry_file, std::string_view path,
                                   std::string_view from, std::string& shown) {
  if (!path.ends_with(".syn")) return Error(runtime_errors::kModuleExtension, {path});
  bool absolute = path.starts_with('/') || path.starts_with('\\') || path.starts_with('~') ||
                  path.find('\0') != std::string_view::npos;
  if (absolute) return Error(runtime_errors::kModuleAbsolute, {path});
  std::string_view entry = folder_of(entry_file);
  bool from_entry = from == entry_file;
  std::string_view inner = folder_of(from);
  if (inner.starts_with(entry)) inner.remove_prefix(entry.size());
  auto joined = join_inside(inner, path);
  if (!joined) {
    return Error(from_entry ? runtime_errors::kModuleEscapes : runtime_errors::kModuleEscapesRoot,
                 {path});
  }
  std::string prefix(entry);
  while (prefix.starts_with("./")) prefix.erase(0, 2);
  shown = prefix + *joined;
  return std::move(*joined);
}

cap::PathPermit module_permit(std::string_view root, std::string_view relative,
                              std::string_view shown) {
  return cap::PathPermit{std::string(root) + "/" + std::string(relative), std::string(shown),
                         std::string(root), cap::LinkPolicy::FollowWithin};
}

Result<std::string> read_module(host::Files& files, const cap::PathPermit& permit) {
  host::ReadLimits limits;
  limits.max_bytes = kMaxModuleBytes;
  return host::read_text(files, permit, limits);
}

Result<std::string> read_module(host::Files& files, std::string_view root,
                                std::string_view relative, std::string_view shown) {
  return read_module(files, module_permit(root, relative, shown));
}

bool has_top_level_require(const ast::Program& program) {
  for (const ast::Stmt* statement : program.body.statements) {
    if (statement->kind == ast::StmtKind::Require) return true;
  }
  return false;
}

}  // namespace syn
