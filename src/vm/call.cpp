// Errors of callbacks, with the row that they are about.
// SPDX-License-Identifier: Apache-2.0
#include "vm/call.h"

#include "value/display.h"

namespace syn {

Error name_row(Error error, size_t index, const Value& item) {
  if (error.row().category == ErrorCategory::Limit || error.body().data_row != 0) return error;
  return std::move(error).about_row(index + 1, short_display(item));
}

}  // namespace syn
