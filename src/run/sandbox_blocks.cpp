// `sandbox` and `sandbox under`: reading the caps of the latter (security.md §10).
// SPDX-License-Identifier: Apache-2.0
#include "cap/errors.h"
#include "run/session.h"
#include "value/display.h"

namespace syn {
namespace {

Result<void> add_item(cap::Ceiling& ceiling, std::string_view name, const Value* scope,
                      const cap::ScopeBase& base) {
  std::optional<std::string> text;
  if (scope != nullptr) text = display(*scope);
  std::optional<std::string_view> view;
  if (text) view = *text;
  TRY_ASSIGN(cap::Capability item, cap::make_delegated_item(name, view, base));
  ceiling.items.push_back(std::move(item));
  return {};
}

}  // namespace

Result<void> Session::sandbox_enter(const Value* caps) {
  if (caps == nullptr) {
    capabilities_.enter_sandbox();
    return {};
  }
  if (!caps->is_map()) return Error(cap_errors::kUnderNotMap, {type_name(*caps)});
  cap::Ceiling ceiling;
  ceiling.kind = cap::CeilingKind::Delegated;
  const Map& map = caps->map();
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view name = map.key(i)->view();
    const Value& scopes = map.value(i);
    if (scopes.is_nothing()) {
      TRY(add_item(ceiling, name, nullptr, request_.base));
    } else if (scopes.is_list()) {
      for (const Value& scope : scopes.list().items()) {
        TRY(add_item(ceiling, name, &scope, request_.base));
      }
    } else {
      TRY(add_item(ceiling, name, &scopes, request_.base));
    }
  }
  capabilities_.enter_sandbox_under(std::move(ceiling));
  return {};
}

}  // namespace syn
