// Any bytes through lexer, parser, dumps and printer: an error or a tree, and a layout that means
// the same and stays as it is.
// needs: base syntax
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/utf8.h"
#include "syntax/dump.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  std::string source(reinterpret_cast<const char*>(bytes), size);
  syn::ParseResult parsed = syn::parse_program(source, "fuzz.syn");
  CHECK((parsed.program != nullptr) == parsed.errors.empty());
  CHECK(parsed.errors.size() <= syn::kMaxErrors);
  for (const syn::Error& error : parsed.errors) {
    CHECK(!error.line(syn::Language::English).empty());
    CHECK(!error.line(syn::Language::Spanish).empty());
  }
  if (!syn::find_invalid_utf8(source)) syn::dump_tokens(source);
  syn::FormatResult once = syn::format_source(source, "fuzz.syn");
  CHECK(once.errors.empty() == parsed.errors.empty());
  if (!parsed.errors.empty()) return 0;
  syn::dump_ast(*parsed.program);
  syn::ParseResult again = syn::parse_program(once.text, "fuzz.syn");
  CHECK(again.errors.empty());
  CHECK(syn::same_tree(*parsed.program, *again.program));
  CHECK(syn::format_source(once.text, "fuzz.syn").text == once.text);
  return 0;
}
