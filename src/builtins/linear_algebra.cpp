// Matrices: matmul, dot, solve, det, inv, norm, trace, eig, svd, lstsq (data.md §3.19). The
// computing is Eigen's.
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/argument_checks.h"
#include "builtins/array_arguments.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "num/float_ops.h"
#include "value/display.h"

namespace syn {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<const Matrix>;

MatrixView view(const Value& value) {
  const ArrayObject& array = value.array();
  size_t columns = array.shape.size() == 2 ? array.shape[1] : 1;
  return {array.data.data(), static_cast<Eigen::Index>(array.shape[0]),
          static_cast<Eigen::Index>(columns)};
}

Value matrix_value(Heap& heap, const Matrix& matrix) {
  std::vector<double> data(matrix.data(), matrix.data() + matrix.size());
  return make_array(heap, {static_cast<size_t>(matrix.rows()), static_cast<size_t>(matrix.cols())},
                    std::move(data));
}

Value vector_value(Heap& heap, const Eigen::VectorXd& vector) {
  return make_array(heap, {static_cast<size_t>(vector.size())},
                    std::vector<double>(vector.data(), vector.data() + vector.size()));
}

/// Steps for eight multiplications of the textbook's: what a decomposition goes over again and
/// again, measured against a product of matrices of 100 to 200 rows.
constexpr uint64_t kTriangular = 2;
constexpr uint64_t kEigenvalues = 32;
constexpr uint64_t kSingularValues = 96;

/// Counts the work of a decomposition before it starts, for Eigen cannot be stopped. What does not
/// fit is not done, so no more of it counts than shows that.
Result<void> count_matrix_work(Call& call, const Value& matrix, uint64_t weight) {
  size_t rows = matrix.array().shape[0];
  size_t columns = matrix.array().shape[1];
  TRY(call.reserve((2 * rows * columns + columns * columns) * sizeof(double)));
  uint64_t work = 1 + rows * columns / 8 * columns * weight;
  const Budget& budget = call.budget();
  uint64_t left = budget.step_limit() - std::min(budget.steps, budget.step_limit());
  return call.tick(work > left ? left + 1 : work);
}

/// The product of two matrices, some rows at a time: between them it can be stopped.
Result<Matrix> multiply(Call& call, const MatrixView& left, const MatrixView& right) {
  constexpr size_t kStepsAtOnce = 100'000;
  auto rows = static_cast<size_t>(left.rows());
  auto columns = static_cast<size_t>(right.cols());
  size_t steps_per_row = 1 + static_cast<size_t>(left.cols()) * columns / 8;
  size_t rows_at_once = 1 + kStepsAtOnce / steps_per_row;
  TRY(call.reserve(rows * columns * sizeof(double)));
  Matrix product(left.rows(), right.cols());
  for (size_t row = 0; row < rows; row += rows_at_once) {
    size_t count = std::min(rows_at_once, rows - row);
    TRY(call.tick(count * steps_per_row));
    auto first = static_cast<Eigen::Index>(row);
    auto height = static_cast<Eigen::Index>(count);
    product.middleRows(first, height).noalias() = left.middleRows(first, height) * right;
  }
  return product;
}

bool is_vector(const Value& value) { return value.array().shape.size() == 1; }

Result<Value> matmul(Call& call) {
  for (size_t i = 0; i < 2; ++i) {
    TRY(check_array(call, call[i]));
    size_t dimensions = call[i].array().shape.size();
    if (dimensions != 1 && dimensions != 2)
      return Error(builtin_errors::kExpectsMatrix, {call.name(), count_text(dimensions)});
  }
  const std::vector<size_t>& left = call[0].array().shape;
  const std::vector<size_t>& right = call[1].array().shape;
  size_t inner = left.back();
  if (inner != right[0])
    return Error(builtin_errors::kMatmulShapes, {shape_text(left), shape_text(right)});
  size_t rows = is_vector(call[0]) ? 1 : left[0];
  size_t columns = is_vector(call[1]) ? 1 : right[1];
  MatrixView left_view(call[0].array().data.data(), static_cast<Eigen::Index>(rows),
                       static_cast<Eigen::Index>(inner));
  TRY_ASSIGN(Matrix product, multiply(call, left_view, view(call[1])));
  std::vector<double> data(product.data(), product.data() + product.size());
  if (is_vector(call[0]) && is_vector(call[1])) return Value::number(data[0]);
  std::vector<size_t> shape;
  if (!is_vector(call[0])) shape.push_back(rows);
  if (!is_vector(call[1])) shape.push_back(columns);
  return make_array(call.heap(), std::move(shape), std::move(data));
}

Result<Value> dot(Call& call) {
  for (size_t i = 0; i < 2; ++i) {
    TRY(check_array(call, call[i]));
    if (!is_vector(call[i]))
      return Error(builtin_errors::kDotVectors, {count_text(call[i].array().shape.size())});
  }
  const std::vector<double>& left = call[0].array().data;
  const std::vector<double>& right = call[1].array().data;
  if (left.size() != right.size())
    return Error(builtin_errors::kDotLengths, {count_text(left.size()), count_text(right.size())});
  TRY(call.tick(1 + left.size() / 8));
  FloatSum sum;
  for (size_t i = 0; i < left.size(); ++i) sum.add(left[i] * right[i]);
  return Value::number(sum.result());
}

/// Decomposes a square matrix; fails when it has no inverse.
Result<Eigen::PartialPivLU<Eigen::MatrixXd>> decompose(Call& call) {
  TRY(check_square(call, call[0]));
  TRY(count_matrix_work(call, call[0], kTriangular));
  Eigen::PartialPivLU<Eigen::MatrixXd> parts{Eigen::MatrixXd(view(call[0]))};
  auto diagonal = parts.matrixLU().diagonal();
  for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
    if (diagonal[i] == 0.0) return Error(builtin_errors::kSingular, {call.name()});
  }
  return parts;
}

Result<Value> solve(Call& call) {
  TRY(check_array(call, call[1]));
  TRY_ASSIGN(auto parts, decompose(call));
  const std::vector<size_t>& right = call[1].array().shape;
  if (right.empty() || right.size() > 2 || right[0] != call[0].array().shape[0]) {
    return Error(builtin_errors::kSolveShapes,
                 {std::string(call.name()), shape_text(call[0].array().shape), shape_text(right)});
  }
  Matrix solution = parts.solve(Eigen::MatrixXd(view(call[1])));
  if (!is_vector(call[1])) return matrix_value(call.heap(), solution);
  return vector_value(call.heap(), solution.col(0));
}

Result<Value> det(Call& call) {
  TRY(check_square(call, call[0]));
  TRY(count_matrix_work(call, call[0], kTriangular));
  return Value::number(
      Eigen::PartialPivLU<Eigen::MatrixXd>(Eigen::MatrixXd(view(call[0]))).determinant());
}

Result<Value> inv(Call& call) {
  TRY_ASSIGN(auto parts, decompose(call));
  Matrix inverse = parts.inverse();
  return matrix_value(call.heap(), inverse);
}

Result<Value> norm(Call& call) {
  TRY(check_array(call, call[0]));
  std::string_view kind = "l2";
  if (call.size() > 1) {
    if (!call[1].is_text()) return Error(builtin_errors::kNormKindText, {type_name(call[1])});
    kind = call[1].view();
  }
  const std::vector<double>& data = call[0].array().data;
  TRY(call.tick(1 + data.size() / 8));
  Eigen::Map<const Eigen::VectorXd> vector(data.data(), static_cast<Eigen::Index>(data.size()));
  if (kind == "l2") return Value::number(vector.norm());
  if (kind == "l1") return Value::number(vector.lpNorm<1>());
  if (kind == "inf") return Value::number(data.empty() ? 0.0 : vector.lpNorm<Eigen::Infinity>());
  return Error(builtin_errors::kNormKind, {short_display(call[1])});
}

Result<Value> trace(Call& call) {
  TRY(check_matrix(call, call[0]));
  const std::vector<size_t>& shape = call[0].array().shape;
  FloatSum sum;
  for (size_t i = 0; i < std::min(shape[0], shape[1]); ++i)
    sum.add(call[0].array().data[i * shape[1] + i]);
  return Value::number(sum.result());
}

/// Eigenvalues, and eigenvectors as the columns of a matrix; all complex, in lists.
Result<Value> eig(Call& call) {
  TRY(check_square(call, call[0]));
  TRY(count_matrix_work(call, call[0], kEigenvalues));
  Eigen::EigenSolver<Eigen::MatrixXd> solver(Eigen::MatrixXd(view(call[0])));
  if (solver.info() != Eigen::Success) return Error(builtin_errors::kNoConvergence, {call.name()});
  Heap& heap = call.heap();
  Eigen::VectorXcd found = solver.eigenvalues();
  Eigen::MatrixXcd columns = solver.eigenvectors();
  Value values = make_list(heap);
  Value vectors = make_list(heap);
  for (Eigen::Index i = 0; i < found.size(); ++i) {
    push(values, make_complex(heap, found[i]));
    Value row = make_list(heap);
    for (Eigen::Index k = 0; k < found.size(); ++k) push(row, make_complex(heap, columns(i, k)));
    push(vectors, std::move(row));
  }
  Value result = make_map(heap);
  put(result, "values", std::move(values));
  put(result, "vectors", std::move(vectors));
  return result;
}

Result<Value> svd(Call& call) {
  TRY(check_matrix(call, call[0]));
  TRY(count_matrix_work(call, call[0], kSingularValues));
  Eigen::JacobiSVD<Eigen::MatrixXd> parts(Eigen::MatrixXd(view(call[0])),
                                          Eigen::ComputeThinU | Eigen::ComputeThinV);
  Value result = make_map(call.heap());
  put(result, "u", matrix_value(call.heap(), Matrix(parts.matrixU())));
  put(result, "s", vector_value(call.heap(), parts.singularValues()));
  put(result, "vt", matrix_value(call.heap(), Matrix(parts.matrixV().transpose())));
  return result;
}

/// The shortest of the vectors that come nearest to a solution.
Result<Value> lstsq(Call& call) {
  TRY(check_matrix(call, call[0]));
  TRY(check_array(call, call[1]));
  const std::vector<size_t>& left = call[0].array().shape;
  const std::vector<size_t>& right = call[1].array().shape;
  if (right.empty() || right.size() > 2 || right[0] != left[0]) {
    return Error(builtin_errors::kSolveShapes,
                 {std::string(call.name()), shape_text(left), shape_text(right)});
  }
  TRY(count_matrix_work(call, call[0], kSingularValues));
  Eigen::JacobiSVD<Eigen::MatrixXd> parts(Eigen::MatrixXd(view(call[0])),
                                          Eigen::ComputeThinU | Eigen::ComputeThinV);
  parts.setThreshold(std::numeric_limits<double>::epsilon() *
                     static_cast<double>(std::max(left[0], left[1])));
  Matrix solution = parts.solve(Eigen::MatrixXd(view(call[1])));
  if (!is_vector(call[1])) return matrix_value(call.heap(), solution);
  return vector_value(call.heap(), solution.col(0));
}

constexpr BuiltinSpec kRows[] = {
    {"matmul", "a, b", 2, 2, "", Purity::Pure, "",
     "The product of two matrices (or a matrix and a vector).",
     "matmul(array([[1, 2], [3, 4]]), identity(2)) → [[1, 2], [3, 4]]", "", matmul},
    {"dot", "a, b", 2, 2, "", Purity::Pure, "", "The scalar product of two vectors.",
     "dot(array([1, 2]), array([3, 4])) → 11.0", "", dot},
    {"solve", "a, b", 2, 2, "", Purity::Pure, "", "The x of a x = b.",
     "solve(array([[2, 0], [0, 4]]), array([2, 4])) → [1, 1]", "", solve},
    {"det", "a", 1, 1, "", Purity::Pure, "", "The determinant of a square matrix.",
     "det(array([[2, 0], [0, 3]])) → 6.0", "", det},
    {"inv", "a", 1, 1, "", Purity::Pure, "", "The inverse of a square matrix.",
     "inv(array([[2, 0], [0, 4]])) → [[0.5, 0], [0, 0.25]]", "", inv},
    {"norm", "a, kind = \"l2\"", 1, 2, "", Purity::Pure, "",
     "The length of a vector: l2, l1 or inf.", "norm(array([3, 4])) → 5.0", "", norm},
    {"trace", "a", 1, 1, "", Purity::Pure, "", "The sum of a matrix's diagonal.",
     "trace(array([[1, 2], [3, 4]])) → 5.0", "", trace},
    {"eig", "a", 1, 1, "", Purity::Pure, "",
     "Eigenvalues and eigenvectors (columns), complex: {values, vectors}.",
     "eig(array([[2, 0], [0, 2]])).values → [2+0i, 2+0i]", "", eig},
    {"svd", "a", 1, 1, "", Purity::Pure, "", "The singular value decomposition: {u, s, vt}.",
     "svd(array([[3, 0], [0, 2]])).s → [3, 2]", "", svd},
    {"lstsq", "a, b", 2, 2, "", Purity::Pure, "",
     "The least-squares solution of a x = b; the shortest of several.",
     "lstsq(identity(2), array([3, 4])) → [3, 4]", "", lstsq},
};

}  // namespace

const BuiltinTable kLinearAlgebraBuiltins(kRows);

}  // namespace syn
