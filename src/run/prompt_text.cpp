// Quoting and cutting data for prompts.
// SPDX-License-Identifier: Apache-2.0
#include "run/prompt_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/unsafe_characters.h"
#include "base/utf8.h"
#include "value/display.h"
#include "value/map.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr size_t kMaxCellCodePoints = 60;
constexpr size_t kMaxItems = 3;
constexpr size_t kMaxKeys = 12;
constexpr int kMaxDepth = 3;

bool is_unseen(uint32_t c) {
  return is_control_or_turning(c) || c == 0xAD || c == 0x61C || c == 0x115F || c == 0x1160 ||
         c == 0x180E || (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 ||
         (c >= 0x2060 && c <= 0x206F) || c == 0x3164 || (c >= 0xFE00 && c <= 0xFE0F) ||
         c == 0xFEFF || c == 0xFFA0 || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

void append_code_unit(std::string& out, uint32_t unit) { out += fmt::format("\\u{:04x}", unit); }

void append_json_escape(std::string& out, uint32_t c) {
  if (c < 0x10000) return append_code_unit(out, c);
  append_code_unit(out, 0xD800 + ((c - 0x10000) >> 10));
  append_code_unit(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
}

void append_nested(std::string& out, const Value& value, int depth) {
  if (value.is_nothing()) {
    out += "null";
  } else if (value.is_text()) {
    append_prompt_text(out, value.view(), kMaxCellCodePoints);
  } else if (value.is_list()) {
    std::span<const Value> items = value.list().items();
    out += '[';
    for (size_t i = 0; i < items.size(); ++i) {
      if (i != 0) out += ',';
      if (i == kMaxItems || depth == kMaxDepth) {
        out += "\"…\"";
        break;
      }
      append_nested(out, items[i], depth + 1);
    }
    out += ']';
  } else if (value.is_map()) {
    const Map& map = value.map();
    out += '{';
    for (size_t i = 0; i < map.size(); ++i) {
      if (i != 0) out += ',';
      if (i == kMaxKeys || depth == kMaxDepth) {
        out += "\"…\":\"…\"";
        break;
      }
      append_prompt_text(out, map.key(i)->view(), kMaxCellCodePoints);
      out += ':';
      append_nested(out, map.value(i), depth + 1);
    }
    out += '}';
  } else {
    std::string shown = display(value);
    // Numbers and bools are JSON as they are, but for nan, inf and the like.
    bool is_plain = value.is_int() || value.tag() == Tag::BigInt || value.tag() == Tag::Bool ||
                    value.tag() == Tag::Decimal || value.is_float();
    bool is_number = is_plain && shown.find_first_of("nN") == std::string::npos;
    if (is_number || value.tag() == Tag::Bool) {
      out += shown;
    } else {
      append_prompt_text(out, shown, kMaxCellCodePoints);
    }
  }
}

}  // namespace

void append_prompt_text(std::string& out, std::string_view text, size_t max_code_points) {
  out += '"';
  size_t offset = 0;
  for (size_t count = 0; offset < text.size(); ++count) {
    if (count == max_code_points) {
      out += "…";
      break;
    }
    size_t start = offset;
    uint32_t c = next_code_point(text, offset);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (is_unseen(c)) {
      append_json_escape(out, c);
    } else {
      out += text.substr(start, offset - start);
    }
  }
  out += '"';
}

void append_prompt_note(std::string& out, std::string_view text) {
  for (size_t offset = 0; offset < text.size();) {
    size_t start = offset;
    uint32_t c = next_code_point(text, offset);
    if (is_unseen(c)) {
      append_json_escape(out, c);
    } else {
      out += text.substr(start, offset - start);
    }
  }
}

void append_prompt_name(std::string& out, std::string_view name) {
  constexpr size_t kMaxPlain = 64;
  constexpr size_t kMaxName = 500;
  auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '/' || c == '-';
  };
  if (!name.empty() && name.size() <= kMaxPlain &&
      std::all_of(name.begin(), name.end(), is_plain)) {
    out += name;
  } else {
    append_prompt_text(out, name, kMaxName);
  }
}

void append_prompt_value(std::string& out, const Value& value) { append_nested(out, value, 0); }

}  // namespace syn
