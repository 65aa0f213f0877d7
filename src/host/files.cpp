// Reading a file as text.
// SPDX-License-Identifier: Apache-2.0
#include "host/files.h"

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

}  // namespace syn::host
