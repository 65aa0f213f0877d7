// Dates and datetimes as values, from the parts of ISO texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/iso_time.h"
#include "vm/call.h"

namespace syn {

Value date_value(Heap& heap, const IsoDate& date);
/// With the rules of `datetime(text, zone?)`; `zone` may be null.
Result<Value> date_time_value(Call& call, const IsoDateTime& time, const Value* zone);

}  // namespace syn
