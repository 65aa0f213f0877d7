// What helps when a name, a member or an argument is not there: the Synsema form of a name of
// another language (tables: name_hints*.def), or the nearest name that is there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "native/builtin_spec.h"

namespace syn {

class Value;
struct Map;
struct TaskInfo;

/// A name of another language.
struct NameHint {
  std::string_view name;
  std::string_view replacement;  ///< does the same with the same arguments; empty for none
  std::string_view english;
  std::string_view spanish;
};
/// A method of another language.
struct MethodHint {
  std::string_view name;
  std::string_view kinds;  ///< of values: letters, see name_hints_methods.def
  std::string_view english;
  std::string_view spanish;
};
/// An argument that other languages name.
struct ArgumentHint {
  std::string_view builtins;
  std::string_view name;
  std::string_view replacement;  ///< the argument's name here; empty for none
  std::string_view form;
};
std::span<const NameHint> name_hints();
std::span<const MethodHint> method_hints();
std::span<const ArgumentHint> argument_hints();

/// Where a candidate comes from; among equally near ones the lower wins.
enum class NameOrigin : uint8_t { Local, Captured, Global, Builtin, Key };

/// Looks for the name that is meant by a misspelt one.
class NearestName {
 public:
  /// Borrows the wanted name and every candidate.
  explicit NearestName(std::string_view wanted);
  void offer(std::string_view candidate, NameOrigin origin);
  void offer(const BuiltinRegistry& builtins);
  /// Empty when nothing is near enough.
  std::string_view best() const { return best_; }

 private:
  std::string_view wanted_;
  std::vector<uint32_t> letters_;
  std::string plain_;
  std::string_view best_;
  int best_cost_;
  NameOrigin best_origin_ = NameOrigin::Key;
};

/// Edits (insert, delete, replace, swap of neighbours) between two names, as code points.
size_t edit_distance(std::span<const uint32_t> a, std::span<const uint32_t> b);

/// `Undefined variable`; `place` is where the name stands.
/// `column_of` names a table in scope that has such a column, or is empty.
Error undefined_name(std::string_view name, const NearestName& nearest, std::string_view column_of,
                     Span place);
/// `Cannot access property … of …`.
Error missing_property(std::string_view name, const Value& object);
/// `Map has no key`.
Error missing_key(std::string_view key, const Map& map);
/// Indexing `list` by the text `index`: names `collect` when the items are maps with that key.
bool is_column_of(const Value& list, std::string_view name);
Error column_by_index(std::string_view name);
/// How a builtin is called: `split(s, separator)`.
std::string call_form(const BuiltinSpec& spec);
Error unknown_named_argument(const BuiltinSpec& spec, std::string_view name);
Error no_named_arguments(std::string_view callee, std::string_view name);
Error unknown_parameter(std::string_view name, const TaskInfo& task);

}  // namespace syn
