// Reading JSON Lines.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_lines.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

Error invalid_line(const Call& call, const json::Problem& problem, uint64_t line,
                   const JsonLinesOptions& options) {
  if (!options.is_file) {
    return Error(builtin_errors::kInvalidJsonLine,
                 {call.name(), options.place, count_text(line), problem.message()});
  }
  std::string reason = problem.reason_message();
  if (problem.reason == json::Reason::TrailingCharacters) {
    reason += " after the first value (JSON Lines has one value a line)";
  }
  return Error(builtin_errors::kInvalidJsonFile,
               {call.name(), options.place, count_text(line), reason, count_text(problem.column)});
}

}  // namespace

Result<Value> decode_json_lines(Call& call, std::string_view text,
                                const JsonLinesOptions& options) {
  if (text.substr(0, 3) == kByteOrderMark) text.remove_prefix(3);
  json::Limits limits;
  limits.allow_nan = options.allow_nan;
  JsonValueBuilder builder(call, options.repeated);
  json::Reader reader(builder, limits);
  Value list = make_list(call.heap());
  for (uint64_t line_number = 1; !text.empty(); ++line_number) {
    size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    TRY(tick_bytes(call, line.size()));
    if (is_blank(line)) continue;
    switch (reader.read(line)) {
      case json::Reader::Outcome::Read: break;
      case json::Reader::Outcome::Stopped:
        if (builder.error()) return std::move(*builder.error());
        return Error(builtin_errors::kRepeatedKeyLine,
                     {call.name(), options.place, count_text(line_number), builder.repeated_key()});
      case json::Reader::Outcome::Wrong:
        return invalid_line(call, reader.problem(), line_number, options);
    }
    TRY(reserve_push(call, list));
    push(list, builder.take());
  }
  return list;
}

}  // namespace syn
