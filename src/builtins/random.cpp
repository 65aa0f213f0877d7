// Random numbers: rng and what draws from a generator, and random, random_int from the system
// (data.md §3.18).
//
// A generator is a function made at run time whose captured values are its state: that state is
// shared by all who hold the generator, unlike lists and maps, so assigning it does not copy it.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/random_source.h"
#include "cap/capability_set.h"
#include "host/host.h"
#include "host/random.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "vm/services.h"

namespace syn {
namespace {

// The captured values of a generator: its Pcg64 as bytes, the words of its seed, of its spawn key,
// and how many children it has.
constexpr size_t kStateAt = 0;
constexpr size_t kSeedAt = 1;
constexpr size_t kSpawnKeyAt = 2;
constexpr size_t kChildrenAt = 3;

std::string_view bytes_of(const void* data, size_t size) {
  return {static_cast<const char*>(data), size};
}

Pcg64 load(const Native& generator) {
  Pcg64 state;
  std::memcpy(&state, generator.captured[kStateAt].bytes().data, sizeof(Pcg64));
  return state;
}

void store(const Native& generator, const Pcg64& state) {
  std::memcpy(generator.captured[kStateAt].bytes().data, &state, sizeof(Pcg64));
}

std::vector<uint32_t> words_of(const Value& bytes) {
  std::vector<uint32_t> words(bytes.bytes().size / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.bytes().data, bytes.bytes().size);
  return words;
}

/// Calling a generator: the next float in [0, 1).
Result<Value> draw(Call& call) {
  Pcg64 state = load(*call.self());
  PcgSource source(state);
  TRY_ASSIGN(double number, source.next_double());
  store(*call.self(), state);
  return Value::number(number);
}

Value make_generator(Heap& heap, std::span<const uint32_t> seed,
                     std::span<const uint32_t> spawn_key) {
  Pcg64 state = Pcg64::seeded(seed, spawn_key);
  std::vector<Value> captured;
  captured.push_back(make_bytes(heap, bytes_of(&state, sizeof(state))));
  captured.push_back(make_bytes(heap, bytes_of(seed.data(), seed.size_bytes())));
  captured.push_back(make_bytes(heap, bytes_of(spawn_key.data(), spawn_key.size_bytes())));
  captured.push_back(Value::integer(0));
  return make_native(heap, draw, "rng", 0, 0, std::move(captured));
}

bool is_generator(const Value& value) {
  return value.is(Tag::Native) && value.native().function == draw;
}

/// A task of the program that stands for a generator.
class TaskSource final : public RandomSource {
 public:
  TaskSource(Call& call, const Value& task) : call_(call), task_(task) {}
  Result<double> next_double() override {
    TRY_ASSIGN(Value drawn, call_.invoke(task_, std::span<Value>()));
    double number = is_real_number(drawn) ? to_double(drawn) : -1.0;
    if (number >= 0.0 && number < 1.0) return number;
    return Error(builtin_errors::kBadDraw, {call_.name(), short_display(drawn)});
  }
  Result<uint32_t> next32() override {
    TRY_ASSIGN(double number, next_double());
    return static_cast<uint32_t>(number * 0x1p32);
  }
  Result<uint64_t> next64() override {
    TRY_ASSIGN(uint32_t high, next32());
    TRY_ASSIGN(uint32_t low, next32());
    return uint64_t{high} << 32 | low;
  }

 private:
  Call& call_;
  const Value& task_;
};

/// Runs `work` with the source that an argument names, and keeps the generator's new state.
template <typename Work>
auto with_source(Call& call, const Value& given, Work work)
    -> decltype(work(std::declval<RandomSource&>())) {
  if (is_generator(given)) {
    Pcg64 state = load(given.native());
    PcgSource source(state);
    auto result = work(source);
    store(given.native(), state);
    return result;
  }
  if (!given.is_callable())
    return Error(builtin_errors::kNotAGenerator, {call.name(), type_name(given)});
  TaskSource source(call, given);
  return work(source);
}

/// Random bits of the system; asked of the gate first.
class HostSource final : public RandomSource {
 public:
  explicit HostSource(host::Random& random) : random_(random) {}
  Result<uint64_t> next64() override {
    uint64_t bits = 0;
    random_.fill(std::as_writable_bytes(std::span(&bits, 1)));
    return bits;
  }
  Result<uint32_t> next32() override {
    TRY_ASSIGN(uint64_t bits, next64());
    return static_cast<uint32_t>(bits);
  }
  Result<double> next_double() override {
    TRY_ASSIGN(uint64_t bits, next64());
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }

 private:
  host::Random& random_;  // outlives the call
};

Result<void> demand_random(Call& call) {
  cap::Place place{call.context().current_file(), call.context().current_span().line};
  return call.services().capabilities().demand(cap::CapabilityType::Random, std::nullopt,
                                               std::string(call.name()) + "()", place);
}

Result<Value> rng(Call& call) {
  if (!call[0].is_integer()) {
    bool fraction = call[0].is_float();
    std::string got = fraction ? short_display(call[0]) : kind_of(call[0]);
    return Error(builtin_errors::kSeedInteger, {got});
  }
  std::vector<uint32_t> words;
  if (call[0].is_int()) {
    if (call[0].as_int() < 0) return Error(builtin_errors::kSeedNegative, {short_display(call[0])});
    auto seed = static_cast<uint64_t>(call[0].as_int());
    words.push_back(static_cast<uint32_t>(seed));
    if (seed >> 32 != 0) words.push_back(static_cast<uint32_t>(seed >> 32));
  } else {
    if (call[0].big_int().value.sign() < 0)
      return Error(builtin_errors::kSeedNegative, {short_display(call[0])});
    std::string bytes = call[0].big_int().value.to_little_endian();
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    words.resize(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
  }
  TRY(call.tick(1 + words.size()));
  return make_generator(call.heap(), words, {});
}

Result<Value> rng_spawn(Call& call) {
  if (!is_generator(call[0]))
    return Error(builtin_errors::kNotAGenerator, {call.name(), type_name(call[0])});
  TRY_ASSIGN(int64_t count, whole_argument(call, call[1], "n"));
  if (count < 0) return Error(builtin_errors::kDrawCount, {call.name(), std::to_string(count)});
  TRY(reserve_list(call, static_cast<uint64_t>(count)));
  Native& parent = call[0].native();
  std::vector<uint32_t> seed = words_of(parent.captured[kSeedAt]);
  std::vector<uint32_t> spawn_key = words_of(parent.captured[kSpawnKeyAt]);
  int64_t first = parent.captured[kChildrenAt].as_int();
  spawn_key.push_back(0);
  Value result = make_list(call.heap());
  for (int64_t i = 0; i < count; ++i) {
    TRY(call.tick());
    spawn_key.back() = static_cast<uint32_t>(first + i);
    push(result, make_generator(call.heap(), seed, spawn_key));
  }
  parent.captured[kChildrenAt] = Value::integer(first + count);
  return result;
}

Result<Value> random(Call& call) {
  auto draw_one = [](RandomSource& source) -> Result<Value> {
    TRY_ASSIGN(double number, source.next_double());
    return Value::number(number);
  };
  if (call.size() != 0) return with_source(call, call[0], draw_one);
  TRY(demand_random(call));
  HostSource source(call.services().host().random);
  return draw_one(source);
}

/// The bounds of `random_int`: the last two arguments.
struct Bounds {
  int64_t low;
  int64_t high;
};

Result<Bounds> bounds(Call& call) {
  size_t first = call.size() - 2;
  for (size_t i = first; i < call.size(); ++i) {
    if (call[i].is(Tag::BigInt))
      return Error(builtin_errors::kBoundTooLarge, {short_display(call[i])});
  }
  TRY_ASSIGN(int64_t low, whole_argument(call, call[first], "min"));
  TRY_ASSIGN(int64_t high, whole_argument(call, call[first + 1], "max"));
  if (low > high)
    return Error(builtin_errors::kRandomRange, {std::to_string(low), std::to_string(high)});
  return Bounds{low, high};
}

Result<Value> random_int(Call& call) {
  TRY_ASSIGN(Bounds between, bounds(call));
  auto draw_one = [&between](RandomSource& source) -> Result<Value> {
    auto low = static_cast<uint64_t>(between.low);
    TRY_ASSIGN(uint64_t offset, random_bounded(source, static_cast<uint64_t>(between.high) - low));
    return Value::integer(static_cast<int64_t>(low + offset));
  };
  if (call.size() == 3) return with_source(call, call[0], draw_one);
  TRY(demand_random(call));
  HostSource source(call.services().host().random);
  return draw_one(source);
}

/// A number given by position or name, or its default.
Result<double> number_argument(Call& call, size_t index, size_t name_index, double fallback) {
  const Value* given =
      call.optional(index) != nullptr ? call.optional(index) : call.named(name_index);
  if (given == nullptr) return fallback;
  if (is_real_number(*given)) return to_double(*given);
  return Error(builtin_errors::kExpectedNumber,
               {call.name(), type_name(*given), name_index == 0 ? "mean" : "std"});
}

Result<Value> random_normal(Call& call) {
  TRY_ASSIGN(double mean, number_argument(call, 1, 0, 0.0));
  TRY_ASSIGN(double deviation, number_argument(call, 2, 1, 1.0));
  if (!(deviation >= 0.0))
    return Error(builtin_errors::kNegativeStd, {display(Value::number(deviation))});
  return with_source(call, call[0], [&](RandomSource& source) -> Result<Value> {
    TRY_ASSIGN(double drawn, random_standard_normal(source));
    return Value::number(mean + deviation * drawn);
  });
}

Result<void> check_generator_first(Call& call) {
  if (call[0].is_callable()) return check_list(call, call[1]);
  return Error(builtin_errors::kNotAGenerator, {call.name(), type_name(call[0])});
}

Result<Value> items_at(Call& call, const List& list, const std::vector<uint32_t>& positions) {
  TRY(reserve_list(call, positions.size()));
  Value result = make_list(call.heap(), positions.size());
  for (uint32_t position : positions) push(result, list.at(position));
  return result;
}

Result<Value> shuffle(Call& call) {
  TRY(check_generator_first(call));
  const List& list = call[1].list();
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, list.size() * sizeof(uint32_t)));
  TRY_ASSIGN(auto positions, with_source(call, call[0], [&](RandomSource& source) {
               return random_permutation(source, static_cast<uint32_t>(list.size()));
             }));
  return items_at(call, list, positions);
}

Result<Value> choice(Call& call) {
  TRY(check_generator_first(call));
  const List& list = call[1].list();
  if (list.empty()) return Error(builtin_errors::kChoiceEmpty);
  TRY_ASSIGN(uint64_t position, with_source(call, call[0], [&](RandomSource& source) {
               return random_bounded(source, list.size() - 1);
             }));
  return list.at(position);
}

Result<Value> sample(Call& call) {
  TRY(check_generator_first(call));
  const List& list = call[1].list();
  TRY_ASSIGN(int64_t count, whole_argument(call, call[2], "n"));
  if (count < 0) return Error(builtin_errors::kDrawCount, {call.name(), std::to_string(count)});
  if (static_cast<uint64_t>(count) > list.size()) {
    return Error(builtin_errors::kSampleTooMany, {std::to_string(count), count_text(list.size())});
  }
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, list.size() * sizeof(uint32_t)));
  TRY_ASSIGN(auto positions, with_source(call, call[0], [&](RandomSource& source) {
               return random_sample(source, static_cast<uint32_t>(list.size()),
                                    static_cast<uint32_t>(count));
             }));
  return items_at(call, list, positions);
}

constexpr BuiltinSpec kRows[] = {
    {"rng", "seed", 1, 1, "", Purity::Pure, "",
     "A generator of random numbers from a seed: g() gives the next float in [0, 1), the same for "
     "the same seed.",
     "rng(42)() → 0.7739560485559633", "", rng},
    {"rng_spawn", "g, n", 2, 2, "", Purity::Effect, "",
     "n generators that do not depend on each other.",
     "rng_spawn(rng(2026), 3)[0]() → 0.3826911772203264", "", rng_spawn},
    {"random", "g?", 0, 1, "", Purity::Effect, "random",
     "A float in [0, 1), of a generator or of the system.", "random(rng(42)) → 0.7739560485559633",
     "between two integers: random_int(a, b)", random},
    {"random_int", "g?, min, max", 2, 3, "", Purity::Effect, "random",
     "An integer from min to max, both included, of a generator or of the system.",
     "random_int(rng(1), 6, 6) → 6",
     "random_int(min, max); with a generator: random_int(g, min, max)", random_int},
    {"random_normal", "g, mean = 0, std = 1", 1, 3, "mean,std", Purity::Effect, "",
     "A number of a normal distribution.", "random_normal(rng(42)) → 0.30471707975443135", "",
     random_normal},
    {"shuffle", "g, xs", 2, 2, "", Purity::Effect, "", "The items in random order.",
     "shuffle(rng(7), [\"a\", \"b\", \"c\", \"d\", \"e\"]) → [\"c\", \"a\", \"e\", \"b\", \"d\"]",
     "", shuffle},
    {"choice", "g, xs", 2, 2, "", Purity::Effect, "", "One item by chance.",
     "choice(rng(9), [\"x\", \"y\", \"z\"]) → y", "several without repeats: sample(g, xs, n)",
     choice},
    {"sample", "g, xs, n", 3, 3, "", Purity::Effect, "",
     "n different items by chance, in random order.",
     "sample(rng(7), range(0, 50), 4) → [44, 30, 49, 33]", "", sample},
};

}  // namespace

const BuiltinTable kRandomBuiltins(kRows);

}  // namespace syn
