// Writing, changing and deleting files.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/host_errors.h"
#include "cap/errors.h"
#include "host/errors.h"
#include "value/display.h"

namespace syn {
namespace {

using cap::CapabilityType;

/// What is written for a value: bytes raw, text as it is, scalars by their text form.
Result<std::string> content_of(const Value& value) {
  if (value.is_text()) return std::string(value.view());
  if (value.is(Tag::Bytes)) {
    auto bytes = value.bytes().view();
    return std::string(bytes.begin(), bytes.end());
  }
  if (value.is_nothing()) return std::string("None");
  if (value.is(Tag::Bool)) return std::string(value.as_bool() ? "True" : "False");
  if (value.is_list() || value.is_map() || value.is_callable()) {
    return Error(world_errors::kWriteRows, {type_name(value)});
  }
  return display(value);
}

Result<Value> write_file(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  TRY_ASSIGN(std::string content, content_of(call[1]));
  TRY(recorded(call, permit, CapabilityType::FileWrite, files_of(call).write(permit, content)));
  TRY(call.tick(content.size() / 64 + 1));
  return Value::boolean(true);
}

Result<Value> append_file(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  TRY_ASSIGN(std::string content, content_of(call[1]));
  TRY(recorded(call, permit, CapabilityType::FileWrite, files_of(call).append(permit, content)));
  TRY(call.tick(content.size() / 64 + 1));
  return Value::boolean(true);
}

Result<Value> edit_file(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  // It tells what a file holds by what it finds there, so a denial of reading refuses it, too.
  const cap::CapabilitySet& own = call.services().capabilities();
  if (own.denies(cap::make_request(CapabilityType::FileRead, permit.shown, own.base()))) {
    TRY(permit_argument(call, 0, CapabilityType::FileRead));
  }
  TRY_ASSIGN(std::string old_text, content_of(call[1]));
  TRY_ASSIGN(std::string new_text, content_of(call[2]));
  bool all = call.size() > 3 && truthy(call[3]);
  if (old_text.empty()) return Error(world_errors::kEditEmpty);
  BudgetWatch watch(call);
  host::ReadLimits limits;
  limits.watch = &watch;
  TRY_ASSIGN(std::string text, recorded(call, permit, CapabilityType::FileWrite,
                                        host::read_text(files_of(call), permit, limits)));
  int64_t count = 0;
  std::string edited;
  size_t from = 0;
  for (size_t at = text.find(old_text); at != std::string::npos; at = text.find(old_text, from)) {
    ++count;
    edited.append(text, from, at - from);
    edited += new_text;
    from = at + old_text.size();
    TRY(call.reserve(edited.size()));
  }
  edited.append(text, from);
  if (count == 0) return Error(world_errors::kEditNotFound);
  if (count > 1 && !all) return Error(world_errors::kEditAmbiguous, {std::to_string(count)});
  TRY(recorded(call, permit, CapabilityType::FileWrite, files_of(call).write(permit, edited)));
  Value map = make_map(call.heap());
  put(map, "replaced", Value::integer(count));
  return map;
}

Result<Value> delete_file(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  TRY(recorded(call, permit, CapabilityType::FileWrite, files_of(call).delete_file(permit)));
  return Value::boolean(true);
}

Result<Value> delete_dir(Call& call) {
  TRY(refuse_in_pure(call, kNoFilesystem));
  TRY_ASSIGN(cap::PathPermit permit, permit_argument(call, 0, CapabilityType::FileWrite));
  host::DeleteMode mode = host::DeleteMode::EmptyOnly;
  if (const Value* options = call.optional(1)) {
    if (!options->is_map()) {
      return Error(world_errors::kOptionsMap, {"delete_dir", type_name(*options)});
    }
    for (size_t i = 0; i < options->map().size(); ++i) {
      std::string_view name = options->map().key(i)->view();
      if (name != "recursive") {
        return Error(world_errors::kUnknownOption, {"delete_dir", name, "recursive"});
      }
      if (truthy(options->map().value(i))) mode = host::DeleteMode::Recursive;
    }
  }
  cap::CapabilitySet& own = call.services().capabilities();
  if (mode == host::DeleteMode::Recursive &&
      own.may_deny_beneath(CapabilityType::FileWrite, permit.shown)) {
    own.record(cap::make_request(CapabilityType::FileWrite, permit.shown, own.base()), false,
               "delete_dir()", "denied in part", place_of(call));
    return Error(cap_errors::kDeniedInPart, {call.name(), permit.shown});
  }
  TRY(recorded(call, permit, CapabilityType::FileWrite,
               files_of(call).delete_directory(permit, mode)));
  return Value::boolean(true);
}

constexpr BuiltinSpec kRows[] = {
    {"write_file", "path, content", 2, 2, "", Purity::Effect, "file.write",
     "Writes text or bytes, replacing the file in one step and making missing folders.", "",
     "text is written as UTF-8; bytes as they are", write_file},
    {"append_file", "path, content", 2, 2, "", Purity::Effect, "file.write",
     "Adds text or bytes at the end of a file, making it if it is missing.", "", "", append_file},
    {"edit_file", "path, old, new, replace_all = false", 3, 4, "", Purity::Effect, "file.write",
     "Replaces one occurrence of a text in a file (or all), and gives how many.", "", "",
     edit_file},
    {"delete_file", "path", 1, 1, "", Purity::Effect, "file.write", "Deletes a file.", "",
     "several files: one call for each", delete_file},
    {"delete_dir", "path, opts = {}", 1, 2, "", Purity::Effect, "file.write",
     "Deletes an empty folder, or with {\"recursive\": true} all that is in it.", "", "",
     delete_dir},
};

}  // namespace

const BuiltinTable kFileChangeBuiltins = kRows;

}  // namespace syn
