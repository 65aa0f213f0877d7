// Tables from the bytes of files: what read_csv and read_jsonl do once the file is read (DESIGN.md
// §4). The types of columns are found from all of their values; nothing is lost or guessed in
// silence.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/reader_note.h"
#include "host/files.h"
#include "vm/call.h"

namespace syn {

/// The values of a JSON Lines file. Where all are objects, each row has the keys of all, absent
/// ones as nothing.
Result<Value> read_jsonl_text(Call& call, std::string_view bytes, const Value* opts,
                              std::string_view name, host::FileView* view = nullptr);

/// How rows that are maps are kept. Columns are the rule; Rows is what they are tested against.
enum class TableForm : uint8_t { Columns, Rows };
/// Rows of a CSV file as maps (or lists, with {"headers": false}). `opts` may be null; `name` is
/// the file in errors, `view` what holds the bytes, if memory can be given back. What was decided
/// about columns is appended to `notes`, in English.
Result<Value> read_csv_table(Call& call, std::string_view bytes, const Value* opts,
                             std::string_view name, std::vector<ReaderNote>& notes,
                             TableForm form = TableForm::Columns, host::FileView* view = nullptr);
Result<Value> read_jsonl_table(Call& call, std::string_view bytes, const Value* opts,
                               std::string_view name, TableForm form,
                               host::FileView* view = nullptr);

/// The value of a JSON document.
Result<Value> read_json_text(Call& call, std::string_view bytes, std::string_view name);

}  // namespace syn
