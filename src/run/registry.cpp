// All builtins in one registry: the one list of families.
// SPDX-License-Identifier: Apache-2.0
#include "run/registry.h"

#include <array>

#include "builtins/families_a.h"
#include "builtins/families_b.h"
#include "builtins/families_host.h"
#include "builtins/families_program.h"

namespace syn {

const BuiltinRegistry& builtin_registry() {
  static const std::array tables = {
      kProgramBuiltins,       kRunProgramBuiltins,  kCollectionBuiltins,   kSequenceBuiltins,
      kMapBuiltins,           kHigherOrderBuiltins, kParallelBuiltins,     kSortingBuiltins,
      kReductionBuiltins,     kStatisticsBuiltins,  kSeriesBuiltins,       kGroupingBuiltins,
      kAggregateBuiltins,     kJoinBuiltins,        kPivotBuiltins,        kColumnBuiltins,
      kDescribeBuiltins,      kWindowBuiltins,      kMissingBuiltins,      kRandomBuiltins,
      kTextBuiltins,          kTextCaseBuiltins,    kTextFormatBuiltins,   kRegexBuiltins,
      kConvertBuiltins,       kPredicateBuiltins,   kMathRoundingBuiltins, kMathBuiltins,
      kMathIntegerBuiltins,   kJsonBuiltins,        kJsonlBuiltins,        kCsvParseBuiltins,
      kCsvEncodeBuiltins,     kBytesBuiltins,       kHashBuiltins,         kAssertionBuiltins,
      kTimeBuiltins,          kDateBuiltins,        kDateCalendarBuiltins, kDurationBuiltins,
      kFileBuiltins,          kFileChangeBuiltins,  kFileSearchBuiltins,   kArrayBuiltins,
      kLinearAlgebraBuiltins, kPolynomialBuiltins,  kRollingBuiltins,      kWorldBuiltins,
      kNetworkBuiltins,       kComplexBuiltins,     kChartBuiltins,        kMomentBuiltins,
      kHypothesisBuiltins,    kRankTestBuiltins,    kNormalityBuiltins,    kRegressionBuiltins,
      kXmlBuiltins,           kTableFileBuiltins,   kParquetBuiltins,      kSqlBuiltins,
  };
  static const BuiltinRegistry registry(tables, kMathConstants);
  return registry;
}

}  // namespace syn
