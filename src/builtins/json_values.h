// Makes values of the events of the JSON reader.
//
// Documents are mostly many objects with the same keys. For each depth the builder remembers the
// shape of the last object; while the keys of the next one come in that order, its values wait on a
// stack and no key is looked up. An object that differs is put together key by key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "json/reader.h"
#include "vm/call.h"

namespace syn {

/// What a repeated key in an object does.
enum class RepeatedKeys : uint8_t {
  LastWins,  ///< in the place of the first
  Refuse     ///< stops the reader
};

class JsonValueBuilder final : public json::Builder {
 public:
  explicit JsonValueBuilder(Call& call, RepeatedKeys repeated = RepeatedKeys::LastWins);

  bool null() override { return add(Value()); }
  bool boolean(bool value) override { return add(Value::boolean(value)); }
  bool integer(int64_t value) override { return add(Value::integer(value)); }
  bool big_integer(std::string_view digits) override;
  bool number(double value) override { return add(Value::number(value)); }
  bool text(std::string_view value) override;
  bool begin_array() override;
  bool end_array() override { return end_container(); }
  bool begin_object() override;
  bool key(std::string_view name) override;
  bool end_object() override;

  /// The finished document; the builder is then ready for the next one.
  Value take();
  /// Drops a document that was not finished.
  void reset();
  /// Why the reader was stopped: the error of the Budget, or nothing when a key was repeated.
  std::optional<Error>& error() { return error_; }
  /// The key that stopped the reader.
  const std::string& repeated_key() const { return repeated_key_; }

 private:
  static constexpr size_t kMaxDepth = 129;
  struct Frame {
    Value container;     ///< the list, or the map once it is put together key by key
    std::string key;     ///< of the value that comes next, then
    size_t base = 0;     ///< where the values of this object begin on the stack
    size_t matched = 0;  ///< values that wait there
    bool is_object = false;
    bool is_waiting = false;  ///< the keys so far are those of the remembered shape
  };

  bool add(Value value);
  bool end_container();
  bool check(Result<void> outcome);
  void leave_shape(Frame& frame);
  void remember(const Value& map);

  Call& call_;
  RepeatedKeys repeated_;
  std::optional<Error> error_;
  std::string repeated_key_;
  Value result_;
  size_t depth_ = 0;
  std::vector<Frame> frames_;                    // kMaxDepth of them, reused
  std::vector<Value> values_;                    // of the objects that wait
  std::array<Shape*, kMaxDepth> shapes_{};       // of the last object at each depth
  std::array<uint32_t, kMaxDepth> wide_size_{};  // keys of the last object too wide to have a shape
};

}  // namespace syn
