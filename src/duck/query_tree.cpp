// Building the flat tree from the events of the JSON reader.
// SPDX-License-Identifier: Apache-2.0
#include "duck/query_tree.h"

#include <utility>

#include "json/reader.h"

namespace syn::duck {

class TreeBuilder final : public json::Builder {
 public:
  explicit TreeBuilder(QueryTree& tree) : tree_(tree) {}
  void set_reader(const json::Reader& reader) { reader_ = &reader; }

  bool null() override { return scalar("null"); }
  bool boolean(bool value) override { return scalar(value ? "true" : "false"); }
  bool integer(int64_t value) override { return scalar(std::to_string(value)); }
  bool big_integer(std::string_view digits) override { return scalar(digits); }
  bool number(double) override { return scalar({}); }
  bool text(std::string_view value) override {
    add(NodeKind::Text).text = value;
    return true;
  }
  bool begin_array() override { return begin(NodeKind::Array); }
  bool end_array() override { return end(); }
  bool begin_object() override { return begin(NodeKind::Object); }
  bool key(std::string_view name) override {
    key_ = name;
    return true;
  }
  bool end_object() override { return end(); }

 private:
  TreeNode& add(NodeKind kind) {
    TreeNode node;
    node.kind = kind;
    node.key = std::exchange(key_, {});
    node.parent = open_.empty() ? 0 : open_.back();
    node.next = tree_.nodes_.size() + 1;
    tree_.nodes_.push_back(std::move(node));
    return tree_.nodes_.back();
  }
  bool scalar(std::string_view text) {
    add(NodeKind::Scalar).text = text;
    return true;
  }
  bool begin(NodeKind kind) {
    add(kind).start = reader_->offset() - 1;
    open_.push_back(tree_.nodes_.size() - 1);
    return true;
  }
  bool end() {
    TreeNode& node = tree_.nodes_[open_.back()];
    node.end = reader_->offset();
    node.next = tree_.nodes_.size();
    open_.pop_back();
    return true;
  }

  QueryTree& tree_;
  const json::Reader* reader_ = nullptr;
  std::string key_;
  std::vector<size_t> open_;
};

std::optional<QueryTree> QueryTree::parse(std::string json) {
  QueryTree tree;
  tree.json_ = std::move(json);
  TreeBuilder builder(tree);
  json::Limits limits;
  limits.max_depth = 100'000;
  json::Reader reader(builder, limits);
  builder.set_reader(reader);
  if (reader.read(tree.json_) != json::Reader::Outcome::Read) return std::nullopt;
  return tree;
}

const TreeNode* QueryTree::find(size_t object, std::string_view key) const {
  for (size_t i = object + 1; i < nodes_[object].next; i = nodes_[i].next) {
    if (nodes_[i].key == key) return &nodes_[i];
  }
  return nullptr;
}

std::string_view QueryTree::text_of(size_t object, std::string_view key) const {
  const TreeNode* node = find(object, key);
  return node == nullptr || node->kind != NodeKind::Text ? std::string_view() : node->text;
}

std::vector<size_t> QueryTree::children(size_t container) const {
  std::vector<size_t> result;
  for (size_t i = container + 1; i < nodes_[container].next; i = nodes_[i].next) {
    result.push_back(i);
  }
  return result;
}

std::string_view QueryTree::json_of(size_t container) const {
  const TreeNode& node = nodes_[container];
  return std::string_view(json_).substr(node.start, node.end - node.start);
}

std::string QueryTree::with_replaced(const std::map<size_t, std::string>& replacements) const {
  std::string result;
  size_t copied = 0;
  for (const auto& [index, text] : replacements) {
    const TreeNode& node = nodes_[index];
    result.append(json_, copied, node.start - copied);
    result += text;
    copied = node.end;
  }
  result.append(json_, copied);
  return result;
}

}  // namespace syn::duck
