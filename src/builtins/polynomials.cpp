// Fitting and evaluating polynomials: polyfit, polyval (data.md §3.4).
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <limits>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/number_list.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

constexpr int64_t kMaxDegree = 1000;

/// The numbers of one argument; nothing is not one of them.
Result<Eigen::VectorXd> points(Call& call, const Value& list) {
  TRY(check_number_list(call, list));
  std::span<const Value> items = list.list().items();
  TRY(call.reserve(items.size() * sizeof(double)));
  Eigen::VectorXd result(static_cast<Eigen::Index>(items.size()));
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    if (!is_real_number(items[i])) return not_a_number(call.name(), items[i], i);
    result[static_cast<Eigen::Index>(i)] = to_double(items[i]);
  }
  return result;
}

/// Powers of x from the highest down, each column of length 1, and those lengths.
Eigen::MatrixXd scaled_powers(const Eigen::VectorXd& x, Eigen::Index num_columns,
                              Eigen::VectorXd& lengths) {
  Eigen::MatrixXd powers(x.size(), num_columns);
  powers.col(num_columns - 1).setOnes();
  for (Eigen::Index column = num_columns - 1; column-- > 0;) {
    powers.col(column) = powers.col(column + 1).cwiseProduct(x);
  }
  lengths = powers.colwise().norm();
  for (Eigen::Index column = 0; column < num_columns; ++column) {
    if (lengths[column] != 0.0)
      powers.col(column) /= lengths[column];
    else
      lengths[column] = 1.0;
  }
  return powers;
}

Result<Value> polyfit(Call& call) {
  TRY_ASSIGN(Eigen::VectorXd x, points(call, call[0]));
  TRY_ASSIGN(Eigen::VectorXd y, points(call, call[1]));
  if (x.size() != y.size()) {
    return Error(builtin_errors::kDifferentLengths,
                 {call.name(), std::to_string(x.size()), std::to_string(y.size())});
  }
  TRY_ASSIGN(int64_t degree, whole_argument(call, call[2], "degree"));
  if (degree < 0 || degree > kMaxDegree)
    return Error(builtin_errors::kPolyfitDegree, {std::to_string(degree)});
  Eigen::Index num_columns = degree + 1;
  if (x.size() < num_columns) {
    return Error(builtin_errors::kPolyfitPoints,
                 {std::to_string(degree), std::to_string(num_columns), std::to_string(x.size())});
  }
  auto cells = static_cast<uint64_t>(x.size()) * static_cast<uint64_t>(num_columns);
  TRY(call.reserve(cells * 2 * sizeof(double)));
  TRY(call.tick(1 + cells / 8 * static_cast<uint64_t>(num_columns)));
  Eigen::VectorXd lengths;
  Eigen::MatrixXd powers = scaled_powers(x, num_columns, lengths);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> parts(powers);
  parts.setThreshold(std::numeric_limits<double>::epsilon() * static_cast<double>(x.size()));
  if (parts.rank() < num_columns) {
    return Error(builtin_errors::kPolyfitRank,
                 {std::to_string(parts.rank()), std::to_string(num_columns)});
  }
  Eigen::VectorXd solution = parts.solve(y).cwiseQuotient(lengths);
  Value result = make_list(call.heap(), static_cast<size_t>(num_columns));
  for (Eigen::Index i = 0; i < num_columns; ++i) push(result, Value::number(solution[i]));
  return result;
}

double evaluate(std::span<const double> coefficients, double x) {
  double value = 0.0;
  for (double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

Result<Value> polyval(Call& call) {
  TRY_ASSIGN(Eigen::VectorXd read, points(call, call[0]));
  std::span<const double> coefficients(read.data(), static_cast<size_t>(read.size()));
  if (is_real_number(call[1])) return Value::number(evaluate(coefficients, to_double(call[1])));
  if (call[1].is(Tag::Array)) {
    const ArrayObject& array = call[1].array();
    TRY(call.reserve(array.data.size() * sizeof(double)));
    TRY(call.tick(1 + array.data.size() * coefficients.size() / 8));
    std::vector<double> values = array.data;
    for (double& value : values) value = evaluate(coefficients, value);
    return make_array(call.heap(), array.shape, std::move(values));
  }
  TRY(check_number_list(call, call[1]));
  std::span<const Value> items = call[1].list().items();
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick(1 + coefficients.size() / 8));
    if (items[i].is_nothing()) {
      push(result, Value::nothing());
      continue;
    }
    if (!is_real_number(items[i])) return not_a_number(call.name(), items[i], i);
    push(result, Value::number(evaluate(coefficients, to_double(items[i]))));
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"polyfit", "xs, ys, degree", 3, 3, "", Purity::Pure, "",
     "The polynomial of a degree nearest to the points; its coefficients, highest power first.",
     "apply(polyfit([0, 1, 2], [1, 3, 5], 1), (c) => round(c)) → [2, 1]", "", polyfit},
    {"polyval", "coefficients, x", 2, 2, "", Purity::Pure, "",
     "The value of a polynomial at a number, or at each of a list; highest power first.",
     "polyval([1, 0, 0], 3) → 9.0", "", polyval},
};

}  // namespace

const BuiltinTable kPolynomialBuiltins(kRows);

}  // namespace syn
