// Indexes, membership and keys.
// SPDX-License-Identifier: Apache-2.0
#include "value/arithmetic.h"
#include "value/values.h"

namespace syn {
namespace {

class IndexTest : public ValueTest {
 protected:
  std::string at(const Value& container, const Value& index) {
    return shown(index_value(heap, container, index));
  }
  std::string in(const Value& left, const Value& right) {
    return shown(contained_in(heap, left, right));
  }
};

TEST_F(IndexTest, Lists) {
  Value xs = list({i(10), i(20), i(30)});
  EXPECT_EQ(at(xs, i(0)), "10");
  EXPECT_EQ(at(xs, i(-1)), "30");
  EXPECT_EQ(at(xs, f(2.0)), "30");
  EXPECT_EQ(at(xs, f(-3.0)), "10");
  EXPECT_EQ(at(xs, decimal("1.0")), "20");
  EXPECT_EQ(at(xs, i(3)), "! Index 3 out of bounds (list length 3)");
  EXPECT_EQ(at(xs, i(-4)), "! Index -4 out of bounds (list length 3)");
  EXPECT_EQ(at(xs, f(7.0)), "! Index 7 out of bounds (list length 3)");
  EXPECT_EQ(at(xs, f(1e20)), "! Index 100000000000000000000 out of bounds (list length 3)");
  EXPECT_EQ(at(xs, big("18446744073709551616")),
            "! Index 18446744073709551616 out of bounds (list length 3)");
  EXPECT_EQ(at(xs, i(INT64_MIN)), "! Index -9223372036854775808 out of bounds (list length 3)");
  std::string purpose = " — use floor(x), round(x) or trunc(x) on purpose";
  EXPECT_EQ(at(xs, f(1.7)), "! index must be an integer, got 1.7" + purpose);
  EXPECT_EQ(at(xs, f(-0.5)), "! index must be an integer, got -0.5" + purpose);
  EXPECT_EQ(at(xs, f(INFINITY)), "! index must be an integer, got inf" + purpose);
  EXPECT_EQ(at(xs, decimal("1.5")), "! index must be an integer, got 1.5" + purpose);
  EXPECT_EQ(at(xs, text("0")), "! an index must be an integer, got text");
  EXPECT_EQ(at(xs, b(true)), "! an index must be an integer, got bool");
  EXPECT_EQ(at(xs, nothing()), "! an index must be an integer, got nothing");
}

TEST_F(IndexTest, TextsAndBytes) {
  EXPECT_EQ(at(text("añ😀z"), i(2)), "😀");
  EXPECT_EQ(at(text("añ😀z"), i(-1)), "z");
  EXPECT_EQ(at(text("abc"), i(1)), "b");
  EXPECT_EQ(at(text("añ😀z"), i(4)), "! Index 4 out of bounds (text length 4)");
  EXPECT_EQ(at(bytes("\xff"
                     "a"),
               i(0)),
            "255");
  EXPECT_EQ(at(bytes("\xff"
                     "a"),
               i(-1)),
            "97");
  EXPECT_EQ(at(bytes("ab"), i(2)), "! Index 2 out of bounds (bytes length 2)");
}

TEST_F(IndexTest, MapsAndOthers) {
  Value m =
      map({{"1", text("one")}, {"true", i(2)}, {"[1]", i(3)}, {"1.0", i(4)}, {"nothing", i(5)}});
  EXPECT_EQ(at(m, i(1)), "one");
  EXPECT_EQ(at(m, text("1")), "one");
  EXPECT_EQ(at(m, b(true)), "2");
  EXPECT_EQ(at(m, list({i(1)})), "3");
  EXPECT_EQ(at(m, f(1)), "4");
  EXPECT_EQ(at(m, nothing()), "5");
  EXPECT_EQ(at(m, text("zz")), "! Map has no key 'zz'");
  EXPECT_EQ(at(i(5), i(0)), "! Cannot index into number");
  EXPECT_EQ(at(secret("x", "K"), i(0)), "! Cannot index into secret");
  EXPECT_EQ(at(nothing(), i(0)), "! Cannot index into nothing");
}

TEST_F(IndexTest, Arrays) {
  Value m = array({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(at(m, i(0)), "[1, 2]");
  EXPECT_EQ(at(m, i(-1)), "[3, 4]");
  EXPECT_EQ(at(array({2}, {1, 2}), i(1)), "2.0");
  EXPECT_EQ(at(m, i(5)), "! Index 5 out of bounds (array axis 0 has length 2)");
  EXPECT_EQ(at(m, text("a")), "! an index must be an integer, got text");
  EXPECT_EQ(at(array({2, 0}, {}), i(1)), "[]");
  EXPECT_EQ(at(array({0, 2}, {}), i(0)), "! Index 0 out of bounds (array axis 0 has length 0)");
  EXPECT_EQ(at(array({}, {1}), i(0)), "! Cannot index into array");
}

TEST_F(IndexTest, Membership) {
  EXPECT_EQ(in(f(2), list({i(1), i(2)})), "true");
  EXPECT_EQ(in(i(3), list({i(1), i(2)})), "false");
  EXPECT_EQ(in(i(2), list({decimal("1"), decimal("2")})), "true");
  EXPECT_EQ(in(f(1.5), list({decimal("1.5")})),
            "! cannot mix decimal and float; convert with float(x) or decimal(...)");
  EXPECT_EQ(in(text("a"), map({{"a", i(1)}})), "true");
  EXPECT_EQ(in(i(1), map({{"1", i(1)}})), "true");
  EXPECT_EQ(in(text("b"), map({{"a", i(1)}})), "false");
  EXPECT_EQ(in(text("bc"), text("abcd")), "true");
  EXPECT_EQ(in(text(""), text("")), "true");
  EXPECT_EQ(in(text("bd"), text("abcd")), "false");
  EXPECT_EQ(
      in(i(1), text("1")),
      "! `in` on text looks for a piece of text, got number — convert it first: text(x) in s");
  EXPECT_EQ(in(bytes("b"), bytes("abc")), "true");
  EXPECT_EQ(in(bytes("ca"), bytes("abc")), "false");
  EXPECT_EQ(in(i(97), bytes("abc")), "true");
  EXPECT_EQ(in(i(300), bytes("abc")), "false");
  EXPECT_EQ(in(text("a"), bytes("abc")),
            "! `in` on bytes looks for a piece of bytes or one byte, got text");
  EXPECT_EQ(in(i(1), i(2)), "! `in` needs a list, map, text or bytes on its right, got number");
  EXPECT_EQ(in(text("a"), secret("abc", "K")), "! Cannot check containment in secret");
  EXPECT_EQ(in(secret("a", "K"), list({text("a")})), "true");
}

TEST_F(IndexTest, SearchIsLinear) {
  // A search that starts over at each place would take 10^11 steps here.
  Value whole = text(std::string(1'000'000, 'a'));
  EXPECT_EQ(in(text(std::string(200'000, 'a') + "b"), whole), "false");
}

TEST_F(IndexTest, Keys) {
  EXPECT_EQ(key_text(heap, i(-7)).view(), "-7");
  EXPECT_EQ(key_text(heap, decimal("1.50")).view(), "1.50");
  Value key = text("k");
  EXPECT_EQ(key_text(heap, key).object(), key.object());
  EXPECT_EQ(key_text(heap, secret("x", "K")).view(), "secret(K)");
}

TEST_F(IndexTest, NearestDouble) {
  EXPECT_EQ(to_double(i(9007199254740993)), 9007199254740992.0);
  EXPECT_EQ(to_double(big("18446744073709551616")), 18446744073709551616.0);
  EXPECT_EQ(to_double(decimal("0.1")), 0.1);
  EXPECT_EQ(to_double(f(2.5)), 2.5);
}

}  // namespace
}  // namespace syn
