// Complex numbers: making them and taking them apart (data.md §3.17, language.md §9.5).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/families_host.h"
#include "builtins/host_errors.h"
#include "value/arithmetic.h"
#include "vm/call.h"

namespace syn {
namespace {

bool is_real(const Value& v) { return v.is_integer() || v.is_float() || v.is(Tag::Decimal); }

Result<std::complex<double>> complex_argument(Call& call, size_t index) {
  const Value& value = call[index];
  if (value.is(Tag::Complex)) return value.complex().value;
  if (is_real(value)) return std::complex<double>(to_double(value), 0.0);
  return Error(world_errors::kComplexKind, {call.name(), type_name(value)});
}

Result<Value> complex(Call& call) {
  for (size_t i = 0; i < call.size(); ++i) {
    if (!is_real(call[i])) {
      return Error(world_errors::kComplexKind, {call.name(), type_name(call[i])});
    }
  }
  double imaginary = call.size() > 1 ? to_double(call[1]) : 0.0;
  return make_complex(call.heap(), {to_double(call[0]), imaginary});
}

Result<Value> real(Call& call) {
  TRY_ASSIGN(auto z, complex_argument(call, 0));
  return Value::number(z.real());
}
Result<Value> imag(Call& call) {
  TRY_ASSIGN(auto z, complex_argument(call, 0));
  return Value::number(z.imag());
}
Result<Value> conj(Call& call) {
  TRY_ASSIGN(auto z, complex_argument(call, 0));
  return make_complex(call.heap(), std::conj(z));
}
Result<Value> arg(Call& call) {
  TRY_ASSIGN(auto z, complex_argument(call, 0));
  return Value::number(std::arg(z));
}

constexpr BuiltinSpec kRows[] = {
    {"complex", "re, im = 0", 1, 2, "", Purity::Pure, "", "A complex number.",
     "complex(1, -2) → 1-2i", "", complex},
    {"real", "z", 1, 1, "", Purity::Pure, "", "The real part.", "real(complex(1, 2)) → 1.0", "",
     real},
    {"imag", "z", 1, 1, "", Purity::Pure, "", "The imaginary part.", "imag(complex(1, 2)) → 2.0",
     "", imag},
    {"conj", "z", 1, 1, "", Purity::Pure, "", "The complex conjugate.",
     "conj(complex(1, 2)) → 1-2i", "", conj},
    {"arg", "z", 1, 1, "", Purity::Pure, "", "The angle in radians.", "arg(complex(1, 0)) → 0.0",
     "", arg},
};

}  // namespace

const BuiltinTable kComplexBuiltins = kRows;

}  // namespace syn
