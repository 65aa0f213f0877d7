// The table of kinds, and names compared with it.
// SPDX-License-Identifier: Apache-2.0
#include "cap/content_kind.h"

#include <algorithm>

#include "base/check.h"

namespace syn::cap {

namespace {

enum class Form : uint8_t { Plain, Compressed };

struct Row {
  ContentKind kind;
  std::string_view name;
  std::string_view endings;  ///< separated by blanks
  Form form;
};

constexpr Row kRows[] = {
#define SYN_CONTENT_KIND(name, text, endings, form) {ContentKind::name, text, endings, Form::form},
#include "cap/content_kinds.def"
#undef SYN_CONTENT_KIND
};
static_assert(kRows[std::size(kRows) - 1].kind == kLastContentKind);

const Row* find_row(ContentKind kind) {
  for (const Row& row : kRows) {
    if (row.kind == kind) return &row;
  }
  return nullptr;
}

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Takes `.ending` off the end of a name; something must stand before it.
bool take_ending(std::string_view& name, std::string_view ending) {
  if (name.size() < ending.size() + 2) return false;
  std::string_view tail = name.substr(name.size() - ending.size());
  auto same = [](char a, char b) { return to_lower(a) == b; };
  if (!std::equal(tail.begin(), tail.end(), ending.begin(), same)) return false;
  if (name[name.size() - ending.size() - 1] != '.') return false;
  name.remove_suffix(ending.size() + 1);
  return true;
}

}  // namespace

ContentKind find_content_kind(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.kind;
  }
  return ContentKind::Any;
}

std::string_view content_kind_name(ContentKind kind) {
  const Row* row = find_row(kind);
  return row == nullptr ? std::string_view() : row->name;
}

std::string content_kind_endings(ContentKind kind) {
  std::string out;
  const Row* row = find_row(kind);
  if (row == nullptr) return out;
  for (char c : row->endings) {
    if (c == ' ') out += ',';
    out += c;
  }
  if (row->form == Form::Compressed) out += ", also with .gz or .zst";
  return out;
}

std::string known_content_kinds() {
  std::string out;
  for (const Row& row : kRows) {
    if (!out.empty()) out += ", ";
    out += row.name;
  }
  return out;
}

bool has_content_kind(std::string_view path, ContentKind kind) {
  if (kind == ContentKind::Any) return true;
  if (path.find('\0') != std::string_view::npos) return false;
  const Row* row = find_row(kind);
  CHECK(row != nullptr);
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (row->form == Form::Compressed && !take_ending(name, "gz")) take_ending(name, "zst");
  std::string_view rest = row->endings;
  while (!rest.empty()) {
    size_t stop = std::min(rest.find(' '), rest.size());
    std::string_view candidate = name;
    if (take_ending(candidate, rest.substr(0, stop))) return true;
    rest.remove_prefix(std::min(stop + 1, rest.size()));
  }
  return false;
}

bool is_hidden_below(std::string_view path, std::string_view root) {
  if (path == root) return false;
  if (root == "/") root = {};
  bool beneath =
      path.size() > root.size() && path.substr(0, root.size()) == root && path[root.size()] == '/';
  return !beneath || path.substr(root.size()).find("/.") != std::string_view::npos;
}

}  // namespace syn::cap
