// Reading JSON Lines.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_lines.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

json::Limits limits_of(const JsonLinesOptions& options) {
  json::Limits limits;
  limits.allow_nan = options.allow_nan;
  return limits;
}

}  // namespace

bool is_blank_json_line(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

LineSplitter::LineSplitter(std::string_view text) : text_(text) {
  if (text_.substr(0, 3) == kByteOrderMark) text_.remove_prefix(3);
}

JsonLineDecoder::JsonLineDecoder(Call& call, const JsonLinesOptions& options)
    : call_(call),
      options_(options),
      builder_(call, options.repeated),
      reader_(builder_, limits_of(options)) {}

Result<Value> JsonLineDecoder::decode(std::string_view line, uint64_t number) {
  switch (reader_.read(line)) {
    case json::Reader::Outcome::Read: return builder_.take();
    case json::Reader::Outcome::Stopped:
      if (builder_.error()) return std::move(*builder_.error());
      return Error(builtin_errors::kRepeatedKeyLine,
                   {call_.name(), options_.place, count_text(number), builder_.repeated_key()});
    case json::Reader::Outcome::Wrong: break;
  }
  return invalid_line(number);
}

Error JsonLineDecoder::invalid_line(uint64_t line) const {
  const json::Problem& problem = reader_.problem();
  if (!options_.is_file) {
    return Error(builtin_errors::kInvalidJsonLine,
                 {call_.name(), options_.place, count_text(line), problem.message()});
  }
  std::string reason = problem.reason_message();
  if (problem.reason == json::Reason::TrailingCharacters) {
    reason += " after the first value (JSON Lines has one value a line)";
  }
  return Error(builtin_errors::kInvalidJsonFile, {call_.name(), options_.place, count_text(line),
                                                  reason, count_text(problem.column)});
}

bool LineSplitter::next() {
  if (text_.empty()) return false;
  size_t newline = text_.find('\n');
  line_ = text_.substr(0, newline);
  text_.remove_prefix(newline == std::string_view::npos ? text_.size() : newline + 1);
  ++number_;
  return true;
}

Result<Value> decode_json_lines(Call& call, std::string_view text,
                                const JsonLinesOptions& options) {
  JsonLineDecoder decoder(call, options);
  Value list = make_list(call.heap());
  LineSplitter lines(text);
  while (lines.next()) {
    TRY(tick_bytes(call, lines.line().size()));
    if (is_blank_json_line(lines.line())) continue;
    TRY_ASSIGN(Value value, decoder.decode(lines.line(), lines.number()));
    TRY(reserve_push(call, list));
    push(list, std::move(value));
  }
  return list;
}

}  // namespace syn
