// Looking at values, one by one.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/column_inference.h"

#include <algorithm>

#include "value/civil_time.h"
#include "value/numbers.h"

namespace syn {
namespace {

constexpr int64_t kMaxExactFloat = int64_t{1} << 53;
constexpr uint64_t kMaxWideBits = 126;

CellFamily family_of(const Value& value) {
  if (value.is_int() || value.is(Tag::BigInt)) return CellFamily::Int;
  if (value.is_float()) return CellFamily::Float;
  if (value.is_text()) return CellFamily::Text;
  if (value.is(Tag::Decimal)) return CellFamily::Decimal;
  if (value.is(Tag::Bool)) return CellFamily::Bool;
  if (value.is(Tag::Bytes)) return CellFamily::Bytes;
  if (value.is(Tag::Date)) return CellFamily::Date;
  if (value.is(Tag::DateTime)) return CellFamily::DateTime;
  if (value.is(Tag::Duration)) return CellFamily::Duration;
  if (value.is_list()) return CellFamily::List;
  if (value.is_map()) return CellFamily::Map;
  return CellFamily::Other;
}

uint64_t digits_of_int(int64_t value) {
  auto magnitude = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return count_digits(magnitude);
}

}  // namespace

void ColumnInference::note(CellFamily family) {
  if (has(family)) return;
  seen_ |= bit(family);
  order_.push_back(family);
}

void ColumnInference::see_integer(const Value& value, uint64_t row) {
  if (value.is_int()) {
    int64_t number = value.as_int();
    whole_digits = std::max(whole_digits, digits_of_int(number));
    bool exact = number <= kMaxExactFloat && number >= -kMaxExactFloat;
    if (!exact && static_cast<int128>(static_cast<double>(number)) != number) {
      inexact_row = std::min(inexact_row, row);
    }
    return;
  }
  const BigInt& number = value.big_int().value;
  whole_digits = std::max(whole_digits, number.digit_estimate());
  has_wide_int = true;
  has_huge_int = has_huge_int || number.bit_length() > kMaxWideBits;
  inexact_row = std::min(inexact_row, row);
}

void ColumnInference::see_time(const Value& value) {
  constexpr int128 kMicro = 1000;
  int128 nanos = 0;
  if (value.is(Tag::DateTime)) {
    const DateTimeObject& time = value.date_time();
    nanos = int128{time.seconds} * kNanosecondsPerSecond + time.nanoseconds;
  } else {
    nanos = value.duration().nanoseconds;
  }
  needs_nanos = needs_nanos || nanos % kMicro != 0;
  fits_nanos = fits_nanos && nanos > INT64_MIN && nanos < INT64_MAX;
  fits_micros = fits_micros && nanos / kMicro > INT64_MIN && nanos / kMicro < INT64_MAX;
}

void ColumnInference::see(const Value& value, uint64_t row, int depth) {
  if (value.is_nothing()) return;
  CellFamily family = family_of(value);
  note(family);
  switch (family) {
    case CellFamily::Int: see_integer(value, row); break;
    case CellFamily::Decimal: {
      const Decimal& number = value.decimal().value;
      scale = std::max(scale, number.scale());
      uint64_t digits = number.digits();
      whole_digits = std::max(whole_digits, digits > number.scale() ? digits - number.scale() : 0);
      break;
    }
    case CellFamily::DateTime:
    case CellFamily::Duration: see_time(value); break;
    case CellFamily::List:
      if (depth >= kMaxDepth) {
        is_too_deep = true;
        break;
      }
      if (items_ == nullptr) items_ = std::make_unique<ColumnInference>();
      for (const Value& item : value.list().items()) items_->see(item, row, depth + 1);
      break;
    case CellFamily::Map: {
      if (depth >= kMaxDepth) {
        is_too_deep = true;
        break;
      }
      const Map& map = value.map();
      for (size_t i = 0; i < map.size(); ++i) {
        auto [found, is_new] = field_index_.emplace(map.key(i)->view(), fields_.size());
        if (is_new) {
          field_names_.push_back(found->first);
          fields_.push_back(std::make_unique<ColumnInference>());
        }
        fields_[found->second]->see(map.value(i), row, depth + 1);
      }
      break;
    }
    case CellFamily::Other: other_name = type_name(value); break;
    case CellFamily::Float:
    case CellFamily::Text:
    case CellFamily::Bool:
    case CellFamily::Bytes:
    case CellFamily::Date: break;
  }
}

std::string family_name(CellFamily family, const ColumnInference& column) {
  switch (family) {
    case CellFamily::Int: return "Int";
    case CellFamily::Float: return "Float";
    case CellFamily::Decimal: return "Decimal(" + std::to_string(column.scale) + ")";
    case CellFamily::Text: return "Text";
    case CellFamily::Bool: return "Bool";
    case CellFamily::Bytes: return "Bytes";
    case CellFamily::Date: return "Date";
    case CellFamily::DateTime: return "DateTime";
    case CellFamily::Duration: return "Duration";
    case CellFamily::List: return "List";
    case CellFamily::Map: return "Map";
    case CellFamily::Other: return column.other_name;
  }
  return {};
}

}  // namespace syn
