// The tables of the builtins that work on texts, numbers, conversions, JSON, CSV, bytes and times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "native/builtin_spec.h"

namespace syn {

extern const BuiltinTable kTextBuiltins;
extern const BuiltinTable kTextCaseBuiltins;
extern const BuiltinTable kTextFormatBuiltins;
extern const BuiltinTable kRegexBuiltins;
extern const BuiltinTable kConvertBuiltins;
extern const BuiltinTable kPredicateBuiltins;
extern const BuiltinTable kMathRoundingBuiltins;
extern const BuiltinTable kMathBuiltins;
extern const BuiltinTable kMathIntegerBuiltins;
extern const BuiltinTable kJsonBuiltins;
extern const BuiltinTable kJsonlBuiltins;
extern const BuiltinTable kCsvParseBuiltins;
extern const BuiltinTable kCsvEncodeBuiltins;
extern const BuiltinTable kBytesBuiltins;
extern const BuiltinTable kHashBuiltins;
extern const BuiltinTable kXmlBuiltins;
extern const BuiltinTable kAssertionBuiltins;
extern const BuiltinTable kTimeBuiltins;
extern const BuiltinTable kDateBuiltins;
extern const BuiltinTable kDateCalendarBuiltins;
extern const BuiltinTable kDurationBuiltins;

/// `pi tau e inf nan`.
extern const std::span<const ConstantSpec> kMathConstants;

}  // namespace syn
