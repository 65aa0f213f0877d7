// Functions of real numbers and the constants (data.md §3.17). Out of their domain they give NaN or
// infinity.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <numbers>

#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/math_numbers.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

constexpr double kPi = std::numbers::pi;

double square_root(double x) { return std::sqrt(x); }
/// In long double, whose cube roots of cubes are exact when rounded.
double cube_root(double x) { return static_cast<double>(std::cbrt(static_cast<long double>(x))); }
double exponential(double x) { return std::exp(x); }
double natural_log(double x) { return std::log(x); }
double log_10(double x) { return std::log10(x); }
double log_2(double x) { return std::log2(x); }
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }
double tangent(double x) { return std::tan(x); }
double arc_sine(double x) { return std::asin(x); }
double arc_cosine(double x) { return std::acos(x); }
double arc_tangent(double x) { return std::atan(x); }
double hyperbolic_sine(double x) { return std::sinh(x); }
double hyperbolic_cosine(double x) { return std::cosh(x); }
double hyperbolic_tangent(double x) { return std::tanh(x); }
double area_sine(double x) { return std::asinh(x); }
double area_cosine(double x) { return std::acosh(x); }
double area_tangent(double x) { return std::atanh(x); }
double to_radians(double x) { return x * (kPi / 180.0); }
double to_degrees(double x) { return x * (180.0 / kPi); }
double gamma_function(double x) { return std::tgamma(x); }
double error_function(double x) { return std::erf(x); }
double complementary_error(double x) { return std::erfc(x); }
double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

template <double (*kFunction)(double)>
Result<Value> real_function(Call& call) {
  if (call[0].is(Tag::Array)) return map_array(call, call[0].array(), kFunction);
  TRY_ASSIGN(double x, real_argument(call, call[0]));
  return Value::number(kFunction(x));
}

double hypotenuse(double x, double y) { return std::hypot(x, y); }
double arc_tangent_2(double y, double x) { return std::atan2(y, x); }

/// The quotient of the logarithms, or the integer beside it where that is exact.
double log_base(double x, double base) {
  double quotient = std::log(x) / std::log(base);
  double whole = std::nearbyint(quotient);
  return std::isfinite(quotient) && std::pow(base, whole) == x ? whole : quotient;
}

double beta_function(double a, double b) {
  if (a > 0 && b > 0) {
    return std::exp(log_gamma(a) + log_gamma(b) - log_gamma(a + b));
  }
  return std::tgamma(a) * std::tgamma(b) / std::tgamma(a + b);
}

/// By the gamma function where it is finite, which is more exact than by logarithms.
double beta(double a, double b) {
  double direct = std::tgamma(a) * std::tgamma(b) / std::tgamma(a + b);
  return std::isfinite(direct) && direct != 0.0 ? direct : beta_function(a, b);
}

template <double (*kFunction)(double, double)>
Result<Value> real_function_2(Call& call) {
  TRY_ASSIGN(double x, real_argument(call, call[0]));
  TRY_ASSIGN(double y, real_argument(call, call[1]));
  return Value::number(kFunction(x, y));
}

Result<Value> pow_of(Call& call) {
  for (const Value& value : call.args()) {
    if (!value.is(Tag::Complex)) TRY(check_number(call, value));
  }
  return power(call.heap(), call[0], call[1]);
}

#define SYN_REAL(name, doc, example, function) \
  { name, "x", 1, 1, "", Purity::Pure, "", doc, example, "", real_function<function> }

constexpr BuiltinSpec kRows[] = {
    SYN_REAL("sqrt", "The square root.", "sqrt(16) → 4.0", square_root),
    SYN_REAL("cbrt", "The cube root.", "cbrt(27) → 3.0", cube_root),
    SYN_REAL("exp", "e to the power x.", "exp(0) → 1.0", exponential),
    SYN_REAL("ln", "The natural logarithm.", "ln(1) → 0.0", natural_log),
    SYN_REAL("log10", "The logarithm to base 10.", "log10(1000) → 3.0", log_10),
    SYN_REAL("log2", "The logarithm to base 2.", "log2(8) → 3.0", log_2),
    SYN_REAL("sin", "The sine of an angle in radians.", "sin(0) → 0.0", sine),
    SYN_REAL("cos", "The cosine of an angle in radians.", "cos(0) → 1.0", cosine),
    SYN_REAL("tan", "The tangent of an angle in radians.", "tan(0) → 0.0", tangent),
    SYN_REAL("asin", "The angle with this sine.", "asin(0) → 0.0", arc_sine),
    SYN_REAL("acos", "The angle with this cosine.", "acos(1) → 0.0", arc_cosine),
    SYN_REAL("atan", "The angle with this tangent.", "atan(0) → 0.0", arc_tangent),
    SYN_REAL("sinh", "The hyperbolic sine.", "sinh(0) → 0.0", hyperbolic_sine),
    SYN_REAL("cosh", "The hyperbolic cosine.", "cosh(0) → 1.0", hyperbolic_cosine),
    SYN_REAL("tanh", "The hyperbolic tangent.", "tanh(0) → 0.0", hyperbolic_tangent),
    SYN_REAL("asinh", "The inverse of sinh.", "asinh(0) → 0.0", area_sine),
    SYN_REAL("acosh", "The inverse of cosh.", "acosh(1) → 0.0", area_cosine),
    SYN_REAL("atanh", "The inverse of tanh.", "atanh(0) → 0.0", area_tangent),
    SYN_REAL("radians", "Degrees as radians.", "radians(180) → 3.141592653589793", to_radians),
    SYN_REAL("degrees", "Radians as degrees.", "degrees(pi) → 180.0", to_degrees),
    SYN_REAL("gamma", "The gamma function.", "gamma(5) → 24.0", gamma_function),
    SYN_REAL("lgamma", "The logarithm of the gamma function.", "lgamma(1) → 0.0", log_gamma),
    SYN_REAL("erf", "The error function.", "erf(0) → 0.0", error_function),
    SYN_REAL("erfc", "1 - erf(x), exact for large x.", "erfc(0) → 1.0", complementary_error),
    {"beta", "a, b", 2, 2, "", Purity::Pure, "", "The beta function.",
     "beta(2, 3) → 0.08333333333333333", "", real_function_2<beta>},
    {"hypot", "a, b", 2, 2, "", Purity::Pure, "", "The length of the vector (a, b).",
     "hypot(3, 4) → 5.0", "", real_function_2<hypotenuse>},
    {"atan2", "y, x", 2, 2, "", Purity::Pure, "", "The angle of the point (x, y).",
     "atan2(0, 1) → 0.0", "", real_function_2<arc_tangent_2>},
    {"log_base", "x, base", 2, 2, "", Purity::Pure, "", "The logarithm to any base.",
     "log_base(81, 3) → 4.0", "", real_function_2<log_base>},
    {"pow", "x, y", 2, 2, "", Purity::Pure, "", "x ** y.", "pow(2, 10) → 1024", "", pow_of},
};
#undef SYN_REAL

constexpr ConstantSpec kConstants[] = {
    {"pi", kPi, "The ratio of a circle's circumference to its diameter."},
    {"tau", 2 * kPi, "2 * pi."},
    {"e", std::numbers::e, "The base of the natural logarithm."},
    {"inf", std::numeric_limits<double>::infinity(), "Infinity."},
    {"nan", std::numeric_limits<double>::quiet_NaN(),
     "Not a number; equal to nothing, itself included."},
};

}  // namespace

const BuiltinTable kMathBuiltins(kRows);
const std::span<const ConstantSpec> kMathConstants(kConstants);

}  // namespace syn
