// Puts a column together, row by row.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/column_maker.h"

#include <algorithm>

namespace syn {
namespace {

/// A larger int may not be a float as it stands.
constexpr int64_t kMaxExact = 1'000'000'000'000'000;

constexpr size_t kTrustedRows = 64 * 1024;

size_t row_bytes(std::optional<table::Kind> kind) {
  return !kind || *kind == table::Kind::Text || *kind == table::Kind::Any ? 16 : 8;
}

}  // namespace

Result<void> ColumnMaker::make_room(size_t more, size_t expected) {
  charge_now();
  if (records_) TRY(records_->make_room(more, expected));
  if (size_ + more <= capacity_) return {};
  // A file whose rows become longer has fewer than its first ones promise.
  size_t likely = std::min(expected, std::max(kTrustedRows, 8 * (size_ + more)));
  size_t wanted = std::max(size_ + more, std::max(likely, size_ + size_ / 2));
  TRY(call_.reserve(wanted * row_bytes(kind_)));
  capacity_ = wanted;
  if (!kind_) return {};
  switch (*kind_) {
    case table::Kind::Float: floats_.reserve(capacity_); break;
    case table::Kind::Text: texts_->reserve(capacity_); break;
    case table::Kind::Any:
      if (!records_) values_.reserve(capacity_);
      break;
    case table::Kind::Int:
    case table::Kind::Bool:
    case table::Kind::Date:
    case table::Kind::DateTime:
    case table::Kind::Decimal: ints_.reserve(capacity_); break;
  }
  charge_now();
  return {};
}

size_t ColumnMaker::byte_size() const {
  return ints_.capacity() * sizeof(int64_t) + floats_.capacity() * sizeof(double) +
         (texts_ ? texts_->byte_size() : 0) + values_.capacity() * sizeof(Value) +
         present_.capacity() * sizeof(uint64_t) + (records_ ? records_->byte_size() : 0);
}

void ColumnMaker::charge_now() {
  if (texts_) texts_->weigh();
  size_t bytes = byte_size();
  if (bytes > charged_) call_.heap().charge(bytes - charged_);
  if (bytes < charged_) call_.heap().uncharge(charged_ - bytes);
  charged_ = bytes;
}

/// The rows so far are missing.
void ColumnMaker::start(table::Kind kind) {
  kind_ = kind;
  switch (kind) {
    case table::Kind::Float:
      floats_.reserve(capacity_);
      floats_.insert(floats_.end(), size_, 0.0);
      break;
    case table::Kind::Text:
      texts_.emplace(call_.budget());
      texts_->reserve(capacity_);
      for (size_t i = 0; i < size_; ++i) texts_->add_missing();
      break;
    case table::Kind::Any:
      values_.reserve(capacity_);
      values_.resize(size_);
      break;
    case table::Kind::Int:
    case table::Kind::Bool:
    case table::Kind::Date:
    case table::Kind::DateTime:
    case table::Kind::Decimal:
      ints_.reserve(capacity_);
      ints_.insert(ints_.end(), size_, 0);
      break;
  }
}

void ColumnMaker::mark_missing(size_t row) {
  size_t words = row / 64 + 1;
  if (present_.size() < words) {
    present_.reserve(capacity_ / 64 + 1);
    present_.resize(words, ~uint64_t{0});
  }
  table::clear_bit(present_, row);
}

void ColumnMaker::add_missing() {
  mark_missing(size_++);
  if (!kind_) return;
  switch (*kind_) {
    case table::Kind::Float: floats_.push_back(0.0); break;
    case table::Kind::Text: texts_->add_missing(); break;
    case table::Kind::Any:
      if (records_) {
        records_->add_missing();
      } else {
        values_.emplace_back();
      }
      break;
    case table::Kind::Int:
    case table::Kind::Bool:
    case table::Kind::Date:
    case table::Kind::DateTime:
    case table::Kind::Decimal: ints_.push_back(0); break;
  }
}

void ColumnMaker::add_missing(size_t count) {
  for (size_t i = 0; i < count; ++i) add_missing();
}

void ColumnMaker::add_int(int64_t value) {
  if (!kind_) start(table::Kind::Int);
  if (kind_ != table::Kind::Int) return add(Value::integer(value));
  ints_.push_back(value);
  ++size_;
}

void ColumnMaker::add_float(double value) {
  if (!kind_) start(table::Kind::Float);
  if (kind_ != table::Kind::Float) return add(Value::number(value));
  floats_.push_back(value);
  ++size_;
}

void ColumnMaker::add_bool(bool value) {
  if (!kind_) start(table::Kind::Bool);
  if (kind_ != table::Kind::Bool) return add(Value::boolean(value));
  ints_.push_back(value ? 1 : 0);
  ++size_;
}

void ColumnMaker::add_text(std::string_view text) {
  if (!kind_) start(table::Kind::Text);
  if (kind_ != table::Kind::Text) return add(make_text(call_.heap(), text));
  texts_->add(text);
  ++size_;
}

bool ColumnMaker::fits(const Value& value) const {
  if (kind_ != column_kind(value)) return false;
  if (kind_ == table::Kind::Decimal) {
    const Decimal& decimal = value.decimal().value;
    return decimal.scale() == scale_ && column_units(decimal).has_value();
  }
  if (kind_ == table::Kind::DateTime) {
    const DateTimeObject& time = value.date_time();
    return time.zone.is_nothing() && time.offset_seconds == offset_seconds_ &&
           column_nanoseconds(time).has_value();
  }
  return true;
}

void ColumnMaker::add(Value value) {
  if (value.is_nothing()) return add_missing();
  if (!kind_ && RecordMaker::may_start(value, depth_)) {
    kind_ = table::Kind::Any;
    records_ = std::make_unique<RecordMaker>(call_, depth_, size_);
  }
  if (records_) {
    if (records_->add(value)) {
      ++size_;
      return;
    }
    become_values();
  }
  if (!kind_) {
    start(column_kind(value));
    if (value.is(Tag::Decimal)) scale_ = value.decimal().value.scale();
    if (value.is(Tag::DateTime)) offset_seconds_ = value.date_time().offset_seconds;
  }
  if (kind_ != table::Kind::Any && !fits(value)) become_values();
  ++size_;
  switch (*kind_) {
    case table::Kind::Int: ints_.push_back(value.as_int()); break;
    case table::Kind::Float: floats_.push_back(value.as_float()); break;
    case table::Kind::Bool: ints_.push_back(value.as_bool() ? 1 : 0); break;
    case table::Kind::Text: texts_->add(value.view()); break;
    case table::Kind::Date: ints_.push_back(value.date().days); break;
    case table::Kind::DateTime:
      ints_.push_back(column_nanoseconds(value.date_time()).value_or(0));
      break;
    case table::Kind::Decimal:
      ints_.push_back(column_units(value.decimal().value).value_or(0));
      break;
    case table::Kind::Any: values_.push_back(std::move(value)); break;
  }
}

void ColumnMaker::add_record(size_t kind) {
  records_->add(kind);
  ++size_;
}

double* ColumnMaker::extend_floats(size_t count) {
  if (!kind_) start(table::Kind::Float);
  floats_.resize(size_ + count);
  size_ += count;
  return floats_.data() + size_ - count;
}

int64_t* ColumnMaker::extend_ints(table::Kind kind, size_t count) {
  if (!kind_) start(kind);
  ints_.resize(size_ + count);
  size_ += count;
  return ints_.data() + size_ - count;
}

void ColumnMaker::drop(size_t count) {
  size_ -= count;
  if (kind_ == table::Kind::Float) {
    floats_.resize(size_);
  } else {
    ints_.resize(size_);
  }
}

bool ColumnMaker::become_floats() {
  for (int64_t value : ints_) {
    if (value <= -kMaxExact || value >= kMaxExact) return false;
  }
  floats_.reserve(capacity_);
  for (int64_t value : ints_) floats_.push_back(static_cast<double>(value));
  ints_ = {};
  kind_ = table::Kind::Float;
  charge_now();
  return true;
}

void ColumnMaker::become_values() {
  size_t rows = size_;
  size_t capacity = capacity_;
  if (!call_.budget().has_room(rows * sizeof(Value))) call_.budget().mark_exhausted();
  table::ColumnPtr column = finish();
  size_ = rows;
  capacity_ = capacity;
  kind_ = table::Kind::Any;
  if (call_.budget().exhausted()) {
    size_ = 0;  // the run ends before anyone looks
    return;
  }
  values_.reserve(capacity_);
  for (size_t i = 0; i < rows && !call_.budget().exhausted(); ++i) {
    values_.push_back(cell_value(call_.heap(), *column, i));
  }
  values_.resize(rows);  // the run ends before anyone looks, where memory was short
  charge_now();
}

void ColumnMaker::clear() {
  kind_.reset();
  size_ = 0;
  capacity_ = 0;
  scale_ = 0;
  offset_seconds_ = 0;
  ints_ = {};
  floats_ = {};
  texts_.reset();
  values_ = {};
  present_ = {};
  records_ = nullptr;
  charge_now();
}

std::optional<Value> ColumnMaker::finish_rows() {
  if (!records_ || !present_.empty()) return std::nullopt;
  std::optional<Value> rows = records_->finish_rows();
  if (rows) clear();
  return rows;
}

table::ColumnPtr ColumnMaker::finish() {
  if (!kind_) start(table::Kind::Text);
  size_t capacity = capacity_;
  if (kind_ == table::Kind::Any && !records_) {
    std::vector<Value> values = std::move(values_);
    clear();
    return column_from_values(call_.heap(), std::move(values));
  }
  auto column = std::make_shared<table::Column>(*kind_, size_);
  column->scale = scale_;
  column->offset_seconds = offset_seconds_;
  if (texts_) texts_->finish(*column);
  if (records_) column->cells = records_->finish();
  column->ints = std::move(ints_);
  column->floats = std::move(floats_);
  if (!present_.empty()) {
    present_.resize((size_ + 63) / 64, ~uint64_t{0});
    if (size_ % 64 != 0) present_.back() &= (uint64_t{1} << (size_ % 64)) - 1;
    column->present = std::move(present_);
  }
  // What was reserved for rows that did not come goes back where it is much.
  if (capacity - size_ > size_ / 8) {
    column->ints.shrink_to_fit();
    column->floats.shrink_to_fit();
    column->texts.shrink_to_fit();
    column->codes.shrink_to_fit();
  }
  clear();
  column->charge(call_.budget());
  return column;
}

}  // namespace syn
