// Lists over columns behave as lists of the same plain values.
// SPDX-License-Identifier: Apache-2.0
#include "value/list_columns.h"

#include <gtest/gtest.h>

#include "base/budget.h"
#include "value/display.h"

namespace syn {
namespace {

class ListColumnsTest : public testing::Test {
 protected:
  Value row(int64_t n, const char* name) {
    Value map = make_map(heap_);
    put(map, "n", n < 0 ? Value::nothing() : Value::integer(n));
    put(map, "name", make_text(heap_, name));
    return map;
  }
  Value rows() {
    Value list = make_list(heap_);
    push(list, row(1, "ann"));
    push(list, row(-1, "bob"));
    push(list, row(3, "ann"));
    return list;
  }
  Value as_columns(const Value& list) {
    auto table = table_from_rows(heap_, list.list().items());
    EXPECT_TRUE(table.has_value());
    return make_table_list(heap_, std::move(*table));
  }
  static std::string shown(const Value& value) {
    std::string text;
    append_display(text, value);
    return text;
  }

  Budget budget_;
  Heap heap_{budget_};
};

TEST_F(ListColumnsTest, ShowsTheRowsItWasMadeOf) {
  Value plain = rows();
  Value columns = as_columns(plain);
  ASSERT_NE(table_of(columns), nullptr);
  EXPECT_EQ(columns.list().data, nullptr);
  EXPECT_EQ(shown(columns.list().item(1)), "{n: nothing, name: \"bob\"}");
  EXPECT_EQ(columns.list().data, nullptr) << "one item makes only itself";
  EXPECT_EQ(shown(columns), shown(plain));
}

TEST_F(ListColumnsTest, AWriteLeavesPlainValuesAndOtherHoldersAsTheyWere) {
  Value columns = as_columns(rows());
  Value other = columns;
  push(columns = make_list(heap_, columns.list().items()), row(4, "eve"));
  EXPECT_EQ(columns.list().size(), 4U);
  EXPECT_EQ(other.list().size(), 3U);
  List& mine = unique_list(other);
  EXPECT_EQ(mine.columns, nullptr);
  set_item(mine, 0, Value::integer(7));
  EXPECT_EQ(shown(other), "[7, {n: nothing, name: \"bob\"}, {n: 3, name: \"ann\"}]");
}

TEST_F(ListColumnsTest, PushOntoColumnsKeepsThem) {
  Value columns = as_columns(rows());
  push(columns, row(4, "eve"));
  EXPECT_EQ(columns.list().columns, nullptr);
  EXPECT_EQ(shown(columns.list().at(3)), "{n: 4, name: \"eve\"}");
  EXPECT_EQ(shown(columns.list().at(0)), "{n: 1, name: \"ann\"}");
}

TEST_F(ListColumnsTest, ColumnsHoldCellsOfEveryKindAsTheyAre) {
  std::vector<std::vector<Value>> columns;
  columns.push_back({Value::integer(INT64_MIN), Value::nothing(), Value::integer(INT64_MAX)});
  columns.push_back({Value::number(-0.0), Value::number(0.5), Value::nothing()});
  columns.push_back({Value::boolean(true), Value::nothing(), Value::boolean(false)});
  columns.push_back({make_date(heap_, -1), make_date(heap_, 0), Value::nothing()});
  columns.push_back({make_date_time(heap_, -2, 5, 3600, Value::nothing()), Value::nothing()});
  columns.push_back({make_decimal(heap_, *Decimal::parse("-12.50")),
                     make_decimal(heap_, *Decimal::parse("0.00"))});
  columns.push_back(
      {make_decimal(heap_, *Decimal::parse("1.5")), make_decimal(heap_, *Decimal::parse("1.50"))});
  columns.push_back({Value::integer(1), Value::number(1.0), make_text(heap_, "x")});
  columns.push_back({Value::nothing(), Value::nothing()});
  columns.push_back({});
  for (const std::vector<Value>& cells : columns) {
    Value plain = make_list(heap_, cells);
    Value column = make_column_list(heap_, column_from_values(heap_, cells));
    EXPECT_EQ(shown(column), shown(plain));
    for (size_t i = 0; i < cells.size(); ++i) {
      EXPECT_EQ(column.list().item(i).tag(), cells[i].tag()) << shown(plain);
    }
  }
}

TEST_F(ListColumnsTest, GatherTakesRowsInAnyOrderWithGaps) {
  Value columns = as_columns(rows());
  table::Table picked = table_of(columns)->pick({2, table::kNoRow, 0, 2}, true, budget_);
  EXPECT_EQ(shown(make_table_list(heap_, std::move(picked))),
            "[{n: 3, name: \"ann\"}, {n: nothing, name: nothing}, {n: 1, name: \"ann\"}, {n: 3, "
            "name: \"ann\"}]");
}

TEST_F(ListColumnsTest, PickingFromPickedRowsComposes) {
  table::Table picked = table_of(as_columns(rows()))->pick({2, 1, 0}, false, budget_);
  EXPECT_EQ(picked.column(0)->ints[0], 3) << "one column gathered, the other not";
  table::Table again = picked.pick({2, table::kNoRow, 1}, true, budget_);
  EXPECT_EQ(shown(make_table_list(heap_, std::move(again))),
            "[{n: 1, name: \"ann\"}, {n: nothing, name: nothing}, {n: nothing, name: \"bob\"}]");
}

TEST_F(ListColumnsTest, ItemsThatDoNotFitExhaustTheBudgetAndComeBackWhenTheyDo) {
  Value columns = as_columns(rows());
  budget_.memory_limit = budget_.used() + 64;
  EXPECT_TRUE(columns.list().items()[0].is_nothing());
  EXPECT_TRUE(budget_.take_exhausted());
  budget_.memory_limit = Budget::kUnlimited;
  EXPECT_EQ(shown(columns.list().at(0)), "{n: 1, name: \"ann\"}");
}

TEST_F(ListColumnsTest, MemoryOfColumnsIsCharged) {
  uint64_t before = budget_.used();
  {
    std::vector<Value> cells(100'000, Value::integer(5));
    table::ColumnPtr column = column_from_values(heap_, std::move(cells));
    EXPECT_GE(budget_.used(), before + 800'000);
  }
  EXPECT_EQ(budget_.used(), before);
}

}  // namespace
}  // namespace syn
