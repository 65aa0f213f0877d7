// A program as its tokens, tree, bytecode and layout.
// SPDX-License-Identifier: Apache-2.0
#include "run/source_views.h"

#include "base/budget.h"
#include "base/utf8.h"
#include "bytecode/code.h"
#include "compiler/compiler.h"
#include "run/registry.h"
#include "syntax/dump.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace syn {

SourceView view_tokens(std::string source, std::string file) {
  SourceView view;
  std::vector<Error> errors = parse_program(source, std::move(file)).errors;
  for (Error& error : errors) {
    if (error.body().phase == Phase::Lexer) view.errors.push_back(std::move(error));
  }
  bool readable = source.size() <= kMaxSourceBytes && !find_invalid_utf8(source);
  if (readable) view.text = dump_tokens(source);
  return view;
}

SourceView view_tree(std::string source, std::string file) {
  SourceView view;
  ParseResult parsed = parse_program(std::move(source), std::move(file));
  if (parsed.program != nullptr) view.text = dump_ast(*parsed.program);
  view.errors = std::move(parsed.errors);
  return view;
}

SourceView view_bytecode(std::string source, std::string file) {
  SourceView view;
  ParseResult parsed = parse_program(std::move(source), std::move(file));
  if (!parsed.errors.empty()) {
    view.errors = std::move(parsed.errors);
    return view;
  }
  Budget budget;
  Heap heap(budget);
  GlobalTable globals;
  auto compiled = compile_program(*parsed.program, heap, globals, builtin_registry(), {});
  if (!compiled.ok()) {
    view.errors.push_back(std::move(compiled).error());
    return view;
  }
  view.text = disassemble(*compiled.value().main);
  return view;
}

SourceView view_layout(std::string source, std::string file) {
  FormatResult formatted = format_source(std::move(source), std::move(file));
  return {std::move(formatted.text), std::move(formatted.errors)};
}

}  // namespace syn
