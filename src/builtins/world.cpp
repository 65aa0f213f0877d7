// Environment, secrets, processes, standard input.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <span>

#include "base/utf8.h"
#include "builtins/families_host.h"
#include "builtins/file_access.h"
#include "builtins/host_errors.h"
#include "host/environment.h"
#include "host/host.h"
#include "host/input.h"
#include "host/output.h"
#include "host/processes.h"
#include "host/random.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

using cap::CapabilityType;

Result<std::string> name_argument(Call& call) {
  if (!call[0].is_text()) {
    return Error(world_errors::kNameKind, {call.name(), type_name(call[0])});
  }
  return std::string(call[0].view());
}

/// Environment, then the default, then an error.
Result<std::string> variable(Call& call, const std::string& name,
                             std::optional<std::string> found) {
  if (found) return std::move(*found);
  if (const Value* fallback = call.optional(1)) return display(*fallback);
  return Error(world_errors::kEnvUndefined, {call.name(), name});
}

Result<Value> env(Call& call) {
  TRY_ASSIGN(std::string name, name_argument(call));
  TRY(call.services().capabilities().demand(CapabilityType::Env, name, "secret-builtin",
                                            place_of(call)));
  TRY_ASSIGN(std::string text, variable(call, name, call.services().host().environment.find(name)));
  return make_text(call.heap(), text);
}

Result<Value> secret(Call& call) {
  TRY_ASSIGN(std::string name, name_argument(call));
  TRY(call.services().capabilities().demand(CapabilityType::Secret, name, "secret-builtin",
                                            place_of(call)));
  TRY_ASSIGN(std::string text,
             variable(call, name, call.services().host().environment.find_secret(name)));
  return make_secret(call.heap(), make_text(call.heap(), text), make_text(call.heap(), name));
}

Result<Value> as_secret(Call& call) {
  if (call[0].is(Tag::Secret)) return call[0];
  if (!call[0].is_text() && !call[0].is(Tag::Bytes)) {
    return Error(world_errors::kSecretKind, {type_name(call[0])});
  }
  Value label = make_text(call.heap(), "sealed");
  if (const Value* given = call.optional(1)) label = make_text(call.heap(), display(*given));
  return make_secret(call.heap(), call[0], std::move(label));
}

Result<Value> reveal(Call& call) {
  if (!call[0].is(Tag::Secret)) return Error(world_errors::kRevealKind, {type_name(call[0])});
  const Secret& sealed = call[0].secret();
  TRY(call.services().capabilities().demand(CapabilityType::Reveal, sealed.label.view(),
                                            "secret-builtin", place_of(call)));
  return sealed.value;
}

std::string process_text(const Value& value) {
  return value.is_text() ? std::string(value.view()) : display(value);
}

Result<void> process_options(const Value& options, host::ProcessRequest& request) {
  if (options.is_nothing()) return {};
  if (!options.is_map()) return Error(world_errors::kOptionsMap, {"run", type_name(options)});
  const Map& map = options.map();
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view name = map.key(i)->view();
    const Value& value = map.value(i);
    if (name == "cwd") {
      request.cwd = process_text(value);
    } else if (name == "stdin") {
      if (value.is(Tag::Bytes)) {
        auto bytes = value.bytes().view();
        request.input.assign(bytes.begin(), bytes.end());
      } else {
        request.input = process_text(value);
      }
    } else if (name == "env" && value.is_map()) {
      for (size_t k = 0; k < value.map().size(); ++k) {
        request.environment.push_back(std::string(value.map().key(k)->view()) + "=" +
                                      process_text(value.map().value(k)));
      }
    } else if (name == "max_output" && value.is_int() && value.as_int() >= 0) {
      request.max_output = static_cast<uint64_t>(value.as_int());
    } else {
      return Error(world_errors::kUnknownOption, {"run", name, "cwd, env, stdin, max_output"});
    }
  }
  return {};
}

Result<Value> run(Call& call) {
  TRY(refuse_in_pure(call, kNoProcesses));
  TRY_ASSIGN(std::string command, name_argument(call));
  host::ProcessRequest request;
  request.command = command;
  const Value* args = call.optional(1);
  if (args != nullptr && !args->is_nothing()) {
    if (!args->is_list()) return Error(world_errors::kRunArgs);
    for (const Value& arg : args->list().items()) request.arguments.push_back(process_text(arg));
  }
  TRY(call.services().capabilities().demand(CapabilityType::Exec, command, "run()",
                                            place_of(call)));
  const Value* timeout = call.optional(2);
  if (timeout != nullptr && !timeout->is_nothing()) {
    double seconds = to_double(*timeout);
    if (!(seconds > 0) || std::isinf(seconds)) return Error(world_errors::kRunTimeout);
    request.timeout_seconds = seconds;
  }
  host::Host& host = call.services().host();
  request.environment = host.environment.inherited();
  if (const Value* options = call.optional(3)) TRY(process_options(*options, request));
  host.output.flush();
  TRY_ASSIGN(host::ProcessOutcome outcome, host.processes.run(request));
  Value map = make_map(call.heap());
  put(map, "exit_code", Value::integer(outcome.exit_code));
  put(map, "stdout", make_text(call.heap(), to_valid_utf8(outcome.output)));
  put(map, "stderr", make_text(call.heap(), to_valid_utf8(outcome.errors)));
  put(map, "stdout_truncated", Value::boolean(outcome.output_truncated));
  put(map, "stderr_truncated", Value::boolean(outcome.errors_truncated));
  return map;
}

Result<Value> read_line(Call& call) {
  host::Host& host = call.services().host();
  if (const Value* prompt = call.optional(0)) {
    TRY(call.services().capabilities().demand_stdout(place_of(call)));
    TRY(host.output.write(display(*prompt)));
  }
  host.output.flush();
  TRY_ASSIGN(auto line, host.input.read_line());
  if (!line) return Value();
  return make_text(call.heap(), *line);
}

/// Compares what is hidden, byte for byte without stopping early.
Result<Value> constant_time_eq(Call& call) {
  auto hidden = [](const Value& v) -> const Value& {
    return v.is(Tag::Secret) ? v.secret().value : v;
  };
  std::string left = display(hidden(call[0]));
  std::string right = display(hidden(call[1]));
  unsigned difference = left.size() == right.size() ? 0 : 1;
  for (size_t i = 0; i < left.size() && i < right.size(); ++i) {
    difference |= static_cast<unsigned char>(left[i] ^ right[i]);
  }
  return Value::boolean(difference == 0);
}

Result<Value> bearer(Call& call) {
  const Value& inner = call[0].is(Tag::Secret) ? call[0].secret().value : call[0];
  Value text = make_text(call.heap(), "Bearer " + display(inner));
  return make_secret(call.heap(), std::move(text), make_text(call.heap(), "bearer"));
}

Result<std::string> entropy(Call& call, size_t fallback) {
  TRY(call.services().capabilities().demand(CapabilityType::Random, std::nullopt,
                                            std::string(call.name()) + "()", place_of(call)));
  size_t count = fallback;
  if (const Value* given = call.optional(0)) {
    if (!given->is_int() || given->as_int() < 0 || given->as_int() > (1 << 20)) {
      return Error(world_errors::kByteCount, {call.name(), short_display(*given)});
    }
    count = static_cast<size_t>(given->as_int());
  }
  std::string bytes(count, '\0');
  call.services().host().random.fill(
      std::as_writable_bytes(std::span<char>(bytes.data(), bytes.size())));
  return bytes;
}

Result<Value> random_bytes(Call& call) {
  TRY_ASSIGN(std::string bytes, entropy(call, 16));
  return make_bytes(call.heap(), bytes);
}

Result<Value> token(Call& call) {
  constexpr std::string_view kHex = "0123456789abcdef";
  TRY_ASSIGN(std::string bytes, entropy(call, 16));
  std::string text;
  for (char c : bytes) {
    text += kHex[static_cast<unsigned char>(c) >> 4];
    text += kHex[static_cast<unsigned char>(c) & 15];
  }
  return make_text(call.heap(), text);
}

/// Names outside of this implementation whose gate a program meets all the same.
Result<Value> outside(Call& call, CapabilityType type) {
  TRY_ASSIGN(std::string what, name_argument(call));
  TRY(call.services().capabilities().demand(type, what, std::string(call.name()) + "()",
                                            place_of(call)));
  return Error(world_errors::kNotHere, {call.name()});
}
Result<Value> db_open(Call& call) { return outside(call, CapabilityType::Db); }
Result<Value> proc_spawn(Call& call) {
  TRY(refuse_in_pure(call,
                     "this run has no child processes nor an I/O hub (select/proc_* need a "
                     "process)"));
  return outside(call, CapabilityType::Exec);
}

constexpr BuiltinSpec kRows[] = {
    {"constant_time_eq", "a, b", 2, 2, "", Purity::Pure, "",
     "Whether two texts or secrets are equal, in a time that does not tell where they differ.",
     "constant_time_eq(\"a\", \"a\") → true", "", constant_time_eq},
    {"bearer", "token", 1, 1, "", Purity::Pure, "", "A secret header value `Bearer token`.",
     "bearer(\"t\") → secret(bearer)", "", bearer},
    {"random_bytes", "n = 16", 0, 1, "", Purity::Effect, "random", "Random bytes of the system.",
     "", "", random_bytes},
    {"token", "n = 16", 0, 1, "", Purity::Effect, "random",
     "A random text of 2n hexadecimal digits.", "", "", token},
    {"db_open", "url", 1, 2, "", Purity::Effect, "db", "Not part of this implementation.", "", "",
     db_open},
    {"proc_spawn", "command, args = []", 1, 3, "", Purity::Effect, "exec",
     "Not part of this implementation.", "", "", proc_spawn},
    {"env", "name, default?", 1, 2, "", Purity::Effect, "env", "A variable of the environment.", "",
     "", env},
    {"secret", "name, default?", 1, 2, "", Purity::Effect, "secret",
     "A variable of the environment that never shows in output.", "", "", secret},
    {"as_secret", "value, label = \"sealed\"", 1, 2, "", Purity::Pure, "",
     "Seals text or bytes so that they never show in output.",
     "as_secret(\"abc\", \"key\") → secret(key)", "", as_secret},
    {"reveal", "secret", 1, 1, "", Purity::Effect, "reveal", "What a secret hides.", "", "",
     reveal},
    {"run", "command, args = [], timeout = 120, opts = {}", 1, 4, "", Purity::Effect, "exec",
     "Runs another program (no shell) and gives its output and exit code.", "", "", run},
    {"read_line", "prompt?", 0, 1, "", Purity::Effect, "", "A line of standard input.", "", "",
     read_line},
};

}  // namespace

const BuiltinTable kWorldBuiltins = kRows;

}  // namespace syn
