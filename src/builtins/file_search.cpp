// grep: lines of a file or of a folder tree that hold a text. Links are not followed.
// SPDX-License-Identifier: Apache-2.0
#include <re2/re2.h>

#include <functional>

#include "base/utf8.h"
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/host_errors.h"
#include "cap/pattern.h"

namespace syn {
namespace {

using cap::CapabilityType;

constexpr int kMaxDepth = 64;

struct Search {
  bool ignore_case = false;
  bool is_regex = false;
  std::string glob;
  int64_t max_results = INT64_MAX;
  std::unique_ptr<RE2> pattern;
  Value matches;
  bool truncated = false;
};

Result<void> read_options(Call& call, Search& search) {
  const Value* options = call.optional(2);
  if (options == nullptr || options->is_nothing()) return {};
  if (!options->is_map()) return Error(world_errors::kOptionsMap, {"grep", type_name(*options)});
  const Map& map = options->map();
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view name = map.key(i)->view();
    const Value& value = map.value(i);
    if (name == "ignore_case") {
      search.ignore_case = truthy(value);
    } else if (name == "regex") {
      search.is_regex = truthy(value);
    } else if (name == "glob" && value.is_text()) {
      search.glob = value.view();
    } else if (name == "max_results" && value.is_int()) {
      search.max_results = value.as_int();
    } else {
      return Error(world_errors::kUnknownOption,
                   {"grep", name, "ignore_case, regex, glob, max_results"});
    }
  }
  return {};
}

Result<void> search_text(Call& call, Search& search, std::string_view text,
                         std::string_view shown) {
  int64_t number = 0;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('\n', start);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    start = end + 1;
    TRY(call.tick(line.size() / 64 + 1));
    re2::StringPiece found;
    bool hit = search.pattern->Match(re2::StringPiece(line.data(), line.size()), 0, line.size(),
                                     RE2::UNANCHORED, &found, 1);
    if (!hit) continue;
    if (static_cast<int64_t>(search.matches.list().size()) >= search.max_results) {
      search.truncated = true;
      return {};
    }
    auto before = static_cast<size_t>(found.data() - line.data());
    Value map = make_map(call.heap());
    put(map, "file", make_text(call.heap(), shown));
    put(map, "line", Value::integer(number));
    put(map, "col",
        Value::integer(static_cast<int64_t>(count_code_points(line.substr(0, before))) + 1));
    put(map, "text", make_text(call.heap(), line));
    push(search.matches, std::move(map));
    if (static_cast<int64_t>(search.matches.list().size()) == search.max_results) {
      search.truncated = true;
      return {};
    }
  }
  return {};
}

Result<void> search_file(Call& call, Search& search, const cap::PathPermit& permit,
                         std::string_view name) {
  if (!search.glob.empty()) {
    cap::Pattern glob = cap::Pattern::glob(search.glob);
    if (!glob.includes(cap::Pattern::literal(name))) return {};
  }
  BudgetWatch watch(call);
  host::ReadLimits limits;
  limits.watch = &watch;
  auto bytes =
      recorded(call, permit, CapabilityType::FileRead, files_of(call).read(permit, limits));
  // What cannot be read is passed over, but a spent budget is not.
  TRY(call.tick());
  if (!bytes.ok()) return {};
  return search_text(call, search, to_valid_utf8(bytes.value()), permit.shown);
}

Result<void> search_folder(Call& call, Search& search, const cap::PathPermit& permit, int depth) {
  auto entries = recorded(call, permit, CapabilityType::FileRead,
                          files_of(call).list(permit, host::Files::kMaxEntries));
  TRY(call.tick());
  if (!entries.ok() || depth > kMaxDepth) return {};
  const cap::CapabilitySet& own = call.services().capabilities();
  for (const host::DirectoryEntry& entry : entries.value()) {
    if (search.truncated) return {};
    cap::PathPermit child = permit.child(entry.name);
    cap::Capability request = cap::make_request(CapabilityType::FileRead, child.shown, own.base());
    if (own.denies(request)) continue;
    if (entry.is_directory) {
      TRY(search_folder(call, search, child, depth + 1));
    } else if (auto found = own.find_permit(CapabilityType::FileRead, child.shown)) {
      TRY(search_file(call, search, *found, entry.name));
    }
  }
  return {};
}

/// The file, or the folder to search, which a grant of a kind of files covers only as a place to
/// look into.
Result<cap::PathPermit> permit_target(Call& call) {
  TRY_ASSIGN(std::string path, path_argument(call, 0));
  cap::CapabilitySet& own = call.services().capabilities();
  if (own.find_permit(CapabilityType::FileRead, path)) {
    return own.demand_path(CapabilityType::FileRead, path, "grep()", place_of(call));
  }
  cap::Capability request = cap::make_request(CapabilityType::FileRead, path, own.base());
  request.is_search = true;
  if (!own.allows(request)) {
    return own.demand_path(CapabilityType::FileRead, path, "grep()", place_of(call));
  }
  TRY_ASSIGN(cap::PathPermit permit, own.demand_search(path, "grep()", place_of(call)));
  TRY_ASSIGN(host::FileFacts facts, files_of(call).describe(permit));
  if (facts.kind == host::FileKind::Directory) return permit;
  return own.demand_path(CapabilityType::FileRead, path, "grep()", place_of(call));
}

Result<Value> grep(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_target(call));
  if (!call[1].is_text()) return Error(world_errors::kNameKind, {"grep", type_name(call[1])});
  Search search;
  TRY(read_options(call, search));
  std::string_view pattern = call[1].view();
  if (pattern.empty()) return Error(world_errors::kGrepEmpty);
  RE2::Options options;
  options.set_log_errors(false);
  options.set_literal(!search.is_regex);
  options.set_case_sensitive(!search.ignore_case);
  search.pattern = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!search.pattern->ok()) {
    return Error(world_errors::kGrepRegex, {search.pattern->error()});
  }
  search.matches = make_list(call.heap());
  TRY_ASSIGN(host::FileFacts facts,
             recorded(call, permit, CapabilityType::FileRead, files_of(call).describe(permit)));
  if (facts.kind == host::FileKind::Missing) {
    return Error(world_errors::kGrepNotFound, {permit.shown});
  }
  if (facts.kind == host::FileKind::Directory) {
    TRY(search_folder(call, search, permit, 0));
  } else {
    TRY(search_file(call, search, permit, permit.shown));
  }
  Value result = make_map(call.heap());
  put(result, "matches", std::move(search.matches));
  put(result, "truncated", Value::boolean(search.truncated));
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"grep", "path, needle, opts = {}", 2, 3, "", Purity::Effect, "file.read",
     "Lines of a file or folder that hold a text: options regex, ignore_case, glob, max_results.",
     "", "", grep},
};

}  // namespace

const BuiltinTable kFileSearchBuiltins = kRows;

}  // namespace syn
