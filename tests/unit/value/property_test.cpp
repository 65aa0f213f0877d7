// Laws that hold for values of all kinds: equality of keys is an equivalence that its hash agrees
// with; the order of sort is a strict weak order; `==` is symmetric.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "value/arithmetic.h"
#include "value/equality.h"
#include "value/values.h"

namespace syn {
namespace {

/// Small values with many near-equal ones, so that the interesting pairs are frequent.
class PropertyTest : public ValueTest {
 protected:
  size_t pick(size_t count) { return random() % count; }

  Value number() {
    static constexpr double kFloats[] = {
        0.0, -0.0, 1.0, 2.0, 0.5, 1e20, NAN, INFINITY, 9007199254740992.0};
    static constexpr int64_t kInts[] = {0, 1, 2, -1, INT64_MAX, 9007199254740993, 9007199254740992};
    static constexpr std::string_view kDecimals[] = {
        "0", "-0.0", "1", "1.00", "2", "0.50", "100000000000000000000"};
    switch (pick(5)) {
      case 0: return f(kFloats[pick(std::size(kFloats))]);
      case 1: return i(kInts[pick(std::size(kInts))]);
      case 2: return decimal(kDecimals[pick(std::size(kDecimals))]);
      case 3: return big(pick(2) == 0 ? "100000000000000000000" : "9223372036854775808");
      default: return complex(kFloats[pick(std::size(kFloats))], pick(3) == 0 ? 1.0 : 0.0);
    }
  }

  Value leaf() {
    static constexpr std::string_view kTexts[] = {"", "a", "b", "ab", "1", "é"};
    switch (pick(12)) {
      case 0: return nothing();
      case 1: return b(pick(2) == 0);
      case 2: return text(kTexts[pick(std::size(kTexts))]);
      case 3: return bytes(kTexts[pick(std::size(kTexts))]);
      case 4: return date(static_cast<int32_t>(pick(2)));
      case 5:
        return make_date_time(heap, static_cast<int64_t>(pick(2)), 0, pick(2) ? 3600 : 0, Value());
      case 6: return duration(static_cast<int128>(pick(2)));
      case 7: return secret(kTexts[pick(std::size(kTexts))], "K");
      case 8: return array({1}, {pick(2) == 0 ? 0.0 : -0.0});
      default: return number();
    }
  }

  Value value(int depth) {
    if (depth == 0 || pick(3) != 0) return leaf();
    if (pick(2) == 0) {
      std::vector<Value> items;
      for (size_t n = pick(3); n > 0; --n) items.push_back(value(depth - 1));
      return list(std::move(items));
    }
    static constexpr std::string_view kKeys[] = {"a", "b", "c"};
    Value made = make_map(heap);
    for (size_t n = pick(3); n > 0; --n) put(made, kKeys[pick(3)], value(depth - 1));
    return made;
  }

  /// Of one sort class, or missing.
  Value sortable(size_t kind) {
    static constexpr std::string_view kTexts[] = {"", "a", "b", "ab", "é"};
    if (pick(8) == 0) return nothing();
    switch (kind) {
      case 0:
      case 1: {
        // Decimals and floats do not sort together.
        Value made = number();
        bool unfit = made.is(kind == 0 ? Tag::Decimal : Tag::Float) || made.is(Tag::Complex);
        return unfit ? i(1) : made;
      }
      case 2: return text(kTexts[pick(std::size(kTexts))]);
      case 3: return b(pick(2) == 0);
      case 4: return bytes(kTexts[pick(std::size(kTexts))]);
      default: {
        std::vector<Value> items;
        for (size_t n = pick(4); n > 0; --n) items.push_back(sortable(0));
        return list(std::move(items));
      }
    }
  }

  std::mt19937_64 random{20260101};
};

TEST_F(PropertyTest, KeyEqualityIsAnEquivalenceWithHashAgreement) {
  std::vector<Value> values;
  for (int n = 0; n < 260; ++n) values.push_back(value(2));
  auto same = [&](size_t a, size_t c) {
    auto result = key_equal(values[a], values[c]);
    // A refused pair is one of equal values.
    return result.ok() ? result.value() : true;
  };
  std::vector<std::vector<bool>> table(values.size(), std::vector<bool>(values.size()));
  for (size_t a = 0; a < values.size(); ++a) {
    for (size_t c = 0; c < values.size(); ++c) table[a][c] = same(a, c);
  }
  for (size_t a = 0; a < values.size(); ++a) {
    ASSERT_TRUE(table[a][a]) << display(values[a]);
    for (size_t c = 0; c < values.size(); ++c) {
      ASSERT_EQ(table[a][c], table[c][a]) << display(values[a]) << " " << display(values[c]);
      if (!table[a][c]) continue;
      ASSERT_EQ(key_hash(values[a]), key_hash(values[c]))
          << display(values[a]) << " " << display(values[c]);
      for (size_t d = 0; d < values.size(); ++d) {
        if (table[c][d]) {
          ASSERT_TRUE(table[a][d])
              << display(values[a]) << " " << display(values[c]) << " " << display(values[d]);
        }
      }
    }
  }
}

TEST_F(PropertyTest, EqualityIsSymmetricAndFinerThanKeys) {
  for (int n = 0; n < 20'000; ++n) {
    Value left = value(2);
    Value right = value(2);
    std::string answer = shown(equal(left, right));
    ASSERT_EQ(answer, shown(equal(right, left))) << display(left) << " " << display(right);
    if (answer == "true") {
      ASSERT_EQ(shown(key_equal(left, right)), "true") << display(left) << " " << display(right);
    }
  }
}

TEST_F(PropertyTest, SortOrderIsAStrictWeakOrder) {
  for (size_t kind = 0; kind < 6; ++kind) {
    for (bool descending : {false, true}) {
      std::vector<Value> values;
      for (int n = 0; n < 60; ++n) values.push_back(sortable(kind));
      auto order = [&](const Value& left, const Value& right) {
        auto result = sort_compare(left, right, descending, "sort");
        EXPECT_TRUE(result.ok()) << display(left) << " " << display(right);
        return result.ok() ? result.value() : 0;
      };
      for (const Value& a : values) {
        ASSERT_EQ(order(a, a), 0);
        for (const Value& c : values) {
          ASSERT_EQ(order(a, c), -order(c, a)) << display(a) << " " << display(c);
          for (const Value& d : values) {
            if (order(a, c) <= 0 && order(c, d) <= 0) {
              ASSERT_LE(order(a, d), 0) << display(a) << " " << display(c) << " " << display(d);
            }
          }
        }
      }
    }
  }
}

TEST_F(PropertyTest, EqualNumbersCompareAsEqual) {
  for (int n = 0; n < 20'000; ++n) {
    Value left = number();
    Value right = number();
    auto order = compare(left, right, "<");
    auto same = equal(left, right);
    if (!order.ok()) continue;
    ASSERT_TRUE(same.ok());
    ASSERT_EQ(order.value() == 0, same.value()) << display(left) << " " << display(right);
  }
}

TEST_F(PropertyTest, FloorDivisionAndModuloFitTogether) {
  for (int n = 0; n < 5'000; ++n) {
    Value left = number();
    Value right = number();
    if (!left.is_integer() || !right.is_integer()) continue;
    auto quotient = floor_divide(heap, left, right);
    if (!quotient.ok()) continue;
    Value rest = modulo(heap, left, right).value();
    Value back = add(heap, multiply(heap, right, quotient.value()).value(), rest).value();
    ASSERT_EQ(display(back), display(left));
  }
}

}  // namespace
}  // namespace syn
