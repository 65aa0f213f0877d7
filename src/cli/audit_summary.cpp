// Reading audit lines and adding them up.
// SPDX-License-Identifier: Apache-2.0
#include "cli/audit_summary.h"

#include <algorithm>

#include "base/utf8.h"
#include "json/reader.h"

namespace syn::cli {
namespace {

/// The fields of one line: an object of texts, numbers and booleans, and one object within.
class LineFields final : public json::Builder {
 public:
  std::map<std::string, std::string, std::less<>> texts;
  std::map<std::string, int64_t, std::less<>> numbers;
  std::map<std::string, bool, std::less<>> booleans;
  bool has_summary = false;

  bool null() override { return true; }
  bool boolean(bool value) override { return booleans.emplace(key_, value).second; }
  bool integer(int64_t value) override { return numbers.emplace(key_, value).second; }
  bool big_integer(std::string_view) override { return false; }
  bool number(double) override { return false; }
  bool text(std::string_view value) override { return texts.emplace(key_, value).second; }
  bool begin_array() override { return false; }
  bool end_array() override { return false; }
  bool begin_object() override {
    ++depth_;
    if (depth_ == 1) return true;
    has_summary = key_ == "summary";
    return depth_ == 2 && has_summary;
  }
  bool key(std::string_view name) override {
    key_ = name;
    return true;
  }
  bool end_object() override { return true; }

  std::string_view find(std::string_view name) const {
    auto found = texts.find(name);
    return found == texts.end() ? std::string_view() : std::string_view(found->second);
  }

 private:
  std::string key_;
  int depth_ = 0;
};

class AuditReader {
 public:
  void read(std::string_view text) {
    uint64_t number = 0;
    while (!text.empty()) {
      size_t stop = text.find('\n');
      bool whole = stop != std::string_view::npos;
      std::string_view line = text.substr(0, stop);
      text.remove_prefix(whole ? stop + 1 : text.size());
      if (line.ends_with('\r')) line.remove_suffix(1);
      add_line(++number, line, whole);
    }
    finish(number);
  }

  AuditOverview take() { return std::move(overview_); }

 private:
  void problem(uint64_t line, std::string text) {
    if (overview_.problems.size() < AuditOverview::kMaxShown) {
      overview_.problems.push_back({line, std::move(text)});
    } else {
      ++overview_.more_problems;
    }
  }

  void add_line(uint64_t number, std::string_view line, bool whole) {
    if (find_invalid_utf8(line)) return problem(number, "not UTF-8");
    LineFields fields;
    json::Reader reader(fields);
    auto outcome = reader.read(line);
    if (outcome == json::Reader::Outcome::Wrong) {
      return problem(number, whole ? "no record: " + reader.problem().reason_message()
                                   : "cut off in the middle of a record");
    }
    if (outcome == json::Reader::Outcome::Stopped) return problem(number, "not an audit record");
    if (has_ended_) problem(number, "follows the summary, which is the last line of an audit");
    if (fields.has_summary) {
      add_summary(number, fields);
    } else {
      add_entry(number, fields);
    }
  }

  void add_summary(uint64_t number, const LineFields& fields) {
    auto find = [&](std::string_view name) {
      auto found = fields.numbers.find(name);
      return found == fields.numbers.end() ? int64_t{-1} : found->second;
    };
    has_ended_ = true;
    overview_.exit_code = find("exit");
    uint64_t granted = overview_.granted;
    uint64_t denied = overview_.denied;
    bool same = find("granted") == static_cast<int64_t>(granted) &&
                find("denied") == static_cast<int64_t>(denied);
    if (same || is_truncated_) return;
    problem(number, "the summary counts " + std::to_string(find("granted")) + " granted and " +
                        std::to_string(find("denied")) + " denied, the file holds " +
                        std::to_string(granted) + " and " + std::to_string(denied) +
                        ": records are missing or were added");
  }

  void add_entry(uint64_t number, const LineFields& fields) {
    auto granted = fields.booleans.find("granted");
    std::string_view capability = fields.find("capability");
    std::string_view time = fields.find("ts");
    if (granted == fields.booleans.end() || capability.empty() || time.empty()) {
      return problem(number, "not an audit record: ts, capability or granted is missing");
    }
    ++overview_.entries;
    ++(granted->second ? overview_.granted : overview_.denied);
    if (overview_.first.empty()) overview_.first = time;
    if (time < last_) problem(number, "is earlier than the line before it");
    last_ = time;
    overview_.last = time;
    std::string name(capability.substr(0, capability.find('(')));
    Refusal entry{std::string(capability), std::string(fields.find("source")),
                  std::string(fields.find("reason")), place_of(fields), 1};
    if (name == "audit" && !granted->second) is_truncated_ = true;
    if (!granted->second && is_stop(entry)) overview_.stops.push_back(entry);
    bool is_new = overview_.capabilities.find(name) == overview_.capabilities.end();
    if (is_new && overview_.capabilities.size() >= AuditOverview::kMaxCapabilities) {
      return problem(number, "names yet another capability: " + name);
    }
    add_to(overview_.capabilities[name], granted->second, fields, std::move(entry));
  }

  static std::string place_of(const LineFields& fields) {
    std::string place(fields.find("file"));
    auto line = fields.numbers.find("line");
    if (!place.empty() && line != fields.numbers.end()) {
      place += ":" + std::to_string(line->second);
    }
    return place;
  }

  /// What `run_program` records when it ends a child, and what the log records when it is full.
  static bool is_stop(const Refusal& entry) {
    if (entry.capability == "audit") return true;
    return entry.source == "run_program()" && entry.capability.starts_with("sandbox_run(") &&
           !entry.reason.starts_with("above parent");
  }

  static void add_to(CapabilitySummary& sum, bool granted, const LineFields& fields,
                     Refusal entry) {
    auto keep = [](std::set<std::string>& texts, const std::string& text) {
      if (!text.empty() && texts.size() < AuditOverview::kMaxShown) texts.insert(text);
    };
    ++(granted ? sum.granted : sum.denied);
    if (sum.first.empty()) sum.first = fields.find("ts");
    sum.last = fields.find("ts");
    keep(sum.who, std::string(fields.find("context")));
    keep(sum.places, entry.place);
    if (granted) {
      keep(sum.scopes, entry.capability);
      return;
    }
    for (Refusal& known : sum.refusals) {
      bool same = known.capability == entry.capability && known.source == entry.source &&
                  known.reason == entry.reason && known.place == entry.place;
      if (!same) continue;
      ++known.count;
      return;
    }
    if (sum.refusals.size() < AuditOverview::kMaxShown) {
      sum.refusals.push_back(std::move(entry));
    } else {
      ++sum.more_refusals;
    }
  }

  void finish(uint64_t num_lines) {
    if (num_lines == 0) return problem(0, "the file is empty");
    if (!has_ended_) {
      problem(0, "no summary line: the run did not end by itself, or the end of the file is lost");
    }
  }

  AuditOverview overview_;
  std::string last_;
  bool has_ended_ = false;
  bool is_truncated_ = false;
};

}  // namespace

AuditOverview read_audit(std::string_view text) {
  AuditReader reader;
  reader.read(text);
  return reader.take();
}

}  // namespace syn::cli
