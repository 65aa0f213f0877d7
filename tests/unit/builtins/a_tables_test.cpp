// Sorting, statistics, groups, joins and windows.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "builtins/a_fake_context.h"
#include "num/decimal.h"

namespace syn {
namespace {

Result<Value> is_odd(Call& call) { return Value::boolean(call[0].as_int() % 2 != 0); }

class Tables : public ::testing::Test {
 protected:
  FakeContext context;
  Value t(std::string_view bytes) { return context.text(bytes); }
  Value list(std::initializer_list<Value> items) { return context.list(items); }
  Value row(std::initializer_list<std::pair<std::string_view, Value>> entries) {
    return context.map(entries);
  }
  /// What an aggregate maker gives.
  Value aggregate(std::string_view maker, std::string_view column) {
    std::vector<Value> args{t(column)};
    return context.call(maker, args).value();
  }
  Value sales() {
    return list({row({{"store", t("A")}, {"amount", number(4)}}),
                 row({{"store", t("B")}, {"amount", real(2.5)}}),
                 row({{"store", t("A")}, {"amount", nothing()}}),
                 row({{"store", t("A")}, {"amount", number(8)}})});
  }
};

TEST_F(Tables, Sort) {
  Value yes = Value::boolean(true);
  EXPECT_EQ(context.show("sort", {list({number(2), nothing(), number(1), real(NAN)})}),
            "[1, 2, nan, nothing]");
  EXPECT_EQ(context.show("sort", {list({number(2), nothing(), number(1), real(NAN)})}, {yes}),
            "[2, 1, nan, nothing]");
  EXPECT_EQ(context.show("sort", {list({number(2), real(1.5), number(3)})}), "[1.5, 2, 3]");
  EXPECT_EQ(context.show("sort", {list({t("b"), t("a"), t("C")})}), "[\"C\", \"a\", \"b\"]");
  EXPECT_EQ(context.show("sort", {list({number(1), t("a")})}),
            "error: sort: cannot order number and text together — make the key one type");
  EXPECT_EQ(context.show("sort", {list({number(1)}), number(1)}),
            "error: sort: desc must be true or false, got number");
}

TEST_F(Tables, SortIsStableBothWays) {
  Value rows =
      list({row({{"n", t("x")}, {"a", number(1)}}), row({{"n", t("y")}, {"a", number(2)}}),
            row({{"n", t("z")}, {"a", number(2)}}), row({{"n", t("w")}, {"a", nothing()}})});
  std::vector<Value> args{rows, t("a")};
  Value sorted = context.call("sort_by", args, {Value::boolean(true)}).value();
  EXPECT_EQ(context.show("collect", {sorted, t("n")}), "[\"y\", \"z\", \"x\", \"w\"]");
  EXPECT_EQ(context.show("sort_by", {rows, t("q")}),
            "error: sort_by: no row has a column \"q\" (columns: \"n\", \"a\")");
}

TEST_F(Tables, ListsAsKeysGoPartByPart) {
  // A last part of nothing is no single kind, so that the items are compared as values.
  std::vector<Value> keys;
  std::vector<Value> slow_keys;
  for (int64_t i = 0; i < 2000; ++i) {
    std::string name =
        "n" + std::to_string(i * 31 % 17) + std::string(static_cast<size_t>(i % 3), '\0');
    Value part = i % 7 == 0 ? real(static_cast<double>(i % 5) / 2 - 1) : number(i * 7919 % 4 - 2);
    Value day = make_date(context.heap(), static_cast<int32_t>(i * 13 % 9 - 4));
    keys.push_back(list({part, t(name), day, number(i)}));
    slow_keys.push_back(list({part, t(name), day, number(i), nothing()}));
  }
  for (bool descending : {false, true}) {
    std::vector<Value> args{make_list(context.heap(), keys)};
    std::vector<Value> slow_args{make_list(context.heap(), slow_keys)};
    Value fast = context.call("sort", args, {Value::boolean(descending)}).value();
    Value slow = context.call("sort", slow_args, {Value::boolean(descending)}).value();
    for (size_t i = 0; i < keys.size(); ++i) {
      ASSERT_EQ(fast.list().at(i).list().at(3).as_int(), slow.list().at(i).list().at(3).as_int());
    }
  }
}

TEST_F(Tables, LongListsAsKeysTakeNoMemoryOfTheirOwn) {
  std::vector<Value> long_list(200'000, number(1));
  std::vector<Value> longer = long_list;
  longer.push_back(number(0));
  std::vector<Value> args{
      list({make_list(context.heap(), longer), make_list(context.heap(), long_list)})};
  context.budget().memory_limit = context.budget().used() + (1 << 20);
  Result<Value> sorted = context.call("sort", args, {Value::boolean(false)});
  ASSERT_TRUE(sorted.ok()) << sorted.error().message();
  EXPECT_EQ(sorted.value().list().at(0).list().size(), long_list.size());
}

TEST_F(Tables, SumsAndMeans) {
  EXPECT_EQ(context.show("sum", {list({real(0.1), real(0.2), real(0.3)})}), "0.6");
  EXPECT_EQ(context.show("sum", {list({number(INT64_MAX), number(1)})}), "9223372036854775808");
  EXPECT_EQ(context.show("sum", {list({number(1), nothing(), t("a")})}),
            "error: sum expects numbers, got text at index 2 (missing values are `nothing`)");
  EXPECT_EQ(context.show("mean", {list({nothing()})}),
            "error: mean: every value is missing (nothing)");
  EXPECT_EQ(context.show("mean", {list({context.decimal("10.10"), context.decimal("20.20")})}),
            "15.15");
  EXPECT_EQ(context.show("mean", {list({context.decimal("1"), real(1.5)})}),
            "error: cannot mix decimal and float; convert with float(x) or decimal(...)");
  EXPECT_EQ(context.show("product", {list({})}), "1");
  EXPECT_EQ(context.show("sum", {list({}), t("a")}),
            "error: sum: the second argument is the axis of an array, got text — for a column: "
            "sum(collect(rows, \"column\")), for a computed value: sum(apply(rows, (r) => …))");
}

TEST_F(Tables, Spread) {
  Value data = list({number(1), number(2), number(3), number(4)});
  EXPECT_EQ(context.show("std", {data}), "1.2909944487358056");
  EXPECT_EQ(context.show("var", {data}, {Value::unbound(), number(0)}), "1.25");
  EXPECT_EQ(context.show("std", {data, number(0)}),
            "error: std() takes a list (or an array) — pass ddof by name: std(xs, ddof = 0)");
  EXPECT_EQ(context.show("median", {data}), "2.5");
  EXPECT_EQ(context.show(
                "percentile",
                {list({number(15), number(20), number(35), number(40), number(50)}), number(40)}),
            "29.0");
  EXPECT_EQ(context.show("percentile",
                         {list({context.decimal("1"), context.decimal("2"), context.decimal("4")}),
                          number(90)}),
            "3.6");
  EXPECT_EQ(context.show("std", {list({context.decimal("1"), context.decimal("2")})}),
            "0.7071067811865475244008443621");
  EXPECT_EQ(context.show("quantile", {data, number(50)}),
            "error: quantile expects q between 0 and 1, got 50.0 (percentile takes 0..100)");
  EXPECT_EQ(context.show("corr", {list({number(1), nothing(), number(2), number(3)}),
                                  list({number(2), number(5), number(4), number(6)})}),
            "1.0");
}

TEST_F(Tables, Extremes) {
  EXPECT_EQ(context.show("min", {list({number(2), real(2.0)})}), "2");
  EXPECT_EQ(context.show("max", {list({number(3), real(NAN)})}), "nan");
  EXPECT_EQ(context.show("min", {list({number(1), t("a")})}),
            "error: min expects numbers or texts (all of one kind), got text");
  EXPECT_EQ(context.show("argmax", {list({number(1), number(5), number(5)})}), "1");
  EXPECT_EQ(context.show("mode", {list({number(3), number(1), real(3.0)})}), "3");
}

TEST_F(Tables, Histogram) {
  EXPECT_EQ(
      context.show("histogram",
                   {list({number(1), number(2), number(2), number(3), number(9)}), number(4)}),
      "{counts: [3, 1, 0, 1], edges: [1.0, 3.0, 5.0, 7.0, 9.0]}");
  EXPECT_EQ(context.show("histogram", {list({number(1)}), list({number(3), number(2)})}),
            "error: histogram: edges must be strictly increasing, but 2.0 is not greater than 3.0");
}

TEST_F(Tables, GroupBy) {
  Value items = list({number(1), real(1.0), Value::boolean(true), t("1"), nothing(), real(NAN),
                      real(NAN), real(-0.0), number(0)});
  EXPECT_EQ(
      context.show("count_by", {items}),
      "[{key: 1, count: 3}, {key: nan, count: 2}, {key: -0.0, count: 2}, {key: \"1\", count: 1}, "
      "{key: nothing, count: 1}]");
  EXPECT_EQ(
      context.show("group_by", {list({number(1), number(2), number(3)}), context.function(is_odd)}),
      "[{key: true, items: [1, 3]}, {key: false, items: [2]}]");
  EXPECT_EQ(context.show("group_by", {list({number(1)}), t("g")}),
            "error: group_by: no row has a column \"g\" (columns: )");
  EXPECT_EQ(context.show("group_by", {list({}), number(5)}),
            "error: group_by: the key must be a column name, a list of column names or a function, "
            "got number");
}

TEST_F(Tables, Summarize) {
  std::vector<Value> no_args;
  Value count = context.call("count", no_args).value();
  Value aggregates = row({{"total", aggregate("sum_of", "amount")},
                          {"n", count},
                          {"mean", aggregate("mean_of", "amount")},
                          {"first", aggregate("first_of", "amount")},
                          {"median", aggregate("median_of", "amount")},
                          {"kinds", aggregate("n_unique_of", "amount")}});
  EXPECT_EQ(context.show("summarize", {sales(), t("store"), aggregates}),
            "[{store: \"A\", total: 12, n: 3, mean: 6.0, first: 4, median: 6.0, kinds: 2}, "
            "{store: \"B\", total: 2.5, n: 1, mean: 2.5, first: 2.5, median: 2.5, kinds: 1}]");
  EXPECT_EQ(
      context.show("summarize", {sales(), t("store"), row({{"x", aggregate("sum_of", "store")}})}),
      "error: sum: column \"store\" has a text, expected numbers");
  EXPECT_EQ(
      context.show("summarize", {sales(), t("store"), row({{"x", aggregate("sum_of", "q")}})}),
      "error: sum_of: no row has a column \"q\" (columns: \"store\", \"amount\")");
}

TEST_F(Tables, Join) {
  Value left =
      list({row({{"id", number(1)}, {"v", t("x")}}), row({{"id", number(2)}, {"v", t("y")}}),
            row({{"id", nothing()}, {"v", t("z")}})});
  Value right = list({row({{"id", number(2)}, {"v", number(20)}}),
                      row({{"id", number(3)}, {"v", number(30)}}),
                      row({{"id", real(2.0)}, {"v", number(21)}})});
  EXPECT_EQ(context.show("join", {left, right, t("id")}),
            "[{id: 2, v: \"y\", v_right: 20}, {id: 2, v: \"y\", v_right: 21}]");
  EXPECT_EQ(context.show("join", {left, right, t("id"), t("right")}),
            "[{id: 2, v: \"y\", v_right: 20}, {id: 2, v: \"y\", v_right: 21}, {id: 3, v: nothing, "
            "v_right: 30}]");
  EXPECT_EQ(context.show("join", {left, right, t("id"), t("anti")}),
            "[{id: 1, v: \"x\"}, {id: nothing, v: \"z\"}]");
  EXPECT_EQ(context.show("join", {list({}), right, t("id"), t("outer")}),
            "[{id: 2, v: 20}, {id: 3, v: 30}, {id: 2.0, v: 21}]");
  EXPECT_EQ(context.show("join", {left, right, t("id"), t("full")}),
            "error: join: how must be \"inner\", \"left\", \"right\", \"outer\", \"semi\" or "
            "\"anti\", got full");
  EXPECT_EQ(context.show("join", {list({t("a"), number(1), real(1.5)}), t("-")}), "a-1-1.5");
}

TEST_F(Tables, PivotAndBack) {
  Value rows = list({row({{"d", t("d1")}, {"c", t("A")}, {"t", number(1)}}),
                     row({{"d", t("d1")}, {"c", t("B")}, {"t", number(2)}}),
                     row({{"d", t("d2")}, {"c", t("A")}, {"t", number(3)}})});
  EXPECT_EQ(context.show("pivot", {rows, t("d"), t("c"), t("t")}),
            "[{d: \"d1\", A: 1, B: 2}, {d: \"d2\", A: 3, B: nothing}]");
  EXPECT_EQ(
      context.show("unpivot", {list({row({{"d", number(1)}, {"A", number(5)}, {"B", number(6)}})}),
                               list({t("A"), t("B")}), t("city"), t("temp")}),
      "[{d: 1, city: \"A\", temp: 5}, {d: 1, city: \"B\", temp: 6}]");
}

TEST_F(Tables, Columns) {
  Value rows =
      list({row({{"a", number(1)}, {"b", number(2)}, {"c", number(3)}}), row({{"a", number(4)}})});
  EXPECT_EQ(context.show("select", {rows, list({t("c"), t("a")})}),
            "[{c: 3, a: 1}, {c: nothing, a: 4}]");
  EXPECT_EQ(context.show("drop", {rows, t("a"), t("b")}), "[{c: 3}, {}]");
  EXPECT_EQ(context.show("rename", {rows, row({{"a", t("x")}})}), "[{x: 1, b: 2, c: 3}, {x: 4}]");
  EXPECT_EQ(context.show("rename", {rows, row({{"a", t("b")}})}),
            "error: rename: two columns would be named \"b\"");
  EXPECT_EQ(context.show("derive", {rows, row({{"z", list({number(7), number(8)})}})}),
            "[{a: 1, b: 2, c: 3, z: 7}, {a: 4, z: 8}]");
  EXPECT_EQ(context.show("drop", {rows, number(1)}),
            "error: drop: columns must be names, got number — to leave out the first n items: "
            "slice(xs, n)");
}

TEST_F(Tables, MissingValues) {
  EXPECT_EQ(
      context.show("fill_missing", {list({row({{"a", nothing()}, {"b", nothing()}}), nothing()}),
                                    row({{"a", number(0)}})}),
      "[{a: 0, b: nothing}, {a: 0}]");
  EXPECT_EQ(context.show("drop_missing", {sales(), t("amount")}),
            "[{store: \"A\", amount: 4}, {store: \"B\", amount: 2.5}, {store: \"A\", amount: 8}]");
}

TEST_F(Tables, Windows) {
  Value data = list({number(5), number(7), nothing(), number(9)});
  EXPECT_EQ(context.show("lag", {data}), "[nothing, 5, 7, nothing]");
  EXPECT_EQ(context.show("lead", {data, number(2), number(0)}), "[nothing, 9, 0, 0]");
  EXPECT_EQ(context.show("rank", {data}, {Value::unbound(), Value::boolean(true)}),
            "[3, 2, nothing, 1]");
  EXPECT_EQ(context.show("rolling_sum", {data, number(2)}), "[nothing, 12, nothing, nothing]");
  EXPECT_EQ(context.show("rolling_mean", {data, number(2)}, {Value::unbound(), number(1)}),
            "[5.0, 6.0, 7.0, 9.0]");
  EXPECT_EQ(context.show("running_sum", {data}), "[5, 12, nothing, 21]");
  EXPECT_EQ(context.show("running_sum", {sales(), t("amount")}, {t("store")}),
            "[4, 2.5, nothing, 12]");
  EXPECT_EQ(context.show("top", {sales(), number(1), t("amount")}, {t("store")}),
            "[{store: \"A\", amount: 8}, {store: \"B\", amount: 2.5}]");
}

TEST_F(Tables, Describe) {
  EXPECT_EQ(context.show("describe", {sales()}),
            "[{column: \"store\", kind: \"text\", count: 4, missing: 0, unique: 2, mean: nothing, "
            "std: nothing, min: "
            "\"A\", q25: nothing, median: nothing, q75: nothing, max: \"B\", note: nothing}, "
            "{column: \"amount\", "
            "kind: \"number\", "
            "count: 3, missing: 1, unique: 3, mean: 4.833333333333333, std: 2.8431203515386634, "
            "min: 2.5, q25: 3.25, "
            "median: 4.0, q75: 6.0, max: 8, note: nothing}]");
}

TEST_F(Tables, RowsHaveExamplesAndDocs) {
  for (BuiltinTable table : FakeContext::tables()) {
    for (const BuiltinSpec& spec : table) {
      EXPECT_FALSE(spec.doc.empty()) << spec.name;
      EXPECT_NE(spec.example.find(" → "), std::string_view::npos) << spec.name;
    }
  }
}

}  // namespace
}  // namespace syn
