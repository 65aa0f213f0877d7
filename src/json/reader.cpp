// The steps of reading JSON: values, containers, where errors are. Texts are in reader_text.cpp,
// numbers in reader_number.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "json/reader.h"

#include <algorithm>
#include <limits>

namespace syn::json {

void Reader::skip_space() {
  while (next_ != end_ && (*next_ == ' ' || *next_ == '\n' || *next_ == '\t' || *next_ == '\r')) {
    ++next_;
  }
}

bool Reader::fail(Reason reason, std::string detail) {
  Place place = place_at({begin_, static_cast<size_t>(end_ - begin_)}, offset());
  problem_ = {reason, place.line, place.column, std::move(detail)};
  return false;
}

bool Reader::fail_at_next(Reason reason, std::string detail) {
  if (next_ != end_) ++next_;
  return fail(reason, std::move(detail));
}

bool Reader::stop() {
  stopped_ = true;
  return false;
}

Reader::Outcome Reader::read(std::string_view text) {
  begin_ = text.data();
  next_ = begin_;
  end_ = begin_ + text.size();
  stopped_ = false;
  open_.clear();
  needs_value_ = true;
  bool ok = true;
  while (ok && (needs_value_ || !open_.empty())) {
    if (needs_value_) {
      needs_value_ = false;
      ok = read_value();
    } else {
      ok = open_.back() == '[' ? continue_list() : continue_object();
    }
  }
  if (ok) {
    skip_space();
    if (next_ != end_) ok = fail_at_next(Reason::TrailingCharacters);
  }
  if (ok) return Outcome::Read;
  return stopped_ ? Outcome::Stopped : Outcome::Wrong;
}

/// value = "null" | "true" | "false" | number | text | "[" … | "{" …   (containers are only opened)
bool Reader::read_value() {
  skip_space();
  if (next_ == end_) return fail_at_next(Reason::EndInValue);
  switch (*next_) {
    case '"': {
      std::string_view text;
      return read_text(text) && (builder_.text(text) || stop());
    }
    case '[':
    case '{': return begin(*next_);
    case 'n': return read_word("null") && (builder_.null() || stop());
    case 't': return read_word("true") && (builder_.boolean(true) || stop());
    case 'f': return read_word("false") && (builder_.boolean(false) || stop());
    case 'N': return read_special("NaN", std::numeric_limits<double>::quiet_NaN());
    case 'I': return read_special("Infinity", std::numeric_limits<double>::infinity());
    default: break;
  }
  if (*next_ == '-' || (*next_ >= '0' && *next_ <= '9')) return read_number();
  return fail_at_next(Reason::ExpectedValue);
}

/// The first byte is known to fit.
bool Reader::read_word(std::string_view word) {
  for (char expected : word) {
    if (next_ == end_) return fail(Reason::EndInValue);
    if (*next_++ != expected) return fail(Reason::ExpectedIdent);
  }
  return true;
}

bool Reader::read_special(std::string_view word, double value) {
  if (std::string_view(next_, static_cast<size_t>(end_ - next_)).substr(0, word.size()) != word) {
    return fail_at_next(Reason::ExpectedValue);
  }
  if (!limits_.allow_nan) return fail_at_next(Reason::NotANumber, std::string(word));
  next_ += word.size();
  return builder_.number(value) || stop();
}

/// Opens a container, up to its first value, or closes it at once.
bool Reader::begin(char open) {
  if (open_.size() >= limits_.max_depth) {
    return fail_at_next(Reason::TooDeep, std::to_string(limits_.max_depth));
  }
  ++next_;
  open_.push_back(open);
  if (open == '[') {
    if (!builder_.begin_array()) return stop();
    skip_space();
    if (next_ == end_) return fail_at_next(Reason::EndInList);
    if (*next_ == ']') return end_container();
    needs_value_ = true;
    return true;
  }
  if (!builder_.begin_object()) return stop();
  skip_space();
  if (next_ == end_) return fail_at_next(Reason::EndInObject);
  if (*next_ == '}') return end_container();
  return read_member();
}

/// After a value in a list: "," value | "]"
bool Reader::continue_list() {
  skip_space();
  if (next_ == end_) return fail_at_next(Reason::EndInList);
  if (*next_ == ']') return end_container();
  if (*next_ != ',') return fail_at_next(Reason::ExpectedCommaInList);
  ++next_;
  skip_space();
  if (next_ != end_ && *next_ == ']') return fail_at_next(Reason::TrailingComma);
  needs_value_ = true;
  return true;
}

/// After a value in an object: "," member | "}"
bool Reader::continue_object() {
  skip_space();
  if (next_ == end_) return fail_at_next(Reason::EndInObject);
  if (*next_ == '}') return end_container();
  if (*next_ != ',') return fail_at_next(Reason::ExpectedCommaInObject);
  ++next_;
  skip_space();
  if (next_ == end_) return fail_at_next(Reason::EndInValue);
  if (*next_ == '}') return fail_at_next(Reason::TrailingComma);
  return read_member();
}

/// member = text ":" value   (up to the value)
bool Reader::read_member() {
  if (*next_ != '"') return fail_at_next(Reason::ExpectedKey);
  std::string_view name;
  if (!read_text(name)) return false;
  if (!builder_.key(name)) return stop();
  skip_space();
  if (next_ == end_) return fail_at_next(Reason::EndInObject);
  if (*next_ != ':') return fail_at_next(Reason::ExpectedColon);
  ++next_;
  needs_value_ = true;
  return true;
}

bool Reader::end_container() {
  ++next_;
  char open = open_.back();
  open_.pop_back();
  return (open == '[' ? builder_.end_array() : builder_.end_object()) || stop();
}

}  // namespace syn::json
