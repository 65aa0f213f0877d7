// Makes values of the events of the JSON reader.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/json_values.h"

#include "builtins/argument_checks.h"
#include "builtins/math_numbers.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

/// Objects with up to so many keys may share a shape.
constexpr size_t kMaxWideShape = 10'000;

}  // namespace

JsonValueBuilder::JsonValueBuilder(Call& call, RepeatedKeys repeated)
    : call_(call), repeated_(repeated), frames_(kMaxDepth) {}

bool JsonValueBuilder::check(Result<void> outcome) {
  if (outcome.ok()) return true;
  error_ = std::move(outcome).error();
  return false;
}

bool JsonValueBuilder::add(Value value) {
  if (!check(call_.tick())) return false;
  if (depth_ == 0) {
    result_ = std::move(value);
    return true;
  }
  Frame& frame = frames_[depth_];
  if (!frame.is_object) {
    if (!check(reserve_push(call_, frame.container))) return false;
    push(frame.container, std::move(value));
    return true;
  }
  if (frame.is_waiting) {
    values_.push_back(std::move(value));
    ++frame.matched;
    return true;
  }
  put(frame.container, frame.key, std::move(value));
  return true;
}

bool JsonValueBuilder::big_integer(std::string_view digits) {
  if (!check(call_.tick(digits.size() / 8))) return false;
  std::optional<BigInt> value = BigInt::parse(digits);
  return add(make_big_int(call_.heap(), std::move(*value)));
}

bool JsonValueBuilder::text(std::string_view value) {
  if (value.size() >= 64 && !check(tick_bytes(call_, value.size()))) return false;
  if (value.size() >= 4096 && !check(reserve_text(call_, value.size()))) return false;
  return add(make_text(call_.heap(), value));
}

bool JsonValueBuilder::begin_array() {
  Frame& frame = frames_[++depth_];
  frame.is_object = false;
  frame.container = make_list(call_.heap());
  return true;
}

bool JsonValueBuilder::begin_object() {
  Frame& frame = frames_[++depth_];
  frame.is_object = true;
  frame.is_waiting = shapes_[depth_] != nullptr;
  frame.base = values_.size();
  frame.matched = 0;
  if (!frame.is_waiting) frame.container = make_map(call_.heap());
  return true;
}

void JsonValueBuilder::leave_shape(Frame& frame) {
  const Shape& shape = *shapes_[depth_];
  frame.container = make_map(call_.heap());
  for (size_t i = 0; i < frame.matched; ++i) {
    put(frame.container, shape.keys[i], std::move(values_[frame.base + i]));
  }
  values_.resize(frame.base);
  frame.is_waiting = false;
}

bool JsonValueBuilder::key(std::string_view name) {
  Frame& frame = frames_[depth_];
  if (frame.is_waiting) {
    const Shape& shape = *shapes_[depth_];
    if (frame.matched < shape.keys.size() && shape.keys[frame.matched]->view() == name) return true;
    leave_shape(frame);
  }
  if (repeated_ == RepeatedKeys::Refuse && frame.container.map().find(name) >= 0) {
    repeated_key_ = name;
    return false;
  }
  frame.key = name;
  return true;
}

/// Keeps the shape of a finished map for the next object here. Maps too wide to have one get a
/// shared shape when two of the same size follow each other.
void JsonValueBuilder::remember(const Value& value) {
  const Map& map = value.map();
  if (map.shape != nullptr) {
    shapes_[depth_] = map.shape;
    return;
  }
  bool again = wide_size_[depth_] == map.count && map.count <= kMaxWideShape;
  wide_size_[depth_] = map.count;
  if (!again) return;
  std::vector<std::string_view> keys;
  for (size_t i = 0; i < map.size(); ++i) keys.push_back(map.key(i)->view());
  shapes_[depth_] = call_.heap().shapes().for_table(keys);
  wide_size_[depth_] = 0;
}

bool JsonValueBuilder::end_object() {
  Frame& frame = frames_[depth_];
  if (frame.is_waiting && frame.matched == shapes_[depth_]->keys.size()) {
    frame.container = make_map_of_shape(call_.heap(), shapes_[depth_]);
    Map& map = frame.container.map();
    for (size_t i = 0; i < frame.matched; ++i) map.slots[i] = std::move(values_[frame.base + i]);
    values_.resize(frame.base);
    return end_container();
  }
  if (frame.is_waiting) leave_shape(frame);
  remember(frame.container);
  return end_container();
}

bool JsonValueBuilder::end_container() {
  Value made = std::move(frames_[depth_].container);
  --depth_;
  return add(std::move(made));
}

Value JsonValueBuilder::take() { return std::move(result_); }

void JsonValueBuilder::reset() {
  for (; depth_ > 0; --depth_) frames_[depth_].container = Value();
  values_.clear();
  result_ = Value();
  error_.reset();
}

}  // namespace syn
