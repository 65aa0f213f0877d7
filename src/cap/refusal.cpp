// Choosing the message of a refusal, and the grant that its hint names.
// SPDX-License-Identifier: Apache-2.0
#include "cap/refusal.h"

#include <algorithm>

#include "base/check.h"
#include "cap/errors.h"

namespace syn::cap {

namespace {

/// Refusals in a loop must stay cheap, however many grants there are.
constexpr size_t kMaxCandidates = 64;
constexpr size_t kMaxVerified = 8;

bool has_own_words(const Capability& request) {
  return request.scope &&
         (request.type == CapabilityType::Env || request.type == CapabilityType::Secret);
}

Error no_grant_error(const Capability& request) {
  const std::string_view name = row_of(request.type).display;
  if (request.type == CapabilityType::Reveal && request.scope) {
    return Error(cap_errors::kRevealNotGranted, {printable_scope(*request.scope)});
  }
  if (!has_own_words(request)) {
    return Error(cap_errors::kNotGranted, {request.display(), request.require_text()});
  }
  std::string variable = printable_scope(*request.scope);
  size_t underscore = variable.find('_');
  if (underscore == std::string::npos) return Error(cap_errors::kNameNotGranted, {name, variable});
  return Error(cap_errors::kPrefixedNameNotGranted,
               {name, variable, std::string_view(variable).substr(0, underscore)});
}

/// The kind of files to which the first ceiling that refuses the request limits its scope.
ContentKind limiting_kind(const Capability& request, std::span<const Ceiling> ceilings) {
  for (const Ceiling& ceiling : ceilings) {
    if (ceiling.covers(request)) continue;
    for (const Capability& item : ceiling.items) {
      if (item.covers_scope(request)) return item.content;
    }
    return ContentKind::Any;
  }
  return ContentKind::Any;
}

Error host_ceiling_error(const Capability& request, std::span<const Ceiling> ceilings) {
  if (request.type == CapabilityType::Reveal && request.scope) {
    return Error(cap_errors::kRevealAboveHostCeiling, {printable_scope(*request.scope)});
  }
  if (has_own_words(request)) {
    return Error(cap_errors::kNameAboveHostCeiling,
                 {row_of(request.type).display, printable_scope(*request.scope)});
  }
  ContentKind kind = limiting_kind(request, ceilings);
  if (kind == ContentKind::Any) return Error(cap_errors::kAboveHostCeiling, {request.display()});
  return Error(cap_errors::kNotOfKind, {request.display(), content_kind_name(kind)});
}

bool may_serve(const Capability& grant, const Capability& request) {
  return grant.type == request.type ||
         (grant.type == CapabilityType::File &&
          (request.type == CapabilityType::FileRead || request.type == CapabilityType::FileWrite));
}

/// How many bytes a grant's literal beginning shares with the request.
size_t nearness(const Capability& grant, const Capability& request) {
  std::string prefix = grant.pattern.literal_prefix();
  std::string wanted = request.pattern.literal_prefix();
  auto ends = std::mismatch(prefix.begin(), prefix.end(), wanted.begin(), wanted.end());
  return static_cast<size_t>(ends.first - prefix.begin());
}

bool all_cover(std::span<const Ceiling> ceilings, const Capability& grant) {
  return std::all_of(ceilings.begin(), ceilings.end(),
                     [&](const Ceiling& ceiling) { return ceiling.covers(grant); });
}

class Neighbours {
 public:
  Neighbours(const Capability& request, const RefusalContext& context)
      : request_(request), context_(context) {}

  void add(std::span<const Capability> grants) {
    for (const Capability& grant : grants) {
      if (candidates_.size() >= kMaxCandidates) return;
      if (may_serve(grant, request_)) candidates_.push_back(&grant);
    }
  }
  void add(std::span<const Ceiling> ceilings) {
    for (const Ceiling& ceiling : ceilings) add(ceiling.items);
  }

  /// The nearest that every ceiling allows in full and that means here what it says; null when
  /// there is none.
  const Capability* nearest() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [&](const Capability* a, const Capability* b) {
                       return nearness(*a, request_) > nearness(*b, request_);
                     });
    for (size_t i = 0; i < std::min(candidates_.size(), kMaxVerified); ++i) {
      if (holds(*candidates_[i])) return candidates_[i];
    }
    return nullptr;
  }

 private:
  bool holds(const Capability& grant) const {
    if (!all_cover(context_.ceilings, grant) || !all_cover(context_.delegated, grant)) {
      return false;
    }
    std::optional<std::string_view> scope;
    if (grant.scope) scope = *grant.scope;
    auto again = make_grant(grant.type, scope, context_.base, grant.content);
    return again.ok() && again.value() == grant;
  }

  const Capability& request_;
  const RefusalContext& context_;
  std::vector<const Capability*> candidates_;
};

/// The grant as a program would require it for this request.
std::string legal_line(const Capability& grant, const Capability& request) {
  Capability line = grant;
  line.type = request.type;
  return line.require_text();
}

/// Names of the capabilities of which every ceiling has something, without their scopes.
std::string allowed_names(std::span<const Ceiling> ceilings) {
  std::string out;
  for (const CapabilityRow& row : capability_rows()) {
    auto has_some = [&](const Ceiling& ceiling) {
      return std::any_of(ceiling.items.begin(), ceiling.items.end(),
                         [&](const Capability& item) { return item.type == row.type; });
    };
    if (!std::all_of(ceilings.begin(), ceilings.end(), has_some)) continue;
    if (!out.empty()) out += ", ";
    out += row.wire;
  }
  return out;
}

Error with_ceiling_hint(Error error, const Capability& request, const RefusalContext& context) {
  Neighbours near(request, context);
  near.add(context.ceilings);
  if (const Capability* grant = near.nearest()) {
    std::string line = legal_line(*grant, request);
    if (grant->content != ContentKind::Any && grant->covers_scope(request)) {
      return std::move(error).with_hint(
          cap_errors::kHintKind, {grant->display(), line, content_kind_endings(grant->content)});
    }
    return std::move(error).with_hint(cap_errors::kHintCeilingAllows, {grant->display(), line});
  }
  std::string names = allowed_names(context.ceilings);
  if (names.empty()) return std::move(error).with_hint(cap_errors::kHintCeilingEmpty, {});
  return std::move(error).with_hint(cap_errors::kHintCeilingOther,
                                    {std::string(row_of(request.type).wire), names});
}

Error with_denial_hint(Error error, const Capability& request, const RefusalContext& context) {
  Neighbours near(request, context);
  near.add(context.ceilings);
  near.add(context.granted);
  const Capability* grant = near.nearest();
  if (grant == nullptr) return std::move(error).with_hint(cap_errors::kHintDeniedOnly, {});
  return std::move(error).with_hint(cap_errors::kHintDenied,
                                    {grant->display(), legal_line(*grant, request)});
}

Error with_grant_hint(Error error, const Capability& request, const RefusalContext& context) {
  bool ceilings_allow =
      all_cover(context.ceilings, request) && all_cover(context.delegated, request);
  if (!ceilings_allow) return with_ceiling_hint(std::move(error), request, context);
  Neighbours near(request, context);
  near.add(context.granted);
  std::string line = request.require_text();
  if (const Capability* held = near.nearest()) {
    return std::move(error).with_hint(cap_errors::kHintHeld, {held->display(), line});
  }
  return std::move(error).with_hint(cap_errors::kHintNothingHeld, {"", line});
}

Error with_under_hint(Error error, const Capability& request, const RefusalContext& context) {
  Neighbours near(request, context);
  near.add(context.delegated);
  const Capability* grant = near.nearest();
  if (grant == nullptr) return error;
  return std::move(error).with_hint(cap_errors::kHintUnderAllows, {grant->display()});
}

}  // namespace

Error refusal(const Capability& request, Cause cause, const RefusalContext& context) {
  switch (cause) {
    case Cause::Granted: break;
    case Cause::NoGrant: return with_grant_hint(no_grant_error(request), request, context);
    case Cause::HostCeiling:
      return with_ceiling_hint(host_ceiling_error(request, context.ceilings), request, context);
    case Cause::SandboxUnder:
      return with_under_hint(Error(cap_errors::kOutsideSandboxUnder, {request.display()}), request,
                             context);
    case Cause::Denied: {
      std::string shown = request.display();
      Error error = context.denial == nullptr
                        ? Error(cap_errors::kDeniedByCeiling, {shown})
                        : Error(cap_errors::kExplicitlyDenied, {shown, context.denial->display()});
      return with_denial_hint(std::move(error), request, context);
    }
  }
  CHECK(false);
  return no_grant_error(request);
}

}  // namespace syn::cap
