// Patterns: tests that jump to the next arm when they fail.
// SPDX-License-Identifier: Apache-2.0
#include "compiler/function_compiler.h"
#include "value/objects.h"

namespace syn {

using namespace ast;  // NOLINT: this file is about the tree

void FunctionCompiler::pattern(const Pattern& p, Reg subject, std::vector<size_t>& failed) {
  switch (p.kind) {
    case PatternKind::Wildcard: break;
    case PatternKind::Bind:
      store_new(static_cast<const BindPattern&>(p).name, subject, p.span);
      break;
    case PatternKind::Value:
      value_pattern(static_cast<const ValuePattern&>(p).value, subject, p.span, failed);
      break;
    case PatternKind::List:
      list_pattern(static_cast<const ListPattern&>(p), subject, failed);
      break;
    case PatternKind::Map: {
      emit(Op::MatchMap, subject, 0, 0, p.span);
      failed.push_back(emit_jump(p.span));
      for (const auto& field : static_cast<const MapPattern&>(p).fields) {
        Reg entry = temp();
        Value key = Value::adopt(unit_.heap.intern(field.key));
        key.text().hashed();
        emit(Op::MatchKey, entry, subject, constant(key), p.span);
        failed.push_back(emit_jump(p.span));
        pattern(*field.value, entry, failed);
      }
      break;
    }
    case PatternKind::Variant:
      variant_pattern(static_cast<const VariantPattern&>(p), subject, failed);
      break;
  }
}

void FunctionCompiler::value_pattern(const Expr* value, Reg subject, Span span,
                                     std::vector<size_t>& failed) {
  Temps scope(*this);
  Reg wanted = operand(value);
  emit(Op::MatchEqual, subject, wanted, 0, span);
  failed.push_back(emit_jump(span));
}

void FunctionCompiler::list_pattern(const ListPattern& p, Reg subject,
                                    std::vector<size_t>& failed) {
  size_t count = p.before.size() + p.after.size();
  emit(Op::MatchList, subject, static_cast<uint32_t>(count), p.has_spread, p.span);
  failed.push_back(emit_jump(p.span));
  for (size_t i = 0; i < p.before.size(); ++i) {
    Reg item = temp();
    emit(Op::MatchItem, item, subject, static_cast<uint32_t>(i), p.span);
    pattern(*p.before[i], item, failed);
  }
  if (p.has_spread && !p.rest_name.empty() && p.rest_name != "_") {
    Reg rest = temp();
    if (p.before.size() > 255 || p.after.size() > 255) {
      set_error(Error(runtime_errors::kTooComplex, {"a list pattern has more than 255 items"}));
    }
    emit(Op::MatchRest, rest, subject,
         static_cast<uint32_t>((p.before.size() << 8) | p.after.size()), p.span);
    store_new(p.rest_name, rest, p.span);
  }
  for (size_t i = 0; i < p.after.size(); ++i) {
    Reg item = temp();
    auto from_end = static_cast<int16_t>(static_cast<int>(i) - static_cast<int>(p.after.size()));
    emit(Op::MatchItem, item, subject, static_cast<uint16_t>(from_end), p.span);
    pattern(*p.after[i], item, failed);
  }
}

void FunctionCompiler::variant_pattern(const VariantPattern& p, Reg subject,
                                       std::vector<size_t>& failed) {
  Reg owner = temp();
  expression(p.owner, owner);
  emit(Op::IfEnum, owner, 0, 0, p.span);
  size_t is_enum = emit_jump(p.span);
  std::vector<size_t> not_equal;
  if (p.as_value != nullptr) value_pattern(p.as_value, subject, p.span, not_equal);
  size_t equal = emit_jump(p.span);
  for (size_t jump : not_equal) patch_jump(jump);
  failed.push_back(emit_jump(p.span));
  patch_jump(is_enum);
  code_->variants.push_back({std::string(p.variant), p.payload.size()});
  auto plan = static_cast<uint32_t>(code_->variants.size() - 1);
  emit(Op::MatchVariant, subject, owner, plan, p.variant_span);
  failed.push_back(emit_jump(p.span));
  if (p.has_payload) {
    emit(Op::CheckPayload, subject, plan, 0, p.as_value != nullptr ? p.as_value->span : p.span);
    for (size_t i = 0; i < p.payload.size(); ++i) {
      Reg item = temp();
      emit(Op::MatchPayload, item, subject, static_cast<uint32_t>(i), p.span);
      pattern(*p.payload[i], item, failed);
    }
  }
  patch_jump(equal);
}

}  // namespace syn
