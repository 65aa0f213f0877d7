// Any bytes as a JSON Lines file, read by columns and by rows: the same table, or error.
// needs: base value vm builtins
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "reader_check.h"

namespace {

syn::Reading read(std::string_view bytes, syn::TableForm form) {
  syn::ReaderContext context;
  syn::Call call(context, context.heap(), "read_jsonl", {}, {}, nullptr);
  return syn::reading_of(syn::read_jsonl_table(call, bytes, nullptr, "f.jsonl", form), {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(bytes), size);
  // A file that is one array is noted in the run, which is not here.
  size_t start = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (start != std::string_view::npos && text[start] == '[') return 0;
  syn::check_same(read(text, syn::TableForm::Columns), read(text, syn::TableForm::Rows));
  return 0;
}
