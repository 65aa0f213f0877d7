// jsonl_decode, jsonl_encode: one JSON value a line (data.md §3.12).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/file_texts.h"
#include "builtins/json_encoding.h"
#include "builtins/jsonl_table.h"
#include "builtins/text_arguments.h"
#include "value/list_columns.h"

namespace syn {
namespace {

Result<Value> jsonl_decode(Call& call) {
  JsonLinesOptions options;
  TRY_ASSIGN(options.allow_nan, flag_argument(call, SIZE_MAX, 0, "allow_nan"));
  if (!call[0].is_text()) {
    if (call.size() > 1) return call[1];
    return Error(builtin_errors::kJsonlExpectsText, {type_name(call[0])});
  }
  auto table = read_json_table(call, call[0].view(), options, RowKeys::Same);
  if (table.ok() && table.value()) return std::move(*table.value());
  auto outcome = table.ok() ? decode_json_lines(call, call[0].view(), options)
                            : Result<Value>(std::move(table).error());
  bool invalid = !outcome.ok() && outcome.error().is(builtin_errors::kInvalidJsonLine);
  if (invalid && call.size() > 1) return call[1];
  return outcome;
}

/// A table of columns that hold no lists, maps or other values with parts.
bool is_plain_table(const table::Table* table) {
  if (table == nullptr || table->num_columns() == 0) return false;
  for (size_t i = 0; i < table->num_columns(); ++i) {
    if (table->column(i)->kind == table::Kind::Any) return false;
  }
  return true;
}

}  // namespace

Result<Value> encode_json_lines(Call& call, const Value& items) {
  if (!items.is_list())
    return Error(builtin_errors::kJsonlExpectsList, {type_name(items), call.name()});
  std::string out;
  if (is_plain_table(table_of(items))) {
    TRY(write_json_lines(call, *table_of(items), out));
    return finish_text(call, out);
  }
  size_t looked = 0;
  const List& list = items.list();
  for (size_t i = 0; i < list.size(); ++i) {
    TRY(call.tick());
    TRY(write_json(call, list.item(i), {}, out));
    out += '\n';
    if (out.size() - looked > 65536) {
      TRY(call.reserve(out.size() * 2));
      looked = out.size();
    }
  }
  return finish_text(call, out);
}

namespace {

Result<Value> jsonl_encode(Call& call) { return encode_json_lines(call, call[0]); }

constexpr BuiltinSpec kRows[] = {
    {"jsonl_decode", "text, fallback?", 1, 2, "allow_nan", Purity::Pure, "",
     "The values of JSON Lines, blank lines skipped; the fallback when a line is not JSON.",
     "jsonl_decode(\"{}\\n[1]\\n\") → [{}, [1]]", "", jsonl_decode},
    {"jsonl_encode", "xs", 1, 1, "", Purity::Pure, "", "Each item as JSON on a line of its own.",
     "length(jsonl_encode([1, 2])) → 4", "", jsonl_encode},
};

}  // namespace

const BuiltinTable kJsonlBuiltins(kRows);

}  // namespace syn
