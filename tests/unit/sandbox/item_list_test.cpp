// Lists of texts: what goes in comes out, where blocks end too, and nothing moves.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/item_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace syn::sandbox {
namespace {

void expect_same(const ItemList& list, const std::vector<std::string>& texts) {
  ASSERT_EQ(list.size(), texts.size());
  EXPECT_EQ(list.empty(), texts.empty());
  size_t num_bytes = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(list[i], texts[i]) << i;
    num_bytes += texts[i].size();
  }
  EXPECT_EQ(list.num_bytes(), num_bytes);
}

ItemList list_of(const std::vector<std::string>& texts) {
  ItemList list;
  for (const std::string& text : texts) list.append(text);
  return list;
}

TEST(ItemList, HoldsTextsOfAllSizes) {
  expect_same({}, {});
  std::vector<std::string> texts = {"a", "", "bc", std::string(3 * ItemList::kBlockBytes, 'x'),
                                    "",  "d"};
  texts.emplace_back(ItemList::kBlockBytes, 'y');
  texts.emplace_back("after one that fills a block");
  expect_same(list_of(texts), texts);
}

TEST(ItemList, HoldsMoreTextsThanABlock) {
  std::vector<std::string> texts(2 * ItemList::kBlockItems + 3);
  for (size_t i = 0; i < texts.size(); i += 7) texts[i] = std::to_string(i);
  expect_same(list_of(texts), texts);
}

/// A host takes in what a child prints while it watches a deadline, so no text may cost more
/// because of those before it.
TEST(ItemList, NothingMovesWhenItGrows) {
  ItemList list;
  const std::string text(ItemList::kBlockBytes / 4, 'x');
  std::vector<const char*> places;
  for (int i = 0; i < 400; ++i) {
    list.append(text);
    if (i % 4 == 3) places.push_back(list[list.size() - 4].data());
  }
  for (size_t block = 0; block < places.size(); ++block) {
    EXPECT_EQ(list[4 * block].data(), places[block]);
  }
}

}  // namespace
}  // namespace syn::sandbox
