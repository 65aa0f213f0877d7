// Joins on columns: pairs of row numbers are found, cells are gathered when they are looked at.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/table_join.h"
#include "table/matches.h"

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
    TRY(match());
    if (keeps_left) return std::optional(filter_left());
    if (kind_ == JoinKind::Inner && is_unique()) {
      TRY(pair_unique());
    } else if (kind_ == JoinKind::Left && is_unique()) {
      TRY(reserve_list(call_, left_.num_rows));
      from_right_ = std::move(matches_.first);
      keeps_all_left_ = true;
    } else {
      TRY(pair());
    }
    return std::optional(result());
  }

 private:
  bool is_unique() const { return matches_.next.empty(); }

  /// The key columns of both sides. False where they are of other kinds.
  bool find_keys() {
    for (size_t i = 0; i < on_.left.size(); ++i) {
      int left = left_.find(on_.left[i]);
      int right = right_.find(on_.right[i]);
      if (left < 0 || right < 0) return false;
      left_keys_.push_back(left_.column(static_cast<size_t>(left)));
      right_keys_.push_back(right_.column(static_cast<size_t>(right)));
      if (!are_alike(*left_keys_.back(), *right_keys_.back())) return false;
    }
    return !left_keys_.empty();
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

  Result<void> match() {
    TRY(call_.reserve(table::matching_bytes(left_.num_rows, right_.num_rows)));
    std::vector<const table::Column*> left;
    std::vector<const table::Column*> right;
    for (const table::ColumnPtr& key : left_keys_) left.push_back(key.get());
    for (const table::ColumnPtr& key : right_keys_) right.push_back(key.get());
    std::optional<Error> stopped;
    auto keep_going = [&](size_t rows) {
      Result<void> ticked = call_.tick(rows);
      if (!ticked.ok()) stopped = std::move(ticked).error();
      return !stopped.has_value();
    };
    auto found = table::match_rows(left, left_.num_rows, right, right_.num_rows, keep_going);
    if (!found.has_value()) return std::move(*stopped);
    matches_ = std::move(*found);
    return {};
  }

  Value filter_left() {
    Buffer<uint32_t> kept(left_.num_rows);
    size_t size = 0;
    for (uint32_t row = 0; row < left_.num_rows; ++row) {
      kept[size] = row;
      size += (matches_.first[row] != kNoRow) == (kind_ == JoinKind::Semi) ? 1 : 0;
    }
    kept.resize(size);
    return make_table_list(call_.heap(), left_.pick(std::move(kept), false, call_.budget()));
  }

  /// Pairs of a key that comes once on the right: a left row has one match or none.
  Result<void> pair_unique() {
    const Buffer<uint32_t>& first = matches_.first;
    size_t total =
        first.size() - static_cast<size_t>(std::count(first.begin(), first.end(), kNoRow));
    TRY(reserve_list(call_, total));
    keeps_all_left_ = total == left_.num_rows;
    if (keeps_all_left_) {
      from_right_ = std::move(matches_.first);
      return {};
    }
    from_left_.resize(first.size());
    from_right_.resize(first.size());
    size_t size = 0;
    for (uint32_t row = 0; row < first.size(); ++row) {
      from_left_[size] = row;
      from_right_[size] = first[row];
      size += first[row] != kNoRow ? 1 : 0;
    }
    from_left_.resize(size);
    from_right_.resize(size);
    return {};
  }

  uint32_t next_of(uint32_t right_row) const {
    return is_unique() ? kNoRow : matches_.next[right_row];
  }

  Result<void> pair() {
    bool keeps_left = kind_ == JoinKind::Left || kind_ == JoinKind::Outer;
    bool keeps_right = kind_ == JoinKind::Right || kind_ == JoinKind::Outer;
    uint64_t total = keeps_right ? right_.num_rows : 0;
    // How many follow a row is counted once, from the last row of a key to its first.
    Buffer<uint32_t> counts(right_.num_rows, 1);
    for (uint32_t row = static_cast<uint32_t>(right_.num_rows); row-- > 0;) {
      if (next_of(row) != kNoRow) counts[row] += counts[next_of(row)];
    }
    for (uint32_t first : matches_.first) {
      total += first != kNoRow ? counts[first] : keeps_left ? 1 : 0;
    }
    TRY(reserve_list(call_, total));
    from_left_.reserve(total);
    from_right_.reserve(total);
    std::vector<bool> matched(keeps_right ? right_.num_rows : 0, false);
    for (uint32_t row = 0; row < left_.num_rows; ++row) {
      uint32_t first = matches_.first[row];
      for (uint32_t match = first; match != kNoRow; match = next_of(match)) {
        add(row, match);
        if (keeps_right) matched[match] = true;
      }
      if (first == kNoRow && keeps_left) add(row, kNoRow);
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
    joined.num_rows = from_right_.size();
    Table left =
        keeps_all_left_ ? left_ : left_.pick(std::move(from_left_), left_gaps, call_.budget());
    Table right = right_.pick(std::move(from_right_), right_gaps, call_.budget());
    for (size_t i = 0; i < left_.num_columns(); ++i) {
      joined.add_from(left, i, names_[i]);
      auto key = std::find(on_.left.begin(), on_.left.end(), names_[i]);
      if (!left_gaps || key == on_.left.end()) continue;
      auto position = static_cast<size_t>(key - on_.left.begin());
      table::ColumnPtr both =
          concatenate(*left_keys_[position], *right_keys_[position], call_.budget());
      joined.replace(i, table::gather(*both, key_rows, false, call_.budget()));
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
  std::vector<table::ColumnPtr> left_keys_;
  std::vector<table::ColumnPtr> right_keys_;
  std::vector<std::string> names_;
  std::vector<size_t> right_columns_;
  table::RowMatches matches_;
  bool keeps_all_left_ = false;  ///< each left row once, in order
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
