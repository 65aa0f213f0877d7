// Joins on columns: the keys of both sides are grouped together, and rows of one group match.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/table_join.h"

namespace syn {
namespace {

using table::Buffer;
using table::kNoRow;
using table::Table;

class ColumnJoin {
 public:
  ColumnJoin(Call& call, JoinKind kind, const Table& left, const Table& right, const JoinKeys& on)
      : call_(call), kind_(kind), left_(left), right_(right), on_(on) {}

  Result<std::optional<Value>> run() {
    std::optional<Value> none;
    if (!find_keys()) return none;
    bool keeps_left = kind_ == JoinKind::Semi || kind_ == JoinKind::Anti;
    if (!keeps_left && !plan_names()) return none;
    KeyColumns keys;
    keys.columns = keys_;
    TRY_ASSIGN(groups_, column_groups(call_, keys, left_.num_rows + right_.num_rows));
    index_right();
    if (keeps_left) return std::optional(filter_left());
    TRY(match());
    return std::optional(result());
  }

 private:
  /// The key columns of both sides, one after the other. False where they are of other kinds.
  bool find_keys() {
    for (size_t i = 0; i < on_.left.size(); ++i) {
      int left = left_.find(on_.left[i]);
      int right = right_.find(on_.right[i]);
      if (left < 0 || right < 0) return false;
      table::ColumnPtr both =
          concatenate(*left_.column(static_cast<size_t>(left)),
                      *right_.column(static_cast<size_t>(right)), call_.budget());
      if (both == nullptr) return false;
      keys_.push_back(std::move(both));
    }
    return true;
  }

  /// False where names clash: the row path has the message.
  bool plan_names() {
    names_ = left_.names;
    for (size_t i = 0; i < right_.num_columns(); ++i) {
      const std::string& name = right_.names[i];
      if (std::find(on_.right.begin(), on_.right.end(), name) != on_.right.end()) continue;
      std::string made = left_.find(name) >= 0 ? name + "_right" : name;
      if (std::find(names_.begin(), names_.end(), made) != names_.end()) return false;
      names_.push_back(std::move(made));
      right_columns_.push_back(i);
    }
    return names_.size() <= kMaxTableColumns;
  }

  /// A key with an absent part matches nothing.
  bool has_key(size_t row) const {
    return std::all_of(keys_.begin(), keys_.end(),
                       [row](const table::ColumnPtr& key) { return key->is_present(row); });
  }

  /// Right rows by group, in order.
  void index_right() {
    starts_.assign(groups_.num_groups() + 1, 0);
    for (size_t row = 0; row < right_.num_rows; ++row) {
      size_t place = left_.num_rows + row;
      if (has_key(place)) ++starts_[groups_.group_of[place] + 1];
    }
    for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    rows_.resize(starts_.back());
    Buffer<uint32_t> next(starts_.begin(), starts_.end());
    for (size_t row = 0; row < right_.num_rows; ++row) {
      size_t place = left_.num_rows + row;
      if (has_key(place)) rows_[next[groups_.group_of[place]]++] = static_cast<uint32_t>(row);
    }
  }

  Value filter_left() {
    Buffer<uint32_t> kept;
    for (uint32_t row = 0; row < left_.num_rows; ++row) {
      bool matches = has_key(row) && count_of(row) != 0;
      if (matches == (kind_ == JoinKind::Semi)) kept.push_back(row);
    }
    return make_table_list(call_.heap(), left_.pick(std::move(kept), false, call_.budget()));
  }

  uint32_t count_of(size_t left_row) const {
    uint32_t group = groups_.group_of[left_row];
    return starts_[group + 1] - starts_[group];
  }

  Result<void> match() {
    bool keeps_left = kind_ == JoinKind::Left || kind_ == JoinKind::Outer;
    bool keeps_right = kind_ == JoinKind::Right || kind_ == JoinKind::Outer;
    uint64_t total = keeps_right ? right_.num_rows : 0;
    for (size_t row = 0; row < left_.num_rows; ++row) {
      uint32_t count = has_key(row) ? count_of(row) : 0;
      total += keeps_left ? std::max<uint32_t>(count, 1) : count;
    }
    TRY(reserve_list(call_, total));
    from_left_.reserve(total);
    from_right_.reserve(total);
    std::vector<bool> matched(keeps_right ? right_.num_rows : 0, false);
    for (uint32_t row = 0; row < left_.num_rows; ++row) {
      uint32_t count = has_key(row) ? count_of(row) : 0;
      uint32_t start = starts_[groups_.group_of[row]];
      for (uint32_t i = start; i < start + count; ++i) {
        add(row, rows_[i]);
        if (keeps_right) matched[rows_[i]] = true;
      }
      if (count == 0 && keeps_left) add(row, kNoRow);
    }
    for (uint32_t row = 0; keeps_right && row < right_.num_rows; ++row) {
      if (!matched[row]) add(kNoRow, row);
    }
    return {};
  }

  void add(uint32_t left_row, uint32_t right_row) {
    from_left_.push_back(left_row);
    from_right_.push_back(right_row);
  }

  Value result() {
    bool left_gaps = kind_ == JoinKind::Right || kind_ == JoinKind::Outer;
    bool right_gaps = kind_ == JoinKind::Left || kind_ == JoinKind::Outer;
    // A row without a left side takes its key from the right one.
    Buffer<uint32_t> key_rows;
    if (left_gaps) {
      key_rows.resize(from_left_.size());
      for (size_t i = 0; i < key_rows.size(); ++i) {
        key_rows[i] = from_left_[i] != kNoRow
                          ? from_left_[i]
                          : static_cast<uint32_t>(left_.num_rows) + from_right_[i];
      }
    }
    Table joined;
    joined.num_rows = from_left_.size();
    Table left = left_.pick(std::move(from_left_), left_gaps, call_.budget());
    Table right = right_.pick(std::move(from_right_), right_gaps, call_.budget());
    for (size_t i = 0; i < left_.num_columns(); ++i) {
      joined.add_from(left, i, names_[i]);
      auto key = std::find(on_.left.begin(), on_.left.end(), names_[i]);
      if (!left_gaps || key == on_.left.end()) continue;
      const table::Column& both = *keys_[static_cast<size_t>(key - on_.left.begin())];
      joined.replace(i, table::gather(both, key_rows, false, call_.budget()));
    }
    for (size_t i = 0; i < right_columns_.size(); ++i) {
      joined.add_from(right, right_columns_[i], names_[left_.num_columns() + i]);
    }
    return make_table_list(call_.heap(), std::move(joined));
  }

  Call& call_;
  JoinKind kind_;
  const Table& left_;
  const Table& right_;
  const JoinKeys& on_;
  std::vector<table::ColumnPtr> keys_;
  std::vector<std::string> names_;
  std::vector<size_t> right_columns_;
  table::RowGroups groups_;
  Buffer<uint32_t> starts_;
  Buffer<uint32_t> rows_;
  Buffer<uint32_t> from_left_;
  Buffer<uint32_t> from_right_;
};

}  // namespace

Result<std::optional<Value>> column_join(Call& call, JoinKind kind, const JoinKeys& on) {
  const Table* left = table_of(call[0]);
  const Table* right = table_of(call[1]);
  bool fits = left != nullptr && right != nullptr && left->num_rows != 0 && right->num_rows != 0 &&
              left->num_rows + right->num_rows < kNoRow;
  if (!fits) return std::optional<Value>();
  return ColumnJoin(call, kind, *left, *right, on).run();
}

}  // namespace syn
