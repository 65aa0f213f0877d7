// `fetch` and its kin: HTTP, behind the gate (security.md §3.3, §21). A connection that fails is
// data, not an error.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/host_errors.h"
#include "builtins/json_encoding.h"
#include "builtins/json_values.h"
#include "cap/scope.h"
#include "host/host.h"
#include "host/network.h"
#include "host/output.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

/// Positions in the call of what the two shapes take; 0 for none.
struct Shape {
  size_t method;
  size_t headers;
  size_t body;
  size_t timeout;
};
constexpr Shape kFetch = {1, 2, 3, 4};
constexpr Shape kPost = {0, 2, 1, 3};
constexpr std::string_view kNamed = "method,headers,body,timeout";
constexpr size_t kMethodName = 0;
constexpr size_t kHeadersName = 1;
constexpr size_t kBodyName = 2;
constexpr size_t kTimeoutName = 3;

const Value* argument(Call& call, size_t position, size_t name) {
  if (const Value* named = call.named(name)) return named;
  return position == 0 ? nullptr : call.optional(position);
}

bool is_given(const Value* value) { return value != nullptr && !value->is_nothing(); }

/// What goes over the wire: the one place besides `reveal` where a secret is told, to the host that
/// the program names.
std::string wire_text(const Value& value) {
  const Value& inner = value.is(Tag::Secret) ? value.secret().value : value;
  return inner.is_text() ? std::string(inner.view()) : display(inner);
}

Result<void> read_headers(Call& call, const Value* given, host::HttpRequest& request) {
  if (!is_given(given)) return {};
  if (!given->is_map()) return Error(world_errors::kHttpHeaders, {call.name(), type_name(*given)});
  const Map& map = given->map();
  for (size_t i = 0; i < map.size(); ++i) {
    request.headers.emplace_back(std::string(map.key(i)->view()), wire_text(map.value(i)));
  }
  return {};
}

bool has_header(const host::HttpRequest& request, std::string_view name) {
  return std::any_of(request.headers.begin(), request.headers.end(), [&](const auto& header) {
    return std::equal(header.first.begin(), header.first.end(), name.begin(), name.end(),
                      [](char a, char b) { return (a | 0x20) == (b | 0x20); });
  });
}

/// Text and bytes as they are, anything else as JSON.
Result<void> read_body(Call& call, const Value* given, host::HttpRequest& request) {
  if (!is_given(given)) return {};
  if (given->is(Tag::Bytes)) {
    auto bytes = given->bytes().view();
    request.body.assign(bytes.begin(), bytes.end());
    return {};
  }
  if (given->is_text() || given->is(Tag::Secret)) {
    request.body = wire_text(*given);
    return {};
  }
  TRY(write_json(call, *given, json::Style{}, request.body));
  if (!has_header(request, "content-type")) {
    request.headers.emplace_back("Content-Type", "application/json");
  }
  return {};
}

Result<void> read_timeout(Call& call, const Value* given, host::HttpRequest& request) {
  if (is_given(given)) {
    double seconds = to_double(*given);
    if (!(seconds > 0) || std::isinf(seconds))
      return Error(world_errors::kHttpTimeout, {call.name()});
    request.timeout_seconds = seconds;
  }
  constexpr double kNanoseconds = 1e9;
  int64_t left = call.services().left_ns();
  if (left != INT64_MAX) {
    request.timeout_seconds =
        std::min(request.timeout_seconds, static_cast<double>(left) / kNanoseconds);
  }
  return {};
}

/// The body as JSON, or nothing.
Value json_of(Call& call, std::string_view body) {
  JsonValueBuilder builder(call);
  json::Reader reader(builder, json::Limits{});
  return reader.read(body) == json::Reader::Outcome::Read ? builder.take() : Value();
}

Result<Value> result_map(Call& call, host::HttpResponse response) {
  TRY(call.reserve(3 * response.body.size()));
  TRY(call.tick(response.body.size() / 64 + 1));
  constexpr int kFirstGood = 200;
  constexpr int kFirstOther = 300;
  const bool whole = response.error.empty();
  Value map = make_map(call.heap());
  put(map, "status", Value::integer(response.status));
  put(map, "ok",
      Value::boolean(whole && response.status >= kFirstGood && response.status < kFirstOther));
  put(map, "body", make_text(call.heap(), to_valid_utf8(response.body)));
  put(map, "json", whole ? json_of(call, response.body) : Value());
  if (!whole) {
    put(map, "error", make_text(call.heap(), response.error));
    return map;
  }
  Value headers = make_map(call.heap());
  for (const auto& [name, value] : response.headers) {
    put(headers, name, make_text(call.heap(), to_valid_utf8(value)));
  }
  put(map, "headers", std::move(headers));
  return map;
}

Result<Value> send(Call& call, const Shape& shape, std::string_view method) {
  if (!call[0].is_text()) {
    return Error(world_errors::kNameKind, {call.name(), type_name(call[0])});
  }
  host::HttpRequest request;
  request.url = call[0].view();
  std::string source = std::string(call.name()) + "()";
  TRY(call.services().capabilities().demand(cap::CapabilityType::Net, request.url, source,
                                            place_of(call)));
  std::string scheme = request.url.substr(0, request.url.find("://"));
  auto target = cap::host_of_url(request.url);
  if (!target || (scheme != "http" && scheme != "https")) {
    host::HttpResponse refused;
    refused.error = "unsupported scheme '" + scheme + "': only http and https are supported";
    return result_map(call, std::move(refused));
  }
  request.host = target->host;
  request.method = method;
  if (const Value* given = argument(call, shape.method, kMethodName); is_given(given)) {
    request.method = display(*given);
    std::transform(request.method.begin(), request.method.end(), request.method.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  }
  TRY(read_headers(call, argument(call, shape.headers, kHeadersName), request));
  TRY(read_body(call, argument(call, shape.body, kBodyName), request));
  TRY(read_timeout(call, argument(call, shape.timeout, kTimeoutName), request));
  host::Host& host = call.services().host();
  host.output.flush();
  return result_map(call, host.network.fetch(request));
}

Result<Value> fetch(Call& call) { return send(call, kFetch, "GET"); }
Result<Value> http_post(Call& call) { return send(call, kPost, "POST"); }

constexpr BuiltinSpec kRows[] = {
    {"fetch", "url, method = \"GET\", headers = {}, body = nothing, timeout = 30", 1, 5, kNamed,
     Purity::Effect, "net",
     "Asks over HTTP: a map with status, ok, body, json, headers, or error where no answer came. "
     "Redirects are not followed.",
     "", "", fetch},
    {"http_get", "url, method = \"GET\", headers = {}, body = nothing, timeout = 30", 1, 5, kNamed,
     Purity::Effect, "net", "As fetch.", "", "", fetch},
    {"http_post", "url, body = nothing, headers = {}, timeout = 30", 1, 4, kNamed, Purity::Effect,
     "net", "Sends a body over HTTP: text and bytes as they are, other values as JSON.", "", "",
     http_post},
};

}  // namespace

const BuiltinTable kNetworkBuiltins = kRows;

}  // namespace syn
