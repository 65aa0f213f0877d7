// json_decode, json_encode, canonical_json, json_for_script (data.md §3.11).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/json_encoding.h"
#include "builtins/json_values.h"
#include "builtins/text_arguments.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr uint32_t kMaxIndent = 16;

Result<Value> decode(Call& call, std::string_view text, json::Limits limits) {
  if (text.substr(0, 3) == kByteOrderMark) text.remove_prefix(3);
  TRY(tick_bytes(call, text.size()));
  JsonValueBuilder builder(call);
  json::Reader reader(builder, limits);
  switch (reader.read(text)) {
    case json::Reader::Outcome::Read: return builder.take();
    case json::Reader::Outcome::Stopped: return std::move(*builder.error());
    case json::Reader::Outcome::Wrong: break;
  }
  builder.reset();
  return Error(builtin_errors::kInvalidJson, {reader.problem().message()});
}

Result<Value> json_decode(Call& call) {
  json::Limits limits;
  TRY_ASSIGN(limits.allow_nan, flag_argument(call, SIZE_MAX, 0, "allow_nan"));
  if (!call[0].is_text() && call.size() > 1) return call[1];
  if (!call[0].is_text()) {
    return Error(builtin_errors::kExpectsText, {call.name(), type_name(call[0])});
  }
  std::string_view text = call[0].view();
  auto outcome = decode(call, text, limits);
  if (outcome.ok() || call.size() < 2 || !outcome.error().is(builtin_errors::kInvalidJson)) {
    return outcome;
  }
  return call[1];
}

/// `indent = 2`; nothing and 0 are one line.
Result<uint32_t> indent_argument(Call& call) {
  const Value* given = call.named(0);
  if (given == nullptr || given->is_nothing()) return 0u;
  TRY_ASSIGN(int64_t indent, whole_argument(call, *given, "indent"));
  if (indent < 0 || indent > int64_t{kMaxIndent}) {
    return Error(builtin_errors::kJsonIndent, {std::to_string(indent)});
  }
  return static_cast<uint32_t>(indent);
}

Result<Value> json_encode(Call& call) {
  json::Style style;
  TRY_ASSIGN(style.indent, indent_argument(call));
  std::string out;
  TRY(write_json(call, call[0], style, out));
  return finish_text(call, out);
}

Result<Value> json_for_script(Call& call) {
  std::string out;
  TRY(write_json(call, call[0], {json::Spacing::Spaced, json::Escapes::Script, 0}, out));
  return finish_text(call, out);
}

Result<Value> canonical_json(Call& call) {
  std::string out;
  TRY(write_canonical_json(call, call[0], out));
  return finish_text(call, out);
}

constexpr BuiltinSpec kRows[] = {
    {"json_decode", "text, fallback?", 1, 2, "allow_nan", Purity::Pure, "",
     "The value of a JSON text; the fallback when it is not JSON.",
     "json_decode(\"[1, null]\") → [1, nothing]",
     "the second argument is the fallback: json_decode(text, nothing)", json_decode},
    {"json_encode", "x", 1, 1, "indent", Purity::Pure, "",
     "A value as JSON text on one line, or indented: indent = 2.",
     "json_encode({\"a\": [1, nothing]}) → {\"a\": [1, null]}", "", json_encode},
    {"canonical_json", "x", 1, 1, "", Purity::Pure, "",
     "A value as JSON in the one form of RFC 8785, for hashing.",
     "canonical_json({\"b\": 1.0, \"a\": 2}) → {\"a\":2,\"b\":1}", "", canonical_json},
    {"json_for_script", "x", 1, 1, "", Purity::Pure, "",
     "As json_encode, safe inside a <script> element.",
     "json_for_script(\"<b>\") → \"\\u003cb\\u003e\"", "", json_for_script},
};

}  // namespace

const BuiltinTable kJsonBuiltins(kRows);

}  // namespace syn
