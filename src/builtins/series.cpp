// Series of numbers, item by item and pair by pair: cumsum, diff, argmin, argmax, corr, cov
// (data.md §3.4).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "builtins/argument_checks.h"
#include "builtins/array_reduction.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/number_list.h"
#include "builtins/samples.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The array changed along an axis by `line`, which reads and writes numbers `stride` apart.
Result<Value> cumsum_array(Call& call, const Value* axis) {
  const ArrayObject& array = call[0].array();
  TRY(call.reserve(array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  std::vector<double> data = array.data;
  std::vector<size_t> shape = array.shape;
  size_t length = data.size();
  size_t stride = 1;
  if (axis != nullptr) {
    TRY_ASSIGN(size_t position, axis_position(call, array, *axis));
    length = shape[position];
    for (size_t i = position + 1; i < shape.size(); ++i) stride *= shape[i];
  } else {
    shape = {data.size()};
  }
  for (size_t start = 0; start < data.size(); ++start) {
    if (start / stride % length != 0) continue;
    FloatSum total;
    for (size_t i = 0; i < length; ++i) {
      double& item = data[start + i * stride];
      total.add(item);
      item = total.result();
    }
  }
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> cumsum(Call& call) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, 0));
  if (call[0].is(Tag::Array)) return cumsum_array(call, axis);
  TRY(check_number_list(call, call[0]));
  std::span<const Value> items = call[0].list().items();
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.size());
  NumberSum total;
  for (size_t i = 0; i < items.size(); ++i) {
    TRY_ASSIGN(Taken taken, total.add(items[i]));
    if (taken == Taken::Other) return not_a_number(call.name(), items[i], i);
    push(result, taken == Taken::Missing ? Value::nothing() : total.sum(call.heap()));
  }
  return result;
}

Result<Value> diff_array(Call& call, const Value* axis) {
  const ArrayObject& array = call[0].array();
  if (array.shape.empty()) return Error(builtin_errors::kScalarArrayLength);
  TRY(call.reserve(array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  size_t position = array.shape.size() - 1;
  if (axis != nullptr) {
    TRY_ASSIGN(position, axis_position(call, array, *axis));
  }
  std::vector<size_t> shape = array.shape;
  size_t length = shape[position];
  size_t stride = 1;
  for (size_t i = position + 1; i < shape.size(); ++i) stride *= shape[i];
  shape[position] = length == 0 ? 0 : length - 1;
  std::vector<double> data;
  for (size_t i = 0; i + stride < array.data.size(); ++i) {
    if (i / stride % length + 1 < length) data.push_back(array.data[i + stride] - array.data[i]);
  }
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> diff(Call& call) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, 0));
  if (call[0].is(Tag::Array)) return diff_array(call, axis);
  TRY(check_number_list(call, call[0]));
  std::span<const Value> items = call[0].list().items();
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.empty() ? 0 : items.size() - 1);
  for (size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_nothing() && !is_real_number(items[i]))
      return not_a_number(call.name(), items[i], i);
    if (i == 0) continue;
    if (items[i].is_nothing() || items[i - 1].is_nothing()) {
      push(result, Value::nothing());
      continue;
    }
    TRY_ASSIGN(Value step, subtract(call.heap(), items[i], items[i - 1]));
    push(result, std::move(step));
  }
  return result;
}

double array_argmin(std::span<double> values, double sign) {
  size_t best = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) return static_cast<double>(i);
    if (values[i] * sign < values[best] * sign) best = i;
  }
  return static_cast<double>(best);
}

Result<Value> position_of_extreme(Call& call, Extreme::Side side) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, 0));
  if (call[0].is(Tag::Array)) {
    double sign = side == Extreme::Side::Least ? 1.0 : -1.0;
    TRY_ASSIGN(Value found, reduce_array(call, {array_argmin, sign, EmptyArray::Fails}, axis));
    if (found.is_float()) return Value::integer(static_cast<int64_t>(found.as_float()));
    return found;
  }
  TRY(check_number_list(call, call[0]));
  std::span<const Value> items = call[0].list().items();
  if (items.empty()) return Error(builtin_errors::kEmptySequence, {call.name()});
  Extreme best(side, call.name());
  size_t position = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(bool better, best.offer(items[i]));
    if (better) position = i;
  }
  if (best.best() == nullptr) return Error(builtin_errors::kArgOfMissing, {call.name()});
  return Value::integer(static_cast<int64_t>(position));
}

Result<Value> argmin(Call& call) { return position_of_extreme(call, Extreme::Side::Least); }
Result<Value> argmax(Call& call) { return position_of_extreme(call, Extreme::Side::Greatest); }

/// Sums of the products of differences from the means.
struct Moments {
  double left_squares;
  double right_squares;
  double products;
};

Moments moments_of(const PairedSamples& pairs) {
  double left_mean = float_mean(pairs.left);
  double right_mean = float_mean(pairs.right);
  FloatSum left_squares;
  FloatSum right_squares;
  FloatSum products;
  for (size_t i = 0; i < pairs.left.size(); ++i) {
    double left = pairs.left[i] - left_mean;
    double right = pairs.right[i] - right_mean;
    left_squares.add(left * left);
    right_squares.add(right * right);
    products.add(left * right);
  }
  return {left_squares.result(), right_squares.result(), products.result()};
}

Result<Value> corr(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(PairedSamples pairs, present_pairs(call, charge));
  if (pairs.left.size() < 2) return Value::number(kNan);
  Moments moments = moments_of(pairs);
  if (moments.left_squares == 0.0 || moments.right_squares == 0.0) return Value::number(kNan);
  // One root is exact where two are not, but the product may leave the range of a double.
  double scale = std::sqrt(moments.left_squares * moments.right_squares);
  if (scale == 0.0 || std::isinf(scale))
    scale = std::sqrt(moments.left_squares) * std::sqrt(moments.right_squares);
  double r = moments.products / scale;
  return Value::number(std::isnan(r) ? r : std::fmin(1.0, std::fmax(-1.0, r)));
}

Result<Value> cov(Call& call) {
  int64_t ddof = 1;
  if (call.size() > 2) return Error(builtin_errors::kCovDdofByName);
  if (call.named(0) != nullptr) {
    TRY_ASSIGN(ddof, whole_argument(call, *call.named(0), "ddof"));
  }
  if (ddof < 0) return Error(builtin_errors::kNegativeDdof, {call.name()});
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(PairedSamples pairs, present_pairs(call, charge));
  if (pairs.left.size() < 2 || pairs.left.size() <= static_cast<uint64_t>(ddof))
    return Value::number(kNan);
  return Value::number(moments_of(pairs).products /
                       static_cast<double>(pairs.left.size() - static_cast<uint64_t>(ddof)));
}

constexpr BuiltinSpec kRows[] = {
    {"cumsum", "xs, axis?", 1, 2, "axis", Purity::Pure, "",
     "The running total at each item; nothing stays in its place.",
     "cumsum([1, nothing, 2]) → [1, nothing, 3]", "", cumsum},
    {"diff", "xs, axis?", 1, 2, "axis", Purity::Pure, "",
     "Each item minus the one before; one item shorter.", "diff([1, 4, 9]) → [3, 5]", "", diff},
    {"argmin", "xs, axis?", 1, 2, "axis", Purity::Pure, "",
     "Position of the smallest item; the first of equals.", "argmin([3, 1, 2]) → 1", "", argmin},
    {"argmax", "xs, axis?", 1, 2, "axis", Purity::Pure, "",
     "Position of the largest item; the first of equals.", "argmax([3, 9, 2]) → 1", "", argmax},
    {"corr", "xs, ys", 2, 2, "", Purity::Pure, "",
     "Pearson's correlation of two series; pairs with nothing are skipped.",
     "corr([1, 2, 3], [2, 4, 6]) → 1.0",
     "for columns: corr(collect(rows, \"a\"), collect(rows, \"b\"))", corr},
    {"cov", "xs, ys, ddof = 1", 2, 3, "ddof", Purity::Pure, "",
     "The covariance of two series; pairs with nothing are skipped.",
     "cov([1, 2, 3], [1, 2, 3]) → 1.0", "cov(xs, ys, ddof = 0) for a whole population", cov},
};

}  // namespace

const BuiltinTable kSeriesBuiltins(kRows);

}  // namespace syn
