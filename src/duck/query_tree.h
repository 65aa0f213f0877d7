// The tree of a statement as the engine's parser gives it (JSON), flat: nodes in the order of the
// text, each with the place of its text, so that parts can be cut out and put in. Knows nothing of
// SQL; nothing here recurses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn::duck {

enum class NodeKind : uint8_t { Object, Array, Text, Scalar };

struct TreeNode {
  NodeKind kind = NodeKind::Scalar;
  std::string key;   ///< empty in arrays
  std::string text;  ///< of texts; `true`, `false`, `null` and integers as they are written
  size_t start = 0;  ///< of containers, in the text of the tree
  size_t end = 0;
  size_t parent = 0;
  size_t next = 0;  ///< the node after this one and all beneath it
};

class QueryTree {
 public:
  /// Nothing for a text that is not JSON.
  static std::optional<QueryTree> parse(std::string json);

  size_t size() const { return nodes_.size(); }
  const TreeNode& operator[](size_t index) const { return nodes_[index]; }
  /// A member of an object, or null.
  const TreeNode* find(size_t object, std::string_view key) const;
  /// The text of a member, empty where there is none.
  std::string_view text_of(size_t object, std::string_view key) const;
  /// Indexes of the children of a container.
  std::vector<size_t> children(size_t container) const;
  size_t index_of(const TreeNode* node) const { return static_cast<size_t>(node - nodes_.data()); }
  /// The text of a node that is a container.
  std::string_view json_of(size_t container) const;
  /// The whole text with some containers replaced; none lies within another.
  std::string with_replaced(const std::map<size_t, std::string>& replacements) const;

 private:
  friend class TreeBuilder;
  std::string json_;
  std::vector<TreeNode> nodes_;
};

}  // namespace syn::duck
