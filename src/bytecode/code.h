// Code objects: what the compiler makes and the machine runs. Immutable once made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "table/expression.h"
#include "value/objects.h"

namespace syn {

enum class Op : uint16_t {
#define OP(name, operands, meaning) name,
#include "bytecode/opcodes.def"
#undef OP
};
std::string_view op_name(Op op);
std::string_view op_operands(Op op);

/// One word: an opcode and three 16-bit operands; `wide` reads b and c as one signed number.
struct Instruction {
  Op op;
  uint16_t a;
  uint16_t b;
  uint16_t c;

  int32_t wide() const { return static_cast<int32_t>(b | (static_cast<uint32_t>(c) << 16)); }
  int16_t signed_b() const { return static_cast<int16_t>(b); }
  int16_t signed_c() const { return static_cast<int16_t>(c); }
};
static_assert(sizeof(Instruction) == 8);

/// `.name` at one place, with what it found last time.
struct MemberSite {
  Text* key;  ///< interned, counted by the Code
  const Shape* shape = nullptr;
  int slot = 0;
  uint8_t enclosing_of = 0;  ///< how many `x of …` this access stands inside of
};

enum class VariableKind : uint8_t { Local, Cell, Up, Global };

/// One step of a `set` path: `.name` or `[index]`, the key in a register.
struct PathStep {
  bool is_member;
  Span span;
};
/// `set root.step[step] to value`: keys stand in registers from `first_key` on.
struct SetPathPlan {
  VariableKind root_kind;
  uint32_t root_index;
  uint16_t first_key;
  std::string root_name;
  std::vector<PathStep> steps;
  Span statement;
};
/// Where a child task finds a variable: a register of this code (a Cell) or one of its own cells.
struct Capture {
  bool from_register;
  uint16_t index;
};
/// Code between start and end whose errors (handlers) or stops (loops) go to `target`.
struct Region {
  uint32_t start;
  uint32_t end;
  uint32_t target;
  uint16_t reg;            ///< handlers: receives the message
  uint16_t sandbox_depth;  ///< sandboxes open inside this code at the region's start
};
struct CallNames {
  std::vector<std::string> names;  ///< one an argument, empty for positional
};
struct TypePlan {
  std::string name;
  std::vector<std::string> fields;
  Span span;
};
struct VariantPlan {
  std::string name;
  std::vector<std::string> fields;
};
struct EnumPlan {
  std::string name;
  std::vector<VariantPlan> variants;
  Span span;
};
struct RequirePlan {
  std::string capability;
  bool has_scope;
};
struct VariantMatch {
  std::string variant;
  size_t payload_count;
};
struct UsePlan {
  std::string path;
  Span span;
};

struct Code {
  TaskInfo info;
  std::string file;
  uint16_t num_params = 0;
  uint16_t num_required = 0;   ///< parameters without a default
  uint16_t num_locals = 0;     ///< registers of variables; temporaries follow
  uint32_t num_registers = 0;  ///< all of them
  bool is_lambda = false;
  std::vector<Instruction> instructions;
  std::vector<Span> spans;  ///< one an instruction
  std::vector<Value> constants;
  std::vector<std::unique_ptr<Code>> children;
  std::vector<Capture> captures;
  std::vector<int32_t> defaults;  ///< per parameter: child code of its default, or -1
  std::vector<MemberSite> sites;
  std::vector<SetPathPlan> paths;
  std::vector<Shape*> shapes;
  /// Of the items of a loop, or of a parameter, that is used for nothing else: the names of these
  /// members.
  std::vector<std::vector<std::string>> used_members;
  uint16_t param_members = 0;    ///< one more than the list for the only parameter; 0: any use
  std::vector<Region> handlers;  ///< inner before outer
  std::vector<Region> loops;     ///< inner before outer
  std::vector<CallNames> call_names;
  std::vector<TypePlan> types;
  std::vector<EnumPlan> enums;
  std::vector<RequirePlan> requires_;
  std::vector<RequirePlan> tool_requires;  ///< declared directly in the task's body
  std::vector<VariantMatch> variants;
  std::vector<UsePlan> uses;
  std::vector<Error> errors;          ///< for Fail: copied by row and arguments
  std::vector<std::string> names;     ///< of variables by register, for messages
  std::vector<std::string> up_names;  ///< of captured cells
  std::vector<std::string> invariants;
  /// Of a module: names it defines and does not export, with the word that defines them.
  std::vector<std::pair<std::string, std::string>> private_names;
  /// The same lambda for columns, where it is plain enough; null otherwise.
  std::unique_ptr<const table::ColumnLambda> columns;

  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  ~Code();
};

/// Whether the instruction may read or write this register of a variable.
bool touches(const Code& code, const Instruction& instruction, uint16_t reg);

/// A readable listing of a code object and its children.
std::string disassemble(const Code& code);

}  // namespace syn
