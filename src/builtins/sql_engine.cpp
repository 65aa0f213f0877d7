// Opening the engine, and lending.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/sql_engine.h"

#include <algorithm>

#include "base/check.h"
#include "builtins/argument_checks.h"
#include "host/host.h"
#include "value/room.h"

namespace syn {
namespace {

struct KeptEngine final : Kept {
  std::unique_ptr<duck::Engine> engine;
  bool is_warm = false;  ///< opened before it was known how much memory it may take
};

/// What the engine may take of the memory that is left: the rest is for its result.
uint64_t engine_share(const Budget& budget) {
  if (budget.memory_limit == Budget::kUnlimited) return UINT64_MAX;
  uint64_t left = budget.memory_limit - std::min(budget.memory_limit, budget.used());
  return left / 4 * 3;
}

}  // namespace

Result<duck::Engine*> sql_engine(Call& call) {
  constexpr uint64_t kLeast = uint64_t{8} << 20;
  std::unique_ptr<Kept>& slot = call.services().sql_engine();
  Budget& budget = call.budget();
  uint64_t share = engine_share(budget);
  auto* kept = static_cast<KeptEngine*>(slot.get());
  if (kept != nullptr && kept->is_warm) {
    if (share < kLeast) return memory_error(budget);
    TRY(kept->engine->limit_memory(share, call.name()));
    kept->is_warm = false;
  }
  uint64_t left = budget.memory_limit - std::min(budget.memory_limit, budget.used());
  if (kept != nullptr && kept->engine->memory_bytes() <= std::max(left, kLeast)) {
    return kept->engine.get();
  }
  slot.reset();
  if (share < kLeast) return memory_error(budget);
  duck::EngineOptions options;
  options.caller = call.name();
  options.library_root = call.services().sql_library_root();
  options.memory_bytes = share;
  auto made = std::make_unique<KeptEngine>();
  TRY_ASSIGN(made->engine, duck::Engine::open(options));
  kept = made.get();
  slot = std::move(made);
  return kept->engine.get();
}

std::unique_ptr<Kept> open_warm_sql_engine(std::string_view library_root) {
  auto made = std::make_unique<KeptEngine>();
  auto engine = duck::Engine::open({"sql", library_root, UINT64_MAX});
  if (!engine.ok()) return nullptr;
  made->engine = std::move(engine).value();
  made->is_warm = true;
  return made;
}

/// Rows that are scanned count. What else the engine does in one of its tasks is not told: a task
/// has a fixed number of chunks of its source, but a join may make many rows of each. So tasks
/// count for more the longer a query runs.
Result<void> CallWatch::step(uint64_t num_rows) {
  constexpr uint64_t kMostUnits = 16'384;
  TRY(call_.tick(std::max(units_, num_rows)));
  units_ = std::min(units_ * 2, kMostUnits);
  return call_.services().poll();
}

std::string LentFiles::keep(std::unique_ptr<host::LentFile> file, std::string_view shown) {
  std::string path = file->path();
  held_.names[path] = {std::string(shown), file->resolved()};
  held_.files.push_back(std::move(file));
  return path;
}

Result<std::string> LentFiles::lend(const cap::PathPermit& permit) {
  TRY_ASSIGN(auto file,
             recorded(call_, permit, cap::CapabilityType::FileRead, files_of(call_).lend(permit)));
  return keep(std::move(file), permit.shown);
}

Result<std::string> LentFiles::lend_bytes(std::string_view bytes, std::string_view shown) {
  TRY(call_.reserve(bytes.size()));
  TRY_ASSIGN(auto file, files_of(call_).lend_bytes(bytes));
  return keep(std::move(file), shown);
}

Result<std::string> LentFiles::read_back() {
  constexpr size_t kChunk = size_t{1} << 20;
  std::string bytes;
  while (true) {
    size_t filled = bytes.size();
    TRY(call_.reserve(filled + kChunk));
    bytes.resize(filled + kChunk);
    TRY_ASSIGN(size_t count, held_.files.back()->read_at(filled, {bytes.data() + filled, kChunk}));
    bytes.resize(filled + count);
    TRY(call_.tick(count / 64 + 1));
    if (count == 0) return bytes;
  }
}

Result<std::string> LentFiles::read_at(std::string_view path, uint64_t offset, uint64_t size) {
  auto file = std::find_if(held_.files.begin(), held_.files.end(),
                           [&](const auto& each) { return each->path() == path; });
  CHECK(file != held_.files.end());
  TRY(call_.reserve(size));
  std::string bytes(size, '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    TRY_ASSIGN(size_t count,
               (*file)->read_at(offset + filled, {bytes.data() + filled, bytes.size() - filled}));
    if (count == 0) break;
    filled += count;
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace syn
