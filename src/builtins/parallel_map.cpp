// `parallel_map`: as `apply`, on all processors where nothing can tell the difference (data.md
// §3.3). A function that is pure, by vm/purity.h, runs in forked copies of this process; any other
// runs here, item by item.
//
// The result is that of the sequential run, whatever the copies do:
// 1. items go to the copies in turns, each copy works upwards and stops at its first error;
// 2. results are taken in the order of the items, and each costs the steps that it cost the copy;
// 3. what a copy did not send is done here, since a pure function may run again: what cannot be
// sent
//    (a task as result), items that met a limit or saw a lack of memory, those it did not come to;
// 4. each copy may use its part of the memory that is left; copies that cannot matter any more,
//    because an earlier item failed, are stopped.
// Small work does not fork: the first items run here until they have cost about a millisecond.
// Where no copies can be made the same is looked at and counted, so that steps are the same
// everywhere.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/higher_order.h"
#include "host/clock.h"
#include "host/host.h"
#include "host/output.h"
#include "host/workers.h"
#include "value/display.h"
#include "value/errors.h"
#include "value/transfer.h"
#include "vm/machine.h"
#include "vm/purity.h"
#include "vm/services.h"

namespace syn {
namespace {

constexpr uint64_t kWorthForking = 100'000;  ///< steps
constexpr size_t kMostWorkers = 64;
constexpr size_t kBatchBytes = 32 << 10;
constexpr uint64_t kBatchSteps = 50'000;
constexpr size_t kMostBytes = 64 << 20;  ///< of one result
/// A byte that was sent can become a value of this size.
constexpr size_t kBytesOfByte = 32;
/// After an error: how long copies with earlier items may still take, besides as long as they took.
constexpr int64_t kGraceNs = 50'000'000;

enum class Kind : uint8_t { Value, Failure, NotSent };

/// What is known of one item.
struct Outcome {
  Value value;
  std::optional<Error> error;
  uint64_t steps = 0;
  bool known = false;
};

void encode_span(std::string& out, Span span) {
  for (uint32_t part : {span.line, span.column, span.end_line, span.end_column}) {
    encode_number(out, part);
  }
}

Span decode_span(std::string_view& in) {
  Span span;
  for (uint32_t* part : {&span.line, &span.column, &span.end_line, &span.end_column}) {
    *part = static_cast<uint32_t>(decode_number(in));
  }
  return span;
}

/// Both ends are one binary, so a row is where it was.
void encode_error(std::string& out, const Error& error) {
  const ErrorBody& body = error.body();
  encode_number(out, reinterpret_cast<uintptr_t>(body.row));
  encode_number(out, body.arguments.size());
  for (const std::string& argument : body.arguments) encode_text(out, argument);
  encode_number(out, static_cast<uint64_t>(body.phase));
  encode_text(out, body.file);
  encode_span(out, body.span);
  encode_span(out, body.error_span);
  encode_text(out, body.extra);
  encode_text(out, body.hint);
  encode_number(out, body.fix.has_value() ? 1 : 0);
  if (body.fix) {
    encode_span(out, body.fix->span);
    encode_text(out, body.fix->text);
  }
  encode_number(out, body.trace.size());
  for (const TraceEntry& entry : body.trace) {
    encode_text(out, entry.task);
    encode_text(out, entry.file);
    encode_span(out, entry.span);
  }
  encode_number(out, body.data_row);
  encode_text(out, body.data_value);
}

Error decode_error(std::string_view in) {
  const auto* row = reinterpret_cast<const ErrorRow*>(static_cast<uintptr_t>(decode_number(in)));
  std::vector<std::string> arguments(decode_number(in));
  for (std::string& argument : arguments) argument = decode_text(in);
  Error error(*row, std::move(arguments));
  ErrorBody& body = error.body();
  body.phase = static_cast<Phase>(decode_number(in));
  body.file = decode_text(in);
  body.span = decode_span(in);
  body.error_span = decode_span(in);
  body.extra = decode_text(in);
  body.hint = decode_text(in);
  if (decode_number(in) != 0) {
    Span span = decode_span(in);
    body.fix = Fix{span, std::string(decode_text(in))};
  }
  body.trace.resize(decode_number(in));
  for (TraceEntry& entry : body.trace) {
    entry.task = decode_text(in);
    entry.file = decode_text(in);
    entry.span = decode_span(in);
  }
  body.data_row = decode_number(in);
  body.data_value = decode_text(in);
  return error;
}

class ParallelMap {
 public:
  ParallelMap(Call& call, host::Workers& workers, size_t num_workers)
      : call_(call),
        items_(call[1].list().items()),
        clock_(call.services().host().clock),
        workers_(workers),
        num_(num_workers) {}

  Result<Value> run() {
    TRY(reserve_list(call_, items_.size()));
    result_ = make_list(call_.heap(), items_.size());
    TRY(begin());
    ScratchCharge charge(call_.heap());
    if (items_.size() - start_ >= 2) {
      auto& machine = static_cast<Machine&>(call_.context());
      TRY_ASSIGN(bool pure, is_pure_call(call_, machine, call_[0], call_[1]));
      if (pure && num_ > 1) TRY(share_out(charge));
    }
    return finish();
  }

 private:
  Result<Value> compute(size_t index) {
    TRY(call_.tick());
    return call_.invoke_on(index, call_[0], items_[index]);
  }

  /// The first items, until they show that the work is worth a fork.
  Result<void> begin() {
    uint64_t enough = call_.budget().steps + kWorthForking;
    while (start_ < items_.size() && call_.budget().steps < enough) {
      TRY_ASSIGN(Value value, compute(start_));
      push(result_, std::move(value));
      ++start_;
    }
    return {};
  }

  /// Bytes that may still be used; kUnlimited without a limit.
  uint64_t room() const {
    const Budget& budget = call_.budget();
    if (budget.memory_limit == Budget::kUnlimited) return Budget::kUnlimited;
    return budget.memory_limit > budget.used() ? budget.memory_limit - budget.used() : 0;
  }

  Result<void> share_out(ScratchCharge& charge) {
    size_t left = items_.size() - start_;
    num_ = std::min(num_, left);
    TRY(charge.add(call_, left * sizeof(Outcome)));
    outcomes_.resize(left);
    lowest_error_ = left;
    next_.resize(num_);
    for (size_t worker = 0; worker < num_; ++worker) next_[worker] = worker;
    floor_ = room() == Budget::kUnlimited ? 0 : room() / 2;
    started_ns_ = clock_.steady_ns();
    call_.services().host().output.flush();
    auto body = [&](size_t worker, const host::Workers::Send& send) { work(worker, send); };
    auto receive = [&](size_t worker, std::string_view batch) { return take(worker, batch); };
    return workers_.run(num_, body, receive, [&] { return wants_more(); });
  }

  /// In the copy.
  void work(size_t worker, const host::Workers::Send& send) {
    Budget& budget = call_.budget();
    // Deadlines and output are the parent's.
    budget.set_checkpoint(Budget::kUnlimited - budget.steps);
    if (room() != Budget::kUnlimited) budget.memory_limit = budget.used() + room() / (num_ + 1);
    std::string batch;
    uint64_t sent_at = budget.steps;
    for (size_t i = worker; i < outcomes_.size(); i += num_) {
      if (!add_item(batch, i)) break;
      if (batch.size() < kBatchBytes && budget.steps - sent_at < kBatchSteps) continue;
      if (!send(batch)) return;
      batch.clear();
      sent_at = budget.steps;
    }
    if (!batch.empty()) send(batch);
  }

  /// Computes one item and writes what came of it. False after an error.
  bool add_item(std::string& batch, size_t index) {
    Budget& budget = call_.budget();
    uint64_t steps = budget.steps;
    uint64_t refusals = budget.refusals();
    auto outcome = compute(start_ + index);
    Kind kind = Kind::NotSent;
    std::string bytes;
    if (!outcome.ok()) {
      const Error& error = outcome.error();
      if (error.row().category != ErrorCategory::Limit) kind = Kind::Failure;
      encode_error(bytes, error);
    } else {
      size_t most = std::min<uint64_t>(kMostBytes, room() / 2);
      if (encode_value(bytes, outcome.value(), most)) kind = Kind::Value;
    }
    // A program can catch the lack of memory that it only has here.
    if (budget.refusals() != refusals) kind = Kind::NotSent;
    encode_number(batch, index);
    encode_number(batch, static_cast<uint64_t>(kind));
    encode_number(batch, budget.steps - steps);
    encode_text(batch, kind == Kind::NotSent ? std::string_view() : std::string_view(bytes));
    return outcome.ok();
  }

  /// In the parent: one batch. False when nothing later of this copy can matter.
  bool take(size_t worker, std::string_view batch) {
    while (!batch.empty()) {
      size_t index = decode_number(batch);
      auto kind = static_cast<Kind>(decode_number(batch));
      uint64_t steps = decode_number(batch);
      std::string_view bytes = decode_text(batch);
      next_[worker] = index + num_;
      bool has_room = floor_ == 0 || room() > floor_ + bytes.size() * kBytesOfByte;
      if (kind == Kind::NotSent || !has_room) continue;
      Outcome& outcome = outcomes_[index];
      outcome.known = true;
      outcome.steps = steps;
      if (kind == Kind::Value) {
        outcome.value = decode_value(call_.heap(), bytes);
      } else {
        outcome.error.emplace(decode_error(bytes));
        if (index < lowest_error_) failed_ns_ = clock_.steady_ns();
        lowest_error_ = std::min(lowest_error_, index);
      }
    }
    return next_[worker] < lowest_error_;
  }

  /// False when no copy can add anything below the first error, or takes too long for it: its work
  /// may be endless, and what is missing is done here.
  Result<bool> wants_more() {
    TRY(call_.services().poll());
    TRY(call_.tick(0));
    if (lowest_error_ == outcomes_.size()) return true;
    int64_t patience = failed_ns_ - started_ns_ + kGraceNs;
    if (clock_.steady_ns() - failed_ns_ > patience) return false;
    return std::any_of(next_.begin(), next_.end(),
                       [this](size_t next) { return next < lowest_error_; });
  }

  /// What was sent, in order; the rest is computed here.
  Result<Value> finish() {
    for (size_t i = start_; i < items_.size(); ++i) {
      Outcome* sent = outcomes_.empty() ? nullptr : &outcomes_[i - start_];
      Budget& budget = call_.budget();
      // An item that goes over the limit does it here, at its own place.
      bool fits =
          sent != nullptr && sent->known && budget.steps + sent->steps <= budget.step_limit();
      if (!fits) {
        if (sent != nullptr) *sent = Outcome();
        TRY_ASSIGN(Value value, compute(i));
        push(result_, std::move(value));
        continue;
      }
      TRY(call_.tick(sent->steps));
      if (sent->error) return *std::move(sent->error);
      push(result_, std::move(sent->value));
    }
    return std::move(result_);
  }

  Call& call_;
  std::span<const Value> items_;
  host::Clock& clock_;
  host::Workers& workers_;
  size_t num_;
  size_t start_ = 0;  ///< the first item that was not computed before the fork
  Value result_;
  std::vector<Outcome> outcomes_;  ///< from `start_` on
  std::vector<size_t> next_;       ///< of each copy: no result before this one is to come
  size_t lowest_error_ = 0;
  uint64_t floor_ = 0;  ///< room that results of copies may not take; 0 without a limit
  int64_t started_ns_ = 0;
  int64_t failed_ns_ = 0;
};

Result<Value> parallel_map(Call& call) {
  if (!call[0].is_callable()) return Error(builtin_errors::kParallelNeedsTask);
  if (!call[1].is_list()) return Error(builtin_errors::kParallelNeedsList);
  size_t most = kMostWorkers;
  if (call.size() > 2 && !call[2].is_nothing()) {
    bool valid = call[2].is_int() && call[2].as_int() >= 1;
    if (!valid) return Error(builtin_errors::kParallelLimit, {short_display(call[2])});
    most = std::min(most, static_cast<size_t>(call[2].as_int()));
  }
  host::Workers& workers = call.services().host().workers;
  size_t num = std::min(most, workers.num_processors());
  return ParallelMap(call, workers, num).run();
}

constexpr BuiltinSpec kRows[] = {
    {"parallel_map", "f, xs, limit?", 2, 3, "", Purity::Callback, "",
     "As apply, on all processors (or `limit` of them) where f is pure; the function comes first.",
     "parallel_map((x) => x * x, [1, 2, 3]) → [1, 4, 9]", "", parallel_map},
};

}  // namespace

const BuiltinTable kParallelBuiltins(kRows);

}  // namespace syn
