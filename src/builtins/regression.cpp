// linear_regression: least squares with one or several columns, and what is known of each
// coefficient (addition; README, decision 5). Eigen finds the coefficients.
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <cmath>

#include "builtins/distributions.h"
#include "builtins/errors_a.h"
#include "builtins/errors_c.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "builtins/samples.h"
#include "num/float_ops.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr size_t kMostColumns = 200;

/// What is explained, and the columns that explain it.
struct ModelData {
  std::vector<std::string> names;
  std::vector<Sample> columns;
  Sample target;
};

Result<std::optional<double>> number_in(const Value* cell, std::string_view operation,
                                        const std::string& column, size_t row) {
  if (cell == nullptr || cell->is_nothing()) return std::optional<double>();
  double number = is_real_number(*cell) ? to_double(*cell) : 0;
  if (!is_real_number(*cell)) {
    std::string quoted;
    append_quoted(quoted, column);
    return Error(builtin_errors::kModelCell,
                 {operation, quoted, type_name(*cell), count_text(row + 1)});
  }
  if (std::isnan(number)) return Error(builtin_errors::kContainsNan, {operation});
  if (std::isinf(number)) return Error(builtin_errors::kContainsInfinite, {operation});
  return std::optional<double>(number);
}

/// Rows in which a value is missing are left out.
Result<ModelData> data_of_rows(Call& call, ScratchCharge& charge) {
  TRY_ASSIGN(auto names, names_argument(call.name(), call[2]));
  if (!call[1].is_text() || !names) return Error(builtin_errors::kModelColumns);
  ModelData data;
  data.names = std::move(*names);
  if (data.names.size() > kMostColumns) {
    return Error(builtin_errors::kModelTooLarge,
                 {call.name(), count_text(kMostColumns), count_text(data.names.size())});
  }
  std::span<const Value> rows = call[0].list().items();
  std::vector<ColumnReader> readers;
  for (const std::string& name : data.names) readers.emplace_back(name);
  readers.emplace_back(call[1].view());
  for (const ColumnReader& reader : readers)
    TRY(check_column(call, rows, reader.column(), call.name()));
  TRY(charge.add(call, rows.size() * readers.size() * 2 * sizeof(double)));
  data.columns.resize(data.names.size());
  std::vector<double> values(readers.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    TRY(call.tick(readers.size()));
    if (!rows[i].is_map()) return not_a_row(call.name(), i, rows[i]);
    bool whole = true;
    for (size_t k = 0; k < readers.size(); ++k) {
      TRY_ASSIGN(auto number,
                 number_in(readers[k].find(rows[i].map()), call.name(), readers[k].column(), i));
      whole = whole && number.has_value();
      values[k] = number.value_or(0);
    }
    if (!whole) continue;
    for (size_t k = 0; k < data.columns.size(); ++k) data.columns[k].push_back(values[k]);
    data.target.push_back(values.back());
  }
  return data;
}

Result<ModelData> data_of_lists(Call& call, ScratchCharge& charge) {
  TRY_ASSIGN(PairedSamples pairs, paired_samples(call, 3, charge));
  ModelData data;
  data.names = {"x"};
  data.columns = {std::move(pairs.left)};
  data.target = std::move(pairs.right);
  return data;
}

/// The fit, in coordinates around the means, where little is lost by rounding.
struct Fit {
  Eigen::VectorXd slopes;
  Eigen::MatrixXd inverse;  ///< of the centred columns' products
  std::vector<double> means;
  double target_mean = 0;
  double residual = 0;  ///< sum of squares
  double total = 0;
};

Result<Fit> fit_model(Call& call, const ModelData& data) {
  auto rows = static_cast<Eigen::Index>(data.target.size());
  auto columns = static_cast<Eigen::Index>(data.columns.size());
  TRY(call.tick(data.target.size() * data.columns.size() * (data.columns.size() + 2)));
  Fit fit;
  Eigen::MatrixXd x(rows, columns);
  Eigen::VectorXd y(rows);
  fit.target_mean = sample_mean(data.target);
  for (Eigen::Index i = 0; i < rows; ++i)
    y(i) = data.target[static_cast<size_t>(i)] - fit.target_mean;
  for (Eigen::Index k = 0; k < columns; ++k) {
    const Sample& column = data.columns[static_cast<size_t>(k)];
    fit.means.push_back(sample_mean(column));
    for (Eigen::Index i = 0; i < rows; ++i)
      x(i, k) = column[static_cast<size_t>(i)] - fit.means.back();
  }
  // Columns of like size, so that the rank does not depend on units.
  Eigen::VectorXd sizes = x.colwise().norm();
  for (Eigen::Index k = 0; k < columns; ++k) {
    if (sizes(k) > 0) x.col(k) /= sizes(k);
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(x);
  qr.setThreshold(1e-10);
  if (qr.rank() < columns) {
    return Error(builtin_errors::kModelRank,
                 {call.name(), std::to_string(qr.rank() + 1), std::to_string(columns + 1)});
  }
  Eigen::VectorXd scaled = qr.solve(y);
  Eigen::MatrixXd inverse = (x.transpose() * x).inverse();
  FloatSum residual;
  FloatSum total;
  Eigen::VectorXd fitted = x * scaled;
  for (Eigen::Index i = 0; i < rows; ++i) {
    residual.add((y(i) - fitted(i)) * (y(i) - fitted(i)));
    total.add(y(i) * y(i));
  }
  fit.residual = residual.result();
  fit.total = total.result();
  fit.slopes = scaled.cwiseQuotient(sizes);
  fit.inverse = (inverse.array() / (sizes * sizes.transpose()).array()).matrix();
  return fit;
}

Value term(Call& call, std::string_view name, double estimate, double error, double df) {
  double t = estimate / error;
  double reach = t_quantile(0.975, df) * error;
  Value row = make_map(call.heap());
  put(row, "name", make_text(call.heap(), name));
  put(row, "estimate", Value::number(estimate));
  put(row, "std_error", Value::number(error));
  put(row, "t", Value::number(t));
  put(row, "p", Value::number(t_two_sided(t, df)));
  put(row, "low", Value::number(estimate - reach));
  put(row, "high", Value::number(estimate + reach));
  return row;
}

Value describe_fit(Call& call, const ModelData& data, const Fit& fit) {
  auto n = static_cast<double>(data.target.size());
  auto k = static_cast<double>(data.columns.size());
  double df = n - k - 1;
  double variance = fit.residual / df;
  double intercept = fit.target_mean;
  double spread = 1 / n;
  for (size_t i = 0; i < data.columns.size(); ++i) {
    auto a = static_cast<Eigen::Index>(i);
    intercept -= fit.slopes(a) * fit.means[i];
    for (size_t j = 0; j < data.columns.size(); ++j)
      spread += fit.means[i] * fit.inverse(a, static_cast<Eigen::Index>(j)) * fit.means[j];
  }
  Value terms = make_list(call.heap());
  push(terms, term(call, "intercept", intercept, std::sqrt(variance * spread), df));
  Value coefficients = make_map(call.heap());
  put(coefficients, "intercept", Value::number(intercept));
  for (size_t i = 0; i < data.columns.size(); ++i) {
    auto a = static_cast<Eigen::Index>(i);
    double error = std::sqrt(variance * fit.inverse(a, a));
    push(terms, term(call, data.names[i], fit.slopes(a), error, df));
    put(coefficients, data.names[i], Value::number(fit.slopes(a)));
  }
  double r2 = fit.total == 0 ? 1.0 : 1 - fit.residual / fit.total;
  double f = (fit.total - fit.residual) / k / variance;
  Value result = make_map(call.heap());
  put(result, "n", Value::integer(static_cast<int64_t>(data.target.size())));
  if (data.columns.size() == 1) {
    put(result, "slope", Value::number(fit.slopes(0)));
    put(result, "intercept", Value::number(intercept));
  }
  put(result, "coefficients", std::move(coefficients));
  put(result, "r2", Value::number(r2));
  put(result, "adjusted_r2", Value::number(1 - (1 - r2) * (n - 1) / df));
  put(result, "residual_std", Value::number(std::sqrt(variance)));
  put(result, "f", Value::number(f));
  put(result, "p", Value::number(f_above(f, k, df)));
  put(result, "terms", std::move(terms));
  return result;
}

Result<Value> linear_regression(Call& call) {
  ScratchCharge charge(call.heap());
  bool rows = call.size() == 3 && call[0].is_list();
  if (call.size() == 3 && !rows) return Error(builtin_errors::kModelColumns);
  if (!rows && !call[1].is_list()) return Error(builtin_errors::kModelColumns);
  TRY_ASSIGN(ModelData data, rows ? data_of_rows(call, charge) : data_of_lists(call, charge));
  size_t least = data.columns.size() + 2;
  if (data.target.size() < least) {
    return Error(builtin_errors::kSampleTooSmall,
                 {call.name(), count_text(least), count_text(data.target.size())});
  }
  TRY_ASSIGN(Fit fit, fit_model(call, data));
  return describe_fit(call, data, fit);
}

constexpr BuiltinSpec kRows[] = {
    {"linear_regression", "xs, ys | rows, y, columns", 2, 3, "", Purity::Pure, "",
     "Least squares with an intercept: {n, coefficients, r2, adjusted_r2, residual_std, f, p, "
     "terms}; of two lists also slope and intercept. Rows with missing values are left out.",
     "linear_regression([1, 2, 3], [2, 4, 7]).slope → 2.5",
     "linear_regression(rows, \"price\", [\"area\", \"rooms\"])", linear_regression},
};

}  // namespace

const BuiltinTable kRegressionBuiltins(kRows);

}  // namespace syn
