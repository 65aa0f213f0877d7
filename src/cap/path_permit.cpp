// Permits of paths beneath paths.
// SPDX-License-Identifier: Apache-2.0
#include "cap/path_permit.h"

#include <utility>

namespace syn::cap {

namespace {

std::string join(const std::string& directory, std::string_view name) {
  std::string out = directory;
  if (!out.empty() && out.back() != '/') out += '/';
  out += name;
  return out;
}

}  // namespace

PathPermit PathPermit::child(std::string_view name) const {
  return {join(path, name), shown == "." ? std::string(name) : join(shown, name), root, links,
          regular_only};
}

PathPermit PathPermit::unrestricted(std::string absolute_path, std::string shown) {
  return {std::move(absolute_path), std::move(shown), "/", LinkPolicy::Follow, false};
}

}  // namespace syn::cap
