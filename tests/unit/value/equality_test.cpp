// Equality, keys and their hashes.
// SPDX-License-Identifier: Apache-2.0
#include "value/equality.h"

#include <cmath>

#include "value/values.h"

namespace syn {
namespace {

constexpr char kMixed[] = "! cannot mix decimal and float; convert with float(x) or decimal(...)";

class EqualityTest : public ValueTest {
 protected:
  /// Both ways round; the two agree.
  std::string eq(const Value& left, const Value& right) {
    std::string answer = shown(equal(left, right));
    EXPECT_EQ(answer, shown(equal(right, left)));
    return answer;
  }
  std::string key(const Value& left, const Value& right) {
    std::string answer = shown(key_equal(left, right));
    EXPECT_EQ(answer, shown(key_equal(right, left)));
    if (answer == "true") {
      EXPECT_EQ(key_hash(left), key_hash(right)) << display(left);
    }
    return answer;
  }
};

TEST_F(EqualityTest, NumbersByValue) {
  EXPECT_EQ(eq(i(1), f(1)), "true");
  EXPECT_EQ(eq(i(9007199254740993), f(9007199254740992.0)), "false");
  EXPECT_EQ(eq(i(INT64_MAX), f(9223372036854775808.0)), "false");
  EXPECT_EQ(eq(big("9223372036854775808"), f(9223372036854775808.0)), "true");
  EXPECT_EQ(eq(big("9223372036854775808"), decimal("9223372036854775808.0")), "true");
  EXPECT_EQ(eq(decimal("1.50"), decimal("1.5")), "true");
  EXPECT_EQ(eq(decimal("2.0"), i(2)), "true");
  EXPECT_EQ(eq(decimal("2.5"), i(2)), "false");
  EXPECT_EQ(eq(f(0.0), f(-0.0)), "true");
  EXPECT_EQ(eq(f(std::nan("")), f(std::nan(""))), "false");
  EXPECT_EQ(eq(i(1), f(INFINITY)), "false");
}

TEST_F(EqualityTest, BoolsAreZeroAndOne) {
  EXPECT_EQ(eq(i(1), b(true)), "true");
  EXPECT_EQ(eq(i(2), b(true)), "false");
  EXPECT_EQ(eq(f(0), b(false)), "true");
  EXPECT_EQ(eq(decimal("1.0"), b(true)), "true");
  EXPECT_EQ(eq(b(true), complex(1, 0)), "true");
  EXPECT_EQ(eq(nothing(), b(false)), "false");
}

TEST_F(EqualityTest, OtherKinds) {
  EXPECT_EQ(eq(text("1"), i(1)), "false");
  EXPECT_EQ(eq(text("é"), text("é")), "true");
  EXPECT_EQ(eq(text("a"), text("b")), "false");
  EXPECT_EQ(eq(nothing(), nothing()), "true");
  EXPECT_EQ(eq(bytes("a"), bytes("a")), "true");
  EXPECT_EQ(eq(bytes("a"), text("a")), "false");
  EXPECT_EQ(eq(complex(2, 0), i(2)), "true");
  EXPECT_EQ(eq(complex(2, 1), i(2)), "false");
  EXPECT_EQ(eq(complex(2, 1), complex(2, 1)), "true");
  EXPECT_EQ(eq(complex(0.5, 0), decimal("0.5")), "true");
  EXPECT_EQ(eq(array({2}, {1, 2}), array({2}, {1, 2})), "true");
  EXPECT_EQ(eq(array({2}, {1, 2}), array({2, 1}, {1, 2})), "false");
  EXPECT_EQ(eq(array({1}, {NAN}), array({1}, {NAN})), "false");
  EXPECT_EQ(eq(date(1), date(1)), "true");
  EXPECT_EQ(eq(date(0), instant(0)), "false");
  EXPECT_EQ(eq(make_date_time(heap, 5, 0, 3600, Value()), instant(5)), "true");
  EXPECT_EQ(eq(instant(5, 1), instant(5)), "false");
  EXPECT_EQ(eq(duration(5), duration(5)), "true");
  Value f1 = task("f");
  EXPECT_EQ(eq(f1, f1), "false");
  EXPECT_EQ(key(f1, f1), "true");
}

TEST_F(EqualityTest, Containers) {
  EXPECT_EQ(eq(list({i(1), list({i(2)})}), list({f(1), list({i(2)})})), "true");
  EXPECT_EQ(eq(list({i(1)}), list({i(1), i(2)})), "false");
  EXPECT_EQ(eq(list({}), map({})), "false");
  EXPECT_EQ(eq(list({f(NAN)}), list({f(NAN)})), "false");
  Value same = list({f(NAN)});
  EXPECT_EQ(eq(same, same), "false");
  EXPECT_EQ(key(same, same), "true");
  Value ab = map({{"a", i(1)}, {"b", i(2)}});
  EXPECT_EQ(eq(ab, map({{"b", i(2)}, {"a", i(1)}})), "true");
  EXPECT_EQ(key(ab, map({{"b", i(2)}, {"a", f(1)}})), "true");
  EXPECT_EQ(eq(ab, map({{"a", i(1)}, {"b", i(2)}})), "true");
  EXPECT_EQ(eq(ab, map({{"a", i(1)}, {"c", i(2)}})), "false");
  EXPECT_EQ(eq(ab, map({{"a", i(1)}})), "false");
}

TEST_F(EqualityTest, DecimalAgainstFloatIsAnErrorUnlessSomethingElseDiffers) {
  EXPECT_EQ(eq(decimal("1"), f(1)), kMixed);
  EXPECT_EQ(eq(decimal("1"), f(2)), kMixed);
  EXPECT_EQ(eq(list({decimal("1")}), list({f(1)})), kMixed);
  EXPECT_EQ(eq(list({text("a"), decimal("1")}), list({text("b"), f(1)})), "false");
  EXPECT_EQ(eq(list({decimal("1"), text("a")}), list({f(1), text("b")})), "false");
  EXPECT_EQ(eq(map({{"x", decimal("1")}, {"y", i(1)}}), map({{"y", i(2)}, {"x", f(1)}})), "false");
  EXPECT_EQ(eq(decimal("1"), text("1")), "false");
  EXPECT_EQ(key(decimal("1"), f(1)), kMixed);
  EXPECT_EQ(key(decimal("1"), f(2)), "false");
  EXPECT_EQ(key(list({decimal("0.1")}), list({f(0.1)})), "false");
  EXPECT_EQ(key(list({decimal("0.5")}), list({f(0.5)})), kMixed);
}

TEST_F(EqualityTest, Keys) {
  EXPECT_EQ(key(f(NAN), f(-NAN)), "true");
  EXPECT_EQ(key(f(-0.0), i(0)), "true");
  EXPECT_EQ(key(i(1), b(true)), "true");
  EXPECT_EQ(key(i(1), decimal("1.00")), "true");
  EXPECT_EQ(key(big("100000000000000000000"), f(1e20)), "true");
  EXPECT_EQ(key(big("100000000000000000000"), decimal("100000000000000000000.0")), "true");
  EXPECT_EQ(key(complex(2, 0), i(2)), "true");
  EXPECT_EQ(key(complex(NAN, 0), f(NAN)), "true");
  EXPECT_EQ(key(text("1"), i(1)), "false");
  EXPECT_EQ(key(nothing(), text("nothing")), "false");
  EXPECT_EQ(key(array({1}, {NAN}), array({1}, {NAN})), "true");
  EXPECT_EQ(key(array({1}, {0.0}), array({1}, {-0.0})), "true");
  EXPECT_EQ(key(make_date_time(heap, 5, 0, 3600, Value()), instant(5)), "true");
  EXPECT_EQ(key(duration(-1), duration(-1)), "true");
  EXPECT_EQ(key(bytes(""), bytes("")), "true");
  EXPECT_NE(key_hash(list({})), key_hash(map({})));
  EXPECT_NE(key_hash(list({i(1), i(2)})), key_hash(list({i(2), i(1)})));
  EXPECT_NE(key_hash(list({list({i(1)}), i(2)})), key_hash(list({list({i(1), i(2)})})));
}

TEST_F(EqualityTest, SecretsCompareWhatTheyHide) {
  EXPECT_EQ(eq(secret("x", "A"), text("x")), "true");
  EXPECT_EQ(eq(secret("x", "A"), text("y")), "false");
  EXPECT_EQ(eq(secret("x", "A"), text("secret(A)")), "false");
  EXPECT_EQ(eq(secret("x", "A"), secret("x", "B")), "true");
  EXPECT_EQ(key(secret("x", "A"), text("x")), "true");
  EXPECT_EQ(eq(list({secret("x", "A")}), list({text("x")})), "true");
}

TEST_F(EqualityTest, AMillionLevelsDeep) {
  Value left = nested(i(1));
  Value right = nested(f(1));
  Value other = nested(i(2));
  EXPECT_EQ(eq(left, right), "true");
  EXPECT_EQ(eq(left, other), "false");
  EXPECT_EQ(key(left, right), "true");
  EXPECT_NE(key_hash(left), key_hash(other));
}

TEST_F(EqualityTest, SharedPartsAreTakenOnce) {
  // 2^200 paths: only a walk that remembers comes back.
  Value left = doubled(i(1), 200);
  Value right = doubled(f(1), 200);
  EXPECT_EQ(eq(left, right), "true");
  EXPECT_EQ(key(left, right), "true");
  EXPECT_EQ(eq(left, doubled(i(2), 200)), "false");
}

TEST_F(EqualityTest, ModuleEntriesCompareByTheirValue) {
  Value module = map({{"x", make_cell(heap, list({i(1)}))}});
  EXPECT_EQ(eq(module, map({{"x", list({i(1)})}})), "true");
  EXPECT_EQ(key(module, map({{"x", list({i(1)})}})), "true");
}

}  // namespace
}  // namespace syn
