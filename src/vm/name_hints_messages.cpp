// The errors of missing names, members and arguments, with the hint that fits.
// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"
#include "bytecode/errors.h"
#include "value/display.h"
#include "value/objects.h"
#include "vm/name_hints.h"
#include "vm/name_hints_errors.h"

namespace syn {
namespace {

/// Keys shown, at most, and maps that are searched for a near key.
constexpr size_t kMostKeysShown = 12;
constexpr size_t kMostKeysSearched = 200;
constexpr size_t kLongestKeyShown = 32;

const NameHint* find_name_hint(std::string_view name) {
  for (const NameHint& hint : name_hints()) {
    if (hint.name == name) return &hint;
  }
  return nullptr;
}

/// The letter that stands for the kind of a value in name_hints_methods.def; '-' for none.
char kind_letter(const Value& value) {
  std::string_view name = type_name(value);
  if (name == "list") return 'L';
  if (name == "text") return 'T';
  if (name == "map") return 'M';
  if (name == "number" || name == "decimal") return 'N';
  if (name == "date" || name == "datetime" || name == "duration") return 'D';
  if (name == "array") return 'A';
  if (name == "bytes") return 'B';
  if (name == "task") return 'F';
  return '-';
}

const MethodHint* find_method_hint(std::string_view name, char kind) {
  for (const MethodHint& hint : method_hints()) {
    if (hint.name == name && hint.kinds.find(kind) != std::string_view::npos) return &hint;
  }
  return nullptr;
}

/// Whether a comma-separated list has the item.
bool lists(std::string_view list, std::string_view item) {
  while (!list.empty()) {
    size_t comma = list.find(',');
    std::string_view first = list.substr(0, comma);
    while (first.starts_with(' ')) first.remove_prefix(1);
    if (first == item) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

void offer_listed(NearestName& nearest, std::string_view list) {
  while (!list.empty()) {
    size_t comma = list.find(',');
    std::string_view first = list.substr(0, comma);
    while (first.starts_with(' ')) first.remove_prefix(1);
    nearest.offer(first, NameOrigin::Key);
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

/// A comma-separated list with one blank after each comma.
std::string spaced(std::string_view list) {
  std::string text;
  for (char c : list) {
    if (c == ' ') continue;
    text += c;
    if (c == ',') text += ' ';
  }
  return text;
}

const ArgumentHint* find_argument_hint(std::string_view builtin, std::string_view name) {
  for (const ArgumentHint& hint : argument_hints()) {
    if (hint.name == name && lists(hint.builtins, builtin)) return &hint;
  }
  return nullptr;
}

/// `id, name, amount`, in the map's order.
std::string shown_keys(const Map& map) {
  std::string text;
  size_t shown = 0;
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view key = map.key(i)->view();
    if (key.starts_with("__")) continue;
    if (shown == kMostKeysShown) return text + ", …";
    if (shown != 0) text += ", ";
    text += short_text(key, kLongestKeyShown);
    ++shown;
  }
  return text;
}

/// Whether `key` is what a reader makes of `m.user-id`: the part before the sign.
bool goes_on_after(std::string_view candidate, std::string_view key) {
  if (key.empty() || candidate.size() <= key.size() || !candidate.starts_with(key)) return false;
  char sign = candidate[key.size()];
  return sign == '-' || sign == ' ' || sign == '.';
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// The place of a name of `length` code points that starts where `place` does.
Span span_of_name(Span place, std::string_view name) {
  return {place.line, place.column, place.line,
          place.column + static_cast<uint32_t>(count_code_points(name))};
}

}  // namespace

Error undefined_name(std::string_view name, const NearestName& nearest, std::string_view column_of,
                     Span place) {
  if (!column_of.empty()) {
    return Error(hint_errors::kUndefinedColumn, {name, column_of});
  }
  std::string_view replacement = nearest.best();
  const NameHint* hint = find_name_hint(name);
  if (hint != nullptr) replacement = hint->replacement;
  Error error = hint != nullptr
                    ? Error(hint_errors::kUndefinedHabit, {name, hint->english, hint->spanish})
                : replacement.empty() ? Error(runtime_errors::kUndefinedVariable, {name})
                                      : Error(hint_errors::kUndefinedNear, {name, replacement});
  if (!replacement.empty() && place.known()) {
    return std::move(error).with_fix(span_of_name(place, name), std::string(replacement));
  }
  return error;
}

bool is_column_of(const Value& list, std::string_view name) {
  if (!list.is_list() || list.list().size() == 0) return false;
  const Value& first = list.list().at(0);
  return first.is_map() && first.map().find(name) >= 0;
}

Error missing_property(std::string_view name, const Value& object) {
  if (is_column_of(object, name)) {
    return Error(hint_errors::kNoPropertyColumn, {name, type_name(object)});
  }
  if (const MethodHint* hint = find_method_hint(name, kind_letter(object))) {
    return Error(hint_errors::kNoPropertyMethod,
                 {name, type_name(object), hint->english, hint->spanish});
  }
  return Error(runtime_errors::kNoProperty, {name, type_name(object)});
}

Error column_by_index(std::string_view name) { return Error(hint_errors::kIndexColumn, {name}); }

Error missing_key(std::string_view key, const Map& map) {
  NearestName nearest(key);
  std::string_view continued;
  if (map.size() <= kMostKeysSearched) {
    for (size_t i = 0; i < map.size(); ++i) {
      std::string_view candidate = map.key(i)->view();
      nearest.offer(candidate, NameOrigin::Key);
      if (continued.empty() && goes_on_after(candidate, key)) continued = candidate;
    }
  }
  if (!continued.empty()) {
    return Error(hint_errors::kNoKeyInBrackets,
                 {key, std::string_view(short_text(continued, kLongestKeyShown))});
  }
  std::string keys = shown_keys(map);
  if (!nearest.best().empty()) {
    return Error(hint_errors::kNoKeyNear, {key, nearest.best(), keys});
  }
  if (const MethodHint* hint = find_method_hint(key, 'M')) {
    return Error(hint_errors::kNoKeyMethod, {key, hint->english, hint->spanish});
  }
  if (keys.empty()) return Error(runtime_errors::kNoKey, {key});
  return Error(hint_errors::kNoKeyListed, {key, keys});
}

std::string call_form(const BuiltinSpec& spec) {
  return std::string(spec.name) + "(" + std::string(spec.params) + ")";
}

Error unknown_named_argument(const BuiltinSpec& spec, std::string_view name) {
  std::string known = spaced(spec.named);
  if (const ArgumentHint* hint = find_argument_hint(spec.name, name)) {
    return Error(hint_errors::kNamedArgumentHabit, {spec.name, name, known, hint->form});
  }
  NearestName nearest(name);
  offer_listed(nearest, spec.named);
  if (nearest.best().empty()) {
    return Error(runtime_errors::kUnknownNamedArgument, {spec.name, name, known});
  }
  return Error(hint_errors::kNamedArgumentNear, {spec.name, name, known, nearest.best()});
}

Error no_named_arguments(std::string_view callee, std::string_view name) {
  if (const ArgumentHint* hint = find_argument_hint(callee, name)) {
    return Error(hint_errors::kNoNamedArgumentsHabit, {callee, name, hint->form});
  }
  return Error(runtime_errors::kNoNamedArguments, {callee, name});
}

Error unknown_parameter(std::string_view name, const TaskInfo& task) {
  NearestName nearest(name);
  for (const std::string& parameter : task.params) nearest.offer(parameter, NameOrigin::Local);
  if (nearest.best().empty()) {
    return Error(hint_errors::kUnknownParameterListed, {name, task.name, joined(task.params)});
  }
  return Error(hint_errors::kUnknownParameterNear,
               {name, nearest.best(), task.name, joined(task.params)});
}

}  // namespace syn
