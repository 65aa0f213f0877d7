// Complex numbers: making them and their parts (data.md §1, P2). Operators are in value/.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

Result<std::complex<double>> complex_argument(Call& call) {
  if (call[0].is(Tag::Complex)) return call[0].complex().value;
  if (is_real_number(call[0])) return std::complex<double>(to_double(call[0]), 0.0);
  return Error(builtin_errors::kExpectsComplex, {call.name(), type_name(call[0])});
}

Result<Value> complex(Call& call) {
  double parts[2] = {0.0, 0.0};
  for (size_t i = 0; i < call.size(); ++i) {
    if (!is_real_number(call[i])) {
      return Error(builtin_errors::kMustBeNumber,
                   {call.name(), i == 0 ? "re" : "im", type_name(call[i])});
    }
    parts[i] = to_double(call[i]);
  }
  return make_complex(call.heap(), {parts[0], parts[1]});
}

Result<Value> real(Call& call) {
  TRY_ASSIGN(std::complex<double> number, complex_argument(call));
  return Value::number(number.real());
}

Result<Value> imag(Call& call) {
  TRY_ASSIGN(std::complex<double> number, complex_argument(call));
  return Value::number(number.imag());
}

Result<Value> conj(Call& call) {
  TRY_ASSIGN(std::complex<double> number, complex_argument(call));
  return make_complex(call.heap(), std::conj(number));
}

Result<Value> arg(Call& call) {
  TRY_ASSIGN(std::complex<double> number, complex_argument(call));
  return Value::number(std::arg(number));
}

constexpr BuiltinSpec kRows[] = {
    {"complex", "re, im = 0", 1, 2, "", Purity::Pure, "", "A complex number of its two parts.",
     "complex(1, -2) → 1-2i", "", complex},
    {"real", "z", 1, 1, "", Purity::Pure, "", "The real part of a complex number.",
     "real(complex(1, -2)) → 1.0", "", real},
    {"imag", "z", 1, 1, "", Purity::Pure, "", "The imaginary part of a complex number.",
     "imag(complex(1, -2)) → -2.0", "", imag},
    {"conj", "z", 1, 1, "", Purity::Pure, "",
     "The complex number with the other sign of its imaginary part.", "conj(complex(1, -2)) → 1+2i",
     "", conj},
    {"arg", "z", 1, 1, "", Purity::Pure, "", "The angle of a complex number in radians.",
     "arg(complex(0, 1)) → 1.5707963267948966", "", arg},
};

}  // namespace

const BuiltinTable kComplexBuiltins(kRows);

}  // namespace syn
