// What the writers of files share with the pure encoders.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vm/call.h"

namespace syn {

/// Rows as the text of CSV; `options` may be null.
Result<Value> encode_csv(Call& call, const Value& rows, const Value* options);
/// Items as JSON, one a line.
Result<Value> encode_json_lines(Call& call, const Value& items);

}  // namespace syn
