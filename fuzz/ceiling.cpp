// Any text as a ceiling and any as a path: an error or a ceiling that says itself again, survives
// the wire, and never covers what it denies.
// needs: base cap host sandbox
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "cap/capability_set.h"
#include "cap/ceiling.h"
#include "sandbox/wire.h"

namespace {

void check_request(const syn::cap::Ceiling& ceiling, const syn::cap::Capability& request) {
  using namespace syn::cap;
  if (ceiling.denies(request)) CHECK(!ceiling.covers(request));
  if (!ceiling.covers(request)) return;
  // Without its kinds a ceiling covers more, never less.
  Ceiling wider = ceiling;
  for (Capability& item : wider.items) item.content = ContentKind::Any;
  CHECK(wider.covers(request));
  for (const Capability& item : ceiling.items) {
    if (!item.covers(request) || item.content == ContentKind::Any) continue;
    CHECK(has_content_kind(request.path, item.content));
    CHECK(!is_hidden_below(request.path, item.literal_root()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace syn::cap;
  std::string input(reinterpret_cast<const char*>(bytes), size);
  size_t end = input.find('\n');
  std::string text = input.substr(0, end);
  std::string path = end == std::string::npos ? "data/a.csv" : input.substr(end + 1);
  const ScopeBase base{"/w/.x/a*b", "/home/u"};
  syn::Result<Ceiling> parsed = parse_ceiling(text, base);
  if (!parsed.ok()) {
    CHECK(!parsed.error().message(syn::Language::Spanish).empty());
    return 0;
  }
  const Ceiling& ceiling = parsed.value();
  if (!ceiling.items.empty()) {
    syn::Result<Ceiling> again = parse_ceiling(ceiling.text(), base);
    CHECK(again.ok() && again.value() == ceiling);
  }
  syn::sandbox::WireWriter out;
  syn::sandbox::write_ceiling(out, ceiling);
  std::string wire = out.take();
  syn::sandbox::WireReader in(wire);
  CHECK(syn::sandbox::read_ceiling(in) == ceiling);
  CHECK(in.finish("ceiling").ok());
  for (CapabilityType type : {CapabilityType::FileRead, CapabilityType::FileWrite}) {
    check_request(ceiling, make_request(type, path, base));
  }
  AuditLog audit(nullptr, [] { return int64_t{0}; });
  CapabilitySet set("program", base, {ceiling}, audit);
  syn::Result<void> answer = set.demand(CapabilityType::FileRead, path, "fuzz()", {});
  CHECK(!answer.ok());
  CHECK(!answer.error().hint().empty() && !answer.error().hint(syn::Language::Spanish).empty());
  return 0;
}
