// xml_parse: XML text as maps (data.md §3.24). An element is a map of its attributes (`@name`), its
// children (a list where a name repeats) and its text (`#text`); one with text alone is that text,
// an empty one is nothing. No DTD and no entities but the five of XML, so nothing is expanded and
// nothing is fetched.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <optional>
#include <vector>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_c.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr size_t kMaxDepth = 128;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name_character(char c) {
  constexpr std::string_view kOthers = " \t\n\r/>=<\"'&;?!()[]{},|\\^`@#$%*+~";
  return kOthers.find(c) == std::string_view::npos && static_cast<unsigned char>(c) >= 0x20;
}

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// An element that is still open.
struct Open {
  std::string_view name;
  Value map;
  std::string text;
};

class XmlReader {
 public:
  XmlReader(Call& call, std::string_view text) : call_(call), text_(text), charge_(call.heap()) {
    root_ = make_map(call.heap());
  }
  Result<Value> read();

 private:
  Error wrong(std::string_view what) const;
  bool starts(std::string_view piece) const { return text_.substr(at_, piece.size()) == piece; }
  bool skip_to(std::string_view end);
  void skip_spaces();
  std::string_view name();
  Result<void> read_markup();
  Result<void> read_start();
  Result<void> read_attributes(Value& map);
  Result<void> read_end();
  Result<void> read_cdata();
  Result<void> read_text();
  Result<void> append_text(std::string_view raw, std::string& out);
  Result<void> append_reference(std::string_view reference, std::string& out);
  Result<void> close(Open element);
  Result<void> add_child(Value& parent, std::string_view name, Value child);

  Call& call_;
  std::string_view text_;
  size_t at_ = 0;
  Value root_;
  bool has_root_ = false;
  std::vector<Open> open_;
  ScratchCharge charge_;
};

Error XmlReader::wrong(std::string_view what) const {
  size_t line = 1;
  size_t start = 0;
  for (size_t i = 0; i < at_ && i < text_.size(); ++i) {
    if (text_[i] != '\n') continue;
    ++line;
    start = i + 1;
  }
  return Error(builtin_errors::kXmlInvalid,
               {count_text(line), count_text(std::min(at_, text_.size()) - start + 1), what});
}

bool XmlReader::skip_to(std::string_view end) {
  size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + end.size();
  return true;
}

void XmlReader::skip_spaces() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
}

std::string_view XmlReader::name() {
  size_t from = at_;
  while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
  return text_.substr(from, at_ - from);
}

Result<Value> XmlReader::read() {
  if (starts("\xEF\xBB\xBF")) at_ = 3;
  size_t ticked = 0;
  while (at_ < text_.size()) {
    TRY(call_.tick(1 + (at_ - ticked) / 64));
    ticked = at_;
    if (text_[at_] == '<') {
      TRY(read_markup());
    } else {
      TRY(read_text());
    }
  }
  if (!open_.empty())
    return wrong("the element \"" + std::string(open_.back().name) + "\" is not closed");
  if (!has_root_) return wrong("there is no element");
  return std::move(root_);
}

Result<void> XmlReader::read_markup() {
  if (starts("<!--")) return skip_to("-->") ? Result<void>() : wrong("a comment is not closed");
  if (starts("<![CDATA[")) return read_cdata();
  if (starts("<!")) return Error(builtin_errors::kXmlDtd);
  if (starts("<?")) return skip_to("?>") ? Result<void>() : wrong("an instruction is not closed");
  return starts("</") ? read_end() : read_start();
}

Result<void> XmlReader::read_start() {
  if (open_.empty() && has_root_) return wrong("a second element beside the first");
  if (open_.size() == kMaxDepth) return Error(builtin_errors::kXmlDepth, {count_text(kMaxDepth)});
  ++at_;
  Open element{name(), make_map(call_.heap()), {}};
  if (element.name.empty()) return wrong("a name is expected after \"<\"");
  has_root_ = true;
  TRY(read_attributes(element.map));
  bool is_empty = starts("/>");
  if (!is_empty && !starts(">")) return wrong("\">\" is expected");
  at_ += is_empty ? 2 : 1;
  if (is_empty) return close(std::move(element));
  open_.push_back(std::move(element));
  return {};
}

Result<void> XmlReader::read_attributes(Value& map) {
  while (true) {
    size_t before = at_;
    skip_spaces();
    std::string_view key = name();
    if (key.empty()) return {};
    if (before == at_ - key.size()) return wrong("a blank is expected before an attribute");
    skip_spaces();
    if (!starts("="))
      return wrong("\"=\" is expected after the attribute \"" + std::string(key) + "\"");
    ++at_;
    skip_spaces();
    char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '"' && quote != '\'') return wrong("a value in quotes is expected");
    size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return wrong("the value of an attribute is not closed");
    std::string value;
    std::string_view raw = text_.substr(at_ + 1, end - at_ - 1);
    if (raw.find('<') != std::string_view::npos) return wrong("\"<\" inside an attribute");
    TRY(call_.reserve(raw.size() * 2));
    TRY(append_text(raw, value));
    std::string stored = "@" + std::string(key);
    if (map.map().find(stored) >= 0)
      return wrong("the attribute \"" + std::string(key) + "\" comes twice");
    put(map, stored, make_text(call_.heap(), value));
    at_ = end + 1;
  }
}

Result<void> XmlReader::read_end() {
  at_ += 2;
  std::string_view closed = name();
  skip_spaces();
  if (open_.empty() || open_.back().name != closed) {
    return wrong("the end of \"" + std::string(closed) + "\", but " +
                 (open_.empty() ? std::string("nothing is open")
                                : "\"" + std::string(open_.back().name) + "\" is open"));
  }
  if (!starts(">")) return wrong("\">\" is expected");
  ++at_;
  Open element = std::move(open_.back());
  open_.pop_back();
  return close(std::move(element));
}

Result<void> XmlReader::read_cdata() {
  if (open_.empty()) return wrong("text outside of the element");
  size_t from = at_ + 9;
  if (!skip_to("]]>")) return wrong("a CDATA section is not closed");
  std::string_view piece = text_.substr(from, at_ - 3 - from);
  TRY(charge_.add(call_, piece.size() * 2));
  open_.back().text += piece;
  return {};
}

Result<void> XmlReader::read_text() {
  size_t end = std::min(text_.find('<', at_), text_.size());
  std::string_view raw = text_.substr(at_, end - at_);
  if (open_.empty()) {
    if (!without_spaces(raw).empty()) return wrong("text outside of the element");
  } else {
    TRY(charge_.add(call_, raw.size() * 2));
    TRY(append_text(raw, open_.back().text));
  }
  at_ = end;
  return {};
}

Result<void> XmlReader::append_text(std::string_view raw, std::string& out) {
  for (size_t i = 0; i < raw.size();) {
    size_t mark = std::min(raw.find('&', i), raw.size());
    out += raw.substr(i, mark - i);
    if (mark == raw.size()) break;
    size_t end = raw.find(';', mark);
    if (end == std::string_view::npos || end - mark > 12) return wrong("\"&\" without an entity");
    TRY(append_reference(raw.substr(mark + 1, end - mark - 1), out));
    i = end + 1;
  }
  return {};
}

Result<void> XmlReader::append_reference(std::string_view reference, std::string& out) {
  struct Entity {
    std::string_view name;
    char character;
  };
  constexpr std::array<Entity, 5> kEntities{
      {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};
  for (const Entity& entity : kEntities) {
    if (entity.name != reference) continue;
    out += entity.character;
    return {};
  }
  bool number = reference.size() > 1 && reference[0] == '#';
  if (!number) return wrong("unknown entity \"" + std::string(reference) + "\"");
  bool hex = reference[1] == 'x';
  std::string_view digits = reference.substr(hex ? 2 : 1);
  uint32_t code = 0;
  bool fits = !digits.empty();
  for (char c : digits) {
    uint32_t digit = c >= '0' && c <= '9'   ? static_cast<uint32_t>(c - '0')
                     : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                            : 99;
    fits = fits && digit < (hex ? 16U : 10U) && code <= 0x10FFFF;
    if (fits) code = code * (hex ? 16 : 10) + digit;
  }
  bool is_character = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (!fits || !is_character) return wrong("no such character: \"" + std::string(reference) + "\"");
  append_code_point(out, code);
  return {};
}

/// Text between children is kept where it is more than blanks.
Result<void> XmlReader::close(Open element) {
  std::string_view text = without_spaces(element.text);
  TRY(call_.reserve(text.size()));
  Value value = std::move(element.map);
  bool has_parts = value.map().size() != 0;
  if (!has_parts) {
    value = text.empty() ? Value() : make_text(call_.heap(), text);
  } else if (!text.empty()) {
    put(value, "#text", make_text(call_.heap(), text));
  }
  return add_child(open_.empty() ? root_ : open_.back().map, element.name, std::move(value));
}

/// An element is never a list of its own, so a list holds the children that share a name.
Result<void> XmlReader::add_child(Value& parent, std::string_view name, Value child) {
  int64_t position = parent.map().find(name);
  if (position < 0) {
    put(parent, name, std::move(child));
    return {};
  }
  Value& slot = parent.map().value(static_cast<size_t>(position));
  if (!slot.is_list()) {
    Value list = make_list(call_.heap(), 2);
    push(list, std::move(slot));
    slot = std::move(list);
  }
  TRY(reserve_push(call_, slot));
  push(slot, std::move(child));
  return {};
}

Result<Value> xml_parse(Call& call) {
  if (!call[0].is_text()) return Error(builtin_errors::kXmlText, {type_name(call[0])});
  return XmlReader(call, call[0].view()).read();
}

constexpr BuiltinSpec kRows[] = {
    {"xml_parse", "s", 1, 1, "", Purity::Pure, "",
     "XML text as maps: attributes as \"@name\", children that repeat as a list, text beside them "
     "as "
     "\"#text\".",
     "xml_parse(\"<a x='1'><b>2</b><b>3</b></a>\") → {a: {@x: \"1\", b: [\"2\", \"3\"]}}", "",
     xml_parse},
};

}  // namespace

const BuiltinTable kXmlBuiltins(kRows);

}  // namespace syn
