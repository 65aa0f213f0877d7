// Reading a program: a file or standard input.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"
#include "host/host.h"

namespace syn::cli {

struct SourceFile {
  bool ok = false;
  std::string text;
  std::string name;         ///< as messages show it
  std::string module_root;  ///< absolute folder of the file; the current one for standard input
  std::string error;        ///< `cannot read 'x': …`
};

/// `path` is a path or `-`. `cwd` is absolute.
SourceFile read_source(host::Host& host, const std::string& path, const std::string& cwd,
                       Language language = Language::English);

}  // namespace syn::cli
