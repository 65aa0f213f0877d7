// Names of profiles.
// SPDX-License-Identifier: Apache-2.0
#include "cap/profile.h"

namespace syn::cap {

std::optional<Profile> find_profile(std::string_view name) {
  if (name == "native") return Profile::Native;
  if (name == "pure") return Profile::Pure;
  return std::nullopt;
}

std::string_view profile_name(Profile profile) {
  return profile == Profile::Native ? "native" : "pure";
}

}  // namespace syn::cap
