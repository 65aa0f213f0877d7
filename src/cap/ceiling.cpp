// Reading and asking ceilings.
// SPDX-License-Identifier: Apache-2.0
#include "cap/ceiling.h"

#include <algorithm>

#include "cap/errors.h"

namespace syn::cap {

namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlanks) - start + 1);
}

Ceiling ceiling_of(std::initializer_list<CapabilityType> types) {
  Ceiling ceiling;
  for (CapabilityType type : types) {
    Capability item;
    item.type = type;
    ceiling.items.push_back(std::move(item));
  }
  return ceiling;
}

/// The texts of `require` in the words of `--cap-set`.
Error name_error(const Error& error) {
  const std::vector<std::string>& arguments = error.body().arguments;
  if (error.is(cap_errors::kUnknownKind)) {
    return Error(cap_errors::kCeilingUnknownKind, arguments);
  }
  if (error.is(cap_errors::kKindOfNoFile)) {
    return Error(cap_errors::kCeilingKindOfNoFile, arguments);
  }
  return Error(cap_errors::kCeilingUnknown, arguments);
}

enum class Part : uint8_t { Item, Denial };

Result<Capability> parse_item(std::string_view text, Part part, const ScopeBase& base) {
  size_t equals = text.find('=');
  Result<CapabilityName> parsed = parse_capability_name(text.substr(0, equals));
  if (!parsed.ok()) return name_error(parsed.error());
  const CapabilityName& name = parsed.value();
  std::string_view written = trim(text.substr(0, equals));
  if (part == Part::Denial && name.content != ContentKind::Any) {
    return Error(cap_errors::kDenialOfKind, {written});
  }
  if (equals == std::string_view::npos) {
    return make_grant(name.row->type, std::nullopt, base, name.content);
  }
  std::string_view scope = trim(text.substr(equals + 1));
  if (scope.empty()) return Error(cap_errors::kCeilingEmptyScope, {written});
  Result<Capability> item = make_grant(name.row->type, scope, base, name.content);
  if (!item.ok()) return Error(cap_errors::kCeilingScopeTooLong, {written});
  return item;
}

}  // namespace

const Capability* Ceiling::find_cover(const Capability& other) const {
  const Capability* best = nullptr;
  for (const Capability& item : items) {
    if (!item.covers(other)) continue;
    if (item.is_universal() && item.content == ContentKind::Any) return &item;
    if (best == nullptr || item.literal_root().size() > best->literal_root().size()) best = &item;
  }
  return best;
}

bool Ceiling::denies(const Capability& request) const {
  return std::any_of(denied.begin(), denied.end(),
                     [&](const Capability& denial) { return denial.denies(request); });
}

bool Ceiling::admits(const Capability& grant) const {
  if (denies(grant)) return false;
  if (kind == CeilingKind::Delegated && is_process_local(grant.type)) return true;
  return std::any_of(items.begin(), items.end(),
                     [&](const Capability& item) { return item.covers_scope(grant); });
}

bool Ceiling::covers(const Capability& other) const {
  if (denies(other)) return false;
  if (kind == CeilingKind::Delegated && is_process_local(other.type)) return true;
  return std::any_of(items.begin(), items.end(),
                     [&](const Capability& item) { return item.covers(other); });
}

std::string Ceiling::text() const {
  std::string out;
  for (const Capability& item : items) {
    if (!out.empty()) out += ",";
    out += item.ceiling_text();
  }
  if (out.empty()) return "none";
  for (const Capability& denial : denied) out += ",-" + denial.ceiling_text();
  return out;
}

Result<Ceiling> parse_ceiling(std::string_view text, const ScopeBase& base) {
  Ceiling ceiling;
  std::string_view rest = trim(text);
  if (rest == "none") return ceiling;
  while (!rest.empty()) {
    size_t comma = std::min(rest.find(','), rest.size());
    std::string_view item = trim(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (item.empty()) continue;
    Part part = item[0] == '-' ? Part::Denial : Part::Item;
    if (part == Part::Denial) item = trim(item.substr(1));
    TRY_ASSIGN(Capability capability, parse_item(item, part, base));
    (part == Part::Denial ? ceiling.denied : ceiling.items).push_back(std::move(capability));
  }
  if (ceiling.items.empty()) return Error(cap_errors::kCeilingEmpty);
  return ceiling;
}

Ceiling sandbox_ceiling() { return ceiling_of({CapabilityType::Stdout, CapabilityType::Time}); }

Ceiling deterministic_ceiling() { return ceiling_of({CapabilityType::Stdout}); }

Result<Capability> make_delegated_item(std::string_view name, std::optional<std::string_view> scope,
                                       const ScopeBase& base) {
  Result<CapabilityName> parsed = parse_capability_name(name);
  if (!parsed.ok() && !parsed.error().is(cap_errors::kUnknownCapability)) {
    return std::move(parsed).error();
  }
  if (!parsed.ok()) return Error(cap_errors::kUnderUnknown, {printable_scope(name)});
  CapabilityType type = parsed.value().row->type;
  if (is_process_local(type)) return Error(cap_errors::kUnderProcessLocal, {name});
  return make_grant(type, scope, base, parsed.value().content);
}

bool is_process_local(CapabilityType type) {
  return type == CapabilityType::Stdout || type == CapabilityType::Stdin ||
         type == CapabilityType::Time || type == CapabilityType::Random;
}

}  // namespace syn::cap
