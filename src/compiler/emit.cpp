// Emitting instructions, constants and jumps; starting and finishing a Code.
// SPDX-License-Identifier: Apache-2.0
#include "compiler/function_compiler.h"
#include "value/equality.h"

namespace syn {
namespace {

constexpr uint32_t kMaxRegisters = 60000;

}  // namespace

uint32_t GlobalTable::index_of(std::string_view name) {
  auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  auto index = static_cast<uint32_t>(names_.size());
  names_.emplace_back(name);
  index_.emplace(names_.back(), index);
  return index;
}

FunctionCompiler::FunctionCompiler(CompileUnit& unit, FunctionCompiler* parent,
                                   FunctionScope* function, std::string name)
    : unit_(unit),
      parent_(parent),
      function_(function),
      code_(std::make_unique<Code>()),
      scope_(function->top),
      next_temp_(function->num_locals),
      bound_(function->num_locals, 0) {
  code_->info.name = std::move(name);
  code_->file = unit.program.file;
  code_->num_locals = function->num_locals;
  code_->num_registers = function->num_locals;
  code_->names.resize(function->num_locals);
}

size_t FunctionCompiler::emit(Op op, uint32_t a, uint32_t b, uint32_t c, Span span) {
  code_->instructions.push_back(
      {op, static_cast<uint16_t>(a), static_cast<uint16_t>(b), static_cast<uint16_t>(c)});
  code_->spans.push_back(span);
  return here() - 1;
}

size_t FunctionCompiler::emit_wide(Op op, uint32_t a, int64_t wide, Span span) {
  auto bits = static_cast<uint32_t>(static_cast<int32_t>(wide));
  return emit(op, a, bits & 0xFFFF, bits >> 16, span);
}

void FunctionCompiler::move(uint32_t dst, uint32_t src, Span span) {
  if (dst == src) return;
  emit(src >= code_->num_locals ? Op::Transfer : Op::Move, dst, src, 0, span);
}

size_t FunctionCompiler::emit_jump(Span span) { return emit_wide(Op::Jump, 0, 0, span); }

void FunctionCompiler::patch_jump(size_t at) {
  auto distance = static_cast<uint32_t>(here() - at - 1);
  code_->instructions[at].b = static_cast<uint16_t>(distance & 0xFFFF);
  code_->instructions[at].c = static_cast<uint16_t>(distance >> 16);
}

/// The instruction at `at` skips what was emitted after it: its operand c is the distance.
void FunctionCompiler::skip_from(size_t at) {
  code_->instructions[at].c = static_cast<uint16_t>(here() - at - 1);
}

void FunctionCompiler::emit_jump_to(size_t target, Span span) {
  emit_wide(Op::Jump, 0, static_cast<int64_t>(target) - static_cast<int64_t>(here()) - 1, span);
}

FunctionCompiler::Reg FunctionCompiler::temp() { return temps(1); }

FunctionCompiler::Reg FunctionCompiler::temps(size_t count) {
  uint32_t first = next_temp_;
  if (first + count > kMaxRegisters) {
    set_error(Error(runtime_errors::kTooComplex, {"one expression or list is too long"}));
    return static_cast<Reg>(function_->num_locals);
  }
  next_temp_ += static_cast<uint32_t>(count);
  if (next_temp_ > code_->num_registers) code_->num_registers = next_temp_;
  return static_cast<Reg>(first);
}

FunctionCompiler::Reg FunctionCompiler::call_base(Reg dst) {
  bool on_top = dst >= code_->num_locals && dst + 1u == next_temp_;
  return on_top ? dst : temp();
}

uint32_t FunctionCompiler::constant(const Value& value) {
  // Equal texts are one object through interning, so pointers tell them apart.
  size_t count = code_->constants.size();
  for (size_t i = count; i > 0 && i + 16 > count; --i) {
    const Value& old = code_->constants[i - 1];
    if (old.tag() != value.tag()) continue;
    bool same = value.is_text() ? old.object() == value.object()
                                : !is_heap_tag(value.tag()) && old.as_int() == value.as_int();
    if (same) return static_cast<uint32_t>(i - 1);
  }
  code_->constants.push_back(value);
  return static_cast<uint32_t>(count);
}

void FunctionCompiler::load_constant(Reg dst, const Value& value, Span span) {
  emit_wide(Op::LoadK, dst, constant(value), span);
}

void FunctionCompiler::load_int(Reg dst, int64_t value, Span span) {
  if (value >= INT32_MIN && value <= INT32_MAX) {
    emit_wide(Op::LoadInt, dst, value, span);
  } else {
    load_constant(dst, Value::integer(value), span);
  }
}

void FunctionCompiler::fail(Error error, Span span) {
  code_->errors.push_back(std::move(error));
  emit_wide(Op::Fail, 0, static_cast<int64_t>(code_->errors.size() - 1), span);
}

void FunctionCompiler::set_error(Error error) {
  if (!unit_.error) unit_.error.emplace(std::move(error));
}

void FunctionCompiler::start_params(std::span<const ast::Param> params) {
  code_->num_params = static_cast<uint16_t>(params.size());
  bool any_default = false;
  for (const ast::Param& param : params) {
    code_->info.params.emplace_back(param.name);
    any_default = any_default || param.fallback != nullptr;
  }
  if (any_default) {
    for (const ast::Param& param : params) {
      if (param.fallback == nullptr) {
        code_->defaults.push_back(-1);
        continue;
      }
      // Runs in the scope that defines the task: a sibling of this code, kept as its child.
      FunctionCompiler fallback(unit_, this, unit_.scopes.scope_of(&param)->function,
                                "default of " + std::string(param.name));
      code_->defaults.push_back(static_cast<int32_t>(code_->children.size()));
      code_->children.push_back(fallback.compile_lambda({}, param.fallback));
    }
  }
  prepare_variables(function_->top, {});
}

std::unique_ptr<Code> FunctionCompiler::finish(Span span) {
  emit(Op::ReturnNothing, 0, 0, 0, span);
  if (code_->num_params == 1) code_->param_members = used_members_of(0, 0);
  for (const Variable* variable : captured_) code_->up_names.emplace_back(variable->name);
  return std::move(code_);
}

void FunctionCompiler::list_private_names() {
  for (const ast::Stmt* s : unit_.program.body.statements) {
    std::string_view name;
    std::string_view word;
    if (s->kind == ast::StmtKind::Let) {
      name = static_cast<const ast::LetStmt*>(s)->name;
      word = "let";
    } else if (s->kind == ast::StmtKind::Task) {
      name = static_cast<const ast::TaskStmt*>(s)->name;
      word = "task";
    } else if (s->kind == ast::StmtKind::Type) {
      name = static_cast<const ast::TypeStmt*>(s)->name;
      word = "type";
    } else if (s->kind == ast::StmtKind::Enum) {
      name = static_cast<const ast::EnumStmt*>(s)->name;
      word = "enum";
    } else {
      continue;
    }
    code_->private_names.emplace_back(name, word);
  }
}

std::unique_ptr<Code> FunctionCompiler::compile_main() {
  is_main_ = true;
  if (unit_.options.is_module) list_private_names();
  in_preamble_ = true;
  prepare_variables(function_->top, {});
  if (unit_.options.want_result) {
    Reg result = temp();
    result_nothing(result, {});
    block(unit_.program.body, result);
    emit(Op::Return, result, 0, 0, {});
  } else {
    block(unit_.program.body, kNoResult);
  }
  return finish({});
}

std::unique_ptr<Code> FunctionCompiler::compile_task(std::span<const ast::Param> params,
                                                     ast::Block body) {
  start_params(params);
  return compile_block_body(body);
}

std::unique_ptr<Code> FunctionCompiler::compile_block_body(ast::Block body) {
  bool gives = !body.statements.empty() && body.statements.back()->kind == ast::StmtKind::Give;
  if (gives) {
    block(body, kNoResult);
  } else {
    Reg result = temp();
    block(body, result);
    emit(Op::Return, result, 0, 0, {});
  }
  return finish({});
}

std::unique_ptr<Code> FunctionCompiler::compile_lambda(std::span<const ast::Param> params,
                                                       const ast::Expr* body) {
  code_->is_lambda = true;
  start_params(params);
  Temps scope(*this);
  giving_ = true;
  take_root_ = body;
  Reg result = operand(body);
  giving_ = false;
  emit(Op::Return, result, 0, 0, body->span);
  write_columns(params, body);
  return finish(body->span);
}

Result<CompiledProgram> compile_program(const ast::Program& program, Heap& heap,
                                        GlobalTable& globals, const BuiltinRegistry& builtins,
                                        const CompileOptions& options) {
  CompileOptions used = options;
  Scopes scopes = Scopes::resolve(program);
  if (scopes.uses_modules() || options.keep_tests) used.top_level = TopLevel::Globals;
  CompileUnit unit{program, heap, globals, builtins, used, scopes, {}, {}, {}, {}};
  if (scopes.too_many_variables()) {
    return Error(runtime_errors::kTooComplex, {"one task has more than 40000 variables"});
  }
  FunctionCompiler compiler(unit, nullptr, scopes.program(), "program");
  CompiledProgram result;
  result.main = compiler.compile_main();
  if (unit.error) return std::move(*unit.error);
  result.tests = std::move(unit.tests);
  result.warnings = std::move(unit.warnings);
  result.unknown_names = std::move(unit.unknown_names);
  result.num_statements = program.body.statements.size();
  return result;
}

}  // namespace syn
