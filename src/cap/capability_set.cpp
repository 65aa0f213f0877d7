// The gate: who asks, what is granted, and the words for each answer.
// SPDX-License-Identifier: Apache-2.0
#include "cap/capability_set.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "cap/errors.h"

namespace syn::cap {

namespace {

constexpr std::string_view kAboveHostCeiling = "above host ceiling (--sandbox/--cap-set)";

bool any_covers(const std::vector<Capability>& capabilities, const Capability& request) {
  return std::any_of(capabilities.begin(), capabilities.end(),
                     [&](const Capability& capability) { return capability.covers(request); });
}

Capability whole(CapabilityType type) {
  Capability capability;
  capability.type = type;
  return capability;
}

const ErrorRow* find_bare_warning(CapabilityType type) {
  if (type == CapabilityType::Reveal) return &cap_errors::kBareRequireReveal;
  if (type == CapabilityType::Sign) return &cap_errors::kBareRequireSign;
  if (type == CapabilityType::Wallet) return &cap_errors::kBareRequireWallet;
  if (type == CapabilityType::Spend) return &cap_errors::kBareRequireSpend;
  return nullptr;
}

std::optional<Error> warning_for(const Capability& grant) {
  const ErrorRow* bare = find_bare_warning(grant.type);
  if (bare != nullptr && !grant.scope) return Error(*bare);
  const CapabilityRow& row = row_of(grant.type);
  if (row.kind == ScopeKind::Path && grant.form == ScopeForm::Universal) {
    return Error(cap_errors::kUniversalPath, {row.wire});
  }
  return std::nullopt;
}

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

Error host_ceiling_error(const Capability& request) {
  if (request.type == CapabilityType::Reveal && request.scope) {
    return Error(cap_errors::kRevealAboveHostCeiling, {printable_scope(*request.scope)});
  }
  if (!has_own_words(request)) return Error(cap_errors::kAboveHostCeiling, {request.display()});
  return Error(cap_errors::kNameAboveHostCeiling,
               {row_of(request.type).display, printable_scope(*request.scope)});
}

Decision refused(Cause cause, std::string reason, Error error) {
  Decision decision;
  decision.cause = cause;
  decision.reason = std::move(reason);
  decision.error = std::move(error);
  return decision;
}

}  // namespace

CapabilitySet::CapabilitySet(std::string context, ScopeBase base, std::vector<Ceiling> ceilings,
                             AuditLog& audit)
    : context_(std::move(context)),
      base_(std::move(base)),
      ceilings_(std::move(ceilings)),
      audit_(&audit) {}

CapabilitySet::~CapabilitySet() = default;

void CapabilitySet::grant_ambient() {
  for (CapabilityType type :
       {CapabilityType::Stdout, CapabilityType::Time, CapabilityType::Llm, CapabilityType::Judge}) {
    Capability grant = whole(type);
    bool above = find_refusing_ceiling(grant) != nullptr;
    AuditEntry entry;
    entry.context = context_;
    entry.capability = grant.display();
    entry.granted = !above;
    entry.source = above ? "ceiling" : "ambient";
    entry.reason = above ? kAboveHostCeiling : "auto-granted by the runtime";
    entry.origin = Origin::Runtime;
    audit_->record(std::move(entry));
    if (!above) state_.granted.push_back(std::move(grant));
  }
}

Result<RequireOutcome> CapabilitySet::require(std::string_view name,
                                              std::optional<std::string_view> scope, Place place) {
  const CapabilityRow* row = find_capability(name);
  if (row == nullptr) {
    return Error(cap_errors::kUnknownCapability, {printable_scope(name), known_capabilities()});
  }
  RequireOutcome outcome;
  if (state_.closed) return outcome;
  TRY_ASSIGN(Capability grant, make_grant(row->type, scope, base_));
  auto holds = [&](const std::vector<Capability>& list) {
    return std::find(list.begin(), list.end(), grant) != list.end();
  };
  bool above = find_refusing_ceiling(grant) != nullptr;
  std::vector<Capability>& list = above ? rejected_ : state_.granted;
  outcome.granted = !above;
  if (above) record(grant, false, "ceiling", kAboveHostCeiling, place);
  if (holds(list)) return outcome;
  if (list.size() >= kMaxGrants) {
    return Error(cap_errors::kTooManyGrants, {std::to_string(kMaxGrants)});
  }
  if (!above) outcome.warning = warning_for(grant);
  list.push_back(std::move(grant));
  return outcome;
}

void CapabilitySet::deny(Capability denial) { state_.denied.push_back(std::move(denial)); }

bool CapabilitySet::declared(const Capability& request) const {
  return any_covers(state_.granted, request) || any_covers(rejected_, request);
}

const Capability* CapabilitySet::find_grant(const Capability& request) const {
  for (const Capability& grant : state_.granted) {
    if (grant.covers(request)) return &grant;
  }
  return nullptr;
}

const Ceiling* CapabilitySet::find_refusing_ceiling(const Capability& request) const {
  for (const Ceiling& ceiling : ceilings_) {
    if (!ceiling.covers(request)) return &ceiling;
  }
  return nullptr;
}

const Ceiling* CapabilitySet::find_refusing_block(const Capability& request) const {
  for (const Ceiling& ceiling : delegated_) {
    if (!ceiling.covers(request)) return &ceiling;
  }
  return nullptr;
}

Decision CapabilitySet::decide(const Capability& request) const {
  for (const Capability& denial : state_.denied) {
    if (!denial.covers(request)) continue;
    return refused(Cause::Denied, "Explicitly denied by " + denial.display(),
                   Error(cap_errors::kExplicitlyDenied, {request.display(), denial.display()}));
  }
  if (find_refusing_ceiling(request) != nullptr && declared(request)) {
    return refused(Cause::HostCeiling, std::string(kAboveHostCeiling), host_ceiling_error(request));
  }
  if (find_refusing_block(request) != nullptr && declared(request)) {
    return refused(Cause::SandboxUnder, "above sandbox ceiling (sandbox under)",
                   Error(cap_errors::kOutsideSandboxUnder, {request.display()}));
  }
  const Capability* grant = find_grant(request);
  if (grant == nullptr) {
    return refused(Cause::NoGrant, "No matching grant found", no_grant_error(request));
  }
  // A request that some grant covers is declared, so it has passed both tests above.
  return granted_by(*grant, request);
}

/// Links. A directory that a host named literally in its ceiling is the host's word, also where a
/// link stands in its place; below it nothing is. With several ceilings the shallowest such
/// directory counts: an inner ceiling may have been written by a program, and with no link below
/// the outermost directory the path is what it says, so it lies beneath the inner ones too. Without
/// a ceiling that confines this path, the program's own grant says how far links may lead.
Decision CapabilitySet::granted_by(const Capability& grant, const Capability& request) const {
  Decision decision;
  decision.cause = Cause::Granted;
  decision.reason = "Granted by " + grant.display();
  if (request.path.empty()) return decision;
  PathPermit& permit = decision.permit;
  permit.path = request.path;
  permit.shown = request.scope.value_or(request.path);
  permit.root = "/";
  bool confined = false;
  for (const std::vector<Ceiling>* list : {&ceilings_, &delegated_}) {
    for (const Ceiling& ceiling : *list) {
      const Capability* item = ceiling.find_cover(request);
      if (item == nullptr || item->is_universal()) continue;
      std::string root = item->literal_root();
      if (!confined || root.size() < permit.root.size()) permit.root = std::move(root);
      confined = true;
    }
  }
  if (confined) {
    permit.links = LinkPolicy::Refuse;
    return decision;
  }
  Ceiling grants;
  grants.items = state_.granted;
  const Capability* widest = grants.find_cover(request);
  CHECK(widest != nullptr);
  permit.root = widest->literal_root();
  permit.links = widest->is_universal() ? LinkPolicy::Follow : LinkPolicy::FollowWithin;
  return decision;
}

Decision CapabilitySet::check(const Capability& request, std::string_view source, Place place) {
  Decision decision = decide(request);
  record(request, decision.granted(), source, decision.reason, place);
  return decision;
}

Result<void> CapabilitySet::demand(CapabilityType type, std::optional<std::string_view> scope,
                                   std::string_view source, Place place) {
  Decision decision = check(make_request(type, scope, base_), source, place);
  if (decision.error) return std::move(*decision.error);
  return {};
}

Result<PathPermit> CapabilitySet::demand_path(CapabilityType type, std::string_view path,
                                              std::string_view source, Place place) {
  Decision decision = check(make_request(type, path, base_), source, place);
  if (decision.error) return std::move(*decision.error);
  return std::move(decision.permit);
}

Result<void> CapabilitySet::demand_stdout(Place place) {
  if (ceilings_.empty()) return {};
  Capability request = whole(CapabilityType::Stdout);
  Decision decision = decide(request);
  if (last_stdout_cause_ != decision.cause) {
    last_stdout_cause_ = decision.cause;
    record(request, decision.granted(), "print()", decision.reason, place);
  }
  if (decision.error) return std::move(*decision.error);
  return {};
}

bool CapabilitySet::allows(const Capability& wanted) const { return decide(wanted).granted(); }

void CapabilitySet::record(const Capability& what, bool granted, std::string_view source,
                           std::string_view reason, Place place) {
  AuditEntry entry;
  entry.context = context_;
  entry.capability = what.display();
  entry.granted = granted;
  entry.source = std::string(source);
  entry.reason = std::string(reason);
  if (!place.file.empty()) entry.file = std::string(place.file);
  if (place.line != 0) entry.line = place.line;
  audit_->record(std::move(entry));
}

void CapabilitySet::enter(State state) {
  blocks_.push_back({std::exchange(state_, std::move(state)), false});
}

void CapabilitySet::enter_sandbox() {
  State inside;
  inside.closed = true;
  inside.denied = state_.denied;
  Capability standard_output = whole(CapabilityType::Stdout);
  if (any_covers(state_.granted, standard_output)) {
    inside.granted.push_back(std::move(standard_output));
  }
  enter(std::move(inside));
}

void CapabilitySet::enter_sandbox_under(Ceiling delegated) {
  State inside = state_;
  inside.closed = true;
  delegated.kind = CeilingKind::Delegated;
  delegated_.push_back(std::move(delegated));
  enter(std::move(inside));
  blocks_.back().pushed_ceiling = true;
}

void CapabilitySet::enter_tool(std::span<const Capability> declarations, Place place) {
  std::vector<Capability> kept;
  for (const Capability& declaration : declarations) {
    if (check(declaration, "tool-scope", place).granted()) kept.push_back(declaration);
  }
  enter_sandbox();
  for (Capability& grant : kept) {
    if (!any_covers(state_.granted, grant)) state_.granted.push_back(std::move(grant));
  }
}

void CapabilitySet::leave() {
  CHECK(!blocks_.empty());
  state_ = std::move(blocks_.back().saved);
  if (blocks_.back().pushed_ceiling) delegated_.pop_back();
  blocks_.pop_back();
}

void CapabilitySet::leave_to(size_t depth) {
  while (blocks_.size() > depth) leave();
}

std::unique_ptr<CapabilitySet> CapabilitySet::for_worker(std::string context) const {
  auto worker = std::make_unique<CapabilitySet>(std::move(context), base_, ceilings_, *audit_);
  worker->delegated_ = delegated_;
  worker->state_ = state_;
  return worker;
}

std::vector<Ceiling> CapabilitySet::lend() const {
  std::vector<Ceiling> lent = ceilings_;
  lent.insert(lent.end(), delegated_.begin(), delegated_.end());
  Ceiling present;
  present.items = state_.granted;
  present.denied = state_.denied;
  lent.push_back(std::move(present));
  return lent;
}

Intersection intersect(const Ceiling& requested, const CapabilitySet& caller) {
  Intersection result;
  result.kept.kind = requested.kind;
  result.kept.denied = requested.denied;
  for (const Capability& item : requested.items) {
    (caller.allows(item) ? result.kept.items : result.dropped).push_back(item);
  }
  return result;
}

}  // namespace syn::cap
