// Chunks of frames: made when first needed, charged to the budget, kept until the machine ends.
// SPDX-License-Identifier: Apache-2.0
#include "vm/frame_stack.h"

#include <algorithm>

namespace syn {

FrameStack::FrameStack(Budget& budget, size_t limit) : budget_(budget), limit_(limit) {
  enter_chunk(0);
  top_ = begin_;
  *top_ = {};
}

FrameStack::~FrameStack() { budget_.release(chunks_.size() * kChunkFrames * sizeof(Frame)); }

void FrameStack::enter_chunk(size_t chunk) {
  if (chunk == chunks_.size()) {
    chunks_.push_back(std::make_unique_for_overwrite<Frame[]>(kChunkFrames));
    budget_.charge(kChunkFrames * sizeof(Frame));
  }
  chunk_ = chunk;
  begin_ = chunks_[chunk].get();
  end_ = begin_ + std::min(kChunkFrames, limit_ + 1 - chunk * kChunkFrames);
}

Frame* FrameStack::push_chunk() {
  --top_;
  if ((chunk_ + 1) * kChunkFrames > limit_) return nullptr;
  enter_chunk(chunk_ + 1);
  top_ = begin_;
  return top_;
}

void FrameStack::pop_chunk() {
  enter_chunk(chunk_ - 1);
  top_ = end_ - 1;
}

}  // namespace syn
