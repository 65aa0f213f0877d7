// Kinds of files: what `file.read:data=./data/*` means by `data`. A grant of a kind covers regular
// files whose names have one of the kind's endings, and nothing that begins with a point. By the
// name alone: what a file holds is not looked at.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace syn::cap {

enum class ContentKind : uint8_t {
  Any,  ///< a grant that names no kind
#define SYN_CONTENT_KIND(name, text, endings, form) name,
#include "cap/content_kinds.def"
#undef SYN_CONTENT_KIND
};

inline constexpr ContentKind kLastContentKind = ContentKind::Image;

/// By the name that grants use; Any where there is none of that name.
ContentKind find_content_kind(std::string_view name);
/// `data`; empty for Any.
std::string_view content_kind_name(ContentKind kind);
/// `csv, tsv, …`, as refusals name them; empty for Any.
std::string content_kind_endings(ContentKind kind);
/// All names, joined with ", ".
std::string known_content_kinds();

/// Whether the name at the end of an absolute path belongs to the kind. Never for a path with a
/// NUL.
bool has_content_kind(std::string_view path, ContentKind kind);
/// Whether a step of `path` that lies below `root` begins with a point; also where `path` does not
/// lie beneath `root` at all.
bool is_hidden_below(std::string_view path, std::string_view root);

}  // namespace syn::cap
