// One reader an option (security.md §16); limits take numbers or texts with a unit.
// SPDX-License-Identifier: Apache-2.0
#include "run/program_options.h"

#include <array>
#include <cmath>

#include "run/run_errors.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

bool is_number(const Value& value) {
  return value.is_integer() || value.is_float() || value.is(Tag::Decimal);
}

std::string_view trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Result<void> read_profile(const Value& value, const Session& session, ProgramOptions& options) {
  if (!value.is_text()) return Error(run_errors::kProfileType, {type_name(value)});
  auto found = cap::find_profile(value.view());
  if (!found) return Error(run_errors::kProfileValue, {value.view()});
  options.profile = *found;
  if (options.profile == cap::Profile::Native && session.is_pure_profile()) {
    options.profile = cap::Profile::Pure;
    options.downgraded = true;
  }
  return {};
}

Result<void> read_ceiling(const Value& value, const Session& session, ProgramOptions& options) {
  if (!value.is_text()) return Error(run_errors::kCeilingType, {type_name(value)});
  if (trimmed(value.view()) == "sandbox") return {};
  auto parsed = cap::parse_ceiling(value.view(), session.request().base);
  if (!parsed.ok()) return Error(run_errors::kCeilingText, {parsed.error().message()});
  options.ceiling = std::move(parsed).value();
  return {};
}

Result<void> read_environment(const Value& value, const Session&, ProgramOptions& options) {
  if (value.is_nothing()) return {};
  if (!value.is_map()) return Error(run_errors::kEnvType);
  const Map& map = value.map();
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view name = map.key(i)->view();
    const Value& entry = map.value(i);
    if (entry.is(Tag::Secret)) return Error(run_errors::kEnvSecret, {name});
    if (!entry.is_text()) return Error(run_errors::kEnvValue, {name, type_name(entry)});
    if (auto allowed = sandbox::check_environment_name(name); !allowed.ok()) {
      return Error(run_errors::kPrefixed, {allowed.error().message()});
    }
    options.environment.emplace_back(name, entry.view());
  }
  return {};
}

Result<void> read_timeout(const Value& value, const Session&, ProgramOptions& options) {
  if (value.is_nothing()) return {};
  if (!is_number(value)) return Error(run_errors::kTimeoutType);
  double seconds = to_double(value);
  if (!(seconds > 0)) return Error(run_errors::kTimeoutPositive);
  if (!(seconds <= sandbox::ChildLimits::kMaxTimeoutSeconds)) {
    return Error(run_errors::kTimeoutMaximum);
  }
  options.timeout_seconds = seconds;
  return {};
}

Result<void> read_cwd(const Value& value, const Session&, ProgramOptions& options) {
  if (value.is_nothing()) return {};
  if (!value.is_text()) return Error(run_errors::kCwdType, {type_name(value)});
  options.cwd = value.view();
  return {};
}

Result<void> read_filename(const Value& value, const Session&, ProgramOptions& options) {
  if (value.is_nothing()) return {};
  if (!value.is_text()) return Error(run_errors::kFilenameType, {type_name(value)});
  options.filename = value.view();
  return {};
}

Result<void> read_spawn(const Value& value, const Session&, ProgramOptions& options) {
  std::string_view word = value.is_text() ? value.view() : std::string_view();
  if (word != "warm" && word != "fresh") {
    return Error(run_errors::kChoice, {"spawn", "\"warm\"", "\"fresh\"", short_display(value)});
  }
  options.spawn = word == "fresh" ? SpawnKind::Fresh : SpawnKind::Warm;
  return {};
}

Result<void> read_walls(const Value& value, const Session&, ProgramOptions& options) {
  std::string_view word = value.is_text() ? value.view() : std::string_view();
  if (word != "require" && word != "best-effort") {
    return Error(run_errors::kChoice,
                 {"walls", "\"require\"", "\"best-effort\"", short_display(value)});
  }
  options.demand =
      word == "require" ? sandbox::WallDemand::Require : sandbox::WallDemand::BestEffort;
  return {};
}

/// A positive whole number as it is, or nothing.
std::optional<uint64_t> whole(double number) {
  constexpr double kMost = 9e15;
  if (!(number >= 1) || number > kMost || std::floor(number) != number) return std::nullopt;
  return static_cast<uint64_t>(number);
}

struct Unit {
  std::string_view name;
  uint64_t bytes;
};
constexpr std::array<Unit, 10> kUnits = {{{"B", 1},
                                          {"kB", 1'000},
                                          {"KB", 1'000},
                                          {"MB", 1'000'000},
                                          {"GB", 1'000'000'000},
                                          {"KiB", 1ULL << 10},
                                          {"MiB", 1ULL << 20},
                                          {"GiB", 1ULL << 30},
                                          {"M", 1ULL << 20},
                                          {"G", 1ULL << 30}}};

/// `64 MiB`, `1.5GB`, `4096`.
std::optional<uint64_t> size_in_text(std::string_view text) {
  text = trimmed(text);
  size_t digits = text.find_first_not_of("0123456789.");
  std::string number(text.substr(0, digits));
  constexpr size_t kMostDigits = 18;
  if (number.empty() || number.size() > kMostDigits || number.find('.') != number.rfind('.')) {
    return std::nullopt;
  }
  std::string_view unit =
      digits == std::string_view::npos ? std::string_view("B") : trimmed(text.substr(digits));
  for (const Unit& each : kUnits) {
    if (each.name == unit) {
      return whole(
          std::floor(std::strtod(number.c_str(), nullptr) * static_cast<double>(each.bytes)));
    }
  }
  return std::nullopt;
}

Result<uint64_t> bytes_of(const Value& value, std::string_view name) {
  std::optional<uint64_t> bytes;
  if (is_number(value)) bytes = whole(to_double(value));
  if (value.is_text()) bytes = size_in_text(value.view());
  if (!bytes) return Error(run_errors::kSizeOption, {name, short_display(value)});
  return *bytes;
}

Result<uint64_t> count_of(const Value& value, std::string_view name) {
  std::optional<uint64_t> count;
  if (is_number(value)) count = whole(to_double(value));
  if (!count) return Error(run_errors::kCountOption, {name, short_display(value)});
  return *count;
}

Result<void> read_memory(const Value& value, const Session&, ProgramOptions& options) {
  TRY_ASSIGN(options.limits.memory_bytes, bytes_of(value, "memory"));
  return {};
}

Result<void> read_max_output(const Value& value, const Session&, ProgramOptions& options) {
  TRY_ASSIGN(options.limits.max_output_bytes, bytes_of(value, "max_output"));
  return {};
}

Result<void> read_max_steps(const Value& value, const Session&, ProgramOptions& options) {
  TRY_ASSIGN(options.limits.max_steps, count_of(value, "max_steps"));
  return {};
}

/// Below this a child cannot open what it needs to begin.
Result<void> read_max_files(const Value& value, const Session&, ProgramOptions& options) {
  constexpr uint64_t kLeast = 16;
  constexpr uint64_t kMost = 65'536;
  TRY_ASSIGN(uint64_t files, count_of(value, "max_files"));
  if (files < kLeast || files > kMost) {
    return Error(run_errors::kFilesOption, {std::to_string(kLeast), std::to_string(kMost)});
  }
  options.limits.max_files = static_cast<uint32_t>(files);
  return {};
}

/// Whole seconds: what the kernel counts in.
Result<void> read_cpu(const Value& value, const Session&, ProgramOptions& options) {
  double seconds = is_number(value) ? to_double(value) : 0;
  if (!(seconds > 0) || seconds > sandbox::ChildLimits::kMaxTimeoutSeconds) {
    return Error(run_errors::kCpuOption, {short_display(value)});
  }
  options.limits.cpu_seconds = static_cast<uint64_t>(std::ceil(seconds));
  return {};
}

Result<void> read_on_output(const Value& value, const Session&, ProgramOptions& options) {
  if (value.is_nothing()) return {};
  if (!value.is_callable()) return Error(run_errors::kListenerType, {type_name(value)});
  options.on_output = value;
  return {};
}

struct OptionRow {
  std::string_view name;
  Result<void> (*read)(const Value& value, const Session& session, ProgramOptions& options);
};

/// In the order in which their errors are given.
constexpr OptionRow kOptions[] = {
    {"profile", read_profile},
    {"ceiling", read_ceiling},
    {"env", read_environment},
    {"timeout", read_timeout},
    {"cwd", read_cwd},
    {"filename", read_filename},
    {"spawn", read_spawn},
    {"walls", read_walls},
    {"memory", read_memory},
    {"cpu", read_cpu},
    {"max_output", read_max_output},
    {"max_steps", read_max_steps},
    {"max_files", read_max_files},
    {"on_output", read_on_output},
};

bool is_known(std::string_view name) {
  for (const OptionRow& row : kOptions) {
    if (row.name == name) return true;
  }
  return false;
}

std::string option_names() {
  std::string names;
  for (const OptionRow& row : kOptions)
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

}  // namespace

Result<ProgramOptions> read_program_options(Call& call, const Session& session) {
  ProgramOptions options;
  options.ceiling = cap::sandbox_ceiling();
  const Value* given = call.optional(1);
  if (given == nullptr || given->is_nothing()) return options;
  if (!given->is_map()) return Error(run_errors::kOptionsType, {type_name(*given)});
  const Map& map = given->map();
  for (size_t i = 0; i < map.size(); ++i) {
    std::string_view name = map.key(i)->view();
    if (!is_known(name)) return Error(run_errors::kUnknownOption, {name, option_names()});
  }
  for (const OptionRow& row : kOptions) {
    if (const Value* value = map.get(row.name)) TRY(row.read(*value, session, options));
  }
  return options;
}

}  // namespace syn
