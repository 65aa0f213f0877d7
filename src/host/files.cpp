// Reading a file as text.
// SPDX-License-Identifier: Apache-2.0
#include "host/files.h"

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "cap/scope.h"
#include "host/errors.h"

namespace syn::host {

Result<std::string> read_text(Files& files, const cap::PathPermit& permit,
                              const ReadLimits& limits) {
  TRY_ASSIGN(std::string text, files.read(permit, limits));
  if (std::optional<size_t> bad = find_invalid_utf8(text)) {
    return Error(host_errors::kNotUtf8, {cap::printable_scope(permit.shown), std::to_string(*bad)});
  }
  return text;
}

std::string_view find_refusal_reason(const Error& error) {
  if (error.is(host_errors::kLinkRefused)) return "symbolic link";
  if (error.is(host_errors::kLinkLeavesGrant)) return "link that leaves the grant";
  if (error.is(host_errors::kHardLinkRefused)) return "hard link";
  if (error.is(host_errors::kOtherFileSystem)) return "other file system";
  if (error.is(host_errors::kDeviceRefused)) return "device";
  if (error.is(host_errors::kFifoRefused)) return "pipe";
  if (error.is(host_errors::kSocketRefused)) return "socket";
  if (error.is(host_errors::kNotRegularRefused)) return "no regular file";
  return {};
}

void pin_ceiling_roots(Files& files, std::span<const cap::Ceiling> ceilings) {
  // Each holds a descriptor, of which a child has few; further ones are opened when they are used.
  constexpr size_t kMaxPinned = 16;
  std::set<std::string> roots;
  for (const cap::Ceiling& ceiling : ceilings) {
    for (const cap::Capability& item : ceiling.items) {
      if (item.form != cap::ScopeForm::Path) continue;
      std::string root = item.literal_root();
      // A path that is named itself is opened through the directory above it.
      if (!item.pattern.has_wildcards()) root.resize(std::max<size_t>(root.rfind('/'), 1));
      if (roots.size() < kMaxPinned) roots.insert(std::move(root));
    }
  }
  for (const std::string& root : roots) files.pin_root(root);
}

}  // namespace syn::host
