// A piece is found where the standard library finds it, in memory of just the text's size.
// SPDX-License-Identifier: Apache-2.0
#include "base/byte_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

namespace syn {
namespace {

void expect_as_find(const std::string& text, const std::string& piece) {
  // A copy without a byte to spare: the sanitizers see what is read beyond it.
  auto exact = std::make_unique<char[]>(text.size());
  std::copy(text.begin(), text.end(), exact.get());
  EXPECT_EQ(has_piece({exact.get(), text.size()}, piece), text.find(piece) != std::string::npos)
      << "'" << piece << "' in '" << text << "'";
}

TEST(HasPiece, EachPlaceOfEachSize) {
  for (size_t size = 1; size <= 70; ++size) {
    for (size_t length : {1, 2, 3, 7, 8, 9, 15, 16, 17, 33}) {
      if (length > size) continue;
      std::string piece(length, 'p');
      piece.front() = 'f';
      if (length > 2) piece[length / 2] = 'm';
      for (size_t at = 0; at + length <= size; ++at) {
        std::string text(size, '.');
        text.replace(at, length, piece);
        expect_as_find(text, piece);
        text[at + length / 2] = '!';  // ends that are right do not make a piece
        expect_as_find(text, piece);
      }
    }
  }
}

TEST(HasPiece, PatternsOfFewLetters) {
  std::mt19937 random(5);
  auto make = [&random](size_t size) {
    std::string made(size, 'a');
    for (char& c : made) c = random() % 5 == 0 ? '\0' : random() % 2 == 0 ? 'a' : 'b';
    return made;
  };
  for (int i = 0; i < 50'000; ++i) expect_as_find(make(random() % 60), make(1 + random() % 6));
  for (size_t size : {4095, 4096, 4097, 10'000}) {
    for (size_t length : {1, 10, 63, 64, 65, 200}) expect_as_find(make(size), make(length));
    expect_as_find(std::string(size, 'a'), std::string(30, 'a') + "b" + std::string(30, 'a'));
    expect_as_find(std::string(size, 'a') + "bc", "abc");
  }
  expect_as_find("", "x");
}

}  // namespace
}  // namespace syn
