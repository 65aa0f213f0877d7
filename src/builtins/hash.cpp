// sha256, sha512, sha512_256, keccak256, hmac (data.md §3.21). All give bytes.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/hash_functions.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

/// A text's UTF-8, or bytes.
Result<std::string_view> data_argument(Call& call, const Value& value) {
  std::string_view data;
  if (value.is_text()) {
    data = value.view();
  } else if (value.is(Tag::Bytes)) {
    data = {reinterpret_cast<const char*>(value.bytes().data), value.bytes().size};
  } else {
    return Error(builtin_errors::kHashKind, {call.name(), type_name(value)});
  }
  TRY(tick_bytes(call, data.size()));
  return data;
}

template <HashKind kKind>
Result<Value> digest(Call& call) {
  TRY_ASSIGN(std::string_view data, data_argument(call, call[0]));
  return make_bytes(call.heap(), hash_digest(kKind, data));
}

Result<Value> hmac(Call& call) {
  TRY_ASSIGN(std::string_view data, data_argument(call, call[0]));
  TRY_ASSIGN(std::string_view key, data_argument(call, call[1]));
  HashKind kind = HashKind::Sha256;
  if (call.size() > 2) {
    TRY_ASSIGN(std::string_view name, text_argument(call, call[2], "algorithm"));
    if (name == "sha512") {
      kind = HashKind::Sha512;
    } else if (name == "sha512_256") {
      kind = HashKind::Sha512_256;
    } else if (name != "sha256") {
      return Error(builtin_errors::kHmacAlgorithm, {name});
    }
  }
  TRY(call.reserve(data.size()));
  return make_bytes(call.heap(), hmac_digest(kind, key, data));
}

constexpr BuiltinSpec kRows[] = {
    {"sha256", "data", 1, 1, "", Purity::Pure, "", "The SHA-256 digest of a text or bytes.",
     "length(sha256(\"abc\")) → 32", "", digest<HashKind::Sha256>},
    {"sha512", "data", 1, 1, "", Purity::Pure, "", "The SHA-512 digest of a text or bytes.",
     "length(sha512(\"abc\")) → 64", "", digest<HashKind::Sha512>},
    {"sha512_256", "data", 1, 1, "", Purity::Pure, "", "The SHA-512/256 digest.",
     "length(sha512_256(\"abc\")) → 32", "", digest<HashKind::Sha512_256>},
    {"keccak256", "data", 1, 1, "", Purity::Pure, "", "The Keccak-256 digest.",
     "length(keccak256(\"abc\")) → 32", "", digest<HashKind::Keccak256>},
    {"hmac", "data, key, algorithm = \"sha256\"", 2, 3, "", Purity::Pure, "",
     "The message code of data under a key.", "length(hmac(\"data\", \"key\")) → 32", "", hmac},
};

}  // namespace

const BuiltinTable kHashBuiltins(kRows);

}  // namespace syn
