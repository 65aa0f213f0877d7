// Collections, maps and higher-order builtins: what a program cannot show, such as work in place.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "builtins/a_fake_context.h"
#include "num/decimal.h"

namespace syn {
namespace {

Result<Value> triple(Call& call) { return Value::integer(call[0].as_int() * 3); }
Result<Value> is_large(Call& call) { return Value::boolean(call[0].as_int() > 1); }
Result<Value> add_both(Call& call) { return Value::integer(call[0].as_int() + call[1].as_int()); }

class Collections : public ::testing::Test {
 protected:
  FakeContext context;
  Value ints(std::initializer_list<int64_t> items) {
    Value made = make_list(context.heap());
    for (int64_t item : items) push(made, number(item));
    return made;
  }
};

TEST_F(Collections, AppendChangesWhatNobodyElseHolds) {
  std::vector<Value> args{ints({1, 2}), number(3)};
  Object* before = args[0].object();
  Value result = context.call("append", args).value();
  EXPECT_EQ(result.object(), before);
  EXPECT_EQ(display(result), "[1, 2, 3]");
}

TEST_F(Collections, AppendCopiesWhatIsShared) {
  Value shared = ints({1, 2});
  EXPECT_EQ(context.show("append", {shared, number(3)}), "[1, 2, 3]");
  EXPECT_EQ(display(shared), "[1, 2]");
}

TEST_F(Collections, AppendIsLinear) {
  Value list = make_list(context.heap());
  uint64_t before = context.budget().steps;
  for (int64_t i = 0; i < 100'000; ++i) {
    std::vector<Value> args;
    args.push_back(std::move(list));
    args.push_back(number(i));
    list = context.call("append", args).value();
  }
  EXPECT_EQ(list.list().size(), 100'000u);
  EXPECT_LT(context.budget().steps - before, 200'000u);
}

TEST_F(Collections, FailedCallLeavesItsList) {
  std::vector<Value> args{ints({1}), number(5), number(0)};
  Result<Value> result = context.call("insert", args);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(),
            "insert: position 5 out of range for a list of length 1 (valid: -1..1)");
  EXPECT_EQ(display(args[0]), "[1]");
}

TEST_F(Collections, InsertAndSlice) {
  EXPECT_EQ(context.show("insert", {ints({1, 2, 3}), number(1), number(9)}), "[1, 9, 2, 3]");
  EXPECT_EQ(context.show("insert", {ints({1}), number(-1), number(0)}), "[0, 1]");
  EXPECT_EQ(context.show("slice", {ints({10, 20, 30, 40}), number(1), number(-1)}), "[20, 30]");
  EXPECT_EQ(context.show("slice", {ints({10, 20, 30}), number(-99), number(2)}), "[10, 20]");
  EXPECT_EQ(context.show("slice", {context.text("héllo"), number(1), number(3)}), "él");
  EXPECT_EQ(context.show("slice", {ints({1}), real(1.5)}),
            "error: slice: start must be an integer, got 1.5 — round it on purpose first");
}

TEST_F(Collections, SliceKeepsTheListItAloneHolds) {
  std::vector<Value> args{ints({1, 2, 3, 4}), number(0), number(-1)};
  Object* before = args[0].object();
  Value result = context.call("slice", args).value();
  EXPECT_EQ(result.object(), before);
  EXPECT_EQ(display(result), "[1, 2, 3]");
}

TEST_F(Collections, RangeCountsWithoutOverflow) {
  EXPECT_EQ(context.show("range", {number(INT64_MAX - 1), number(INT64_MAX)}),
            "[9223372036854775806]");
  EXPECT_EQ(context.show("range", {number(INT64_MIN), number(INT64_MAX)}),
            "error: range: a list holds at most 4294967295 items, asked for 18446744073709551615");
  EXPECT_EQ(context.show("range", {number(5), number(0), number(-2)}), "[5, 3, 1]");
}

TEST_F(Collections, LargeRangeIsRefusedBeforeItIsMade) {
  context.budget().memory_limit = context.budget().used() + (1 << 20);
  EXPECT_EQ(context.show("range", {number(10'000'000)}), "error: budget");
}

TEST_F(Collections, SearchByEquality) {
  EXPECT_EQ(context.show("contains", {ints({1, 2}), real(2.0)}), "true");
  EXPECT_EQ(context.show("contains", {context.list({context.decimal("1.5")}), real(1.5)}),
            "error: contains: cannot mix decimal and float; convert with float(x) or decimal(...)");
  EXPECT_EQ(context.show("contains", {context.text("a1"), number(1)}),
            "error: contains: on text looks for a piece of text, got number — convert it first: "
            "contains(s, text(x))");
  EXPECT_EQ(context.show("index_of", {context.text("héllo"), context.text("llo")}), "2");
  EXPECT_EQ(context.show("index_of", {ints({1, 2, 3}), context.function(is_large)}), "1");
  EXPECT_EQ(context.show("unique", {context.list({number(1), real(1.0), Value::boolean(true),
                                                  context.text("1"), real(NAN), real(NAN)})}),
            "[1, \"1\", nan]");
}

TEST_F(Collections, Sequences) {
  EXPECT_EQ(context.show("reverse", {context.text("a😀b")}), "b😀a");
  EXPECT_EQ(context.show("flatten", {context.list({ints({1}), number(2), ints({})})}), "[1, 2]");
  EXPECT_EQ(context.show("chunk", {ints({1, 2, 3}), number(2)}), "[[1, 2], [3]]");
  EXPECT_EQ(context.show("chunk", {ints({1, 2, 3}), real(1.5)}),
            "error: chunk: size must be an integer, got 1.5 — round it on purpose first");
  EXPECT_EQ(context.show("enumerate", {ints({7})}), "[{index: 0, item: 7}]");
}

TEST_F(Collections, Maps) {
  Value map = context.map({{"a", number(1)}, {"b", number(2)}});
  EXPECT_EQ(context.show("merge", {map, context.map({{"b", number(3)}, {"c", number(4)}})}),
            "{a: 1, b: 3, c: 4}");
  EXPECT_EQ(display(map), "{a: 1, b: 2}");
  EXPECT_EQ(context.show("remove", {map, context.text("a")}), "{b: 2}");
  EXPECT_EQ(context.show("get", {map, context.text("z"), number(0)}), "0");
  EXPECT_EQ(context.show("get", {ints({10, 20}), number(-1)}), "20");
  EXPECT_EQ(context.show("items", {map}), "[{key: \"a\", value: 1}, {key: \"b\", value: 2}]");
  EXPECT_EQ(context.show("merge", {}), "error: merge() needs at least one map");
  EXPECT_EQ(context.show("merge", {map, number(1)}),
            "error: merge(): argument 2 is number, not a map");
}

TEST_F(Collections, EitherOrder) {
  Value function = context.function(triple);
  EXPECT_EQ(context.show("apply", {ints({1, 2}), function}), "[3, 6]");
  EXPECT_EQ(context.show("apply", {function, ints({1, 2})}), "[3, 6]");
  EXPECT_EQ(context.show("apply", {ints({1}), ints({2})}),
            "error: apply: expected one task and one list (either order: apply(fn, list, ...) or "
            "apply(list, fn, ...)), got two lists");
  EXPECT_EQ(context.show("apply", {ints({}), number(5)}), "[]");
  EXPECT_EQ(context.show("where", {context.function(is_large), ints({1, 2})}), "[2]");
  EXPECT_EQ(context.show("reduce", {ints({1, 2, 3}), context.function(add_both)}), "6");
  EXPECT_EQ(context.show("zip_with", {ints({1, 2}), ints({10}), context.function(add_both)}),
            "[11]");
}

}  // namespace
}  // namespace syn
