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

Result<Capability> parse_item(std::string_view text, const ScopeBase& base) {
  size_t equals = text.find('=');
  std::string_view name = trim(text.substr(0, equals));
  const CapabilityRow* row = find_capability(name);
  if (row == nullptr) {
    return Error(cap_errors::kCeilingUnknown, {printable_scope(name), known_capabilities()});
  }
  if (equals == std::string_view::npos) return make_grant(row->type, std::nullopt, base);
  std::string_view scope = trim(text.substr(equals + 1));
  if (scope.empty()) return Error(cap_errors::kCeilingEmptyScope, {name});
  Result<Capability> item = make_grant(row->type, scope, base);
  if (!item.ok()) return Error(cap_errors::kCeilingScopeTooLong, {name});
  return item;
}

}  // namespace

const Capability* Ceiling::find_cover(const Capability& other) const {
  const Capability* best = nullptr;
  for (const Capability& item : items) {
    if (!item.covers(other)) continue;
    if (item.is_universal()) return &item;
    if (best == nullptr || item.literal_root().size() > best->literal_root().size()) best = &item;
  }
  return best;
}

bool Ceiling::covers(const Capability& other) const {
  auto covers_other = [&](const Capability& capability) { return capability.covers(other); };
  if (std::any_of(denied.begin(), denied.end(), covers_other)) return false;
  if (kind == CeilingKind::Delegated && is_process_local(other.type)) return true;
  return std::any_of(items.begin(), items.end(), covers_other);
}

std::string Ceiling::text() const {
  std::string out;
  for (const Capability& item : items) {
    if (!out.empty()) out += ",";
    out += item.ceiling_text();
  }
  return out.empty() ? "none" : out;
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
    TRY_ASSIGN(Capability capability, parse_item(item, base));
    ceiling.items.push_back(std::move(capability));
  }
  if (ceiling.items.empty()) return Error(cap_errors::kCeilingEmpty);
  return ceiling;
}

Ceiling sandbox_ceiling() { return ceiling_of({CapabilityType::Stdout, CapabilityType::Time}); }

Ceiling deterministic_ceiling() { return ceiling_of({CapabilityType::Stdout}); }

Result<Capability> make_delegated_item(std::string_view name, std::optional<std::string_view> scope,
                                       const ScopeBase& base) {
  const CapabilityRow* row = find_capability(name);
  if (row == nullptr) return Error(cap_errors::kUnderUnknown, {printable_scope(name)});
  if (is_process_local(row->type)) return Error(cap_errors::kUnderProcessLocal, {name});
  return make_grant(row->type, scope, base);
}

bool is_process_local(CapabilityType type) {
  return type == CapabilityType::Stdout || type == CapabilityType::Stdin ||
         type == CapabilityType::Time || type == CapabilityType::Random;
}

}  // namespace syn::cap
