// Profiles of a run: `native` has a machine around it, `pure` has not (security.md §13).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace syn::cap {

enum class Profile : uint8_t { Native, Pure };

/// `native` or `pure`; nothing for any other word.
std::optional<Profile> find_profile(std::string_view name);
std::string_view profile_name(Profile profile);

}  // namespace syn::cap
