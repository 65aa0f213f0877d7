// Policies as bytes, and from ceilings.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/policy.h"

#include <algorithm>

#include "sandbox/wire.h"

namespace syn::sandbox {

void write_limits(WireWriter& out, const ChildLimits& limits) {
  out.u64(limits.memory_bytes);
  out.u64(limits.max_output_bytes);
  out.u64(limits.max_result_bytes);
  out.u64(limits.max_file_bytes);
  out.u64(limits.max_audit_entries);
  out.u64(limits.max_steps);
  out.optional_u64(limits.cpu_seconds);
  out.u32(limits.max_files);
  out.optional_u64(limits.max_processes);
}

ChildLimits read_limits(WireReader& in) {
  ChildLimits limits;
  limits.memory_bytes = in.u64();
  limits.max_output_bytes = in.u64();
  limits.max_result_bytes = in.u64();
  limits.max_file_bytes = in.u64();
  limits.max_audit_entries = in.u64();
  limits.max_steps = in.u64();
  limits.cpu_seconds = in.optional_u64();
  limits.max_files = in.u32();
  limits.max_processes = in.optional_u64();
  return limits;
}

bool ChildPolicy::writes() const {
  return std::any_of(paths.begin(), paths.end(), [](const PathRule& rule) { return rule.write; });
}

std::string encode_policy(const ChildPolicy& policy) {
  WireWriter out;
  write_limits(out, policy.limits);
  out.u8(policy.walls.bits());
  out.u8(static_cast<uint8_t>(policy.demand));
  out.u32(static_cast<uint32_t>(policy.paths.size()));
  for (const PathRule& rule : policy.paths) {
    out.text(rule.path);
    out.boolean(rule.write);
    out.boolean(rule.names_file);
  }
  out.boolean(policy.engine);
  out.text(policy.engine_root);
  out.u32(static_cast<uint32_t>(policy.parent_pid));
  return out.take();
}

std::optional<ChildPolicy> decode_policy(std::string_view bytes) {
  WireReader in(bytes);
  ChildPolicy policy;
  policy.limits = read_limits(in);
  policy.walls = WallSet::from_bits(in.u8());
  policy.demand = in.enumerator(WallDemand::BestEffort);
  constexpr size_t kMinRuleBytes = 6;
  uint32_t num_rules = in.count(kMinRuleBytes);
  for (uint32_t i = 0; i < num_rules && !in.failed(); ++i) {
    std::string path(in.text());
    bool writes = in.boolean();
    policy.paths.push_back({std::move(path), writes, in.boolean()});
  }
  policy.engine = in.boolean();
  policy.engine_root = in.text();
  policy.parent_pid = static_cast<int32_t>(in.u32());
  if (!in.finish("policy").ok()) return std::nullopt;
  return policy;
}

std::vector<PathRule> path_rules(const cap::Ceiling& ceiling) {
  std::vector<PathRule> rules;
  for (const cap::Capability& item : ceiling.items) {
    const bool reads = item.type == cap::CapabilityType::FileRead;
    const bool writes =
        item.type == cap::CapabilityType::FileWrite || item.type == cap::CapabilityType::File;
    if (!reads && !writes) continue;
    PathRule rule{item.literal_root(), writes,
                  !item.is_universal() && !item.pattern.has_wildcards()};
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
  }
  return rules;
}

}  // namespace syn::sandbox
