// One line of JSON Lines, read quickly.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_row.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "num/float_text.h"

namespace syn {
namespace {

constexpr uint64_t kOnes = 0x0101'0101'0101'0101;
constexpr uint64_t kHighBits = kOnes * 0x80;

uint64_t zero_bytes(uint64_t word) { return (word - kOnes) & ~word & kHighBits; }

/// The first quote, backslash or control character. Of the bytes that the test marks, the lowest is
/// always right.
const char* find_special(const char* p, const char* end) {
  for (; end - p >= 8; p += 8) {
    uint64_t word;
    std::memcpy(&word, p, sizeof(word));
    uint64_t control = (word - kOnes * 0x20) & ~word & kHighBits;
    uint64_t found = control | zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'));
    if (found != 0) return p + std::countr_zero(found) / 8;
  }
  while (p != end && *p != '"' && *p != '\\' && static_cast<unsigned char>(*p) >= 0x20) ++p;
  return p;
}

/// Keys are short: three bytes at least, quotes and colon.
bool are_same(const char* left, const char* right, size_t size) {
  auto same = [&]<typename Word>(Word, size_t at) {
    Word a;
    Word b;
    std::memcpy(&a, left + at, sizeof(Word));
    std::memcpy(&b, right + at, sizeof(Word));
    return a == b;
  };
  if (size < 4) return std::memcmp(left, right, size) == 0;
  if (size < 8) return same(uint32_t{}, 0) && same(uint32_t{}, size - 4);
  for (size_t at = 0; at + 8 < size; at += 8) {
    if (!same(uint64_t{}, at)) return false;
  }
  return same(uint64_t{}, size - 8);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr double kPowersOfTen[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
constexpr std::ptrdiff_t kExactDigits = 15;  // such a number and its power of ten are exact doubles
constexpr std::ptrdiff_t kSafeDigits = 18;   // any so many digits fit an int64

json::Limits limits_inside_object(bool allow_nan) {
  json::Limits limits;
  limits.allow_nan = allow_nan;
  --limits.max_depth;
  return limits;
}

}  // namespace

JsonRowReader::Documents::Documents(Call& call, RepeatedKeys repeated, bool allow_nan)
    : builder(call, repeated), reader(builder, limits_inside_object(allow_nan)) {}

JsonRowReader::JsonRowReader(Call& call, RepeatedKeys repeated, bool allow_nan)
    : documents_(std::make_shared<Documents>(call, repeated, allow_nan)) {}

JsonRowReader& JsonRowReader::expect_records(size_t column, const std::vector<std::string>& names,
                                             const std::vector<RecordKind>& kinds) {
  std::unique_ptr<JsonRowReader>& nested = nested_[column];
  if (nested == nullptr) nested = std::unique_ptr<JsonRowReader>(new JsonRowReader(documents_));
  nested->is_plain_only_ = is_plain_only_;
  for (size_t i = nested->names_.size(); i < names.size(); ++i) nested->add_key(names[i]);
  for (size_t i = nested->kinds_.size(); i < kinds.size(); ++i) {
    nested->kinds_.push_back(kinds[i].members);
  }
  return *nested;
}

void JsonRowReader::add_key(std::string_view name) {
  auto column = static_cast<uint32_t>(names_.size());
  names_.emplace_back(name);
  columns_.emplace(names_.back(), column);
  bool is_plain = find_special(name.data(), name.data() + name.size()) == name.data() + name.size();
  quoted_.push_back(is_plain ? '"' + std::string(name) + "\":" : std::string());
  order_.push_back(column);
  seen_.push_back(0);
  nested_.emplace_back();
}

int64_t JsonRowReader::find_key(std::string_view name) const {
  auto found = columns_.find(name);
  return found == columns_.end() ? -1 : int64_t{found->second};
}

inline void JsonRowReader::skip_space() {
  if (next_ != end_ && *next_ > ' ') return;
  while (next_ != end_ && (*next_ == ' ' || *next_ == '\t' || *next_ == '\r')) ++next_;
}

bool JsonRowReader::read(std::string_view line) {
  if (read_object(line.data(), line.data() + line.size()) == nullptr) return false;
  skip_space();
  return next_ == end_;
}

/// Gives where the object ends, or null.
const char* JsonRowReader::read_object(const char* start, const char* end) {
  next_ = start;
  end_ = end;
  ++row_;
  in_order_ = true;
  cells_.clear();
  values_.clear();
  skip_space();
  if (next_ == end_ || *next_ != '{') return nullptr;
  ++next_;
  for (size_t position = 0;; ++position) {
    if (!read_member(position)) return nullptr;
    skip_space();
    if (next_ == end_) return nullptr;
    char c = *next_++;
    if (c == '}') return next_;
    if (c != ',') return nullptr;
  }
}

bool JsonRowReader::read_member(size_t position) {
  skip_space();
  JsonCell& cell = cells_.emplace_back();
  if (!read_key(position, cell.column)) return false;
  if (seen_[cell.column] == row_) return false;
  seen_[cell.column] = row_;
  in_order_ = in_order_ && cell.column == position;
  skip_space();
  return read_value(cell);
}

/// A key and its colon.
bool JsonRowReader::read_key(size_t position, uint32_t& column) {
  auto left = static_cast<size_t>(end_ - next_);
  if (position < order_.size()) {
    const std::string& expected = quoted_[order_[position]];
    bool fits = !expected.empty() && left >= expected.size();
    if (fits && are_same(next_, expected.data(), expected.size())) {
      next_ += expected.size();
      column = order_[position];
      return true;
    }
  }
  if (left == 0 || *next_ != '"') return false;
  const char* start = next_ + 1;
  const char* close = find_special(start, end_);
  if (close == end_ || *close != '"') return false;
  auto known = columns_.find(std::string_view(start, static_cast<size_t>(close - start)));
  if (known == columns_.end()) return false;
  next_ = close + 1;
  skip_space();
  if (next_ == end_ || *next_ != ':') return false;
  ++next_;
  column = known->second;
  // The next line is expected to be like this one.
  for (size_t i = position; i < order_.size(); ++i) {
    if (order_[i] == column) std::swap(order_[i], order_[position]);
  }
  return true;
}

bool JsonRowReader::read_value(JsonCell& cell) {
  auto left = static_cast<size_t>(end_ - next_);
  if (left < 2) return false;
  auto take_word = [&](std::string_view word, JsonCell::Kind kind) {
    if (left < word.size() || std::memcmp(next_, word.data(), word.size()) != 0) return false;
    next_ += word.size();
    cell.kind = kind;
    return true;
  };
  switch (*next_) {
    case '"': return read_text(cell);
    case 't': return take_word("true", JsonCell::Kind::True);
    case 'f': return take_word("false", JsonCell::Kind::False);
    case 'n': return take_word("null", JsonCell::Kind::Null);
    case '{': return read_record(cell) || (!error_ && read_nested(cell));
    case '[': return read_nested(cell);
    default: return read_number(cell);
  }
}

bool JsonRowReader::read_text(JsonCell& cell) {
  const char* start = next_ + 1;
  const char* close = find_special(start, end_);
  if (close == end_ || static_cast<unsigned char>(*close) < 0x20) return false;
  if (*close == '\\') return read_escaped(next_, cell);
  cell.kind = JsonCell::Kind::Text;
  cell.text = {start, static_cast<size_t>(close - start)};
  next_ = close + 1;
  return true;
}

/// A text with escapes is read as a document of its own.
bool JsonRowReader::read_escaped(const char* open, JsonCell& cell) {
  const char* p = open + 1;
  for (p = find_special(p, end_); p != end_ && *p != '"'; p = find_special(p, end_)) {
    if (*p != '\\' || end_ - p < 2) return false;
    p += 2;
  }
  if (p == end_ || !take_slice(open, p + 1, cell)) return false;
  next_ = p + 1;
  return true;
}

bool JsonRowReader::read_number(JsonCell& cell) {
  const char* start = next_;
  const char* p = start + (*start == '-' ? 1 : 0);
  const char* digits = p;
  uint64_t value = 0;
  for (; p != end_ && is_digit(*p) && p - digits < kSafeDigits; ++p) {
    value = value * 10 + static_cast<uint64_t>(*p - '0');
  }
  std::ptrdiff_t whole = p - digits;
  if (whole == 0 || (*digits == '0' && whole > 1)) return false;
  bool is_plain = true;
  std::ptrdiff_t decimals = 0;
  if (p != end_ && *p == '.') {
    const char* point = p++;
    for (; p != end_ && is_digit(*p) && p - digits <= kExactDigits; ++p) {
      value = value * 10 + static_cast<uint64_t>(*p - '0');
    }
    decimals = p - point - 1;
    is_plain = decimals > 0;
    while (p != end_ && is_digit(*p)) ++p;
  }
  bool goes_on =
      p != end_ && (is_digit(*p) || *p == '.' || *p == 'e' || *p == 'E' || *p == '-' || *p == '+');
  if (is_plain && p != end_ && (*p == 'e' || *p == 'E') && read_exponent(start, p, cell)) {
    return true;
  }
  if (!is_plain || goes_on) {
    while (p != end_ && *p != ',' && *p != '}' && *p != ' ' && *p != '\t' && *p != '\r') ++p;
    if (!take_slice(start, p, cell)) return false;
    next_ = p;
    return true;
  }
  next_ = p;
  bool negative = digits != start;
  if (decimals == 0) {
    cell.kind = JsonCell::Kind::Int;
    cell.integer = negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
    return true;
  }
  cell.kind = JsonCell::Kind::Float;
  if (p - digits > kExactDigits + 1) {
    cell.number = *parse_float({start, static_cast<size_t>(p - start)});
    return true;
  }
  double magnitude = static_cast<double>(value) / kPowersOfTen[decimals];
  cell.number = negative ? -magnitude : magnitude;
  return true;
}

/// A number with an exponent, whose letter is at `letter`; false where it is none, or too large.
bool JsonRowReader::read_exponent(const char* start, const char* letter, JsonCell& cell) {
  const char* p = letter + 1;
  if (p != end_ && (*p == '+' || *p == '-')) ++p;
  const char* digits = p;
  while (p != end_ && is_digit(*p)) ++p;
  bool goes_on = p != end_ && *p != ',' && *p != '}' && *p != ' ' && *p != '\t' && *p != '\r';
  if (p == digits || goes_on) return false;
  double value = *parse_float({start, static_cast<size_t>(p - start)});
  if (!std::isfinite(value)) return false;
  next_ = p;
  cell.kind = JsonCell::Kind::Float;
  cell.number = value;
  return true;
}

/// The kind of the record that was read last, or -1.
int64_t JsonRowReader::kind_of_record() {
  auto fits = [this](const std::vector<uint32_t>& columns) {
    return std::equal(columns.begin(), columns.end(), cells_.begin(), cells_.end(),
                      [](uint32_t column, const JsonCell& cell) { return column == cell.column; });
  };
  if (!fits(kinds_[last_kind_])) {
    auto found = std::find_if(kinds_.begin(), kinds_.end(), fits);
    if (found == kinds_.end()) return -1;
    last_kind_ = static_cast<size_t>(found - kinds_.begin());
  }
  return static_cast<int64_t>(last_kind_);
}

bool JsonRowReader::read_record(JsonCell& cell) {
  JsonRowReader* nested = nested_[cell.column].get();
  if (nested == nullptr) return false;
  const char* after = nested->read_object(next_, end_);
  if (after == nullptr) {
    error_ = std::exchange(nested->error_, std::nullopt);
    return false;
  }
  cell.integer = nested->kind_of_record();
  if (cell.integer < 0) return false;
  cell.kind = JsonCell::Kind::Record;
  next_ = after;
  return true;
}

/// A list or object: to its end, and then it is read as a document of its own.
bool JsonRowReader::read_nested(JsonCell& cell) {
  if (is_nested_) return false;  // how deep it may be, the outermost one knows
  const char* start = next_;
  const char* p = start;
  size_t depth = 0;
  do {
    char c = *p++;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    for (p = find_special(p, end_); p != end_ && *p != '"'; p = find_special(p, end_)) {
      if (*p != '\\' || end_ - p < 2) return false;
      p += 2;
    }
    if (p != end_) ++p;
  } while (depth != 0 && p != end_);
  if (depth != 0 || !take_slice(start, p, cell)) return false;
  next_ = p;
  return true;
}

std::optional<Value> JsonRowReader::read_slice(std::string_view json) {
  auto& [builder, reader] = *documents_;
  if (reader.read(json) == json::Reader::Outcome::Read) return builder.take();
  error_ = std::move(builder.error());
  builder.reset();
  return std::nullopt;
}

bool JsonRowReader::take_slice(const char* start, const char* end, JsonCell& cell) {
  std::string_view json(start, static_cast<size_t>(end - start));
  if (is_plain_only_) {
    cell.kind = JsonCell::Kind::Slice;
    cell.text = json;
    return true;
  }
  std::optional<Value> value = read_slice(json);
  if (!value) return false;
  cell.kind = JsonCell::Kind::Value;
  cell.integer = static_cast<int64_t>(values_.size());
  values_.push_back(std::move(*value));
  return true;
}

}  // namespace syn
