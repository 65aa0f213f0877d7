// The text form of values. One walk with a stack of its own serves print, messages and keys.
//
// Equal parts of a value may be one object held many times, so that a small value can have a text
// longer than any memory. The walk therefore asks the Budget as the text grows; when there is no
// room it stops, and the next poll reports the exhausted memory.
// SPDX-License-Identifier: Apache-2.0
#include "value/display.h"

#include <limits>
#include <vector>

#include "base/unsafe_characters.h"
#include "base/utf8.h"
#include "native/builtin_spec.h"
#include "num/complex.h"
#include "num/float_text.h"
#include "value/civil_time.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
constexpr size_t kMaxBytesShown = 32;
constexpr size_t kMaxElementsShown = 100;
/// How much text may be added before the Budget is asked again.
constexpr size_t kRoomStep = size_t{1} << 20;
/// Messages do not spell out integers with more digits.
constexpr uint64_t kMaxDigitsInMessages = 4300;

void append_hex(std::string& out, uint8_t byte) {
  out += kHexDigits[byte >> 4];
  out += kHexDigits[byte & 15];
}

void append_control(std::string& out, unsigned char c) {
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    default: break;
  }
  out += "\\u00";
  append_hex(out, c);
}

void append_bytes(std::string& out, const Bytes& bytes) {
  out += "bytes(";
  size_t shown = bytes.size < kMaxBytesShown ? bytes.size : kMaxBytesShown;
  for (size_t i = 0; i < shown; ++i) append_hex(out, bytes.data[i]);
  if (shown < bytes.size) out += "… (" + std::to_string(bytes.size) + " bytes)";
  out += ')';
}

void append_task(std::string& out, const Task& task) {
  out += "task ";
  out += task.info->name;
  out += '(';
  for (size_t i = 0; i < task.info->params.size(); ++i) {
    if (i != 0) out += ", ";
    out += task.info->params[i];
  }
  out += ')';
}

void append_element(std::string& out, double value) {
  append_float(out, value);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
}

void append_array_summary(std::string& out, const ArrayObject& array) {
  out += "array(shape=[";
  for (size_t i = 0; i < array.shape.size(); ++i) {
    if (i != 0) out += ", ";
    out += std::to_string(array.shape[i]);
  }
  out += "], " + std::to_string(array.data.size()) + " elements)";
}

/// Number of innermost lists of an array without elements; more than the most shown is not counted.
size_t count_empty_lists(const ArrayObject& array) {
  size_t count = 1;
  for (size_t size : array.shape) {
    if (size == 0 || count > kMaxElementsShown) break;
    count = size > kMaxElementsShown ? size : count * size;
  }
  return count;
}

/// Nested brackets: `place` counts as an odometer, one digit an axis.
void append_array(std::string& out, const ArrayObject& array) {
  bool empty = array.data.empty();
  size_t pieces = empty ? count_empty_lists(array) : array.data.size();
  if (pieces > kMaxElementsShown) return append_array_summary(out, array);
  size_t axes = 0;
  while (axes < array.shape.size() && array.shape[axes] != 0) ++axes;
  std::vector<size_t> place(axes, 0);
  size_t opened = axes;
  for (size_t piece = 0;; ++piece) {
    out.append(opened, '[');
    if (empty) {
      out += "[]";
    } else {
      append_element(out, array.data[piece]);
    }
    size_t axis = axes;
    while (axis != 0 && ++place[axis - 1] == array.shape[axis - 1]) {
      place[--axis] = 0;
      out += ']';
    }
    if (axis == 0) return;
    out += ", ";
    opened = axes - axis;
  }
}

void append_date_time(std::string& out, const DateTimeObject& time) {
  append_local_time(out, time.seconds + time.offset_seconds, time.nanoseconds);
  bool named = time.zone.is_text() && time.zone.view() != "UTC";
  if (!named && time.offset_seconds == 0) {
    out += 'Z';
    return;
  }
  append_offset(out, time.offset_seconds);
  if (!named) return;
  out += '[';
  out += time.zone.view();
  out += ']';
}

enum class Place : uint8_t { Top, Inside };

/// Writes text forms to `out` until it has about `stop_at` bytes.
class Display {
 public:
  explicit Display(std::string& out, size_t stop_at = std::numeric_limits<size_t>::max())
      : out_(out), stop_at_(stop_at) {}

  void append(const Value& value) {
    append_value(value, Place::Top);
    while (!stack_.empty() && out_.size() < stop_at_) {
      Frame& frame = stack_.back();
      if (frame.list != nullptr) {
        step_list(frame);
      } else {
        step_map(frame);
      }
    }
    stack_.clear();
  }

 private:
  struct Frame {
    const List* list;  ///< or null, and then `map`
    const Map* map;
    size_t position;
  };

  void step_list(Frame& frame) {
    if (frame.position == frame.list->size()) return close(']');
    if (frame.position != 0) out_ += ", ";
    if (out_.size() >= ask_at_) ask_room(*frame.list);
    append_value(frame.list->at(frame.position++), Place::Inside);
  }

  void step_map(Frame& frame) {
    if (frame.position == frame.map->size()) return close('}');
    if (frame.position != 0) out_ += ", ";
    if (out_.size() >= ask_at_) ask_room(*frame.map);
    size_t position = frame.position++;
    out_ += shortened(frame.map->key(position)->view());
    out_ += ": ";
    append_value(frame.map->value(position), Place::Inside);
  }

  void close(char bracket) {
    out_ += bracket;
    stack_.pop_back();
  }

  /// `out` may double when it grows.
  void ask_room(const Object& object) {
    Budget& budget = Heap::of(&object).budget();
    if (budget.has_room(uint64_t{out_.size()} * 2 + kRoomStep)) {
      ask_at_ = out_.size() + kRoomStep;
      return;
    }
    budget.mark_exhausted();
    stop_at_ = 0;
  }

  /// Enough of a text to reach `stop_at`, in whole code points.
  std::string_view shortened(std::string_view text) const {
    constexpr size_t kMostContinuations = 3;
    if (stop_at_ >= text.size() || text.size() - stop_at_ <= kMostContinuations) return text;
    size_t size = stop_at_ + kMostContinuations;
    while ((static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    return text.substr(0, size);
  }

  void append_text(const Value& value, Place place) {
    std::string_view text = shortened(value.view());
    if (place == Place::Inside) return append_quoted(out_, text);
    out_ += text;
  }

  void append_big_int(const BigInt& value) {
    uint64_t digits = value.digit_estimate();
    if (stop_at_ != std::numeric_limits<size_t>::max() && digits > kMaxDigitsInMessages) {
      out_ += "an integer of about " + std::to_string(digits) + " digits";
      return;
    }
    out_ += value.to_text();
  }

  void append_value(const Value& value, Place place) {
    switch (value.tag()) {
      case Tag::Int: append_int64(out_, value.as_int()); return;
      case Tag::Float: append_float(out_, value.as_float()); return;
      case Tag::Text: append_text(value, place); return;
      case Tag::Unbound:
      case Tag::Nothing: out_ += "nothing"; return;
      case Tag::Bool: out_ += value.as_bool() ? "true" : "false"; return;
      case Tag::Builtin:
        out_ += "builtin:";
        out_ += value.as_builtin()->name;
        return;
      case Tag::BigInt: append_big_int(value.big_int().value); return;
      case Tag::Decimal: out_ += value.decimal().value.to_text(); return;
      case Tag::List:
        out_ += '[';
        stack_.push_back({&value.list(), nullptr, 0});
        return;
      case Tag::Map:
        out_ += '{';
        stack_.push_back({nullptr, &value.map(), 0});
        return;
      case Tag::Bytes: append_bytes(out_, value.bytes()); return;
      case Tag::Complex: {
        std::complex<double> number = value.complex().value;
        out_ += complex_text({number.real(), number.imag()});
        return;
      }
      case Tag::Array: append_array(out_, value.array()); return;
      case Tag::Task: append_task(out_, value.task()); return;
      case Tag::Native:
        out_ += "builtin:";
        out_ += value.native().name;
        return;
      case Tag::Secret:
        out_ += "secret(";
        out_ += value.secret().label.view();
        out_ += ')';
        return;
      case Tag::Date: append_date(out_, value.date().days); return;
      case Tag::DateTime: append_date_time(out_, value.date_time()); return;
      case Tag::Duration: append_duration(out_, value.duration().nanoseconds); return;
      case Tag::Cell: append_value(value.cell().value, place); return;  // never holds a Cell
    }
  }

  std::string& out_;
  size_t stop_at_;
  size_t ask_at_ = kRoomStep;
  std::vector<Frame> stack_;
};

void append_escaped(std::string& out, uint32_t code_point) {
  if (code_point < 0x80) return append_control(out, static_cast<unsigned char>(code_point));
  out += "\\u";
  append_hex(out, static_cast<uint8_t>(code_point >> 8));
  append_hex(out, static_cast<uint8_t>(code_point));
}

}  // namespace

void append_display(std::string& out, const Value& value) { Display(out).append(value); }

std::string display(const Value& value) {
  std::string out;
  append_display(out, value);
  return out;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  size_t plain = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out += text.substr(plain, i - plain);
    plain = i + 1;
    if (c < 0x20) {
      append_control(out, c);
    } else {
      out += '\\';
      out += static_cast<char>(c);
    }
  }
  out += text.substr(plain);
  out += '"';
}

std::string short_display(const Value& value, size_t max_code_points) {
  constexpr size_t kMaxUtf8 = 4;
  std::string whole;
  Display(whole, max_code_points * kMaxUtf8 + 1).append(value);
  return short_text(whole, max_code_points);
}

std::string short_text(std::string_view text, size_t max_code_points) {
  std::string out;
  size_t offset = 0;
  for (size_t count = 0; offset < text.size(); ++count) {
    if (count == max_code_points) {
      out += "…";
      break;
    }
    size_t start = offset;
    uint32_t code_point = next_code_point(text, offset);
    if (is_control_or_turning(code_point)) {
      append_escaped(out, code_point);
    } else {
      out.append(text.substr(start, offset - start));
    }
  }
  return out;
}

}  // namespace syn
