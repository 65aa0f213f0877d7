// Entering and leaving tasks. In a header so that the loop inlines it: calls are what programs do
// most.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vm/machine.h"

namespace syn {

inline Value* Machine::allocate_registers(size_t count, uint32_t& segment) {
  if (!frames_.empty()) [[likely]] {
    const Frame& top = frames_.back();
    segment = top.segment;
    Value* next = top.regs + top.code->num_registers;
    if (next + count <= segments_[segment].end) [[likely]]
      return next;
  }
  return grow_registers(count, segment);
}

/// The arguments move into the first registers; variables start unbound. Temporaries keep what they
/// hold, which is nothing counted.
inline Frame* Machine::push_frame(const Code& code, const Task* task, Value* args, size_t count,
                                  uint16_t result, bool boundary) {
  uint32_t segment;
  Value* regs = allocate_registers(code.num_registers, segment);
  Frame* frame = frames_.push();
  if (frame == nullptr) [[unlikely]]
    return nullptr;
  for (size_t i = 0; i < count; ++i) regs[i].take_into_empty(args[i]);
  for (size_t i = count, n = code.num_locals; i < n; ++i) regs[i].set_unbound();
  *frame = {&code, code.instructions.data(), regs, task, result, boundary, sandboxes_, segment};
  return frame;
}

inline void Machine::pop_frame() {
  const Frame& frame = frames_.back();
  Value* regs = frame.regs;
  for (uint32_t i = 0, n = frame.code->num_registers; i < n; ++i) {
    if (is_heap_tag(regs[i].tag())) regs[i].set_unbound();
  }
  frames_.pop();
}

}  // namespace syn
