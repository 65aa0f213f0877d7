// Loading the library.
// SPDX-License-Identifier: Apache-2.0
#include "duck/api.h"

#ifdef SYN_HAS_DUCKDB
#include <dlfcn.h>

#include <vector>

#include "duck/errors.h"

namespace syn::duck {
namespace {

constexpr std::string_view kFileName = "/libduckdb.so";

struct Loaded {
  Api api;
  bool done = false;
};

/// Why `path` cannot be loaded, without the path that the loader repeats.
std::string reason_of(const char* text, std::string_view path) {
  std::string reason = text == nullptr ? "unknown reason" : text;
  std::string prefix = std::string(path) + ": ";
  if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
  return reason;
}

}  // namespace

Result<const Api*> load_api(std::string_view caller, std::string_view root) {
  // A fact about the machine, as constant as the code of this binary once it is there.
  static Loaded loaded;
  if (loaded.done) return &loaded.api;
  std::vector<std::string> folders;
  if (!root.empty()) folders.emplace_back(root);
  folders.emplace_back(SYN_DUCKDB_ROOT);
  std::string tried;
  for (const std::string& folder : folders) {
    std::string path = folder + std::string(kFileName);
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
      tried += (tried.empty() ? "" : "; ") + path + " (" + reason_of(dlerror(), path) + ")";
      continue;
    }
    const char* missing = nullptr;
#define SYN_DUCK_FIND(name)                                                                        \
  loaded.api.name = reinterpret_cast<decltype(&::duckdb_##name)>(dlsym(library, "duckdb_" #name)); \
  if (loaded.api.name == nullptr) missing = "duckdb_" #name;
    SYN_DUCK_FUNCTIONS(SYN_DUCK_FIND)
#undef SYN_DUCK_FIND
    if (missing != nullptr) return Error(duck_errors::kLibraryVersion, {caller, path, missing});
    loaded.done = true;
    return &loaded.api;
  }
  return Error(duck_errors::kNoLibrary, {caller, tried});
}

std::string take_text(const Api& api, const char* text) {
  if (text == nullptr) return {};
  std::string result(text);
  api.free(const_cast<char*>(text));
  return result;
}

}  // namespace syn::duck
#endif
