// Code objects: names of opcodes, and letting go of constants.
// SPDX-License-Identifier: Apache-2.0
#include "bytecode/code.h"

#include <fmt/format.h>

#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kNames[] = {
#define OP(name, operands, meaning) #name,
#include "bytecode/opcodes.def"
#undef OP
};
constexpr std::string_view kOperands[] = {
#define OP(name, operands, meaning) operands,
#include "bytecode/opcodes.def"
#undef OP
};

void list_code(std::string& out, const Code& code, int depth) {
  std::string indent(static_cast<size_t>(depth) * 2, ' ');
  out += fmt::format("{}{} ({} parameters, {} variables, {} registers)\n", indent, code.info.name,
                     code.num_params, code.num_locals, code.num_registers);
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& in = code.instructions[i];
    out += fmt::format("{}  {:4} {:>4}:{:<3} {:14} {:5} {:5} {:5}", indent, i, code.spans[i].line,
                       code.spans[i].column, op_name(in.op), in.a, in.signed_b(), in.signed_c());
    if (in.op == Op::LoadK) {
      out += "  ; " + short_display(code.constants[static_cast<size_t>(in.wide())]);
    }
    if (in.op == Op::Jump || in.op == Op::Loop) {
      out += fmt::format("  ; to {}", static_cast<int64_t>(i) + 1 + in.wide());
    }
    out += '\n';
  }
  for (const Region& r : code.handlers) {
    out += fmt::format("{}  handler {}..{} -> {}\n", indent, r.start, r.end, r.target);
  }
  for (const Region& r : code.loops) {
    out += fmt::format("{}  loop {}..{} -> {}\n", indent, r.start, r.end, r.target);
  }
  for (const auto& child : code.children) list_code(out, *child, depth + 1);
}

}  // namespace

std::string_view op_name(Op op) { return kNames[static_cast<size_t>(op)]; }
std::string_view op_operands(Op op) { return kOperands[static_cast<size_t>(op)]; }

bool touches(const Code& code, const Instruction& instruction, uint16_t reg) {
  if (instruction.op == Op::SetPath || instruction.op == Op::TakePath) {
    const SetPathPlan& plan = code.paths[instruction.b];
    bool is_root = plan.root_kind == VariableKind::Local && plan.root_index == reg;
    bool is_key = reg >= plan.first_key && reg < plan.first_key + plan.steps.size();
    return is_root || is_key || instruction.a == reg;
  }
  // Operands that stand for several registers begin at a temporary, above all variables, or are a
  // single one.
  const uint16_t values[] = {instruction.a, instruction.b, instruction.c};
  size_t operand = 0;
  for (char kind : op_operands(instruction.op)) {
    if (kind == ' ') continue;
    if (kind == 'R' && values[operand] == reg) return true;
    ++operand;
  }
  return false;
}

Code::~Code() {
  for (MemberSite& site : sites) {
    if (--site.key->references == 0) Heap::of(site.key).drop(site.key);
  }
}

std::string disassemble(const Code& code) {
  std::string out;
  list_code(out, code, 0);
  return out;
}

}  // namespace syn
