// The items of a list for a function.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/item_walk.h"

#include "bytecode/code.h"
#include "value/list_columns.h"

namespace syn {

ItemWalk::ItemWalk(Call& call, const Value& list, const Value& function)
    : call_(&call), list_(&list.list()), function_(&function) {
  const table::Table* table = list_->data == nullptr ? table_of(list) : nullptr;
  if (table == nullptr || !function.is(Tag::Task)) return;
  const Code& code = *function.task().code;
  if (code.param_members == 0 || code.num_params != 1) return;
  wanted_ = wanted_columns(*table, code.used_members[code.param_members - 1]);
}

Result<Value> ItemWalk::invoke(size_t index) {
  TRY(call_->tick());
  if (!wanted_) return call_->invoke_on(index, *function_, list_->item(index));
  list_->take_row(index, *wanted_, row_);
  auto result = call_->invoke(*function_, row_);
  if (!result.ok()) return name_row(std::move(result).error(), index, list_->item(index));
  return result;
}

}  // namespace syn
