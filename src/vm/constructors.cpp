// `type` and `enum`: the functions that make instances, and format marks of templates.
// SPDX-License-Identifier: Apache-2.0
#include "bytecode/errors.h"
#include "num/number_text.h"
#include "value/display.h"
#include "vm/machine.h"

namespace syn {
namespace {

// captured: [0] name in messages, [1] line, [2] column, [3] file, [4] "__variant" text or nothing,
// then the field names.
constexpr size_t kFirstField = 5;

Error wrong_count(const Native& self, const ErrorRow& row, size_t got) {
  const std::vector<Value>& c = self.captured;
  Span span{static_cast<uint32_t>(c[1].as_int()), static_cast<uint32_t>(c[2].as_int()), 0, 0};
  return Error(row, {c[0].view(), std::to_string(c.size() - kFirstField), std::to_string(got)})
      .at(c[3].view(), span);
}

Result<Value> construct(Call& call) {
  const Native& self = *call.self();
  const std::vector<Value>& c = self.captured;
  bool is_variant = c[4].is_text();
  if (call.size() != c.size() - kFirstField) {
    return wrong_count(
        self, is_variant ? runtime_errors::kVariantArity : runtime_errors::kTypeArity, call.size());
  }
  Value map = make_map(call.heap());
  if (is_variant) put(map, "__variant", c[4]);
  for (size_t i = 0; i < call.size(); ++i) put(map, &c[kFirstField + i].text(), call[i]);
  return map;
}

std::vector<Value> head(Heap& heap, const std::string& name, Span span, const std::string& file,
                        Value variant, const std::vector<std::string>& fields) {
  std::vector<Value> captured{make_text(heap, name), Value::integer(span.line),
                              Value::integer(span.column), make_text(heap, file),
                              std::move(variant)};
  for (const std::string& field : fields) captured.push_back(make_text(heap, field));
  return captured;
}

}  // namespace

Value Machine::define_type(const Code& code, const TypePlan& plan) {
  return make_native(heap_, construct, plan.name, 0, UINT16_MAX,
                     head(heap_, plan.name, plan.span, code.file, Value(), plan.fields));
}

Value Machine::define_enum(const Code& code, const EnumPlan& plan) {
  Value space = make_map(heap_);
  put(space, "__enum", make_text(heap_, plan.name));
  for (const VariantPlan& variant : plan.variants) {
    std::string full = plan.name + "." + variant.name;
    if (variant.fields.empty()) {
      Value constant = make_map(heap_);
      put(constant, "__variant", make_text(heap_, full));
      put(space, variant.name, std::move(constant));
    } else {
      put(space, variant.name,
          make_native(
              heap_, construct, full, 0, UINT16_MAX,
              head(heap_, full, plan.span, code.file, make_text(heap_, full), variant.fields)));
    }
  }
  return space;
}

Result<Value> Machine::format_part(const Value& value, std::string_view mark) {
  TRY_ASSIGN(FormatMark parsed, parse_format_mark(mark));
  auto made = value.is_int()          ? apply_format_mark(parsed, value.as_int())
              : value.is_float()      ? apply_format_mark(parsed, value.as_float())
              : value.is(Tag::BigInt) ? apply_format_mark(parsed, value.big_int().value)
              : value.is(Tag::Decimal)
                  ? apply_format_mark(parsed, value.decimal().value)
                  : apply_format_mark(parsed, std::string_view(display(value)));
  if (!made.ok()) return std::move(made).error();
  return make_text(heap_, made.value());
}

}  // namespace syn
