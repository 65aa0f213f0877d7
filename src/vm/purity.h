// Whether a call can have an effect: seen from its code and from all that the code can reach.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "value/value.h"

namespace syn {

class Call;
class Machine;

/// True when calling `function` with anything inside `items` changes nothing that outlives the call
/// and asks nothing of the world: no output, no files, clock or random numbers, no variable of
/// others. False when in doubt. Work is charged to the call.
Result<bool> is_pure_call(Call& call, Machine& machine, const Value& function, const Value& items);

}  // namespace syn
