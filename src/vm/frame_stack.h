// The active calls, newest on top. A frame stays where it is until it is popped, whatever is called
// meanwhile: the loop keeps a pointer to its frame while a builtin calls tasks back.
//
// Frames live in chunks that are made when first needed and kept for later. The first slot of the
// first chunk stands for what is below all frames: it has no registers and no room for any.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "bytecode/code.h"

namespace syn {

struct Frame {
  const Code* code;
  const Instruction* pc;  ///< the next instruction
  Value* regs;
  Value* end;             ///< of its registers: where those of a task that it calls begin
  Value* limit;           ///< the end of the segment of registers
  const Task* task;       ///< null for main code; kept alive by whoever called
  uint16_t result;        ///< caller's register that receives the result
  bool boundary;          ///< returns to C++
  uint32_t sandbox_base;  ///< open sandboxes when it was entered
  uint32_t segment;
};

class FrameStack {
 public:
  FrameStack(Budget& budget, size_t limit);
  FrameStack(const FrameStack&) = delete;
  FrameStack& operator=(const FrameStack&) = delete;
  ~FrameStack();

  size_t size() const { return chunk_ * kChunkFrames + static_cast<size_t>(top_ - begin_); }
  bool empty() const { return size() == 0; }
  Frame& back() { return *top_; }
  Frame& front() { return (*this)[0]; }
  const Frame& back() const { return *top_; }
  const Frame& front() const { return (*this)[0]; }
  Frame& operator[](size_t index) { return chunks_[(index + 1) / kChunkFrames][slot(index)]; }
  const Frame& operator[](size_t index) const {
    return chunks_[(index + 1) / kChunkFrames][slot(index)];
  }

  /// One frame more, for the caller to fill; null at the limit.
  Frame* push() { return ++top_ != end_ ? top_ : push_chunk(); }
  void pop() {
    if (top_-- == begin_) [[unlikely]]
      pop_chunk();
  }

 private:
  static constexpr size_t kChunkFrames = 256;

  static size_t slot(size_t index) { return (index + 1) % kChunkFrames; }
  Frame* push_chunk();
  void pop_chunk();
  void enter_chunk(size_t chunk);

  Budget& budget_;
  size_t limit_;
  size_t chunk_ = 0;  ///< the one that `top_` is in
  Frame* top_;
  Frame* begin_;
  Frame* end_;  ///< of the chunk, or where the limit is
  std::vector<std::unique_ptr<Frame[]>> chunks_;
};

}  // namespace syn
