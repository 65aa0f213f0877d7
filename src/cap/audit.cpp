// Counting, cutting and printing audit entries.
// SPDX-License-Identifier: Apache-2.0
#include "cap/audit.h"

#include <array>
#include <cstdio>
#include <utility>

#include "base/civil_date.h"

namespace syn::cap {

namespace {

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          std::array<char, 8> escape{};
          std::snprintf(escape.data(), escape.size(), "\\u%04x", c);
          out += escape.data();
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void append_text_field(std::string& out, std::string_view key, std::string_view text) {
  out += ",\"";
  out += key;
  out += "\":";
  append_json_text(out, text);
}

}  // namespace

std::string audit_time(int64_t unix_ms) {
  constexpr int64_t kDayMs = 86'400'000;
  int64_t days = unix_ms / kDayMs;
  int64_t in_day = unix_ms % kDayMs;
  if (in_day < 0) {
    in_day += kDayMs;
    --days;
  }
  const CivilDate date = civil_of_days(days);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", date.year,
                date.month, date.day, static_cast<int>(in_day / 3'600'000),
                static_cast<int>(in_day / 60'000 % 60), static_cast<int>(in_day / 1000 % 60),
                static_cast<int>(in_day % 1000));
  return text.data();
}

std::string AuditEntry::to_json_line() const {
  std::string out = "{\"ts\":\"" + audit_time(unix_ms) + "\"";
  append_text_field(out, "context", context);
  append_text_field(out, "capability", capability);
  out += granted ? ",\"granted\":true" : ",\"granted\":false";
  append_text_field(out, "source", source);
  append_text_field(out, "reason", reason);
  append_text_field(out, "origin", origin == Origin::Program ? "program" : "runtime");
  if (file) {
    append_text_field(out, "file", *file);
  } else {
    out += ",\"file\":null";
  }
  out += ",\"line\":" + (line ? std::to_string(*line) : "null") + "}";
  return out;
}

std::string AuditSummary::to_json_line(int exit_code) const {
  return "{\"summary\":{\"granted\":" + std::to_string(granted) +
         ",\"denied\":" + std::to_string(denied) + ",\"exit\":" + std::to_string(exit_code) + "}}";
}

AuditLog::AuditLog(AuditSink* sink, UnixMilliseconds now, uint64_t max_entries)
    : sink_(sink), now_(std::move(now)), max_entries_(max_entries) {}

void AuditLog::record(AuditEntry entry) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++(entry.granted ? summary_.granted : summary_.denied);
  if (num_recorded_ > max_entries_) return;
  entry.unix_ms = now_();
  if (num_recorded_++ == max_entries_) {
    entry.capability = "audit";
    entry.granted = false;
    entry.source = "audit";
    entry.reason = "audit truncated after " + std::to_string(max_entries_) +
                   " entries; the summary counts all";
    entry.origin = Origin::Runtime;
    entry.file.reset();
    entry.line.reset();
  }
  if (sink_ != nullptr) sink_->record(entry);
}

AuditSummary AuditLog::summary() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return summary_;
}

}  // namespace syn::cap
