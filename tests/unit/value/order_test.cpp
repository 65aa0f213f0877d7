// `<` and friends, and the order of sort.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "value/equality.h"
#include "value/values.h"

namespace syn {
namespace {

class OrderTest : public ValueTest {
 protected:
  /// "<", "=", ">", "?" or the message.
  std::string order(const Value& left, const Value& right, std::string_view op = "<") {
    auto result = compare(left, right, op);
    if (!result.ok()) return "! " + result.error().message();
    if (result.value() < 0) return "<";
    if (result.value() > 0) return ">";
    return result.value() == 0 ? "=" : "?";
  }
  std::string sorted(const Value& left, const Value& right, bool descending = false) {
    return shown(sort_compare(left, right, descending, "sort"));
  }
};

TEST_F(OrderTest, Numbers) {
  EXPECT_EQ(order(i(1), f(1.5)), "<");
  EXPECT_EQ(order(i(9007199254740993), f(9007199254740992.0)), ">");
  EXPECT_EQ(order(f(9007199254740992.0), i(9007199254740993)), "<");
  EXPECT_EQ(order(big("10000000000000000000000"), f(1e22)), "=");
  EXPECT_EQ(order(f(INFINITY), big("10000000000000000000000")), ">");
  EXPECT_EQ(order(i(5), big("10000000000000000000000")), "<");
  EXPECT_EQ(order(big("-10000000000000000000000"), i(5)), "<");
  EXPECT_EQ(order(decimal("1.5"), i(2)), "<");
  EXPECT_EQ(order(i(2), decimal("1.5")), ">");
  EXPECT_EQ(order(decimal("2"), big("10000000000000000000000")), "<");
  EXPECT_EQ(order(big("10000000000000000000000"), decimal("2")), ">");
  EXPECT_EQ(order(decimal("1.5"), decimal("1.50")), "=");
  EXPECT_EQ(order(f(NAN), f(1)), "?");
  EXPECT_EQ(order(i(1), f(NAN)), "?");
  EXPECT_EQ(order(decimal("1"), f(1)),
            "! cannot mix decimal and float; convert with float(x) or decimal(...)");
}

TEST_F(OrderTest, Texts) {
  EXPECT_EQ(order(text("Z"), text("a")), "<");
  EXPECT_EQ(order(text("é"), text("z")), ">");
  EXPECT_EQ(order(text("10"), text("9")), "<");
  EXPECT_EQ(order(text(""), text("a")), "<");
  EXPECT_EQ(order(text("a"), text("a")), "=");
  EXPECT_EQ(order(text("\uffff"), text("😀")), "<");
}

TEST_F(OrderTest, Times) {
  EXPECT_EQ(order(date(1), date(2)), "<");
  EXPECT_EQ(order(instant(1, 5), instant(1, 4)), ">");
  EXPECT_EQ(order(instant(1), instant(2)), "<");
  EXPECT_EQ(order(duration(-1), duration(1)), "<");
  EXPECT_EQ(order(date(0), instant(0)), "! cannot order a date and a datetime");
  EXPECT_EQ(order(duration(0), date(0)), "! cannot order a duration and a date");
}

TEST_F(OrderTest, OtherPairsHaveNone) {
  EXPECT_EQ(order(text("a"), i(1)), "! Unsupported operation: text < number");
  EXPECT_EQ(order(b(true), b(false), ">"), "! Unsupported operation: bool > bool");
  EXPECT_EQ(order(nothing(), i(1), "<="), "! Unsupported operation: nothing <= number");
  EXPECT_EQ(order(list({}), list({}), ">="), "! Unsupported operation: list >= list");
  EXPECT_EQ(order(secret("a", "K"), secret("b", "K")), "! Unsupported operation: secret < secret");
  EXPECT_EQ(order(bytes("a"), bytes("b")), "! Unsupported operation: bytes < bytes");
  EXPECT_EQ(order(complex(1, 0), i(1)), "! complex numbers are not ordered");
  EXPECT_EQ(order(i(1), complex(1, 0)), "! complex numbers are not ordered");
  EXPECT_EQ(order(complex(1, 0), text("a")), "! Unsupported operation: complex < text");
  EXPECT_EQ(order(array({1}, {1}), i(1)),
            "! arrays do not support ordering comparisons (use elementwise functions)");
  EXPECT_EQ(order(date(1), i(1)), "! Unsupported operation: date < number");
}

TEST_F(OrderTest, SortWithinAKind) {
  EXPECT_EQ(sorted(i(1), i(2)), "-1");
  EXPECT_EQ(sorted(i(1), i(2), true), "1");
  EXPECT_EQ(sorted(f(1.5), i(1)), "1");
  EXPECT_EQ(sorted(f(-0.0), i(0)), "0");
  EXPECT_EQ(sorted(decimal("1.5"), i(2)), "-1");
  EXPECT_EQ(sorted(b(false), b(true)), "-1");
  EXPECT_EQ(sorted(b(false), b(true), true), "1");
  EXPECT_EQ(sorted(text("a"), text("b")), "-1");
  EXPECT_EQ(sorted(bytes("a"), bytes("ab")), "-1");
  EXPECT_EQ(sorted(bytes("b"), bytes("ab")), "1");
  EXPECT_EQ(sorted(bytes(""), bytes("")), "0");
  EXPECT_EQ(sorted(date(1), date(2)), "-1");
  EXPECT_EQ(sorted(instant(2), instant(1)), "1");
  EXPECT_EQ(sorted(duration(1), duration(1)), "0");
}

TEST_F(OrderTest, SortPutsMissingLast) {
  for (bool descending : {false, true}) {
    EXPECT_EQ(sorted(nothing(), i(1), descending), "1");
    EXPECT_EQ(sorted(i(1), nothing(), descending), "-1");
    EXPECT_EQ(sorted(f(NAN), f(1), descending), "1");
    EXPECT_EQ(sorted(f(NAN), nothing(), descending), "-1");
    EXPECT_EQ(sorted(nothing(), nothing(), descending), "0");
    EXPECT_EQ(sorted(f(NAN), f(NAN), descending), "0");
    EXPECT_EQ(sorted(nothing(), text("a"), descending), "1");
    EXPECT_EQ(sorted(f(NAN), decimal("1"), descending), "1");
    EXPECT_EQ(sorted(list({nothing()}), list({i(1)}), descending), "1");
  }
}

TEST_F(OrderTest, SortListsLexicographically) {
  EXPECT_EQ(sorted(list({i(1), i(2)}), list({i(1), i(9)})), "-1");
  EXPECT_EQ(sorted(list({i(1)}), list({i(1), i(9)})), "-1");
  EXPECT_EQ(sorted(list({i(1)}), list({i(1), i(9)}), true), "1");
  EXPECT_EQ(sorted(list({list({i(1)}), i(3)}), list({list({i(1)}), i(2)})), "1");
  EXPECT_EQ(sorted(list({}), list({})), "0");
  EXPECT_EQ(sorted(list({i(2), text("a")}), list({i(1), i(1)})), "1");
}

TEST_F(OrderTest, SortErrors) {
  EXPECT_EQ(sorted(i(1), text("a")),
            "! sort: cannot order number and text together — make the key one type");
  EXPECT_EQ(sorted(b(true), i(1)),
            "! sort: cannot order bool and number together — make the key one type");
  EXPECT_EQ(sorted(decimal("1"), text("a")),
            "! sort: cannot order decimal and text together — make the key one type");
  EXPECT_EQ(
      sorted(map({}), map({})),
      "! sort: a map has no order — sort by a key that is a number, text, bool, bytes or list");
  EXPECT_EQ(
      sorted(nothing(), map({})),
      "! sort: a map has no order — sort by a key that is a number, text, bool, bytes or list");
  EXPECT_EQ(sorted(array({1}, {1}), i(1)),
            "! sort: an array has no order — sort by a key that is a number, text, bool, bytes or "
            "list");
  EXPECT_EQ(sorted(decimal("1.5"), f(1)),
            "! sort: cannot mix decimal and float; convert with float(x) or decimal(...)");
  EXPECT_EQ(shown(sort_compare(list({i(1), map({})}), list({i(1), i(2)}), false, "sort_by")),
            "! sort_by: a map has no order — sort by a key that is a number, text, bool, bytes or "
            "list");
}

TEST_F(OrderTest, DeepAndSharedValues) {
  EXPECT_EQ(sorted(nested(i(1)), nested(i(2))), "-1");
  EXPECT_EQ(sorted(nested(i(1)), nested(i(1))), "0");
  EXPECT_EQ(sorted(doubled(i(1), 200), doubled(i(1), 200)), "0");
}

}  // namespace
}  // namespace syn
