// Reading a program.
// SPDX-License-Identifier: Apache-2.0
#include "cli/source_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "cap/scope.h"
#include "host/files.h"
#include "host/input.h"

namespace syn::cli {
namespace {

/// The parser refuses more than this anyway; reading stops here.
constexpr uint64_t kMaxSourceBytes = 256 << 20;

/// The system's own word for why a path cannot be read, where it has one.
std::string reason_of(const std::string& path, const Error& error, Language language) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return std::strerror(errno);
  if (S_ISDIR(facts.st_mode))
    return language == Language::Spanish ? "es una carpeta" : "it is a directory";
  return error.message(language);
}

}  // namespace

SourceFile read_source(host::Host& host, const std::string& path, const std::string& cwd,
                       Language language) {
  bool spanish = language == Language::Spanish;
  SourceFile source;
  if (path == "-") {
    source.name = "<stdin>";
    source.module_root = cwd;
    auto text = host.input.read_all(kMaxSourceBytes);
    source.ok = text.ok();
    if (text.ok()) {
      source.text = std::move(text).value();
    } else {
      source.error =
          (spanish ? "no se puede leer la entrada estándar: " : "cannot read standard input: ") +
          text.error().message(language);
    }
    return source;
  }
  cap::ScopeBase base{cwd, std::nullopt};
  std::string absolute = cap::absolute_path(path, base);
  source.name = path;
  size_t slash = absolute.rfind('/');
  source.module_root = slash == 0 ? "/" : absolute.substr(0, slash);
  host::ReadLimits limits;
  limits.max_bytes = kMaxSourceBytes;
  auto text = host.files.read(cap::PathPermit::unrestricted(absolute, path), limits);
  source.ok = text.ok();
  if (text.ok()) {
    source.text = std::move(text).value();
  } else {
    source.error = (spanish ? "no se puede leer '" : "cannot read '") + path +
                   "': " + reason_of(path, text.error(), language);
  }
  return source;
}

}  // namespace syn::cli
