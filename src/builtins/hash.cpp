// sha256, sha512, sha512_256, keccak256, hmac (data.md §3.21), which give bytes; hmac_sha256 and
// verify_hmac, whose keys are secrets (security.md).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/errors_c.h"
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
  } else if (value.is(Tag::Secret)) {
    return Error(builtin_errors::kHashSecret, {call.name()});
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

/// A key may be sealed: a code tells nothing of it.
Result<std::string_view> key_argument(Call& call, const Value& value) {
  return data_argument(call, value.is(Tag::Secret) ? value.secret().value : value);
}

Result<HashKind> algorithm_argument(Call& call, size_t index) {
  if (call.size() <= index) return HashKind::Sha256;
  TRY_ASSIGN(std::string_view name, text_argument(call, call[index], "algorithm"));
  if (name == "sha256") return HashKind::Sha256;
  if (name == "sha512") return HashKind::Sha512;
  if (name == "sha512_256") return HashKind::Sha512_256;
  return Error(builtin_errors::kHmacAlgorithm, {name});
}

Result<Value> hmac(Call& call) {
  TRY_ASSIGN(std::string_view data, data_argument(call, call[0]));
  TRY_ASSIGN(std::string_view key, key_argument(call, call[1]));
  TRY_ASSIGN(HashKind kind, algorithm_argument(call, 2));
  TRY(call.reserve(data.size()));
  return make_bytes(call.heap(), hmac_digest(kind, key, data));
}

std::string hex_of(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (char c : bytes) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4];
    hex += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

Result<Value> hmac_sha256(Call& call) {
  TRY_ASSIGN(std::string_view data, data_argument(call, call[0]));
  TRY_ASSIGN(std::string_view key, key_argument(call, call[1]));
  TRY(call.reserve(data.size()));
  return make_text(call.heap(), hex_of(hmac_digest(HashKind::Sha256, key, data)));
}

/// In a time that does not tell where they differ.
bool same_bytes(std::string_view left, std::string_view right) {
  unsigned difference = left.size() == right.size() ? 0 : 1;
  for (size_t i = 0; i < left.size() && i < right.size(); ++i)
    difference |= static_cast<unsigned char>(left[i] ^ right[i]);
  return difference == 0;
}

/// The signature as bytes, or as hex text in any case of letters.
Result<Value> verify_hmac(Call& call) {
  TRY_ASSIGN(std::string_view data, data_argument(call, call[0]));
  TRY_ASSIGN(std::string_view key, key_argument(call, call[2]));
  TRY_ASSIGN(HashKind kind, algorithm_argument(call, 3));
  TRY(call.reserve(data.size()));
  const Value& given = call[1];
  std::string code = hmac_digest(kind, key, data);
  if (given.is(Tag::Bytes)) {
    std::string_view signature(reinterpret_cast<const char*>(given.bytes().data),
                               given.bytes().size);
    return Value::boolean(same_bytes(signature, code));
  }
  if (!given.is_text()) return Error(builtin_errors::kSignatureKind, {type_name(given)});
  std::string lower(given.view().substr(0, 1024));
  for (char& c : lower) c = c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c;
  return Value::boolean(same_bytes(lower, hex_of(code)));
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
    {"hmac_sha256", "data, key", 2, 2, "", Purity::Pure, "",
     "The SHA-256 message code of data under a key, which may be a secret, as hex text.",
     "length(hmac_sha256(\"data\", \"key\")) → 64", "", hmac_sha256},
    {"verify_hmac", "data, signature, key, algorithm = \"sha256\"", 3, 4, "", Purity::Pure, "",
     "Whether a signature (bytes or hex text) is the message code of data under a key, in a time "
     "that tells nothing.",
     "verify_hmac(\"d\", hmac(\"d\", \"k\"), \"k\") → true", "", verify_hmac},
};

}  // namespace

const BuiltinTable kHashBuiltins(kRows);

}  // namespace syn
