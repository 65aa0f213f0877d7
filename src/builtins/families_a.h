// The tables of the builtins that work on collections, tables, statistics and generators. Text,
// files and the rest have lists of their own; `registry.cpp` puts all of them together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "native/builtin_spec.h"

namespace syn {

extern const BuiltinTable kCollectionBuiltins;
extern const BuiltinTable kSequenceBuiltins;
extern const BuiltinTable kMapBuiltins;
extern const BuiltinTable kHigherOrderBuiltins;
extern const BuiltinTable kParallelBuiltins;
extern const BuiltinTable kSortingBuiltins;
extern const BuiltinTable kReductionBuiltins;
extern const BuiltinTable kStatisticsBuiltins;
extern const BuiltinTable kSeriesBuiltins;
extern const BuiltinTable kGroupingBuiltins;
extern const BuiltinTable kAggregateBuiltins;
extern const BuiltinTable kJoinBuiltins;
extern const BuiltinTable kPivotBuiltins;
extern const BuiltinTable kColumnBuiltins;
extern const BuiltinTable kDescribeBuiltins;
extern const BuiltinTable kWindowBuiltins;
extern const BuiltinTable kRollingBuiltins;
extern const BuiltinTable kMissingBuiltins;
extern const BuiltinTable kRandomBuiltins;
extern const BuiltinTable kArrayBuiltins;
extern const BuiltinTable kLinearAlgebraBuiltins;
extern const BuiltinTable kPolynomialBuiltins;
extern const BuiltinTable kChartBuiltins;
extern const BuiltinTable kMomentBuiltins;
extern const BuiltinTable kHypothesisBuiltins;
extern const BuiltinTable kRankTestBuiltins;
extern const BuiltinTable kNormalityBuiltins;
extern const BuiltinTable kRegressionBuiltins;

}  // namespace syn
