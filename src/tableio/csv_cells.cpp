// Some records of CSV by columns, and the quick reading of plain cells.
//
// Digits are read eight at a time (SWAR): a text of up to eight bytes is shifted to the upper end
// of a word, zeros go before it, and three multiplications add the digits up.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_cells.h"

#include <fast_float/fast_float.h>

#include <bit>
#include <cstring>

#include "base/iso_time.h"
#include "num/uint128.h"

namespace syn::tableio {
namespace {

constexpr uint64_t kOnes = 0x0101'0101'0101'0101;
constexpr uint64_t kZeros = kOnes * '0';
constexpr uint64_t kHighBits = kOnes * 0x80;
constexpr size_t kWord = 8;

uint64_t load(const char* from) {
  uint64_t word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

bool are_digits(uint64_t word) {
  return (((word + kOnes * 0x46) | (word - kZeros)) & kHighBits) == 0;
}

/// Eight digits, the first in the lowest byte.
uint64_t add_up(uint64_t word) {
  word -= kZeros;
  word = word * 10 + (word >> 8);
  constexpr uint64_t kMask = 0x0000'00FF'0000'00FF;
  return ((word & kMask) * 0x000F'4240'0000'0064 +
          ((word >> 16) & kMask) * 0x0000'2710'0000'0001) >>
         32;
}

/// The `size` (1 to 8) low bytes of a word, with zeros before them.
uint64_t pad(uint64_t word, size_t size) {
  if (size == kWord) return word;
  return (word << (kWord * (kWord - size))) | (kZeros >> (kWord * size));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool read_digits_slowly(const char* p, size_t size, uint64_t& value) {
  value = 0;
  for (size_t i = 0; i < size; ++i) {
    if (!is_digit(p[i])) return false;
    value = value * 10 + static_cast<uint64_t>(p[i] - '0');
  }
  return true;
}

constexpr size_t kMostAtOnce = 18;

/// 1 to kMostAtOnce digits.
bool read_digits(const char* p, size_t size, const char* end, uint64_t& value) {
  if (end - p < static_cast<std::ptrdiff_t>(kWord) || size > 2 * kWord) {
    return read_digits_slowly(p, size, value);
  }
  if (size <= kWord) {
    uint64_t word = pad(load(p), size);
    value = add_up(word);
    return are_digits(word);
  }
  uint64_t high = pad(load(p), size - kWord);
  uint64_t low = load(p + size - kWord);
  value = add_up(high) * 100'000'000 + add_up(low);
  return are_digits(high) && are_digits(low);
}

/// A number of at most `most` digits with a point somewhere, as digits and how many stand after it.
struct Digits {
  uint64_t value = 0;
  size_t decimals = 0;
};

/// A point between digits, at most eight bytes in all: the point is taken out of the word.
bool read_short_point(uint64_t word, size_t size, Digits& out) {
  uint64_t other = word ^ (kOnes * '.');
  uint64_t found = (other - kOnes) & ~other & kHighBits;
  if (found == 0) return false;
  auto point = static_cast<size_t>(std::countr_zero(found)) / 8;
  if (point == 0 || point + 1 >= size) return false;
  uint64_t below = (uint64_t{1} << (point * 8)) - 1;
  word = pad((word & below) | ((word >> 8) & ~below), size - 1);
  out = {add_up(word), size - point - 1};
  return are_digits(word);
}

bool read_long_point(const char* p, size_t size, const char* end, Digits& out) {
  const void* found = std::memchr(p, '.', size);
  if (found == nullptr) return false;
  auto point = static_cast<size_t>(static_cast<const char*>(found) - p);
  if (point == 0 || point + 1 >= size) return false;
  uint64_t whole = 0;
  uint64_t fraction = 0;
  if (point > kMostAtOnce || size - point - 1 > kMostAtOnce) return false;
  if (!read_digits(p, point, end, whole)) return false;
  if (!read_digits(p + point + 1, size - point - 1, end, fraction)) return false;
  size_t decimals = size - point - 1;
  out = {whole * low_half(kPowersOfTen128[decimals]) + fraction, decimals};
  return true;
}

/// The cell without its minus.
struct Magnitude {
  const char* data;
  size_t size;
  bool is_negative;
};

Magnitude magnitude_of(const CsvCell& cell) {
  bool negative = cell.data[0] == '-';
  return {cell.data + (negative ? 1 : 0), cell.size - (negative ? 1 : 0), negative};
}

/// YYYY-MM-DD of a day that the calendar has.
bool read_date(const char* p, IsoDate& date) {
  uint64_t word = load(p);
  constexpr uint64_t kDashes = 0xFF00'00FF'0000'0000;
  if ((word & kDashes) != (uint64_t{'-'} << 32 | uint64_t{'-'} << 56)) return false;
  if (!are_digits((word & ~kDashes) | (kZeros & kDashes))) return false;
  if (!is_digit(p[8]) || !is_digit(p[9])) return false;
  auto two = [p](size_t at) { return (p[at] - '0') * 10 + (p[at + 1] - '0'); };
  date = {two(0) * 100 + two(2), two(5), two(8)};
  return is_valid(date);
}

/// Whether a double, the nearest one to some digits, gives them back when it is written with as
/// many decimals. A tie counts as no. All products are below 2^127: the digits are at most 19, and
/// a double of at least 10^-18 has at most 112 bits after its point.
bool keeps_digits(double value, const Digits& digits) {
  if (digits.value == 0) return true;
  auto bits = std::bit_cast<uint64_t>(value);
  int shift = 1075 - static_cast<int>(bits >> 52);
  uint64_t mantissa = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
  Uint128 scaled = mantissa * kPowersOfTen128[digits.decimals];
  if (shift <= 0) return scaled << -shift == digits.value;
  Uint128 wanted = Uint128{digits.value} << shift;
  Uint128 error = scaled > wanted ? scaled - wanted : wanted - scaled;
  return error < Uint128{1} << (shift - 1);
}

/// So many digits survive a double, and no more fit 64 bits.
constexpr size_t kExactDigits = 15;
constexpr size_t kMostDigits = 19;

constexpr double kPowersOfTen[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};

}  // namespace

CsvChunk::CsvChunk(size_t num_columns, size_t max_rows)
    : num_columns_(num_columns), max_rows_(max_rows), cells_(num_columns * max_rows) {
  lines_.reserve(max_rows);
}

void CsvChunk::add(std::span<const CsvField> fields, size_t line) {
  CsvCell* place = &cells_[lines_.size()];
  size_t given = fields.size() < num_columns_ ? fields.size() : num_columns_;
  for (size_t i = 0; i < given; ++i, place += max_rows_) {
    const CsvField& field = fields[i];
    *place = {field.text.data(), static_cast<uint32_t>(field.text.size()), field.is_quoted,
              field.needs_unescape};
  }
  for (size_t i = given; i < num_columns_; ++i, place += max_rows_) *place = {};
  lines_.push_back(line);
}

size_t read_plain_ints(std::span<const CsvCell> cells, const char* end, int64_t* out) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const CsvCell& cell = cells[i];
    if (!cell.is_plain()) return i;
    Magnitude number = magnitude_of(cell);
    if (number.size == 0 || number.size > 18) return i;
    if (*number.data == '0' && (number.size > 1 || number.is_negative)) return i;
    uint64_t value = 0;
    if (!read_digits(number.data, number.size, end, value)) return i;
    auto magnitude = static_cast<int64_t>(value);
    out[i] = number.is_negative ? -magnitude : magnitude;
  }
  return cells.size();
}

size_t read_plain_floats(std::span<const CsvCell> cells, const char* end, double* out) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const CsvCell& cell = cells[i];
    if (!cell.is_plain()) return i;
    Magnitude number = magnitude_of(cell);
    if (number.size == 0 || number.size > kMostDigits + 1) return i;
    if (*number.data == '0' && number.size > 1 && number.data[1] != '.') return i;
    Digits digits;
    bool is_short = number.size <= kWord && end - number.data >= static_cast<std::ptrdiff_t>(kWord);
    bool has_point = is_short ? read_short_point(load(number.data), number.size, digits)
                              : read_long_point(number.data, number.size, end, digits);
    size_t count = number.size - (has_point ? 1 : 0);
    if (!has_point && count > kExactDigits) return i;
    if (!has_point && !read_digits(number.data, number.size, end, digits.value)) return i;
    double value = 0;
    if (count <= kExactDigits) {
      // Both are exact doubles, so the quotient is the nearest one.
      value = static_cast<double>(digits.value) / kPowersOfTen[digits.decimals];
    } else {
      fast_float::from_chars(number.data, number.data + number.size, value);
      if (!keeps_digits(value, digits)) return i;
    }
    out[i] = number.is_negative ? -value : value;
  }
  return cells.size();
}

size_t read_plain_decimals(std::span<const CsvCell> cells, const char* end, uint32_t scale,
                           int64_t* out) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const CsvCell& cell = cells[i];
    if (!cell.is_plain()) return i;
    Magnitude number = magnitude_of(cell);
    if (number.size == 0 || number.size > (scale == 0 ? 18u : 19u)) return i;
    if (*number.data == '0' && number.size > 1 && number.data[1] != '.') return i;
    Digits digits;
    bool ok = scale == 0 ? read_digits_slowly(number.data, number.size, digits.value)
                         : read_long_point(number.data, number.size, end, digits);
    if (!ok || digits.decimals != scale || (digits.value == 0 && number.is_negative)) return i;
    auto units = static_cast<int64_t>(digits.value);
    out[i] = number.is_negative ? -units : units;
  }
  return cells.size();
}

size_t read_plain_dates(std::span<const CsvCell> cells, const char* end, int64_t* out) {
  constexpr size_t kSize = 10;
  uint64_t last = 0;
  uint16_t last_day = 0;
  int64_t last_value = 0;
  for (size_t i = 0; i < cells.size(); ++i) {
    const CsvCell& cell = cells[i];
    if (cell.needs_unescape || cell.size != kSize || end - cell.data < std::ptrdiff_t{kSize})
      return i;
    uint64_t word = load(cell.data);
    uint16_t day = 0;
    std::memcpy(&day, cell.data + kWord, sizeof(day));
    if (word != last || day != last_day) {
      IsoDate date;
      if (!read_date(cell.data, date)) return i;
      last = word;
      last_day = day;
      last_value = days_of_civil(date);
    }
    out[i] = last_value;
  }
  return cells.size();
}

size_t read_plain_date_times(std::span<const CsvCell> cells, int32_t offset_seconds, int64_t* out) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const CsvCell& cell = cells[i];
    if (!cell.is_plain()) return i;
    std::optional<IsoDateTime> time = parse_iso_date_time(cell.text());
    if (!time || !time->has_time || !time->zone.empty()) return i;
    if (time->offset_seconds != offset_seconds) return i;
    if (time->date.year < 1700 || time->date.year > 2200) return i;
    int64_t seconds = days_of_civil(time->date) * 86'400 + time->hour * 3600 + time->minute * 60 +
                      time->second - offset_seconds;
    out[i] = seconds * 1'000'000'000 + time->nanoseconds;
  }
  return cells.size();
}

size_t read_plain_bools(std::span<const CsvCell> cells, std::string_view yes, std::string_view no,
                        int64_t* out) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const CsvCell& cell = cells[i];
    if (cell.needs_unescape) return i;
    if (cell.text() == yes) {
      out[i] = 1;
    } else if (cell.text() == no) {
      out[i] = 0;
    } else {
      return i;
    }
  }
  return cells.size();
}

}  // namespace syn::tableio
