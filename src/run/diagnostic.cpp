// Errors as fields. Rows of the data come from the callbacks that ran over them, or from the
// message itself: what stands in it behind "row", "line" or "at index".
// SPDX-License-Identifier: Apache-2.0
#include "run/diagnostic.h"

#include <charconv>

#include "json/writer.h"
#include "sandbox/wire.h"
#include "value/objects.h"

namespace syn {
namespace {

/// Behind which words a message names the row, and what to add to count from 1.
struct RowWord {
  std::string_view before;
  uint64_t add;
};
constexpr RowWord kRowWords[] = {{"line {", 0}, {"row {", 0}, {"at index {", 1}, {"item {", 0}};

/// Which argument of a message is the offending value.
struct ValueArgument {
  std::string_view code;
  size_t index;
};
constexpr ValueArgument kValueArguments[] = {
    {"B1022", 3}, {"B1502", 3}, {"B1519", 2}, {"B1606", 4}, {"B1612", 3},
    {"B5604", 3}, {"B5605", 3}, {"B5665", 3}, {"B6064", 3},
};

/// The number that fills the hole behind `word`; 0 for none.
uint64_t number_behind(std::string_view text, std::string_view word,
                       const std::vector<std::string>& arguments) {
  size_t at = text.find(word);
  if (at == std::string_view::npos || at + word.size() >= text.size()) return 0;
  auto index = static_cast<size_t>(text[at + word.size()] - '0');
  if (index >= arguments.size()) return 0;
  const std::string& digits = arguments[index];
  uint64_t number = 0;
  auto end = digits.data() + digits.size();
  auto [rest, error] = std::from_chars(digits.data(), end, number);
  return error == std::errc() && rest == end ? number : 0;
}

void find_row(const Error& error, Diagnostic& diagnostic) {
  const ErrorRow& row = error.row();
  const std::vector<std::string>& arguments = error.body().arguments;
  for (std::string_view text : {row.english, row.hint_english}) {
    for (const RowWord& word : kRowWords) {
      bool named = text.find(word.before) != std::string_view::npos;
      if (!named || diagnostic.data_row != 0) continue;
      diagnostic.data_row = number_behind(text, word.before, arguments) + word.add;
    }
  }
  for (const ValueArgument& each : kValueArguments) {
    if (each.code == row.code && each.index < arguments.size()) {
      diagnostic.data_value = arguments[each.index];
    }
  }
}

/// A place as keys, in JSON or as a map.
template <typename Put>
void put_span(Span span, Put put) {
  put("line", span.line);
  put("column", span.column);
  put("end_line", span.end_line);
  put("end_column", span.end_column);
}

void write_place(json::Writer& out, Span span) {
  put_span(span, [&out](std::string_view name, uint32_t value) { out.number_field(name, value); });
}

void put_text(Heap& heap, Value& map, std::string_view name, std::string_view text) {
  put(map, name, make_text(heap, text));
}

void put_span(Value& map, Span span) {
  put_span(span, [&map](std::string_view name, uint32_t value) {
    put(map, name, Value::integer(value));
  });
}

void write_span(sandbox::WireWriter& out, Span span) {
  for (uint32_t part : {span.line, span.column, span.end_line, span.end_column}) out.u32(part);
}

Span read_span(sandbox::WireReader& in) {
  Span span;
  for (uint32_t* part : {&span.line, &span.column, &span.end_line, &span.end_column}) {
    *part = in.u32();
  }
  return span;
}

}  // namespace

Diagnostic make_diagnostic(const Error& error, Language language) {
  const ErrorBody& body = error.body();
  Diagnostic diagnostic;
  diagnostic.file = body.file;
  diagnostic.span = body.span.known() ? body.span : body.error_span;
  diagnostic.code = error.row().code;
  diagnostic.message = error.message(language);
  diagnostic.hint = error.hint(language);
  diagnostic.fix = body.fix;
  diagnostic.trace = body.trace;
  find_row(error, diagnostic);
  if (diagnostic.data_row == 0 && body.data_row != 0) {
    diagnostic.data_row = body.data_row;
    diagnostic.data_value = body.data_value;
  }
  return diagnostic;
}

void append_diagnostic_json(std::string& text, const Diagnostic& diagnostic) {
  json::Writer out(text, {json::Spacing::Compact, json::Escapes::Needed, 0});
  out.begin_object();
  out.text_field("file", diagnostic.file);
  write_place(out, diagnostic.span);
  out.text_field("code", diagnostic.code);
  out.text_field("message", diagnostic.message);
  out.text_field("hint", diagnostic.hint);
  if (diagnostic.fix) {
    out.key("fix");
    out.begin_object();
    write_place(out, diagnostic.fix->span);
    out.text_field("text", diagnostic.fix->text);
    out.end_object();
  }
  if (!diagnostic.trace.empty()) {
    out.key("trace");
    out.begin_array();
    for (const TraceEntry& entry : diagnostic.trace) {
      out.begin_object();
      out.text_field("task", entry.task);
      out.text_field("file", entry.file);
      out.number_field("line", entry.span.line);
      out.number_field("column", entry.span.column);
      out.end_object();
    }
    out.end_array();
  }
  if (diagnostic.data_row != 0) out.number_field("row", diagnostic.data_row);
  if (!diagnostic.data_value.empty()) out.text_field("value", diagnostic.data_value);
  out.end_object();
}

Value diagnostic_map(Heap& heap, const Diagnostic& diagnostic) {
  Value map = make_map(heap);
  put_text(heap, map, "file", diagnostic.file);
  put_span(map, diagnostic.span);
  put_text(heap, map, "code", diagnostic.code);
  put_text(heap, map, "message", diagnostic.message);
  put_text(heap, map, "hint", diagnostic.hint);
  if (diagnostic.fix) {
    Value fix = make_map(heap);
    put_span(fix, diagnostic.fix->span);
    put_text(heap, fix, "text", diagnostic.fix->text);
    put(map, "fix", std::move(fix));
  }
  if (!diagnostic.trace.empty()) {
    Value calls = make_list(heap, diagnostic.trace.size());
    for (const TraceEntry& entry : diagnostic.trace) {
      Value call = make_map(heap);
      put_text(heap, call, "task", entry.task);
      put_text(heap, call, "file", entry.file);
      put(call, "line", Value::integer(entry.span.line));
      put(call, "column", Value::integer(entry.span.column));
      push(calls, std::move(call));
    }
    put(map, "trace", std::move(calls));
  }
  if (diagnostic.data_row != 0) {
    put(map, "row", Value::integer(static_cast<int64_t>(diagnostic.data_row)));
  }
  if (!diagnostic.data_value.empty()) put_text(heap, map, "value", diagnostic.data_value);
  return map;
}

void write_diagnostic(sandbox::WireWriter& out, const Diagnostic& diagnostic) {
  out.text(diagnostic.file);
  write_span(out, diagnostic.span);
  out.text(diagnostic.code);
  out.text(diagnostic.message);
  out.text(diagnostic.hint);
  out.boolean(diagnostic.fix.has_value());
  if (diagnostic.fix) {
    write_span(out, diagnostic.fix->span);
    out.text(diagnostic.fix->text);
  }
  out.u32(static_cast<uint32_t>(diagnostic.trace.size()));
  for (const TraceEntry& entry : diagnostic.trace) {
    out.text(entry.task);
    out.text(entry.file);
    write_span(out, entry.span);
  }
  out.u64(diagnostic.data_row);
  out.text(diagnostic.data_value);
}

Diagnostic read_diagnostic(sandbox::WireReader& in) {
  constexpr size_t kBytesOfEntry = 24;
  Diagnostic diagnostic;
  diagnostic.file = in.text();
  diagnostic.span = read_span(in);
  diagnostic.code = in.text();
  diagnostic.message = in.text();
  diagnostic.hint = in.text();
  if (in.boolean()) {
    Span span = read_span(in);
    diagnostic.fix = Fix{span, std::string(in.text())};
  }
  uint32_t count = in.count(kBytesOfEntry);
  for (uint32_t i = 0; i < count; ++i) {
    TraceEntry entry;
    entry.task = in.text();
    entry.file = in.text();
    entry.span = read_span(in);
    diagnostic.trace.push_back(std::move(entry));
  }
  // A child counts rows as the language does.
  diagnostic.data_row = in.u64() & INT64_MAX;
  diagnostic.data_value = in.text();
  return diagnostic;
}

}  // namespace syn
