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

Decision refused(Cause cause, std::string reason) {
  Decision decision;
  decision.cause = cause;
  decision.reason = std::move(reason);
  return decision;
}

/// Whether what covers the request is limited to a kind of files.
bool covers_kinds_only(const Ceiling& ceiling, const Capability& request) {
  if (request.is_search) return false;
  return std::none_of(ceiling.items.begin(), ceiling.items.end(), [&](const Capability& item) {
    return item.content == ContentKind::Any && item.covers(request);
  });
}

/// Denials of paths hold for what a link leads to, too: no link is followed where there are any.
bool denies_paths(std::span<const Capability> denials) {
  return std::any_of(denials.begin(), denials.end(), [](const Capability& denial) {
    return row_of(denial.type).kind == ScopeKind::Path;
  });
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
  TRY_ASSIGN(CapabilityName parsed, parse_capability_name(name));
  RequireOutcome outcome;
  if (state_.closed) return outcome;
  TRY_ASSIGN(Capability grant, make_grant(parsed.row->type, scope, base_, parsed.content));
  auto holds = [&](const std::vector<Capability>& list) {
    return std::find(list.begin(), list.end(), grant) != list.end();
  };
  bool above = !std::all_of(ceilings_.begin(), ceilings_.end(),
                            [&](const Ceiling& ceiling) { return ceiling.admits(grant); });
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

const Capability* CapabilitySet::find_host_denial(const Capability& request) const {
  for (const Capability& denial : state_.denied) {
    if (denial.denies(request)) return &denial;
  }
  return nullptr;
}

bool CapabilitySet::denies(const Capability& request) const {
  if (find_host_denial(request) != nullptr) return true;
  auto denies_it = [&](const Ceiling& ceiling) { return ceiling.denies(request); };
  return std::any_of(ceilings_.begin(), ceilings_.end(), denies_it) ||
         std::any_of(delegated_.begin(), delegated_.end(), denies_it);
}

bool CapabilitySet::may_deny_beneath(CapabilityType type, std::string_view path) const {
  std::string directory = absolute_path(path, base_);
  auto concerns = [&](const std::vector<Capability>& denials) {
    return std::any_of(denials.begin(), denials.end(), [&](const Capability& denial) {
      return denial.may_deny_beneath(type, directory);
    });
  };
  auto has_one = [&](const Ceiling& ceiling) { return concerns(ceiling.denied); };
  return concerns(state_.denied) || std::any_of(ceilings_.begin(), ceilings_.end(), has_one) ||
         std::any_of(delegated_.begin(), delegated_.end(), has_one);
}

Decision CapabilitySet::decide(const Capability& request) const {
  if (const Capability* denial = find_host_denial(request)) {
    return refused(Cause::Denied, "Explicitly denied by " + denial->display());
  }
  if (denies(request)) return refused(Cause::Denied, "Explicitly denied by the host ceiling");
  if (find_refusing_ceiling(request) != nullptr && declared(request)) {
    return refused(Cause::HostCeiling, std::string(kAboveHostCeiling));
  }
  if (find_refusing_block(request) != nullptr && declared(request)) {
    return refused(Cause::SandboxUnder, "above sandbox ceiling (sandbox under)");
  }
  const Capability* grant = find_grant(request);
  if (grant == nullptr) return refused(Cause::NoGrant, "No matching grant found");
  // A request that some grant covers is declared, so it has passed both tests above.
  return granted_by(*grant, request);
}

Error CapabilitySet::explain(const Capability& request, const Decision& decision) const {
  RefusalContext context{base_, ceilings_, delegated_, state_.granted, find_host_denial(request)};
  return refusal(request, decision.cause, context);
}

/// Links. A directory that a host named literally in its ceiling is the host's word, also where a
/// link stands in its place; below it nothing is. With several ceilings the shallowest such
/// directory counts: an inner ceiling may have been written by a program, and with no link below
/// the outermost directory the path is what it says, so it lies beneath the inner ones too. Without
/// a ceiling that confines this path, the program's own grant says how far links may lead. A grant
/// of a kind of files, and any denial of paths, rule links out: a link's name says nothing of its
/// target.
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
  bool strict = denies_paths(state_.denied);
  for (const std::vector<Ceiling>* list : {&ceilings_, &delegated_}) {
    for (const Ceiling& ceiling : *list) {
      const Capability* item = ceiling.find_cover(request);
      strict = strict || denies_paths(ceiling.denied);
      if (item == nullptr) continue;
      permit.regular_only = permit.regular_only || covers_kinds_only(ceiling, request);
      if (item->is_universal()) continue;
      std::string root = item->literal_root();
      if (!confined || root.size() < permit.root.size()) permit.root = std::move(root);
      confined = true;
    }
  }
  Ceiling grants;
  grants.items = state_.granted;
  permit.regular_only = permit.regular_only || covers_kinds_only(grants, request);
  if (confined) {
    permit.links = LinkPolicy::Refuse;
    return decision;
  }
  const Capability* widest = grants.find_cover(request);
  CHECK(widest != nullptr);
  permit.root = widest->literal_root();
  permit.links = widest->is_universal() ? LinkPolicy::Follow : LinkPolicy::FollowWithin;
  if (strict || permit.regular_only) permit.links = LinkPolicy::Refuse;
  return decision;
}

Decision CapabilitySet::check(const Capability& request, std::string_view source, Place place) {
  Decision decision = decide(request);
  record(request, decision.granted(), source, decision.reason, place);
  if (!decision.granted()) decision.error = explain(request, decision);
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

Result<PathPermit> CapabilitySet::demand_search(std::string_view path, std::string_view source,
                                                Place place) {
  Capability request = make_request(CapabilityType::FileRead, path, base_);
  request.is_search = true;
  Decision decision = check(request, source, place);
  if (decision.error) return std::move(*decision.error);
  return std::move(decision.permit);
}

std::optional<PathPermit> CapabilitySet::find_permit(CapabilityType type,
                                                     std::string_view path) const {
  Decision decision = decide(make_request(type, path, base_));
  if (!decision.granted()) return std::nullopt;
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
  if (!decision.granted()) return explain(request, decision);
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

/// Of a declaration that is allowed for a kind of files alone.
std::optional<Capability> CapabilitySet::narrowed_to_kind(const Capability& declaration) const {
  bool about_files = row_of(declaration.type).kind == ScopeKind::Path;
  if (!about_files || declaration.content != ContentKind::Any || allows(declaration)) {
    return std::nullopt;
  }
  Capability narrow = declaration;
  for (auto kind = static_cast<uint8_t>(ContentKind::Any) + 1;
       kind <= static_cast<uint8_t>(kLastContentKind); ++kind) {
    narrow.content = static_cast<ContentKind>(kind);
    if (allows(narrow)) return narrow;
  }
  return std::nullopt;
}

void CapabilitySet::enter_tool(std::span<const Capability> declarations, Place place) {
  std::vector<Capability> kept;
  for (const Capability& declaration : declarations) {
    Capability wanted = narrowed_to_kind(declaration).value_or(declaration);
    if (check(wanted, "tool-scope", place).granted()) kept.push_back(std::move(wanted));
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
