// Values as JSON text, without recursion: a stack of the containers that are being written.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/json_encoding.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "num/float_text.h"
#include "value/display.h"
#include "value/list_columns.h"

namespace syn {
namespace {

/// Bytes that may be written between two looks at the Budget.
constexpr size_t kLookEvery = 1 << 16;

struct Level {
  const Value* container;
  size_t next = 0;
  std::vector<uint32_t> order;  ///< of the keys, where they are sorted
};

void append_json_float(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
  } else {
    append_float(out, value);
  }
}

std::string json_float(double value) {
  std::string out;
  append_json_float(out, value);
  return out;
}

/// An array as nested lists of floats.
void write_array(json::Writer& writer, const ArrayObject& array) {
  if (array.shape.empty()) return writer.raw(json_float(array.data.at(0)));
  std::vector<size_t> left(array.shape.size(), 0);
  size_t level = 0;
  size_t element = 0;
  writer.begin_array();
  while (true) {
    if (left[level] == array.shape[level]) {
      writer.end_array();
      left[level] = 0;
      if (level == 0) return;
      --level;
      continue;
    }
    ++left[level];
    if (level + 1 == array.shape.size()) {
      writer.raw(json_float(array.data[element++]));
    } else {
      ++level;
      writer.begin_array();
    }
  }
}

void write_complex(json::Writer& writer, std::complex<double> value) {
  writer.begin_object();
  writer.key("re");
  writer.raw(json_float(value.real()));
  writer.key("im");
  writer.raw(json_float(value.imag()));
  writer.end_object();
}

/// `value["f"][2]`: where the value being written stands.
std::string path_of(const std::vector<Level>& levels) {
  std::string path = "value";
  for (const Level& level : levels) {
    path += '[';
    if (level.container->is_map()) {
      size_t at = level.order.empty() ? level.next - 1 : level.order[level.next - 1];
      append_quoted(path, level.container->map().key(at)->view());
    } else {
      path += std::to_string(level.next - 1);
    }
    path += ']';
  }
  return path;
}

/// Goes through a value and its parts; what to do with the rest is up to the two encoders below.
class Encoder {
 public:
  Encoder(Call& call, json::Style style, std::string& out)
      : call_(call), out_(out), writer_(out, style), charged_(out.size()) {}
  virtual ~Encoder() = default;

  Result<void> write(const Value& value) {
    TRY(enter(value));
    while (!levels_.empty()) {
      TRY(call_.tick());
      if (out_.size() - charged_ > kLookEvery) TRY(look());
      Level& level = levels_.back();
      const Value& container = *level.container;
      if (container.is_list()) {
        if (level.next == container.list().size()) {
          writer_.end_array();
          levels_.pop_back();
          continue;
        }
        TRY(enter(container.list().at(level.next++)));
        continue;
      }
      const Map& map = container.map();
      if (level.next == map.size()) {
        writer_.end_object();
        levels_.pop_back();
        continue;
      }
      size_t at = level.order.empty() ? level.next : level.order[level.next];
      ++level.next;
      writer_.key(map.key(at)->view());
      TRY(enter(map.value(at)));
    }
    return {};
  }

 protected:
  virtual Result<void> write_scalar(const Value& value) = 0;
  virtual std::vector<uint32_t> key_order(const Map&) { return {}; }
  std::string path() const { return path_of(levels_); }

  Call& call_;
  std::string& out_;
  json::Writer writer_;

 private:
  Result<void> enter(const Value& value) {
    if (value.is_list()) {
      writer_.begin_array();
      levels_.push_back({&value, 0, {}});
      return {};
    }
    if (value.is_map()) {
      writer_.begin_object();
      levels_.push_back({&value, 0, key_order(value.map())});
      return {};
    }
    return write_scalar(value);
  }
  /// The output grows by doubling: room for that, and the work done.
  Result<void> look() {
    TRY(call_.tick((out_.size() - charged_) / 64));
    TRY(call_.reserve(out_.size() * 2));
    charged_ = out_.size();
    return {};
  }

  std::vector<Level> levels_;
  size_t charged_;  ///< of what `out_` has, also before this value
};

/// As Python's json.dumps.
class PlainEncoder final : public Encoder {
 public:
  using Encoder::Encoder;

 private:
  Result<void> write_scalar(const Value& value) override {
    switch (value.tag()) {
      case Tag::Nothing:
      case Tag::Unbound: writer_.raw("null"); return {};
      case Tag::Bool: writer_.raw(value.as_bool() ? "true" : "false"); return {};
      case Tag::Int:
        writer_.before_value();
        append_int64(out_, value.as_int());
        return {};
      case Tag::Float:
        writer_.before_value();
        append_json_float(out_, value.as_float());
        return {};
      case Tag::Text: writer_.text(value.view()); return {};
      case Tag::BigInt:
      case Tag::Decimal: writer_.raw(display(value)); return {};
      case Tag::Bytes:
        TRY(call_.reserve(value.bytes().size * 2));
        writer_.text(
            base64_text({reinterpret_cast<const char*>(value.bytes().data), value.bytes().size}));
        return {};
      case Tag::Array:
        TRY(call_.tick(value.array().data.size()));
        TRY(call_.reserve(value.array().data.size() * 24));
        write_array(writer_, value.array());
        return {};
      case Tag::Complex: write_complex(writer_, value.complex().value); return {};
      case Tag::Date:
      case Tag::DateTime:
      case Tag::Duration:
      case Tag::Secret: writer_.text(display(value)); return {};
      case Tag::Task:
      case Tag::Builtin:
      case Tag::Native:
      case Tag::List:
      case Tag::Map:
      case Tag::Cell: break;
    }
    return Error(builtin_errors::kJsonTask, {call_.name(), path(), type_name(value)});
  }
};

/// The units of UTF-16 in the order of RFC 8785: surrogates (above U+FFFF) sort before U+E000.
bool utf16_less(std::string_view left, std::string_view right) {
  size_t i = 0;
  size_t common = std::min(left.size(), right.size());
  while (i < common && left[i] == right[i]) ++i;
  if (i == common) return left.size() < right.size();
  auto a = static_cast<unsigned char>(left[i]);
  auto b = static_cast<unsigned char>(right[i]);
  // Lead bytes 0xF0… are pairs of surrogates, 0xEE and 0xEF are above them.
  if (a >= 0xEE && b >= 0xEE && (a >= 0xF0) != (b >= 0xF0)) return a >= 0xF0;
  return a < b;
}

/// ECMAScript's text of a finite double, from the shortest digits.
std::string ecma_number(double value) {
  if (value == 0) return "0";
  std::string text = float_text(std::abs(value));
  size_t e = text.find('e');
  int exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
  std::string digits = text.substr(0, e);
  size_t point = digits.find('.');
  if (point == std::string::npos) point = digits.size();
  int before = static_cast<int>(point) + exponent;  // digits in front of the point
  digits.erase(std::min(point, digits.size()), point < digits.size() ? 1 : 0);
  size_t zeros = digits.find_first_not_of('0');
  digits.erase(0, zeros);
  before -= static_cast<int>(zeros);
  digits.erase(digits.find_last_not_of('0') + 1);
  auto count = static_cast<int>(digits.size());
  std::string out = value < 0 ? "-" : "";
  if (before > 21 || before <= -6) {
    out += digits.substr(0, 1);
    if (count > 1) out += "." + digits.substr(1);
    out += before > 0 ? "e+" : "e-";
    return out + std::to_string(std::abs(before - 1));
  }
  if (before <= 0) return out + "0." + std::string(static_cast<size_t>(-before), '0') + digits;
  if (count <= before) return out + digits + std::string(static_cast<size_t>(before - count), '0');
  auto split = static_cast<size_t>(before);
  return out + digits.substr(0, split) + "." + digits.substr(split);
}

class CanonicalEncoder final : public Encoder {
 public:
  using Encoder::Encoder;

 private:
  std::vector<uint32_t> key_order(const Map& map) override {
    std::vector<uint32_t> order(map.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&map](uint32_t left, uint32_t right) {
      return utf16_less(map.key(left)->view(), map.key(right)->view());
    });
    return order;
  }

  Result<void> write_number(double number) {
    if (std::isnan(number)) return Error(builtin_errors::kCanonicalNumber, {path(), "NaN"});
    if (std::isinf(number)) {
      return Error(builtin_errors::kCanonicalNumber, {path(), number < 0 ? "-inf" : "inf"});
    }
    writer_.raw(ecma_number(number));
    return {};
  }

  Result<void> write_scalar(const Value& value) override {
    constexpr int64_t kExact = int64_t{1} << 53;
    switch (value.tag()) {
      case Tag::Nothing:
      case Tag::Unbound: writer_.raw("null"); return {};
      case Tag::Bool: writer_.raw(value.as_bool() ? "true" : "false"); return {};
      case Tag::Int:
        if (value.as_int() < -kExact || value.as_int() > kExact) break;
        writer_.raw(int64_text(value.as_int()));
        return {};
      case Tag::BigInt: break;
      case Tag::Float: return write_number(value.as_float());
      case Tag::Decimal: {
        const Decimal& decimal = value.decimal().value;
        double number = decimal.to_double();
        if (!std::isfinite(number) || Decimal::from_float_text(number) != decimal) {
          return Error(builtin_errors::kCanonicalDecimal, {path(), short_display(value)});
        }
        return write_number(number);
      }
      case Tag::Text: writer_.text(value.view()); return {};
      case Tag::Date:
      case Tag::DateTime:
      case Tag::Duration:
      case Tag::Secret: writer_.text(display(value)); return {};
      case Tag::Bytes: return Error(builtin_errors::kCanonicalBytes, {path()});
      case Tag::Array:
      case Tag::Complex: return Error(builtin_errors::kCanonicalKind, {path(), type_name(value)});
      case Tag::Task:
      case Tag::Builtin:
      case Tag::Native:
      case Tag::List:
      case Tag::Map:
      case Tag::Cell:
        return Error(builtin_errors::kJsonTask, {call_.name(), path(), type_name(value)});
    }
    return Error(builtin_errors::kCanonicalInteger, {path(), short_display(value)});
  }
};

}  // namespace

Result<void> write_json(Call& call, const Value& value, json::Style style, std::string& out) {
  return PlainEncoder(call, style, out).write(value);
}

namespace {

/// A cell of a kind whose text is known without looking at the value's parts.
void append_json_cell(Call& call, const table::Column& column, size_t row, std::string& out) {
  switch (column.kind) {
    case table::Kind::Int: append_int64(out, column.ints[row]); return;
    case table::Kind::Float: append_json_float(out, column.floats[row]); return;
    case table::Kind::Bool: out += column.ints[row] != 0 ? "true" : "false"; return;
    case table::Kind::Text:
      json::append_text(out, column.text(row).view(), json::Escapes::Ascii);
      return;
    case table::Kind::Decimal: append_display(out, cell_value(call.heap(), column, row)); return;
    case table::Kind::Date:
    case table::Kind::DateTime:
    case table::Kind::Any:
      json::append_text(out, display(cell_value(call.heap(), column, row)), json::Escapes::Ascii);
      return;
  }
}

}  // namespace

Result<void> write_json_lines(Call& call, const table::Table& table, std::string& out) {
  std::vector<std::string> keys;
  std::vector<const table::Column*> columns;
  for (size_t i = 0; i < table.num_columns(); ++i) {
    std::string key = i == 0 ? "{" : ", ";
    json::append_text(key, table.names[i], json::Escapes::Ascii);
    keys.push_back(key + ": ");
    columns.push_back(table.column(i).get());
  }
  size_t looked = 0;
  for (size_t row = 0; row < table.num_rows; ++row) {
    TRY(call.tick(1 + columns.size()));
    for (size_t i = 0; i < columns.size(); ++i) {
      out += keys[i];
      if (columns[i]->is_present(row)) {
        append_json_cell(call, *columns[i], row, out);
      } else {
        out += "null";
      }
    }
    out += "}\n";
    if (out.size() - looked <= kLookEvery) continue;
    TRY(call.tick((out.size() - looked) / 64));
    TRY(call.reserve(out.size() * 2));
    looked = out.size();
  }
  return {};
}

Result<void> write_canonical_json(Call& call, const Value& value, std::string& out) {
  return CanonicalEncoder(call, {json::Spacing::Compact, json::Escapes::Needed, 0}, out)
      .write(value);
}

}  // namespace syn
