// `join`: texts of a list with a separator, or two tables on a key (data.md §3.5, §3.7).
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/table_join.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr size_t kOn = 0;
constexpr size_t kHow = 1;

/// Kinds that have a text form which a reader would expect between separators.
bool joins_as_text(const Value& item) {
  if (item.is(Tag::Secret)) return true;  // shows as its label
  switch (item.tag()) {
    case Tag::Bool:
    case Tag::Int:
    case Tag::Float:
    case Tag::Text:
    case Tag::BigInt:
    case Tag::Decimal:
    case Tag::Complex:
    case Tag::Date:
    case Tag::DateTime:
    case Tag::Duration: return true;
    case Tag::Unbound:
    case Tag::Nothing:
    case Tag::Builtin:
    case Tag::List:
    case Tag::Map:
    case Tag::Bytes:
    case Tag::Array:
    case Tag::Task:
    case Tag::Native:
    case Tag::Secret:
    case Tag::Cell: return false;
  }
  return false;
}

Result<Value> join_texts(Call& call) {
  if (!call[0].is_list()) return Error(builtin_errors::kJoinNeedsList, {type_name(call[0])});
  if (!call[1].is_text()) return Error(builtin_errors::kJoinSeparator, {type_name(call[1])});
  std::span<const Value> items = call[0].list().items();
  std::string_view separator = call[1].view();
  ScratchCharge charge(call.heap());
  std::string text;
  size_t charged = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    if (!joins_as_text(items[i])) {
      return Error(builtin_errors::kJoinItem, {count_text(i + 1), type_name(items[i])});
    }
    if (i != 0) text += separator;
    if (items[i].is_text())
      text += items[i].view();
    else
      append_display(text, items[i]);
    if (text.capacity() > charged) {
      TRY(charge.add(call, text.capacity() - charged));
      TRY(call.tick((text.capacity() - charged) / 64));
      charged = text.capacity();
    }
  }
  if (text.size() > Text::kMaxBytes) return Error(builtin_errors::kJoinTooLong);
  TRY(call.reserve(text.size()));
  return make_text(call.heap(), text);
}

Result<JoinKind> join_kind(const Value& how) {
  constexpr std::array<std::string_view, 6> kKinds{"inner", "left", "right",
                                                   "outer", "semi", "anti"};
  for (size_t i = 0; how.is_text() && i < kKinds.size(); ++i) {
    if (how.view() == kKinds[i]) return static_cast<JoinKind>(i);
  }
  return Error(builtin_errors::kJoinHow, {short_display(how)});
}

/// A column, a list of columns, or {"left column": "right column"}.
Result<JoinKeys> join_keys(Call& call, const Value& on) {
  JoinKeys keys;
  if (!on.is_map()) {
    TRY_ASSIGN(auto names, names_argument(call.name(), on));
    if (!names.has_value()) return Error(builtin_errors::kJoinOn);
    keys.left = *names;
    keys.right = std::move(*names);
    return keys;
  }
  const Map& map = on.map();
  if (map.size() == 0) return Error(builtin_errors::kNoColumnsGiven, {call.name()});
  for (size_t i = 0; i < map.size(); ++i) {
    const Value& right = map.value(i);
    if (!right.is_text()) {
      return Error(builtin_errors::kColumnNotText, {call.name(), type_name(right)});
    }
    keys.left.emplace_back(map.key(i)->view());
    keys.right.emplace_back(right.view());
  }
  return keys;
}

Result<Value> join(Call& call) {
  const Value* on = call.size() > 2 ? &call[2] : call.named(kOn);
  const Value* how = call.size() > 3 ? &call[3] : call.named(kHow);
  if (on == nullptr) {
    if (how != nullptr) return Error(builtin_errors::kJoinOn);
    return join_texts(call);
  }
  for (size_t i = 0; i < 2; ++i) TRY(check_rows(i == 0 ? "join (left)" : "join (right)", call[i]));
  TRY_ASSIGN(JoinKeys keys, join_keys(call, *on));
  JoinKind kind = JoinKind::Inner;
  if (how != nullptr) {
    TRY_ASSIGN(kind, join_kind(*how));
  }
  TRY_ASSIGN(std::optional<Value> by_columns, column_join(call, kind, keys));
  if (by_columns.has_value()) return std::move(*by_columns);
  return TableJoin(call, kind, std::move(keys)).run();
}

constexpr BuiltinSpec kRows[] = {
    {"join", "xs, separator | left, right, on, how = \"inner\"", 2, 4, "on,how", Purity::Pure, "",
     "The items of a list as one text; or the rows of two tables with equal keys: inner, left, "
     "right, outer, semi, anti. Keys with two names: {\"left name\": \"right name\"}.",
     "join([\"a\", \"b\"], \"-\") → a-b", "join(left, right, [\"a\", \"b\"], \"left\")", join},
};

}  // namespace

const BuiltinTable kJoinBuiltins(kRows);

}  // namespace syn
