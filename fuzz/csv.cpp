// Any bytes as a CSV file, read by columns and by rows: the same table, notes or error.
// needs: base value vm builtins
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "reader_check.h"

namespace {

syn::Reading read(std::string_view bytes, syn::TableForm form) {
  syn::ReaderContext context;
  syn::Call call(context, context.heap(), "read_csv", {}, {}, nullptr);
  std::vector<syn::ReaderNote> notes;
  syn::Result<syn::Value> table = syn::read_csv_table(call, bytes, nullptr, "f.csv", notes, form);
  std::vector<std::string> texts;
  for (const syn::ReaderNote& note : notes) texts.push_back(note.text);
  return syn::reading_of(std::move(table), texts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(bytes), size);
  syn::check_same(read(text, syn::TableForm::Columns), read(text, syn::TableForm::Rows));
  return 0;
}
