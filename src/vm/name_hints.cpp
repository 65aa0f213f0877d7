// The tables of foreign names, and the search for the nearest name.
// SPDX-License-Identifier: Apache-2.0
#include "vm/name_hints.h"

#include <algorithm>

#include "base/utf8.h"

namespace syn {
namespace {

constexpr NameHint kNames[] = {
#define SYN_NAME(name, replacement, code) {name, replacement, code, code},
#define SYN_NAME_WORDS(name, replacement, english, spanish) {name, replacement, english, spanish},
#include "vm/name_hints.def"
#include "vm/name_hints_data.def"
#undef SYN_NAME
#undef SYN_NAME_WORDS
};

constexpr MethodHint kMethods[] = {
#define SYN_METHOD(name, kinds, code) {name, kinds, code, code},
#define SYN_METHOD_WORDS(name, kinds, english, spanish) {name, kinds, english, spanish},
#include "vm/name_hints_methods.def"
#undef SYN_METHOD
#undef SYN_METHOD_WORDS
};

constexpr ArgumentHint kArguments[] = {
#define SYN_ARGUMENT(builtins, name, replacement, form) {builtins, name, replacement, form},
#include "vm/name_hints_arguments.def"
#undef SYN_ARGUMENT
};

/// Names with fewer letters are never corrected: too much is near them.
constexpr size_t kShortestCorrected = 3;
/// From this length on two edits are allowed, below it one.
constexpr size_t kTwoEditsFrom = 6;
/// Longer names are left alone: the work grows with the square of the length.
constexpr size_t kLongestCorrected = 64;
/// A cost that no candidate has.
constexpr int kTooFar = 1'000;

std::vector<uint32_t> code_points(std::string_view text) {
  std::vector<uint32_t> letters;
  for (size_t at = 0; at < text.size();) letters.push_back(next_code_point(text, at));
  return letters;
}

/// Without what spelling conventions differ in: `startsWith` and `starts_with` are alike.
std::string plain_form(std::string_view name) {
  std::string plain;
  for (char c : name) {
    if (c == '_') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return plain;
}

/// Whether the same letters stand in another order: the surest sign of a slip.
bool is_anagram(std::vector<uint32_t> a, std::vector<uint32_t> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

}  // namespace

std::span<const NameHint> name_hints() { return kNames; }
std::span<const MethodHint> method_hints() { return kMethods; }
std::span<const ArgumentHint> argument_hints() { return kArguments; }

size_t edit_distance(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  // Three rows of the table of distances between the prefixes.
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replace = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replace});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

NearestName::NearestName(std::string_view wanted)
    : wanted_(wanted),
      letters_(code_points(wanted)),
      plain_(plain_form(wanted)),
      best_cost_(kTooFar) {}

void NearestName::offer(std::string_view candidate, NameOrigin origin) {
  if (candidate == wanted_ || candidate.starts_with("__")) return;
  if (letters_.size() < kShortestCorrected || letters_.size() > kLongestCorrected) return;
  std::vector<uint32_t> letters = code_points(candidate);
  size_t allowed = letters_.size() < kTwoEditsFrom ? 1 : 2;
  if (letters.size() > letters_.size() + allowed || letters.size() + 2 < letters_.size()) return;
  int cost = 0;
  if (plain_form(candidate) != plain_) {
    size_t distance = edit_distance(letters_, letters);
    if (distance > allowed) return;
    bool anagram = is_anagram(letters_, letters);
    // With three letters, another letter makes another word (`log`, `lag`).
    bool replaced = letters.size() == letters_.size() && !anagram;
    if (letters_.size() == kShortestCorrected && replaced) return;
    if (letters.size() < kShortestCorrected) return;
    bool other_start = letters[0] != letters_[0];
    if (letters_.size() < kTwoEditsFrom && other_start && !anagram && replaced) return;
    cost = static_cast<int>(distance) * 4 + (anagram ? 0 : 1) + (other_start ? 2 : 0);
  }
  bool better = cost < best_cost_ || (cost == best_cost_ && origin < best_origin_) ||
                (cost == best_cost_ && origin == best_origin_ && candidate < best_);
  if (!better) return;
  best_ = candidate;
  best_cost_ = cost;
  best_origin_ = origin;
}

void NearestName::offer(const BuiltinRegistry& builtins) {
  for (BuiltinTable table : builtins.tables()) {
    for (const BuiltinSpec& spec : table) offer(spec.name, NameOrigin::Builtin);
  }
  for (const ConstantSpec& spec : builtins.constants()) offer(spec.name, NameOrigin::Builtin);
  for (std::string_view word : {"true", "false", "nothing"}) offer(word, NameOrigin::Builtin);
}

}  // namespace syn
