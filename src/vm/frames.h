// Entering and leaving tasks. In a header so that the loop inlines it: calls are what programs do
// most.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vm/machine.h"

namespace syn {

/// The arguments move into the first registers; variables start unbound. Temporaries keep what they
/// hold, which is nothing counted.
inline Frame* Machine::push_frame(const Code& code, const Task* task, Value* args, size_t count,
                                  uint16_t result, bool boundary) {
  const Frame& below = frames_.back();
  Value* regs = below.end;
  Value* limit = below.limit;
  uint32_t segment = below.segment;
  if (limit - regs < static_cast<ptrdiff_t>(code.num_registers)) [[unlikely]] {
    regs = grow_registers(code.num_registers, segment);
    limit = segments_[segment].end;
  }
  Frame* frame = frames_.push();
  if (frame == nullptr) [[unlikely]]
    return nullptr;
  for (size_t i = 0; i < count; ++i) regs[i].take_into_empty(args[i]);
  for (size_t i = count, n = code.num_locals; i < n; ++i) regs[i].set_unbound();
  frame->code = &code;
  frame->pc = code.instructions.data();
  frame->regs = regs;
  frame->end = regs + code.num_registers;
  frame->limit = limit;
  frame->task = task;
  frame->result = result;
  frame->boundary = boundary;
  frame->sandbox_base = sandboxes_;
  frame->segment = segment;
  return frame;
}

inline void Machine::pop_frame() {
  const Frame& frame = frames_.back();
  for (Value* held = frame.regs; held != frame.end; ++held) {
    if (is_heap_tag(held->tag())) held->set_unbound();
  }
  frames_.pop();
}

}  // namespace syn
