// Sort keys that are lists.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/list_keys.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "value/list.h"

namespace syn {
namespace {

constexpr uint64_t kSign = uint64_t{1} << 63;
/// Integers in this range are exact as doubles.
constexpr int64_t kExactDouble = int64_t{1} << 53;

uint64_t rank_of(int64_t value) { return static_cast<uint64_t>(value) ^ kSign; }

uint64_t rank_of(double value) {
  auto bits = std::bit_cast<uint64_t>(value + 0.0);  // -0.0 and 0 are one key
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

uint64_t rank_of(std::string_view text) {
  uint64_t rank = 0;
  for (size_t i = 0; i < 8; ++i) {
    rank = rank << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  }
  return rank;
}

bool is_small(const Value& value) {
  return value.is_int() && value.as_int() <= kExactDouble && value.as_int() >= -kExactDouble;
}

}  // namespace

/// The parts of all keys in one place of the lists; false where they are not of one kind.
bool ListKeys::add_place(std::span<const Value> keys, std::span<const uint32_t> positions,
                         size_t place) {
  bool integers = true;
  bool numbers = true;
  bool texts = true;
  bool dates = true;
  for (uint32_t position : positions) {
    const Value& part = keys[position].list().at(place);
    integers = integers && part.is_int();
    numbers = numbers && (is_small(part) || (part.is_float() && !std::isnan(part.as_float())));
    texts = texts && part.is_text();
    dates = dates && part.is(Tag::Date);
  }
  if (!integers && !numbers && !texts && !dates) return false;
  for (size_t i = 0; i < positions.size(); ++i) {
    const Value& value = keys[positions[i]].list().at(place);
    Part& part = parts_[i * num_parts_ + place];
    if (texts) {
      part = {rank_of(value.view()), value.view()};
    } else if (integers) {
      part = {rank_of(value.as_int()), {}};
    } else if (dates) {
      part = {rank_of(int64_t{value.date().days}), {}};
    } else {
      part = {rank_of(value.is_int() ? static_cast<double>(value.as_int()) : value.as_float()), {}};
    }
  }
  return true;
}

std::optional<ListKeys> ListKeys::open(std::span<const Value> keys,
                                       std::span<const uint32_t> positions) {
  if (positions.size() < 2 || !keys[positions[0]].is_list()) return std::nullopt;
  ListKeys made;
  made.num_parts_ = keys[positions[0]].list().size();
  if (made.num_parts_ == 0 || made.num_parts_ > kMaxParts) return std::nullopt;
  if (positions.size() > UINT32_MAX / kMaxParts) return std::nullopt;
  for (uint32_t position : positions) {
    const Value& key = keys[position];
    if (!key.is_list() || key.list().size() != made.num_parts_) return std::nullopt;
    if (key.list().columns != nullptr) return std::nullopt;
  }
  made.parts_.resize(positions.size() * made.num_parts_);
  for (size_t place = 0; place < made.num_parts_; ++place) {
    if (!made.add_place(keys, positions, place)) return std::nullopt;
  }
  return made;
}

int ListKeys::compare(uint32_t left, uint32_t right) const {
  for (size_t i = 0; i < num_parts_; ++i) {
    const Part& a = parts_[left + i];
    const Part& b = parts_[right + i];
    if (a.rank != b.rank) return a.rank < b.rank ? -1 : 1;
    if (int order = a.text.compare(b.text); order != 0) return order;
  }
  return 0;
}

void ListKeys::sort(std::vector<uint32_t>& positions, bool descending) const {
  std::vector<Place> places(positions.size());
  for (size_t i = 0; i < positions.size(); ++i) {
    places[i] = {static_cast<uint32_t>(i * num_parts_), positions[i]};
  }
  std::sort(places.begin(), places.end(), [&](const Place& left, const Place& right) {
    int order = compare(left.part, right.part);
    if (order == 0) return left.part < right.part;
    return descending ? order > 0 : order < 0;
  });
  for (size_t i = 0; i < positions.size(); ++i) positions[i] = places[i].position;
}

}  // namespace syn
