// Running out of memory at any allocation: each call gives the budget's error or its result, and a
// call that fails leaves its arguments as they were. SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "builtins/a_fake_context.h"
#include "num/decimal.h"

namespace syn {
namespace {

Result<Value> identity_of(Call& call) { return call[0]; }
Result<Value> is_even(Call& call) { return Value::boolean(call[0].as_int() % 2 == 0); }
Result<Value> sum_of_two(Call& call) { return Value::integer(call[0].as_int() + call[1].as_int()); }

using Arguments = std::vector<Value>;
struct Case {
  std::string_view name;
  std::function<Arguments(FakeContext&)> arguments;
};

Value some_rows(FakeContext& context) {
  Value rows = make_list(context.heap());
  for (int64_t i = 0; i < 40; ++i) {
    push(rows, context.map({{"k", context.text(std::to_string(i % 7))},
                            {"v", i % 5 == 0 ? nothing() : number(i)},
                            {"c", context.text(i % 2 == 0 ? "A" : "B")}}));
  }
  return rows;
}

Value some_numbers(FakeContext& context) {
  Value made = make_list(context.heap());
  for (int64_t i = 0; i < 40; ++i) push(made, number(i * 7 % 13));
  return made;
}

Value aggregates(FakeContext& context) {
  Value made = make_map(context.heap());
  for (std::string_view maker :
       {"sum_of", "mean_of", "max_of", "median_of", "n_unique_of", "first_of"}) {
    Arguments column{context.text("v")};
    put(made, maker, context.call(maker, column).value());
  }
  return made;
}

std::vector<Case> cases() {
  auto numbers = [](auto... more) {
    return [=](FakeContext& c) { return Arguments{some_numbers(c), more(c)...}; };
  };
  auto rows = [](auto... more) {
    return [=](FakeContext& c) { return Arguments{some_rows(c), more(c)...}; };
  };
  auto text = [](std::string_view bytes) { return [=](FakeContext& c) { return c.text(bytes); }; };
  auto whole = [](int64_t value) { return [=](FakeContext&) { return number(value); }; };
  auto task = [](NativeFunction body) { return [=](FakeContext& c) { return c.function(body); }; };
  auto texts = [](FakeContext& c) { return c.list({c.text("k"), c.text("c")}); };
  return {{"append", numbers(whole(1))},
          {"insert", numbers(whole(3), whole(1))},
          {"slice", numbers(whole(1), whole(39))},
          {"reverse", numbers()},
          {"unique", numbers()},
          {"chunk", numbers(whole(3))},
          {"enumerate", numbers()},
          {"apply", numbers(task(identity_of))},
          {"where", numbers(task(is_even))},
          {"reduce", numbers(task(sum_of_two))},
          {"merge",
           [](FakeContext& c) {
             return Arguments{c.map({{"a", number(1)}}), c.map({{"b", number(2)}})};
           }},
          {"sort", numbers()},
          {"sort_by", rows(text("v"))},
          {"sort_by", rows(texts)},
          {"median", numbers()},
          {"std", numbers()},
          {"histogram", numbers(whole(4))},
          {"cumsum", numbers()},
          {"mode", numbers()},
          {"group_by", rows(text("k"))},
          {"group_by", rows(texts)},
          {"group_by", numbers(task(is_even))},
          {"count_by", rows(text("k"))},
          {"summarize", rows(text("k"), aggregates)},
          {"join", rows(some_rows, text("k"))},
          {"unpivot", rows(texts)},
          {"select", rows(texts)},
          {"drop", rows(text("k"))},
          {"fill_missing", rows(whole(0))},
          {"drop_missing", rows()},
          {"lag", rows(text("v"))},
          {"rank", rows(text("v"))},
          {"rolling_mean", rows(text("v"), whole(3))},
          {"describe", rows()},
          {"top", rows(whole(3), text("v"))},
          {"array", numbers()}};
}

class Faults : public ::testing::TestWithParam<Case> {};

TEST_P(Faults, EndInAnErrorOrAResult) {
  std::string expected;
  {
    FakeContext context;
    expected = context.show(GetParam().name, GetParam().arguments(context));
    ASSERT_FALSE(expected.starts_with("error")) << expected;
  }
  for (uint64_t failing = 1; failing < 2000; ++failing) {
    FakeContext context;
    Arguments arguments = GetParam().arguments(context);
    std::vector<std::string> before;
    for (const Value& argument : arguments) before.push_back(display(argument));
    context.budget().fail_allocation = failing;
    Result<Value> result = context.call(GetParam().name, arguments);
    bool was_reached = context.budget().fail_allocation == 0;
    context.budget().fail_allocation = 0;
    if (result.ok()) {
      EXPECT_EQ(display(result.value()), expected);
    } else {
      EXPECT_EQ(result.error().message(), "budget");
      for (size_t i = 0; i < arguments.size(); ++i) EXPECT_EQ(display(arguments[i]), before[i]);
    }
    if (!was_reached) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Faults, ::testing::ValuesIn(cases()), [](const auto& test) {
  return std::string(test.param.name) + "_" + std::to_string(test.index);
});

}  // namespace
}  // namespace syn
