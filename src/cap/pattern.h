// Scope patterns: `*` is any run of characters, `/` included; `?` is exactly one; all else is
// literal. What stands for itself and what is a wildcard is decided when a pattern is made and kept
// apart from then on, so a `*` in the name of a file or of the current directory never becomes a
// wildcard.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace syn::cap {

class Pattern {
 public:
  static constexpr size_t kMaxTokens = 4096;
  static constexpr size_t kMaxStars = 32;

  Pattern() = default;
  /// A pattern without wildcards: matches just this text.
  static Pattern literal(std::string_view text);
  /// `*` and `?` of `text` are wildcards.
  static Pattern glob(std::string_view text);
  /// Undoes `encode`.
  static Pattern decode(std::string_view bytes);

  /// Adds what `other` matches after what this matches.
  void append(const Pattern& other);

  /// True only if this matches every text that `other` matches. Exact when `other` is literal (then
  /// it is plain matching); for patterns it may miss an inclusion, and never invents one.
  bool includes(const Pattern& other) const;

  bool has_wildcards() const;
  /// Runs of wildcards that hold a `*`.
  size_t num_stars() const;
  size_t size() const { return tokens_.size(); }
  bool empty() const { return tokens_.empty(); }
  /// Longer than a pattern may be, or with more stars: grants refuse it.
  bool over_limits() const { return size() > kMaxTokens || num_stars() > kMaxStars; }
  /// The bytes before the first wildcard.
  std::string literal_prefix() const;
  /// Bytes that `decode` reads: literals as they are, wildcards and NUL behind a NUL.
  std::string encode() const;

  bool operator==(const Pattern&) const = default;

 private:
  void push_wildcard(char32_t token);

  std::vector<char32_t> tokens_;  ///< code points, bad bytes and wildcards as numbers above them
};

}  // namespace syn::cap
