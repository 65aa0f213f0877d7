// Operators on numbers, texts, lists, bytes and secrets.
// SPDX-License-Identifier: Apache-2.0
#include "value/arithmetic.h"

#include <cmath>

#include "value/errors.h"
#include "value/values.h"

namespace syn {
namespace {

class ArithmeticTest : public ValueTest {
 protected:
  std::string sum(const Value& left, const Value& right) { return shown(add(heap, left, right)); }
  std::string difference(const Value& l, const Value& r) { return shown(subtract(heap, l, r)); }
  std::string product(const Value& l, const Value& r) { return shown(multiply(heap, l, r)); }
  std::string quotient(const Value& l, const Value& r) { return shown(divide(heap, l, r)); }
  std::string floored(const Value& l, const Value& r) { return shown(floor_divide(heap, l, r)); }
  std::string rest(const Value& l, const Value& r) { return shown(modulo(heap, l, r)); }
  std::string raised(const Value& l, const Value& r) { return shown(power(heap, l, r)); }
};

TEST_F(ArithmeticTest, IntegersGrowAndShrink) {
  EXPECT_EQ(sum(i(INT64_MAX), i(1)), "9223372036854775808");
  EXPECT_EQ(difference(i(INT64_MIN), i(1)), "-9223372036854775809");
  EXPECT_EQ(product(i(INT64_MIN), i(-1)), "9223372036854775808");
  Result<Value> back = subtract(heap, big("9223372036854775808"), i(1));
  EXPECT_TRUE(back.value().is_int());
  EXPECT_EQ(floored(i(INT64_MIN), i(-1)), "9223372036854775808");
  EXPECT_EQ(rest(i(INT64_MIN), i(-1)), "0");
  EXPECT_EQ(shown(negate(heap, i(INT64_MIN))), "9223372036854775808");
  EXPECT_EQ(rest(big("1000000000000000000000000000000"), i(7)), "1");
  EXPECT_EQ(rest(big("-1000000000000000000000000000000"), i(7)), "6");
  EXPECT_EQ(floored(big("-1000000000000000000000000000000"), i(7)),
            "-142857142857142857142857142858");
}

TEST_F(ArithmeticTest, Division) {
  EXPECT_EQ(quotient(i(6), i(3)), "2.0");
  EXPECT_EQ(quotient(big("18446744073709551616"), i(2)), "9.223372036854776e+18");
  Value huge = make_big_int(heap, BigInt::power_of_ten(400));
  EXPECT_EQ(quotient(huge, i(3)), "inf");
  EXPECT_EQ(quotient(i(3), huge), "0.0");
  EXPECT_EQ(quotient(i(1), i(0)), "! Division by zero");
  EXPECT_EQ(quotient(f(1), f(-0.0)), "! Division by zero");
  EXPECT_EQ(quotient(huge, i(0)), "! Division by zero");
  EXPECT_EQ(quotient(huge, f(0)), "! Division by zero");
  EXPECT_EQ(quotient(decimal("1"), i(0)), "! Division by zero");
  EXPECT_EQ(quotient(complex(1, 1), complex(0, 0)), "! Division by zero");
  EXPECT_EQ(floored(i(1), i(0)), "! Division by zero");
  EXPECT_EQ(floored(f(1), i(0)), "! Division by zero");
  EXPECT_EQ(floored(decimal("1"), decimal("0")), "! Division by zero");
  EXPECT_EQ(rest(i(1), i(0)), "! Modulo by zero");
  EXPECT_EQ(rest(f(1), f(0)), "! Modulo by zero");
  EXPECT_EQ(rest(decimal("1"), i(0)), "! Modulo by zero");
}

TEST_F(ArithmeticTest, FlooredForms) {
  EXPECT_EQ(rest(i(-7), i(3)), "2");
  EXPECT_EQ(rest(i(7), i(-3)), "-2");
  EXPECT_EQ(rest(f(5.5), i(-2)), "-0.5");
  EXPECT_EQ(rest(i(7), f(0.1)), "0.09999999999999962");
  EXPECT_EQ(floored(i(7), f(0.1)), "69.0");
  EXPECT_EQ(floored(i(-7), i(2)), "-4");
  EXPECT_EQ(floored(decimal("-7.5"), i(2)), "-4");
  EXPECT_EQ(rest(decimal("5.5"), i(-2)), "-0.5");
}

TEST_F(ArithmeticTest, Mixing) {
  EXPECT_EQ(sum(i(1), f(0.5)), "1.5");
  EXPECT_EQ(sum(big("18446744073709551616"), f(0.5)), "1.8446744073709552e+19");
  EXPECT_EQ(product(i(2), f(1.5)), "3.0");
  EXPECT_EQ(difference(f(2), i(1)), "1.0");
  EXPECT_EQ(sum(decimal("0.1"), decimal("0.2")), "0.3");
  EXPECT_EQ(sum(decimal("79228162514264337593543950335"), i(1)), "79228162514264337593543950336");
  EXPECT_EQ(sum(decimal("0.5"), big("100000000000000000000")), "100000000000000000000.5");
  EXPECT_EQ(product(decimal("1.50"), decimal("1.50")), "2.2500");
  EXPECT_EQ(quotient(decimal("1"), i(3)), "0.3333333333333333333333333333");
  std::string mixed = "! cannot mix decimal and float; convert with float(x) or decimal(...)";
  EXPECT_EQ(sum(decimal("1"), f(1)), mixed);
  EXPECT_EQ(quotient(f(1), decimal("1")), mixed);
  EXPECT_EQ(raised(decimal("1"), f(2)), mixed);
  EXPECT_EQ(sum(complex(1, 2), i(1)), "2+2i");
  EXPECT_EQ(sum(decimal("0.5"), complex(1, 2)), "1.5+2i");
  EXPECT_EQ(product(complex(1, 2), complex(3, 4)), "-5+10i");
  EXPECT_EQ(rest(complex(1, 2), i(2)), "! Unsupported operation: complex % number");
  EXPECT_EQ(floored(i(2), complex(1, 2)), "! Unsupported operation: number // complex");
}

TEST_F(ArithmeticTest, Powers) {
  EXPECT_EQ(raised(i(2), i(10)), "1024");
  EXPECT_EQ(raised(i(2), i(100)), "1267650600228229401496703205376");
  EXPECT_EQ(raised(i(2), i(-1)), "0.5");
  EXPECT_EQ(raised(i(2), f(0.5)), "1.4142135623730951");
  EXPECT_EQ(raised(i(0), i(0)), "1");
  EXPECT_EQ(raised(f(-8), f(1.0 / 3)), "nan");
  EXPECT_EQ(raised(i(0), i(-1)), "! Zero cannot be raised to a negative power");
  EXPECT_EQ(raised(f(0), i(-1)), "! Zero cannot be raised to a negative power");
  EXPECT_EQ(raised(i(2), big("1180591620717411303424")), "inf");
  EXPECT_EQ(raised(i(-1), i(4294967295)), "-1");
  EXPECT_EQ(raised(i(2), i(4294967296)), "inf");
  EXPECT_EQ(raised(decimal("1.1"), i(2)), "1.21");
  EXPECT_EQ(raised(i(2), decimal("3")), "8");
  EXPECT_EQ(raised(decimal("2"), decimal("0.5")),
            "! decimal ** non-integer exponent is not supported (it would lose exactness); use "
            "float(x) for an approximate power");
  EXPECT_EQ(raised(complex(0, 1), i(2)), "-1+0i");
}

TEST_F(ArithmeticTest, NegateAll) {
  EXPECT_EQ(shown(negate(heap, f(0))), "-0.0");
  EXPECT_EQ(shown(negate(heap, decimal("1.50"))), "-1.50");
  EXPECT_EQ(shown(negate(heap, big("-9223372036854775809"))), "9223372036854775809");
  EXPECT_TRUE(negate(heap, big("9223372036854775808")).value().is_int());
  EXPECT_EQ(shown(negate(heap, complex(1, -2))), "-1+2i");
  EXPECT_EQ(shown(negate(heap, array({2}, {1, -2}))), "[-1, 2]");
  EXPECT_EQ(shown(negate(heap, duration(-5))), "PT0.000000005S");
  EXPECT_EQ(shown(negate(heap, text("a"))), "! Cannot negate text");
  EXPECT_EQ(shown(negate(heap, b(true))), "! Cannot negate bool");
  EXPECT_EQ(shown(negate(heap, nothing())), "! Cannot negate nothing");
  EXPECT_EQ(shown(negate(heap, secret("1", "K"))), "! Cannot negate secret");
}

TEST_F(ArithmeticTest, TextPlus) {
  EXPECT_EQ(sum(text("a"), text("b")), "ab");
  EXPECT_EQ(sum(text("n="), i(5)), "n=5");
  EXPECT_EQ(sum(f(1), text("!")), "1.0!");
  EXPECT_EQ(sum(text("a"), b(true)), "atrue");
  EXPECT_EQ(sum(decimal("1.50"), text(" €")), "1.50 €");
  EXPECT_EQ(sum(text("z="), complex(1, 2)), "z=1+2i");
  EXPECT_EQ(sum(text("a="), array({1}, {1})), "a=[1]");
  EXPECT_EQ(sum(text("on "), date(0)), "on 1970-01-01");
  EXPECT_EQ(sum(text("at "), instant(0)), "at 1970-01-01T00:00:00Z");
  EXPECT_EQ(sum(duration(0), text(" long")), "PT0S long");
  std::string rest_of_message = " — convert it on purpose: text(x), or interpolate it: `...{x}`";
  EXPECT_EQ(sum(text("a"), nothing()), "! Cannot add text and nothing" + rest_of_message);
  EXPECT_EQ(sum(list({}), text("a")), "! Cannot add text and list" + rest_of_message);
  EXPECT_EQ(sum(text("a"), map({})), "! Cannot add text and map" + rest_of_message);
  EXPECT_EQ(sum(text("a"), bytes("b")), "! Cannot add text and bytes" + rest_of_message);
  EXPECT_EQ(sum(task("f"), text("a")), "! Cannot add text and task" + rest_of_message);
}

TEST_F(ArithmeticTest, TextPlusReusesAUniqueLeft) {
  Value left = text(std::string(100, 'x'));
  const Object* before = left.object();
  Value grown = add(heap, std::move(left), text("y")).value();
  EXPECT_EQ(grown.object(), before);
  Value shared = grown;
  Value other = add(heap, grown, text("z")).value();
  EXPECT_EQ(shared.view().size(), 101u);
  EXPECT_EQ(other.view().size(), 102u);
}

TEST_F(ArithmeticTest, ListPlus) {
  EXPECT_EQ(sum(list({i(1)}), list({i(2), list({i(3)})})), "[1, 2, [3]]");
  Value left = list({i(1)});
  const Object* before = left.object();
  Value kept = left;
  Value joined = add(heap, left, left).value();
  EXPECT_EQ(display(joined), "[1, 1]");
  EXPECT_EQ(display(kept), "[1]");
  kept = Value();
  Value grown = add(heap, std::move(left), list({i(2)})).value();
  EXPECT_EQ(grown.object(), before);
  EXPECT_EQ(display(grown), "[1, 2]");
  EXPECT_EQ(sum(list({}), i(1)), "! Unsupported operation: list + number");
}

TEST_F(ArithmeticTest, BytesPlus) {
  EXPECT_EQ(sum(bytes("a"), bytes("b")), "bytes(6162)");
  EXPECT_EQ(sum(bytes(""), bytes("")), "bytes()");
  EXPECT_EQ(sum(bytes("a"), i(1)), "! Unsupported operation: bytes + number");
}

TEST_F(ArithmeticTest, SecretPlusIsASecret) {
  Value key = secret("hunter2", "KEY");
  Value joined = add(heap, text("Bearer "), key).value();
  ASSERT_TRUE(joined.is(Tag::Secret));
  EXPECT_EQ(joined.secret().value.view(), "Bearer hunter2");
  EXPECT_EQ(display(joined), "secret(KEY)");
  EXPECT_EQ(add(heap, key, i(5)).value().secret().value.view(), "hunter25");
  EXPECT_EQ(add(heap, i(5), key).value().secret().value.view(), "5hunter2");
  Value both = add(heap, key, secret("!", "OTHER")).value();
  EXPECT_EQ(both.secret().value.view(), "hunter2!");
  EXPECT_EQ(display(both), "secret(KEY)");
  EXPECT_EQ(key.secret().value.view(), "hunter2");
  Value raw = make_secret(heap, bytes("a"), text("RAW"));
  EXPECT_EQ(display(add(heap, raw, bytes("b")).value().secret().value), "bytes(6162)");
  EXPECT_EQ(sum(raw, text("b")), "! Unsupported operation: secret + text");
  EXPECT_EQ(sum(raw, i(1)), "! Unsupported operation: secret + number");
  EXPECT_EQ(sum(key, nothing()), "! Unsupported operation: secret + nothing");
  EXPECT_EQ(sum(list({}), key), "! Unsupported operation: list + secret");
  EXPECT_EQ(product(key, i(2)), "! Unsupported operation: secret * number");
}

TEST_F(ArithmeticTest, UnsupportedPairs) {
  EXPECT_EQ(sum(i(1), b(true)), "! Unsupported operation: number + bool");
  EXPECT_EQ(sum(b(true), b(true)), "! Unsupported operation: bool + bool");
  EXPECT_EQ(sum(i(1), nothing()), "! Unsupported operation: number + nothing");
  EXPECT_EQ(sum(map({}), map({})), "! Unsupported operation: map + map");
  EXPECT_EQ(product(text("a"), i(3)), "! Unsupported operation: text * number");
  EXPECT_EQ(difference(list({}), list({})), "! Unsupported operation: list - list");
  EXPECT_EQ(quotient(map({}), i(1)), "! Unsupported operation: map / number");
  EXPECT_EQ(difference(task("f"), task("f")), "! Unsupported operation: task - task");
  EXPECT_EQ(rest(text("%d"), i(1)), "! Unsupported operation: text % number");
  EXPECT_EQ(floored(decimal("1"), text("a")), "! Unsupported operation: decimal // text");
  EXPECT_EQ(raised(nothing(), i(1)), "! Unsupported operation: nothing ** number");
  EXPECT_EQ(add(heap, i(1), nothing()).error().hint(),
            "one side is missing (nothing): test it first, as in when x == nothing then 0 "
            "otherwise x");
  EXPECT_EQ(subtract(heap, text("5"), i(1)).error().hint(),
            "read the number in the text first: number(x)");
}

TEST_F(ArithmeticTest, AsksForRoomFirst) {
  Value chunk = text(std::string(1 << 20, 'x'));
  budget.memory_limit = budget.used() + (1 << 20);
  Value big_text = chunk;
  EXPECT_EQ(sum(chunk, big_text), "! memory limit exceeded (2 MiB)");
  std::vector<Value> many(40'000);
  budget.memory_limit = Budget::kUnlimited;
  Value items = list(many);
  budget.memory_limit = budget.used() + (1 << 20);
  EXPECT_EQ(sum(items, items), "! memory limit exceeded (2 MiB)");
  EXPECT_TRUE(raised(i(3), i(10'000'000)).starts_with("! memory limit exceeded"));
  EXPECT_TRUE(add(heap, bytes(std::string(600'000, 'x')), bytes("y"))
                  .error()
                  .is(value_errors::kMemoryLimit));
  EXPECT_FALSE(budget.exhausted());
  budget.memory_limit = Budget::kUnlimited;
  EXPECT_TRUE(raised(i(3), i(4'000'000'000)).starts_with("! number too large"));
}

}  // namespace
}  // namespace syn
