// Texts and dates in column expressions.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/byte_search.h"
#include "base/civil_date.h"
#include "table/evaluator_node.h"

namespace syn::table {
namespace {

constexpr int64_t kDay = 86'400;
constexpr int64_t kNanoseconds = 1'000'000'000;

bool is_ascii(std::string_view text) {
  unsigned char any = 0;
  for (char c : text) any |= static_cast<unsigned char>(c);
  return any < 0x80;
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

int64_t code_points(std::string_view text) {
  int64_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

int64_t floor_div(int64_t value, int64_t divisor) {
  int64_t quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

}  // namespace

bool Evaluator::Node::run_to_text(const Cells& a, size_t count, const uint8_t* active, Cells& out) {
  const Node& operand = *operands[0];
  if (operand.kind == Kind::Text) {
    out.texts = a.texts;
    return true;
  }
  constexpr size_t kLongest = 24;
  TextRef* results = text_room();
  out.texts = results;
  for (size_t i = 0; i < count; ++i) {
    if (operand.kind == Kind::Bool) {
      results[i] = TextRef::of(a.ints[i] != 0 ? "true" : "false");
      continue;
    }
    char* room = bytes_->make_room(kLongest);
    size_t size = 0;
    if (operand.kind == Kind::Int) {
      size = static_cast<size_t>(std::to_chars(room, room + kLongest, a.ints[i]).ptr - room);
    } else {
      CivilDate date = civil_of_days(a.ints[i]);
      if (date.year < 0 || date.year > 9999) {
        if (active == nullptr || active[i] != 0) return false;
        date = {};
      }
      int64_t digits = (int64_t{date.year} * 100 + date.month) * 100 + date.day;
      constexpr std::string_view kForm = "0000-00-00";
      size = kForm.size();
      for (size_t k = size; k-- > 0;) {
        if (kForm[k] == '-') {
          room[k] = '-';
          continue;
        }
        room[k] = static_cast<char>('0' + digits % 10);
        digits /= 10;
      }
    }
    std::string_view text(room, size);
    if (operation == Operation::Slice) {
      size_t start = std::min(static_cast<size_t>(slice_start), size);
      text = text.substr(start, std::max<size_t>(slice_end, start) - start);
    }
    results[i] = TextRef::of(text);
  }
  return true;
}

bool Evaluator::Node::run_text_unary(const Cells& a, size_t count, const uint8_t* active,
                                     Cells& out) {
  if (operation == Operation::Length) {
    int64_t* lengths = int_room();
    for (size_t i = 0; i < count; ++i) lengths[i] = code_points(a.texts[i].view());
    out.ints = lengths;
    return true;
  }
  TextRef* results = text_room();
  out.texts = results;
  for (size_t i = 0; i < count; ++i) {
    std::string_view text = a.texts[i].view();
    if (!is_ascii(text)) {
      if (active == nullptr || active[i] != 0) return false;
      text = {};
    }
    if (operation == Operation::Slice) {
      size_t start = std::min(static_cast<size_t>(slice_start), text.size());
      results[i] = TextRef::of(text.substr(start, std::max<size_t>(slice_end, start) - start));
      continue;
    }
    if (operation == Operation::Trim) {
      results[i] = TextRef::of(trimmed(text));
      continue;
    }
    char first = operation == Operation::Lower ? 'A' : 'a';
    char last = operation == Operation::Lower ? 'Z' : 'z';
    bool changes = false;
    for (char c : text) changes = changes || (c >= first && c <= last);
    if (!changes) {
      results[i] = TextRef::of(text);
      continue;
    }
    char* room = bytes_->make_room(text.size());
    for (size_t k = 0; k < text.size(); ++k) {
      char c = text[k];
      room[k] = c >= first && c <= last ? static_cast<char>(c ^ 0x20) : c;
    }
    results[i] = TextRef::of({room, text.size()});
  }
  return true;
}

bool Evaluator::Node::find_texts(const Cells& a, const Cells& b, size_t count,
                                 const uint8_t* active, Cells& out) {
  int64_t* result = int_room();
  out.ints = result;
  for (size_t i = 0; i < count; ++i) {
    std::string_view text = a.texts[i].view();
    std::string_view piece = b.texts[i].view();
    if (piece.empty() && (active == nullptr || active[i] != 0)) return false;
    if (operation == Operation::StartsWith) {
      result[i] = text.substr(0, piece.size()) == piece ? 1 : 0;
    } else if (operation == Operation::EndsWith) {
      result[i] = text.size() >= piece.size() && text.substr(text.size() - piece.size()) == piece;
    } else {
      result[i] = has_piece(text, piece) ? 1 : 0;
    }
  }
  return true;
}

bool Evaluator::Node::add_texts(const Cells& a, const Cells& b, size_t count, Cells& out) {
  TextRef* results = text_room();
  out.texts = results;
  for (size_t i = 0; i < count; ++i) {
    std::string_view left = a.texts[i].view();
    std::string_view right = b.texts[i].view();
    size_t size = left.size() + right.size();
    if (size > UINT32_MAX / 2) return false;
    char* room = bytes_->make_room(size);
    if (!left.empty()) std::memcpy(room, left.data(), left.size());
    if (!right.empty()) std::memcpy(room + left.size(), right.data(), right.size());
    results[i] = TextRef::of({room, size});
  }
  return true;
}

bool Evaluator::Node::run_date_part(const Cells& a, size_t count, Cells& out) {
  int64_t* result = int_room();
  out.ints = result;
  if (operands[0]->kind == Kind::Date) {
    day_parts_.find(operation, a.ints, count, result);
    return true;
  }
  bool is_of_day = operation != Operation::Hour && operation != Operation::Minute &&
                   operation != Operation::Second;
  for (size_t i = 0; i < count; ++i) {
    int64_t local = floor_div(a.ints[i], kNanoseconds) + offset_seconds;
    int64_t days = floor_div(local, kDay);
    int64_t second = local - days * kDay;
    if (is_of_day) {
      result[i] = days;
    } else if (operation == Operation::Hour) {
      result[i] = second / 3600;
    } else if (operation == Operation::Minute) {
      result[i] = second / 60 % 60;
    } else {
      result[i] = second % 60;
    }
  }
  if (is_of_day) day_parts_.find(operation, result, count, result);
  return true;
}

}  // namespace syn::table
